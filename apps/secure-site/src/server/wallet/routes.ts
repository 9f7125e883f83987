import { ApiError, readBody } from '@portico/service/http'
import type { RateRule } from '@portico/service/rates'
import { operatorKeyWrapper } from '@portico/service/secrets'
import { createSigner, createVerifier } from '@portico/service/signing'
import {
  type OpenAnswer,
  type ShareAnswer,
  type WalletMode,
  type ticketAnswer,
  UnsealError,
  commitRequest,
  createServiceKeys,
  openRequest,
  receiptClaims,
  seal,
  sealedFor,
  shareRequest,
  stageRequest,
  ticketRequest,
  unseal,
} from '@portico/vault-wire'
import type * as z from 'zod/mini'
import type { AppContext, Routes, Services } from '../context.js'
import { sessionCall, sessionOf } from '../device/middleware.js'
import { browserName } from '../email/browserName.js'
import type { Session } from '../sessions/sessions.js'
import { exportRoutes } from './export.js'
import { type WalletConfig, readWalletOptions } from './options.js'
import { type WalletRow, createWallets } from './wallets.js'

/** How often a share is let out to one wallet's owner, and how often shares are written anew. */
const releaseLimits = [
  { limit: 60, seconds: 600 },
  { limit: 1000, seconds: 86_400 },
]
const stageLimits = [
  { limit: 20, seconds: 3600 },
  { limit: 60, seconds: 86_400 },
]
const ticketLimits = [{ limit: 120, seconds: 600 }]
const ticketSeconds = 60

/**
 * The auth service's part in keys: it keeps share A, lets it out to a logged-in browser alone, and gives
 * the tickets that the vault wants to see. No route brings two shares together.
 */
