import {
  ApiError,
  answerErrors,
  answers,
  createCallLimit,
  healthRoute,
  limitBody,
  logRequests,
  networkOf,
  protect,
  readBody,
} from '@portico/service/http'
import { mailLocale } from '@portico/service/mail'
import { createSigner, createVerifier } from '@portico/service/signing'
import {
  type TicketClaims,
  type TicketPurpose,
  type VaultFactors,
  type VaultStatus,
  type vaultInfo,
  type vaultStageAnswer,
  UnsealError,
  createServiceKeys,
  sealedFor,
  ticketClaims,
  unseal,
  vaultRecoverRequest,
  vaultStageRequest,
  vaultTicketRequest,
  vaultWaitRequest,
} from '@portico/vault-wire'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type * as z from 'zod/mini'
import type { VaultApp, VaultServices } from './context.js'
import { securityLetter } from './letters.js'
import { createOwners, ownerRoutes } from './owners.js'
import { createReleases, releaseRoutes } from './releases.js'
import { type RecoveryShare, type VaultShares, receiptOf } from './shares.js'

const receiptSeconds = 600
const ticketLimits = [{ limit: 120, seconds: 600 }]
const stageLimits = [
  { limit: 20, seconds: 3600 },
  { limit: 60, seconds: 86_400 },
]
/** Longer than a ticket is good, with the clocks' tolerance. */
const ticketMs = 180_000

export interface VaultAppParameters {
  services: VaultServices
  shares: VaultShares
  /** Whether it still takes requests: a balancer looks at `/healthz` before it sends more. */
  isOpen: () => boolean
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
}

/**
 * The HTTP face of the vault: `/v1/…` for the secure site's page with tickets of the auth service, and the pages that its mails
 * lead to.
 */
