/**
 * Showing the words. In `assisted` and `progressive` mode the owner is told by mail and has a day to stop it, then a fresh code is
 * asked for; in `user` mode a factor has to be shown. The half that is let out is the same as for signing: what this guards
 * against is a page or a browser left open, not the page's own code.
 */
import { randomInt } from 'node:crypto'
import { ApiError, readBody } from '@portico/service/http'
import { acceptedLocale } from '@portico/service/mail'
import { digest, randomToken } from '@portico/service/secrets'
import { type ExportStartAnswer, type WayAnswer, exportWayRequest, seal, sealedFor } from '@portico/vault-wire'
import { emptyBody } from '../api.js'
import type { App, AppContext, Services } from '../context.js'
import { sessionCall, sessionOf } from '../device/middleware.js'
import { takeMail } from '../email/limits.js'
import type { Session } from '../sessions/sessions.js'
import { exportCodeLetter, exportDoneLetter, exportNoticeLetter } from './letters.js'
import { exportPage } from './mailPages.js'
import type { WalletConfig } from './options.js'
import type { MadeWallet, WalletRow, Wallets } from './wallets.js'

/** How long the words can be asked for once the waiting is over, in milliseconds. */
const openMs = 86_400_000
const codeMs = 10 * 60_000
const proofMs = 5 * 60_000
const maxTries = 5
/** How far the clocks of this service's processes may be apart, in milliseconds. */
const driftMs = 3_600_000
const startLimits = [{ limit: 30, seconds: 3600 }]

export interface ExportParameters {
  wallets: Wallets
  config: WalletConfig
  release: (row: WalletRow, id: string, frameKey: string) => Promise<WayAnswer>
}