export const walletRoutes: Routes = (app, services) => {
  const { config, clock, secrets, audit, db } = services
  const wallet = readWalletOptions(config)
  const wallets = createWallets({ db, clock, wrapper: wallet.wrapper ?? operatorKeyWrapper(secrets) })
  const signer = createSigner({ secrets, purpose: 'tickets', issuer: config.publicUrl, clock })
  const receipt = createVerifier({
    keys: wallet.vaultKeys,
    issuer: config.vaultUrl,
    audience: config.publicUrl,
    schema: receiptClaims,
    clock,
    code: 'invalid_receipt',
    fetch: services.fetch,
  })
  const serviceKeys = once(() => createServiceKeys(secrets, 'auth'))

  const answerOf = async (row: WalletRow, session: Session, deviceId: string | undefined): Promise<OpenAnswer> => {
    const { made } = row
    const devices = made ? await wallets.devices(made) : []
    return {
      walletId: row.id,
      publicKey: (await serviceKeys()).publicKey,
      policy: wallet.recovery,
      label: session.user.email ?? session.user.userName ?? 'Wallet',
      wallet: made
        ? {
            addresses: made.addresses,
            mode: made.mode,
            version: made.version,
            attempt: made.attempt,
            check: made.check,
            factors: made.factors.map(({ id, kind }) => ({ id, kind })),
          }
        : null,
      devices: devices.map(({ sealed: _, ...device }) => device),
      deviceShare: devices.find(({ id }) => id === deviceId)?.sealed ?? null,
    }
  }

  app.get('/.well-known/jwks.json', async (context) => context.json(await signer.jwks(), 200, { 'cache-control': 'public, max-age=60' }))

  app.post('/v1/wallet/open', sessionCall(services), async (context) => {
    const { deviceId } = await readBody(context, openRequest)
    const session = sessionOf(context)
    return context.json(await answerOf(await wallets.ofUser(session.user.id), session, deviceId))
  })

  app.post('/v1/wallet/ticket', sessionCall(services), async (context) => {
    const { purpose, frameKey } = await readBody(context, ticketRequest)
    const session = sessionOf(context)
    const { id, made } = await wallets.ofUser(session.user.id)
    await limit(services, { key: `ticket:${id}`, limits: ticketLimits })
    const claims = {
      wallet: id,
      purpose,
      device: session.device,
      version: made?.version ?? 0,
      attempt: made?.attempt ?? null,
      origin: session.site.origin,
      browser: browserName(context.req.header('user-agent')),
      locale: localeOf(context),
      ...(frameKey && { frameKey }),
      ...(session.user.email !== null && { email: session.user.email }),
    }
    const ticket = await signer.sign(claims, { audience: config.vaultUrl, subject: session.user.id, seconds: ticketSeconds })
    return context.json({ ticket } satisfies z.infer<typeof ticketAnswer>)
  })

  app.post('/v1/wallet/share', sessionCall(services), async (context) => {
    const { purpose, frameKey } = await readBody(context, shareRequest)
    const session = sessionOf(context)
    const row = await wallets.ofUser(session.user.id)
    await limit(services, { key: `share:${row.id}`, limits: releaseLimits })
    await audit.write('wallet.share', { wallet: row.id, purpose, device: session.device })
    return context.json(await release(row, frameKey))
  })

  app.post('/v1/wallet/stage', sessionCall(services), async (context) => {
    const body = await readBody(context, stageRequest)
    const session = sessionOf(context)
    const row = await wallets.ofUser(session.user.id)
    await limit(services, { key: `stage:${row.id}`, limits: stageLimits })
    const { attempt, version, addresses, check, devices } = body
    if (version !== (row.made?.version ?? 0) + 1) throw new ApiError(409, 'conflict', 'The wallet was changed by another window.')
    const same =
      !row.made ||
      (row.made.check === check && row.made.addresses.eip155 === addresses.eip155 && row.made.addresses.solana === addresses.solana)
    if (!same) throw new ApiError(409, 'conflict', 'The addresses of a wallet never change.')
    const held = await receipt(body.receipt)
    if (held.wallet !== row.id || held.attempt !== attempt || held.version !== version || (!held.readable && held.factors.length === 0)) {
      throw new ApiError(400, 'invalid_receipt', 'The recovery service holds another share.')
    }
    const share = await opened(body.share, row.id, attempt)
    if (share.length !== 33) throw new ApiError(400, 'invalid', 'This is not a share.')
    const mode = modeOf(wallet, held.readable)
    await wallets.stage({ attempt, walletId: row.id, version, share, addresses, check, mode, factors: held.factors, devices })
    share.fill(0)
    return context.json({})
  })

  app.post('/v1/wallet/commit', sessionCall(services), async (context) => {
    const { attempt, deviceId } = await readBody(context, commitRequest)
    const session = sessionOf(context)
    const row = await wallets.ofUser(session.user.id)
    await wallets.commit(row, attempt, (trx, version) =>
      audit.write(version === 1 ? 'wallet.made' : 'wallet.reshared', { wallet: row.id, version, device: session.device }, trx),
    )
    return context.json(await answerOf(await wallets.ofUser(session.user.id), session, deviceId))
  })

  exportRoutes(app, services, { wallets, config: wallet, release })

  async function release(row: WalletRow, frameKey: string): Promise<ShareAnswer> {
    const { made, share } = await wallets.share(row)
    const sealed = await seal(share, frameKey, sealedFor.fromAuth(row.id, made.attempt)).catch(() => undefined)
    share.fill(0)
    if (!sealed) throw new ApiError(400, 'invalid', 'Not what is expected here: frameKey.')
    return { attempt: made.attempt, version: made.version, share: sealed }
  }

  async function opened(text: string, walletId: string, attempt: string): Promise<Uint8Array> {
    try {
      return await unseal(text, (await serviceKeys()).keys, sealedFor.auth(walletId, attempt))
    } catch (error) {
      if (error instanceof UnsealError) throw new ApiError(400, 'invalid', 'Not what is expected here: share.')
      throw error
    }
  }
}

/** Puts all shares of the auth service under the operator's newest key. Gives how many were changed. */
export function rewrapShares({ config, secrets, db, clock }: Pick<Services, 'config' | 'secrets' | 'db' | 'clock'>): Promise<number> {
  const { wrapper = operatorKeyWrapper(secrets) } = readWalletOptions(config)
  return createWallets({ db, clock, wrapper }).rewrap()
}

/** What the vault holds decides, never what the page says. */
function modeOf({ recovery }: WalletConfig, readable: boolean): WalletMode {
  return readable ? recovery : 'user'
}

/** @throws ApiError 429 `rate_limit` */
async function limit({ rates }: Services, rule: RateRule): Promise<void> {
  const taken = await rates.take([rule])
  if (taken.status === 'refused') {
    throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter: taken.retryAfter })
  }
}

function localeOf(context: AppContext): string {
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?/.exec(context.req.header('accept-language') ?? '')?.[0] ?? 'en'
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
