import { ApiError, readBody } from '@portico/service/http'
import { acceptedLocale } from '@portico/service/mail'
import type { RateRule } from '@portico/service/rates'
import { createPassingSecrets } from '@portico/service/secrets'
import { createSigner, createVerifier } from '@portico/service/signing'
import {
  type AuthStatement,
  type OpenAnswer,
  type ShareAnswer,
  type Way,
  type WayAnswer,
  type ticketAnswer,
  UnsealError,
  authStatement,
  createServiceKeys,
  halfBytes,
  openRequest,
  receiptClaims,
  seal,
  sealedFor,
  shareRequest,
  statementSigner,
  ticketRequest,
  wayRequest,
  waysRequest,
} from '@portico/vault-wire'
import { nodeSuite } from '@portico/vault-wire/node'
import type * as z from 'zod/mini'
import type { AppContext, Routes, Services } from '../context.js'
import { sessionCall, sessionOf } from '../device/middleware.js'
import { browserName } from '../email/browserName.js'
import type { Session } from '../sessions/sessions.js'
import { exportRoutes } from './export.js'
import { readWalletOptions } from './options.js'
import { type WalletRow, createWallets } from './wallets.js'
import type { StoredWay, Wrapped } from './ways.js'

/** How often a half is let out to one browser of a wallet's owner, and how often it writes ways: another login uses up nothing of it. */
const releaseLimits = [
  { limit: 60, seconds: 600 },
  { limit: 1000, seconds: 86_400 },
]
const writeLimits = [
  { limit: 40, seconds: 3600 },
  { limit: 120, seconds: 86_400 },
]
const ticketLimits = [{ limit: 120, seconds: 600 }]
const ticketSeconds = 60

/**
 * The auth service's part in keys: it keeps one half of some ways in, lets it out to a logged-in browser alone, and gives the
 * tickets that the vault wants to see. No route brings two halves together.
 */