export function createVaultApp({ services, shares, isOpen, ping }: VaultAppParameters): VaultApp {
  const { config, db, clock, log, secrets, rates, audit, mail } = services
  const app = new Hono()
  const limit = createCallLimit({ perMinute: config.callsPerMinute })
  const owners = createOwners(services)
  const releases = createReleases({ services, shares, owners })
  const signer = createSigner({ secrets, purpose: 'receipts', issuer: config.publicUrl, clock })
  const verify = createVerifier({
    keys: config.secureKeys,
    issuer: config.secureUrl,
    audience: config.publicUrl,
    schema: ticketClaims,
    clock,
    code: 'invalid_ticket',
    fetch: services.fetch,
  })
  let made: ReturnType<typeof createServiceKeys> | undefined
  const serviceKeys = () => (made ??= createServiceKeys(secrets, 'vault'))

  /** What a ticket says, once. With it comes which version is in use, so each call repairs what a crash left behind (R24). */
  const useTicket = async (jwt: string, purpose: TicketPurpose): Promise<TicketClaims> => {
    const claims = await verify(jwt)
    if (claims.purpose !== purpose) throw new ApiError(401, 'invalid_ticket', 'The ticket is for something else.')
    const { wallet, email } = claims
    await limited(`ticket:${wallet}`, ticketLimits)
    const locale = mailLocale(claims.locale)
    await db.transaction().execute(async (trx) => {
      const first = await trx
        .insertInto('vault_tickets')
        .values({ id: claims.jti, expires_at: clock() + ticketMs })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!first) throw new ApiError(401, 'invalid_ticket', 'The ticket was used already.')
      await owners.tell(trx, { wallet, email, locale })
      const settled = await shares.settle(trx, claims)
      if (!settled) return
      await audit.write('share.in_use', { wallet, version: claims.version, readable: settled.now.wrapped !== undefined }, trx)
      if (!settled.before || waysOf(settled.before) === waysOf(settled.now)) return
      const to = await owners.find(trx, wallet)
      if (to === undefined) return
      const count = (kind: string): number => settled.now.factors.filter((factor) => factor.kind === kind).length
      const ways = {
        readable: settled.now.wrapped !== undefined,
        passkeys: count('passkey'),
        recoveryCode: count('recoveryCode') > 0,
      }
      await mail.queue(trx, { to, letter: securityLetter({ locale, ...ways }), expiresIn: 86_400 })
    })
    void mail.flush()
    return claims
  }

  app.use(logRequests(log))
  app.use(protect(config.publicUrl))
  app.use(limitBody())
  app.use('/v1/*', cors({ origin: config.secureUrl, allowMethods: ['GET', 'POST'], allowHeaders: ['content-type'], maxAge: 600 }))
  app.use(async (context, next) => {
    if (context.req.path === '/healthz') return next()
    const retryAfter = limit(networkOf(context, config.trustProxy))
    if (retryAfter > 0) throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter })
    return next()
  })
  app.use('/v1/*', async (context, next) => {
    const origin = context.req.header('origin')
    if (origin !== undefined && origin !== config.secureUrl) throw new ApiError(403, 'invalid', 'Calls come from the secure site alone.')
    return next()
  })

  app.get(
    '/healthz',
    healthRoute(async () => isOpen() && (await answers(ping))),
  )
  app.get('/.well-known/jwks.json', async (context) => context.json(await signer.jwks(), 200, { 'cache-control': 'public, max-age=60' }))
  app.get('/v1/info', async (context) => context.json({ publicKey: (await serviceKeys()).publicKey } satisfies z.infer<typeof vaultInfo>))

  app.post('/v1/stage', async (context) => {
    const { ticket, attempt, version, addresses, readable, factors } = await readBody(context, vaultStageRequest)
    const claims = await useTicket(ticket, 'stage')
    await limited(`stage:${claims.wallet}`, stageLimits)
    if (version !== claims.version + 1) throw new ApiError(409, 'conflict', 'The wallet was changed by another window.')
    if (readable === undefined && factors.length === 0) throw new ApiError(400, 'invalid', 'Nobody could open this share.')
    const share = readable === undefined ? undefined : await opened(readable, claims.wallet, attempt)
    const staged = await shares.stage({ attempt, walletId: claims.wallet, version, share, factors, eip155: addresses.eip155 })
    share?.fill(0)
    await audit.write('share.staged', { wallet: claims.wallet, version, device: claims.device })
    const receipt = await signer.sign({ ...receiptOf(staged) }, { audience: config.secureUrl, seconds: receiptSeconds })
    return context.json({ receipt } satisfies z.infer<typeof vaultStageAnswer>)
  })

  app.post('/v1/status', async (context) => {
    const claims = await useTicket((await readBody(context, vaultTicketRequest)).ticket, 'status')
    const held = await shares.find(claims)
    const known = held !== undefined && held.attempt === claims.attempt
    const mailed = (await owners.find(db, claims.wallet)) !== undefined
    return context.json({ known, readable: held?.wrapped !== undefined, mail: mailed } satisfies VaultStatus)
  })

  app.post('/v1/factors', async (context) => {
    const claims = await useTicket((await readBody(context, vaultTicketRequest)).ticket, 'factors')
    const held = await shares.find(claims)
    if (!held) throw new ApiError(409, 'no_wallet', 'There is no wallet yet.')
    await audit.write('factors.read', { wallet: claims.wallet, device: claims.device })
    return context.json({ attempt: held.attempt, factors: [...held.factors] } satisfies VaultFactors)
  })

  app.post('/v1/recoveries', async (context) => {
    const { ticket, frameKey } = await readBody(context, vaultRecoverRequest)
    const claims = await useTicket(ticket, 'recover')
    if (claims.frameKey !== frameKey) throw new ApiError(401, 'invalid_ticket', 'The ticket is for another page.')
    return context.json(await releases.start(claims, frameKey))
  })
  app.post('/v1/recoveries/wait', async (context) => {
    const recovery = await readBody(context, vaultWaitRequest)
    return context.json(await releases.wait(recovery, context.req.raw.signal))
  })

  releaseRoutes(app, { services, shares, owners })
  ownerRoutes(app, services)

  answerErrors(app, log)
  return app

  async function opened(text: string, walletId: string, attempt: string): Promise<Uint8Array> {
    const share = await serviceKeys()
      .then(({ keys }) => unseal(text, keys, sealedFor.vault(walletId, attempt)))
      .catch((error: unknown) => {
        if (error instanceof UnsealError) throw new ApiError(400, 'invalid', 'Not what is expected here: readable.')
        throw error
      })
    if (share.length !== 33) throw new ApiError(400, 'invalid', 'This is not a share.')
    return share
  }

  async function limited(key: string, limits: readonly { limit: number; seconds: number }[]): Promise<void> {
    const taken = await rates.take([{ key, limits }])
    if (taken.status === 'refused') {
      throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter: taken.retryAfter })
    }
  }
}

/** What can recover the wallet, to see whether it has changed. */
function waysOf({ wrapped, factors }: RecoveryShare): string {
  return JSON.stringify([wrapped !== undefined, factors.map(({ id }) => id).toSorted()])
}
