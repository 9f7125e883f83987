import type { Database } from '@portico/service/database'
import {
  ApiError,
  type ServiceMetrics,
  answerErrors,
  answers,
  countRequests,
  createCallLimit,
  healthRoute,
  limitBody,
  logRequests,
  networkOf,
  protect,
  readBody,
} from '@portico/service/http'
import { mailLocale } from '@portico/service/mail'
import type { KeyWrapper, PassingSecrets } from '@portico/service/secrets'
import { createSigner, createVerifier } from '@portico/service/signing'
import {
  type ReceiptClaims,
  type SealContext,
  type TicketClaims,
  type TicketPurpose,
  type VaultStatement,
  type VaultStatus,
  type VaultInfo,
  type vaultWaysAnswer,
  UnsealError,
  createServiceKeys,
  halfBytes,
  sealedFor,
  ticketClaims,
  vaultChallengeRequest,
  vaultIdentityRequest,
  vaultProofRequest,
  vaultRecoverRequest,
  vaultStatusRequest,
  vaultWaitRequest,
  vaultWaysRequest,
} from '@portico/vault-wire'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type * as z from 'zod/mini'
import { type Account, accountOf, ensureAccount, readStatement } from './accounts.js'
import type { Askers } from './askers.js'
import { type Contacts, contactRoutes } from './contacts.js'
import type { VaultApp, VaultServices } from './context.js'
import type { IdentityFlows } from './identities/flows.js'
import { type Identities, identityAnswerRoutes } from './identities/identities.js'
import { createIdentityCalls, identityRoutes } from './identities/routes.js'
import { securityLetter } from './letters.js'
import type { Proofs } from './proofs.js'
import { createReleases, releaseRoutes } from './releases.js'
import type { VaultShares } from './shares.js'
import { type VaultWays, wrapHalf } from './ways.js'

const receiptSeconds = 600
const ticketLimits = [{ limit: 120, seconds: 600 }]
const writeLimits = [
  { limit: 40, seconds: 3600 },
  { limit: 120, seconds: 86_400 },
]
/** Longer than a ticket is good, with the clocks' tolerance. */
const ticketMs = 180_000

export interface VaultAppParameters {
  services: VaultServices
  askers: Askers
  shares: VaultShares
  ways: VaultWays
  contacts: Contacts
  identities: Identities
  flows: IdentityFlows
  proofs: Proofs
  wrapper: KeyWrapper
  passing: PassingSecrets
  metrics: ServiceMetrics
  /** When the database was restored, in milliseconds since 1970; undefined where it never was. */
  restoredAt: () => number | undefined
  /** Whether it still takes requests: a balancer looks at `/healthz` before it sends more. */
  isOpen: () => boolean
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
}

/**
 * The HTTP face of the vault: `/v1/…` for the secure site's page with tickets of the auth service, and the pages that its mails
 * lead to.
 */