export const walletRoutes: Routes = (app, services) => {
  const { config, clock, secrets, wrapper, audit, db, onSweep } = services
  const wallet = readWalletOptions(config)
  const { recovery } = wallet
  const wallets = createWallets({ db, clock, wrapper, recovery })
  const { ways } = wallets
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
  const passing = createPassingSecrets({ db, clock, wrapper })
  const serviceKeys = createServiceKeys(passing)

  const answerOf = async (row: WalletRow, session: Session, deviceId: string | undefined): Promise<OpenAnswer> => {
    const { made } = row
    const held = made ? await ways.list(db, row.id) : []
    const holders = made ? await wallets.shareDevices(made) : []
    const left = held.find(({ device, left: half }) => device === deviceId && half !== null)
    return {
      walletId: row.id,
      userId: row.userId,
      publicKey: await serviceKeys.publicKey(),
      policy: recovery,
      label: session.user.email ?? session.user.userName ?? 'Wallet',
      wallet: made
        ? {
            addresses: made.addresses,
            mode: made.mode,
            version: made.version,
            check: made.check,
            factors: held.flatMap(({ factor }) => factor ?? []),
            added: held.flatMap(({ id, factor, enclosed, browser, createdAt }) =>
              // One that was made anew by an earlier release, which did not keep when it was added.
              factor ? [{ id, browser, at: enclosed !== null && browser === null ? null : Math.floor(createdAt / 1000) }] : [],
            ),
            assisted: held.find(({ kind }) => kind === 'assisted')?.id ?? null,
            devices: held.flatMap(({ id, device, browser, usedAt }) =>
              device === null ? [] : [{ id, device, browser, usedAt: Math.floor(usedAt / 1000) }],
            ),
            left: left?.left ? { id: left.id, half: left.left } : null,
            shares:
              made.attempt === null
                ? null
                : {
                    attempt: made.attempt,
                    devices: holders.map(({ sealed: _, ...device }) => device),
                    own: holders.find(({ id }) => id === deviceId)?.sealed ?? null,
                  },
          }
        : null,
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
    const { id } = await wallets.ofUser(session.user.id)
    await limit(services, { key: `ticket:${id}:${session.device}`, limits: ticketLimits })
    const claims = {
      wallet: id,
      purpose,
      device: session.device,
      origin: session.site.origin,
      browser: browserOf(context),
      locale: acceptedLocale(context.req.header('accept-language')),
      ...(frameKey && { frameKey }),
      ...(session.user.email !== null && { email: session.user.email }),
    }
    const ticket = await signer.sign(claims, { audience: config.vaultUrl, subject: session.user.id, seconds: ticketSeconds })
    return context.json({ ticket } satisfies z.infer<typeof ticketAnswer>)
  })

  app.post('/v1/wallet/way', sessionCall(services), async (context) => {
    const { id, frameKey } = await readBody(context, wayRequest)
    const session = sessionOf(context)
    const row = await wallets.ofUser(session.user.id)
    // Counted and noted in one write, before anything is let out.
    const found = await db.transaction().execute(async (trx) => {
      await limit(services, { key: `share:${row.id}:${session.device}`, limits: releaseLimits }, trx)
      const way = await ways.find(trx, row.id, id)
      if (way) await audit.write('wallet.way', { wallet: row.id, way: id, device: session.device }, trx)
      return way
    })
    return context.json(await release(row, id, frameKey, browserOf(context), found))
  })

  app.post('/v1/wallet/share', sessionCall(services), async (context) => {
    const { frameKey } = await readBody(context, shareRequest)
    const session = sessionOf(context)
    const row = await wallets.ofUser(session.user.id)
    await limit(services, { key: `share:${row.id}:${session.device}`, limits: releaseLimits })
    const { share, attempt, version } = await wallets.share(row)
    await audit.write('wallet.share', { wallet: row.id, device: session.device })
    const sealed = await sealedTo(frameKey, share, sealedFor.fromAuth(row.id, attempt))
    return context.json({ attempt, version, share: sealed } satisfies ShareAnswer)
  })

  app.post('/v1/wallet/ways', sessionCall(services), async (context) => {
    const { statement, signature, receipt: word, deviceId } = await readBody(context, waysRequest)
    const session = sessionOf(context)
    const row = await wallets.ofUser(session.user.id)
    await limit(services, { key: `write:${row.id}:${session.device}`, limits: writeLimits })
    const said = readStatement({ text: statement, signature }, row.id)
    if (said.follows !== (row.made?.version ?? 0)) throw new ApiError(409, 'conflict', 'The wallet was changed by another window.')
    if (said.add.some(({ kind }) => kind !== 'device')) await checkReceipt(said, word)
    const add = await Promise.all(said.add.map(async (way) => ({ way, wrapped: await received(row.id, way) })))
    const browser = browserOf(context)
    await wallets.write(row, { ...said, add, browser }, async (trx, version) => {
      const added = said.add.map(({ kind, id }) => `${kind} ${id}`).join(', ')
      const facts = { wallet: row.id, version, device: session.device, added, removed: said.remove.join(', ') }
      await audit.write(version === 1 ? 'wallet.made' : 'wallet.ways', facts, trx)
    })
    return context.json(await answerOf(await wallets.ofUser(session.user.id), session, deviceId))
  })

  exportRoutes(app, services, { wallets, config: wallet, release })
  onSweep(ways.sweep)
  onSweep(passing.sweep)

  async function release(row: WalletRow, id: string, frameKey: string, browser?: string, found?: StoredWay): Promise<WayAnswer> {
    const { way, half } = await ways.open(row.id, id, browser, found)
    const { version, sealed, enclosed } = way
    return { id, version, sealed, enclosed, half: half ? await sealedTo(frameKey, half, sealedFor.fromAuth(row.id, id)) : null }
  }

  /** Fills what it seals with zeros. */
  async function sealedTo(frameKey: string, secret: Uint8Array, context: Parameters<typeof seal>[2]): Promise<string> {
    const text = await seal(secret, frameKey, context, nodeSuite).catch(() => undefined)
    secret.fill(0)
    if (!text) throw new ApiError(400, 'invalid', 'Not what is expected here: frameKey.')
    return text
  }

  /** The vault holds its half of each way that needs one: what it says counts, never what the page says. */
  async function checkReceipt({ wallet: walletId, addresses, add }: AuthStatement, word: string | undefined): Promise<void> {
    const held = await receipt(word ?? '')
    const isThis = held.wallet === walletId && held.eip155 === addresses.eip155.toLowerCase()
    const all = add.every((way) => way.kind === 'device' || held.ways.some(({ id, kind }) => id === way.id && kind === vaultKind(way)))
    if (!isThis || !all) throw new ApiError(400, 'invalid_receipt', 'The recovery service holds something else.')
  }

  async function received(walletId: string, way: Way): Promise<Wrapped> {
    if (way.kind === 'factor') {
      if (way.factor.id !== way.id) throw new ApiError(400, 'invalid', 'Not what is expected here: factor.')
      return { wrapped_key: null, ciphertext: null }
    }
    const half = await opened(way.half, walletId, way.id)
    if (half.length !== halfBytes) throw new ApiError(400, 'invalid', 'This is not a half.')
    const wrapped = await ways.wrap(walletId, way, half)
    half.fill(0)
    return wrapped
  }

  async function opened(text: string, walletId: string, id: string): Promise<Uint8Array> {
    try {
      return await serviceKeys.unseal(text, sealedFor.half('auth', walletId, id))
    } catch (error) {
      if (error instanceof UnsealError) throw new ApiError(400, 'invalid', 'Not what is expected here: half.')
      throw error
    }
  }
}

/** Puts all that the auth service keeps of keys under the operator's newest key. Gives how many were changed. */
export function rewrapWallets({ config, wrapper, db, clock }: Pick<Services, 'config' | 'wrapper' | 'db' | 'clock'>): Promise<number> {
  const { recovery } = readWalletOptions(config)
  return createWallets({ db, clock, wrapper, recovery }).rewrap()
}

/** @throws ApiError 401 `invalid_statement` unless the key of the address in it signed it: who only is logged in can change nothing */
function readStatement({ text, signature }: { text: string; signature: string }, walletId: string): AuthStatement {
  const parsed = authStatement.safeParse(readJson(text))
  if (!parsed.success) throw new ApiError(400, 'invalid', 'Not what is expected here: statement.')
  const said = parsed.data
  if (said.wallet !== walletId || statementSigner(text, signature) !== said.addresses.eip155.toLowerCase()) {
    throw new ApiError(401, 'invalid_statement', 'The owner of the wallet did not sign this.')
  }
  return said
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function vaultKind(way: Exclude<Way, { kind: 'device' }>) {
  return way.kind === 'factor' ? way.factor.kind : way.kind
}

/** @throws ApiError 429 `rate_limit` */
async function limit({ rates }: Services, rule: RateRule, trx?: Services['db']): Promise<void> {
  const taken = await rates.take([rule], trx)
  if (taken.status === 'refused') {
    throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter: taken.retryAfter })
  }
}

function browserOf(context: AppContext): string {
  return browserName(context.req.header('user-agent'), acceptedLocale(context.req.header('accept-language')))
}