export function exportRoutes(app: App, services: Services, { wallets, config, release }: ExportParameters): void {
  const { db, clock, secrets, mail, audit, rates, onSweep, onRestore } = services
  const macOf = (walletId: string, code: string): string => secrets.index('export code', `${walletId}.${code}`)
  const isCode = (walletId: string, code: string, mac: string): boolean => secrets.isIndex('export code', `${walletId}.${code}`, mac)

  const madeOf = async (session: Session): Promise<{ row: WalletRow; made: MadeWallet }> => {
    const row = await wallets.ofUser(session.user.id)
    if (!row.made) throw new ApiError(409, 'no_wallet', 'There is no wallet yet.')
    return { row, made: row.made }
  }

  app.post('/v1/wallet/export/start', sessionCall(services), async (context) => {
    await readBody(context, emptyBody)
    const session = sessionOf(context)
    const { row, made } = await madeOf(session)
    await limited(row.id, session.device)
    const answer = made.mode === 'user' ? await challenge(row) : await wait(row, session, context)
    return context.json(answer satisfies ExportStartAnswer)
  })

  app.post('/v1/wallet/export/code', sessionCall(services), async (context) => {
    await readBody(context, emptyBody)
    const session = sessionOf(context)
    const { row, made } = await madeOf(session)
    const { email } = session.user
    if (made.mode === 'user') throw new ApiError(409, 'factor_needed', 'Use a passkey, the recovery code or the passphrase.')
    if (email === null) throw factorFirst()
    await takeMail(services, { context, site: session.site, email })
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const ready = await trx
        .updateTable('wallet_exports')
        .set({ code_mac: macOf(row.id, code), code_device: session.device, code_tries: 0, code_expires_at: now + codeMs })
        .where('wallet_id', '=', row.id)
        .where('not_before', '<=', now)
        .where('expires_at', '>', now)
        .returning('wallet_id')
        .executeTakeFirst()
      if (!ready) throw new ApiError(409, 'export_waits', 'The words can be shown after the waiting time.')
      const letter = exportCodeLetter({ locale: localeOf(context), code, origin: session.site.origin })
      await mail.queue(trx, { to: email, letter, expiresIn: codeMs / 1000 })
    })
    void mail.flush()
    return context.json({})
  })

  app.post('/v1/wallet/export/way', sessionCall(services), async (context) => {
    const { id, frameKey, code, proof } = await readBody(context, exportWayRequest)
    const session = sessionOf(context)
    const { row, made } = await madeOf(session)
    if (made.mode === 'user') await checkProof(row.id, proof)
    else await checkCode(row.id, code, session.device)
    const answer = await release(row, id, frameKey)
    await db.transaction().execute(async (trx) => {
      await audit.write('wallet.exported', { wallet: row.id, device: session.device }, trx)
      const { email } = session.user
      if (email === null) return
      const letter = exportDoneLetter({ locale: localeOf(context), origin: session.site.origin })
      await mail.queue(trx, { to: email, letter, expiresIn: 86_400 })
    })
    void mail.flush()
    return context.json(answer)
  })

  // Opened from the mail. A GET never stops anything: mail scanners follow links.
  app.get('/wallet/export/:token', async (context) => {
    const pending = await db
      .selectFrom('wallet_exports')
      .select('wallet_id')
      .where('cancel_digest', '=', digest(context.req.param('token')))
      .where('expires_at', '>', clock())
      .executeTakeFirst()
    const locale = localeOf(context)
    if (!pending) return exportPage(context, { locale, page: 'exportOver' })
    return exportPage(context, { locale, page: 'exportCancel', action: context.req.path })
  })
  app.post('/wallet/export/:token', async (context) => {
    const stopped = await db
      .deleteFrom('wallet_exports')
      .where('cancel_digest', '=', digest(context.req.param('token')))
      .returning('wallet_id')
      .executeTakeFirst()
    if (stopped) await audit.write('wallet.export_stopped', { wallet: stopped.wallet_id })
    return exportPage(context, { locale: localeOf(context), page: stopped ? 'exportStopped' : 'exportOver' })
  })

  // Any of them may have been stopped since.
  onRestore((trx) => trx.deleteFrom('wallet_exports').execute())
  onSweep(async () => {
    await db.deleteFrom('wallet_exports').where('expires_at', '<=', clock()).execute()
  })

  /** Begins the waiting time, or tells how far it is. */
  async function wait(row: WalletRow, session: Session, context: AppContext): Promise<ExportStartAnswer> {
    const { email } = session.user
    if (email === null) throw factorFirst()
    const now = clock()
    const token = randomToken()
    const notBefore = now + config.exportDelaySeconds * 1000
    const fresh = { ...nothingAsked, not_before: notBefore, expires_at: notBefore + openMs, cancel_digest: digest(token) }
    const begun = await db.transaction().execute(async (trx) => {
      const inserted = await trx
        .insertInto('wallet_exports')
        .values({ wallet_id: row.id, ...fresh })
        // One that is longer than any is of a clock that was wrong (R16), or of a longer time that the operator had set.
        .onConflict((conflict) =>
          conflict
            .column('wallet_id')
            .doUpdateSet(fresh)
            .where((row) =>
              row.or([row('wallet_exports.expires_at', '<=', now), row('wallet_exports.not_before', '>', notBefore + driftMs)]),
            ),
        )
        .returning('wallet_id')
        .executeTakeFirst()
      if (!inserted) return false
      await audit.write('wallet.export_asked', { wallet: row.id, device: session.device }, trx)
      const url = `${services.config.publicUrl}/wallet/export/${token}`
      const letter = exportNoticeLetter({ locale: localeOf(context), url, origin: session.site.origin, notBefore })
      await mail.queue(trx, { to: email, letter, expiresIn: 86_400 })
      return true
    })
    if (begun) void mail.flush()
    const current = begun ? fresh : await db.selectFrom('wallet_exports').selectAll().where('wallet_id', '=', row.id).executeTakeFirst()
    const from = current?.not_before ?? notBefore
    const isMailed = current?.code_device === session.device && current.code_tries < maxTries && (current.code_expires_at ?? 0) > now
    return from <= now
      ? { state: 'code', ...(isMailed && { mailed: true }) }
      : { state: 'waiting', notBefore: Math.ceil(from / 1000), now: Math.floor(now / 1000) }
  }

  /** A secret that each factor of the wallet can open. */
  async function challenge(row: WalletRow): Promise<ExportStartAnswer> {
    const secret = Buffer.from(randomToken(), 'base64url')
    const proof_digest = digest(secret.toString('base64url'))
    const now = clock()
    const fresh = {
      ...nothingAsked,
      not_before: now,
      expires_at: now + proofMs,
      cancel_digest: digest(randomToken()),
      proof_digest,
      proof_expires_at: now + proofMs,
    }
    await db
      .insertInto('wallet_exports')
      .values({ wallet_id: row.id, ...fresh })
      .onConflict((conflict) => conflict.column('wallet_id').doUpdateSet(fresh))
      .execute()
    const factors = (await wallets.ways.list(db, row.id)).flatMap(({ factor }) => factor ?? [])
    const challenges = await Promise.all(
      factors.map(async ({ id, publicKey }) => ({
        factorId: id,
        sealed: await seal(secret, publicKey, sealedFor.export(row.id, id)),
      })),
    )
    return { state: 'factor', challenges }
  }

  async function checkProof(walletId: string, proof: string | undefined): Promise<void> {
    const used =
      proof &&
      (await db
        .deleteFrom('wallet_exports')
        .where('wallet_id', '=', walletId)
        .where('proof_digest', '=', digest(proof))
        .where('proof_expires_at', '>', clock())
        .returning('wallet_id')
        .executeTakeFirst())
    if (!used) throw new ApiError(409, 'factor_needed', 'Use a passkey, the recovery code or the passphrase.')
  }

  /** Each guess is counted by the same statement that reads what it is compared with. */
  async function checkCode(walletId: string, code: string | undefined, device: string): Promise<void> {
    if (!code) throw new ApiError(409, 'code_needed', 'Enter the code from the mail.')
    const asked = await db
      .updateTable('wallet_exports')
      .set((row) => ({ code_tries: row('code_tries', '+', 1) }))
      .where('wallet_id', '=', walletId)
      .where('code_device', '=', device)
      .where('code_tries', '<', maxTries)
      .where('code_expires_at', '>', clock())
      .returning(['code_mac', 'code_tries'])
      .executeTakeFirst()
    if (!asked?.code_mac) throw new ApiError(409, 'code_needed', 'Ask for a new code.')
    if (!isCode(walletId, code, asked.code_mac)) {
      throw new ApiError(400, 'wrong_code', 'This is not the code from the mail.', { triesLeft: maxTries - asked.code_tries })
    }
    // Of two requests with the right code one goes on.
    const used = await db
      .deleteFrom('wallet_exports')
      .where('wallet_id', '=', walletId)
      .where('code_mac', '=', asked.code_mac)
      .returning('wallet_id')
      .executeTakeFirst()
    if (!used) throw new ApiError(409, 'code_needed', 'Ask for a new code.')
  }

  async function limited(walletId: string, device: string): Promise<void> {
    const taken = await rates.take([{ key: `export:${walletId}:${device}`, limits: startLimits }])
    if (taken.status === 'taken') return
    throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter: taken.retryAfter })
  }
}

const nothingAsked = {
  code_mac: null,
  code_device: null,
  code_tries: 0,
  code_expires_at: 0,
  proof_digest: null,
  proof_expires_at: 0,
} as const

/** No code can be mailed, and nothing was added that shows who asks. */
function factorFirst(): ApiError {
  return new ApiError(409, 'factor_first', 'Add a passkey, a recovery code or a passphrase first.')
}

function localeOf(context: AppContext) {
  return acceptedLocale(context.req.header('accept-language'))
}