export function createVaultApp(parameters: VaultAppParameters): VaultApp {
  const { services, askers, shares, ways, contacts, identities, flows, proofs, wrapper, passing, metrics, restoredAt, isOpen, ping } =
    parameters
  const { config, db, clock, log, secrets, rates, audit, mail } = services
  const app = new Hono()
  const limit = createCallLimit({ perMinute: config.callsPerMinute })
  const releases = createReleases({ services, askers, shares, ways, contacts, identities, flows })
  const identityCalls = createIdentityCalls({ services, flows, identities })
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
  const serviceKeys = createServiceKeys(passing)

  /** What a ticket says, once. */
  const takeTicket = async (jwt: string, purpose: TicketPurpose): Promise<TicketClaims> => {
    const claims = await verify(jwt)
    if (claims.purpose !== purpose) throw new ApiError(401, 'invalid_ticket', 'The ticket is for something else.')
    const restored = restoredAt() ?? 0
    // Which ones were used before then, a backup does not know. One that lies ahead is of a clock that was wrong.
    if (restored <= clock() && claims.iat < Math.floor(restored / 1000)) {
      throw new ApiError(401, 'invalid_ticket', 'The ticket is of before the vault was restored.')
    }
    await limited(`ticket:${claims.wallet}:${claims.device}`, ticketLimits)
    const first = await db
      .insertInto('vault_tickets')
      .values({ id: claims.jti, expires_at: clock() + ticketMs })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!first) throw new ApiError(401, 'invalid_ticket', 'The ticket was used already.')
    return claims
  }

  app.use(logRequests(log))
  app.use(countRequests(metrics))
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
  app.get('/v1/info', async (context) =>
    context.json({ publicKey: await serviceKeys.publicKey(), identities: [...flows.kinds] } satisfies VaultInfo),
  )

  app.post('/v1/ways', async (context) => {
    const { ticket, statement, signature } = await readBody(context, vaultWaysRequest)
    const claims = await takeTicket(ticket, 'write')
    await limited(`write:${claims.wallet}:${claims.device}`, writeLimits)
    const said = readStatement({ text: statement, signature, ticket }, claims.wallet)
    if (said.identity !== undefined) throw new ApiError(400, 'invalid', 'Not what is expected here: identity.')
    const account = accountOf(said.wallet, said.eip155)
    const email = await contactOf(said, claims)
    const halves = await Promise.all(said.add.map((added) => received(account, added)))
    await db.transaction().execute(async (trx) => {
      const first = await ensureAccount(trx, account, clock())
      await askers.know(trx, account, claims.device)
      for (const half of halves) await ways.add(trx, account, { ...half, confirmed: first })
      if (email !== undefined) await contacts.add(trx, account, { email, first, locale: mailLocale(claims.locale) })
      const added = said.add.map(({ id }) => id).join(' ')
      await audit.write('ways.written', { wallet: claims.wallet, device: claims.device, added, kept: said.keep?.join(' ') ?? null }, trx)
      if (said.keep) await keep(trx, account, said.keep, claims)
    })
    void mail.flush()
    const held = await ways.list(db, account)
    const holds: ReceiptClaims = { wallet: account.walletId, eip155: account.eip155, ways: held.map(({ id, kind }) => ({ id, kind })) }
    const receipt = await signer.sign({ ...holds }, { audience: config.secureUrl, seconds: receiptSeconds })
    return context.json({ receipt } satisfies z.infer<typeof vaultWaysAnswer>)
  })

  app.post('/v1/status', async (context) => {
    const { ticket, eip155 } = await readBody(context, vaultStatusRequest)
    const account = accountOf((await takeTicket(ticket, 'status')).wallet, eip155)
    const held = await ways.list(db, account)
    const split = await shares.find(db, account)
    const mailed = (await contacts.find(db, account)) !== undefined
    const accounts = (await identities.list(db, account)).map(({ kind, counts }) => ({ kind, counts }))
    const proven = held.flatMap(({ factor }) => factor ?? [])
    const factors = proven.length > 0 ? proven : (split?.factors ?? []).map(({ sealed: _, ...factor }) => factor)
    const holds = { ways: held.map(({ id }) => id), factors, shares: split !== undefined }
    return context.json({ ...holds, mail: mailed, identities: accounts } satisfies VaultStatus)
  })

  app.post('/v1/challenges', async (context) => {
    const { ticket, ...asked } = await readBody(context, vaultChallengeRequest)
    return context.json(
      await proofs.start(await askedBy(ticket, asked.frameKey), { ...asked, network: networkOf(context, config.trustProxy) }),
    )
  })
  app.post('/v1/proofs', async (context) => context.json(await proofs.answer(await readBody(context, vaultProofRequest))))

  app.post('/v1/recoveries', async (context) => {
    const { ticket, ...asked } = await readBody(context, vaultRecoverRequest)
    return context.json(
      await releases.start(await askedBy(ticket, asked.frameKey), { ...asked, network: networkOf(context, config.trustProxy) }),
    )
  })
  app.post('/v1/recoveries/wait', async (context) => {
    const recovery = await readBody(context, vaultWaitRequest)
    return context.json(await releases.wait(recovery, context.req.raw.signal))
  })

  app.post('/v1/recoveries/end', async (context) => {
    await releases.takeBack(await readBody(context, vaultWaitRequest))
    return context.json({})
  })

  app.post('/v1/identities', async (context) => {
    const { ticket, statement, signature } = await readBody(context, vaultIdentityRequest)
    const claims = await takeTicket(ticket, 'write')
    const said = readStatement({ text: statement, signature, ticket }, claims.wallet)
    const account = accountOf(said.wallet, said.eip155)
    if (said.identity === undefined || said.add.length > 0 || said.keep !== undefined || said.contact !== undefined) {
      throw new ApiError(400, 'invalid', 'Not what is expected here: statement.')
    }
    if ((await ways.list(db, account)).length === 0) throw new ApiError(409, 'no_wallet', 'There is no wallet yet.')
    return context.json(await identityCalls.add(account, said.identity, claims))
  })
  app.post('/v1/identities/wait', async (context) => {
    return context.json(await identityCalls.wait(await readBody(context, vaultWaitRequest), context.req.raw.signal))
  })

  releaseRoutes(app, { services, releases })
  identityAnswerRoutes(app, services)
  identityRoutes(app, { services, flows, identities, releases })
  contactRoutes(app, services)

  answerErrors(app, log)
  return app

  async function askedBy(ticket: string, frameKey: string): Promise<TicketClaims> {
    const claims = await takeTicket(ticket, 'recover')
    if (claims.frameKey !== frameKey) throw new ApiError(401, 'invalid_ticket', 'The ticket is for another page.')
    return claims
  }

  /** All ways that the wallet has now. The owner is told when they are others than before. */
  async function keep(trx: Database, account: Account, ids: readonly string[], claims: TicketClaims): Promise<void> {
    const changed = await ways.keep(trx, account, ids)
    await shares.remove(trx, account)
    const to = changed ? await contacts.find(trx, account) : undefined
    if (to === undefined) return
    const held = await ways.list(trx, account)
    const count = (kind: string): number => held.filter((way) => way.kind === kind).length
    const by = {
      readable: count('assisted') > 0,
      passkeys: count('passkey'),
      recoveryCode: count('recoveryCode') > 0,
      passphrase: count('passphrase') > 0,
    }
    await mail.queue(trx, { to, letter: securityLetter({ locale: mailLocale(claims.locale), ...by }), expiresIn: 86_400 })
  }

  /** What the visitor typed; it has to be what the auth service has proven. */
  async function contactOf(said: VaultStatement, { email }: TicketClaims): Promise<string | undefined> {
    if (said.contact === undefined) return undefined
    const typed = new TextDecoder().decode(await opened(said.contact, sealedFor.contact(said.wallet, said.eip155)))
    if (email === undefined || typed.trim().normalize('NFC').toLowerCase() !== email) {
      throw new ApiError(409, 'other_address', 'The login has another address.')
    }
    return email
  }

  async function received(account: Account, { id, half: text, factor }: VaultStatement['add'][number]) {
    if (factor && factor.id !== id) throw new ApiError(400, 'invalid', 'Not what is expected here: factor.')
    const half = await opened(text, sealedFor.half('vault', account.walletId, id))
    if (half.length !== halfBytes) throw new ApiError(400, 'invalid', 'This is not a half.')
    const wrapped = await wrapHalf(wrapper, account, id, half)
    half.fill(0)
    return { id, factor, wrapped }
  }

  async function opened(text: string, context: SealContext): Promise<Uint8Array> {
    return await serviceKeys.unseal(text, context).catch((error: unknown) => {
      if (error instanceof UnsealError) throw new ApiError(400, 'invalid', 'What was sealed does not open.')
      throw error
    })
  }

  async function limited(key: string, limits: readonly { limit: number; seconds: number }[]): Promise<void> {
    const taken = await rates.take([{ key, limits }])
    if (taken.status === 'refused') {
      throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter: taken.retryAfter })
    }
  }
}
