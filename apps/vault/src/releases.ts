/**
 * Letting the vault's half out: a ticket of the auth service says who asks, and only the vault's own proof says yes: the owner's
 * press on the vault's page, behind a link to the address that the vault keeps. So neither a stolen login nor the auth service,
 * with all that it has, gets the half.
 */
import { randomInt } from 'node:crypto'
import { ApiError } from '@portico/service/http'
import { mailLocale } from '@portico/service/mail'
import { digest, randomToken } from '@portico/service/secrets'
import { type TicketClaims, type VaultRecovery, type VaultReleased, type VaultWaitAnswer, seal, sealedFor } from '@portico/vault-wire'
import { type Account, accountOf } from './accounts.js'
import type { Contacts } from './contacts.js'
import type { VaultApp, VaultServices } from './context.js'
import { delayLetter, recoverLetter, releasedLetter } from './letters.js'
import { vaultPage } from './mailPages.js'
import type { VaultShares } from './shares.js'
import type { VaultWays } from './ways.js'
import { delayOf } from './worth.js'

/** How long the mailed link is good, and how long a confirmed half can be fetched, in milliseconds. */
const linkMs = 10 * 60_000
/** How long a wait that is over counts: the page that began it is closed by then, and the owner asks again. */
const waitedMs = 86_400_000
const waitMs = 20_000
const limits = [
  { limit: 1, seconds: 30 },
  { limit: 5, seconds: 3600 },
  { limit: 10, seconds: 86_400 },
]

export interface Releases {
  /** Mails the owner. @throws ApiError `factor_needed`, `no_mail`, `cooldown`, `rate_limit`, `no_wallet` */
  readonly start: (claims: TicketClaims, asked: { frameKey: string; eip155: string; way: string | null }) => Promise<VaultRecovery>
  /** @throws ApiError `not_found` */
  readonly wait: (recovery: { id: string; secret: string }, signal: AbortSignal) => Promise<VaultWaitAnswer>
}

export interface ReleasesParameters {
  services: VaultServices
  shares: VaultShares
  ways: VaultWays
  contacts: Contacts
}

export function createReleases({ services, shares, ways, contacts }: ReleasesParameters): Releases {
  const { config, db, clock, rates, mail, audit, signals } = services

  const find = async (id: string, secret: string) =>
    await db.selectFrom('vault_releases').selectAll().where('id', '=', id).where('secret_digest', '=', digest(secret)).executeTakeFirst()
  type Row = NonNullable<Awaited<ReturnType<typeof find>>>

  const answerOf = async (row: Row): Promise<VaultWaitAnswer> => {
    if (row.status === 'declined') return { status: 'declined' }
    const now = clock()
    if (row.expires_at <= now) return { status: 'expired' }
    if (row.status === 'pending') return { status: 'pending' }
    if (row.not_before > now) return { status: 'delayed', seconds: Math.ceil((row.not_before - now) / 1000) }
    return await release(row)
  }
  /** The half of the assisted way, or the share of an earlier release. Opens with the page's key alone. */
  const taken = async (account: Account, attempt: string, frameKey: string): Promise<VaultReleased> => {
    const { walletId } = account
    const way = (await ways.list(db, account)).find(({ id }) => id === attempt)
    if (way) {
      const half = await ways.open(account, way)
      const sealed = await seal(half, frameKey, sealedFor.fromVault(walletId, way.id))
      half.fill(0)
      return { kind: 'half', id: way.id, half: sealed }
    }
    const held = await shares.find(db, account)
    const share = held?.attempt === attempt ? await shares.open(held) : undefined
    if (!share) throw factorNeeded()
    const sealed = await seal(share, frameKey, sealedFor.fromVault(walletId, attempt))
    share.fill(0)
    return { kind: 'share', attempt, share: sealed }
  }
  /** An answer that got lost can be fetched again. */
  const release = async (row: Row): Promise<VaultWaitAnswer> => {
    const account = accountOf(row.wallet_id, row.eip155)
    const released = await taken(account, row.attempt, row.frame_key)
    const first = await db.transaction().execute(async (trx) => {
      const noted = await trx
        .updateTable('vault_releases')
        .set({ released_at: clock() })
        .where('id', '=', row.id)
        .where('released_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!noted) return false
      // One wait is for one release.
      await trx
        .updateTable('vault_releases')
        .set({ released_at: clock() })
        .where('wallet_id', '=', row.wallet_id)
        .where('eip155', '=', row.eip155)
        .where('status', '=', 'confirmed')
        .where('released_at', 'is', null)
        .execute()
      await audit.write('half.released', { wallet: row.wallet_id, by: 'mail' }, trx)
      const email = await contacts.find(trx, account)
      if (email === undefined) return false
      const letter = releasedLetter({ locale: mailLocale(row.locale), origin: row.origin, browser: row.browser })
      await mail.queue(trx, { to: email, letter, expiresIn: 86_400 })
      return true
    })
    if (first) void mail.flush()
    return { status: 'released', released }
  }

  return {
    start: async ({ wallet, origin, browser, locale: tag }, { frameKey, eip155, way }) => {
      const account = accountOf(wallet, eip155)
      const held = await ways.list(db, account)
      const assisted = held.find(({ id, kind }) => id === way && kind === 'assisted')
      // Which of both counts the auth service knows.
      const share = way === null ? await shares.find(db, account) : undefined
      if (held.length === 0 && !share) throw new ApiError(409, 'no_wallet', 'There is no wallet yet.')
      const attempt = assisted?.id ?? (share?.wrapped && share.attempt)
      if (attempt === undefined) throw factorNeeded()
      const email = await contacts.find(db, account)
      if (email === undefined) throw new ApiError(409, 'no_mail', 'There is no e-mail address to ask. Add one to your login first.')
      const taken = await rates.take([{ key: `recover:${wallet}`, limits }])
      if (taken.status === 'refused') {
        const { retryAfter, limit } = taken
        if (limit.seconds === 30) throw new ApiError(429, 'cooldown', `Please try again after ${retryAfter} seconds`, { retryAfter })
        throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter })
      }
      const [id, secret, token] = [crypto.randomUUID(), randomToken(), randomToken()]
      const match = String(randomInt(100)).padStart(2, '0')
      const locale = mailLocale(tag)
      const now = clock()
      await db.transaction().execute(async (trx) => {
        // One question at a time: an older link can't be pressed any more.
        await trx
          .updateTable('vault_releases')
          .set({ expires_at: now })
          .where('wallet_id', '=', wallet)
          .where('eip155', '=', account.eip155)
          .where('status', '=', 'pending')
          .execute()
        await trx
          .insertInto('vault_releases')
          .values({
            id,
            wallet_id: wallet,
            eip155: account.eip155,
            attempt,
            secret_digest: digest(secret),
            token_digest: digest(token),
            frame_key: frameKey,
            match,
            origin,
            browser,
            locale,
            status: 'pending',
            not_before: now,
            expires_at: now + linkMs,
            released_at: null,
          })
          .execute()
        await audit.write('recovery.asked', { wallet }, trx)
        const letter = recoverLetter({ locale, url: `${config.publicUrl}/recover/${token}`, match, origin, browser })
        await mail.queue(trx, { to: email, letter, expiresIn: linkMs / 1000 })
      })
      void mail.flush()
      return { id, secret, match, expiresIn: linkMs / 1000 }
    },
    wait: async ({ id, secret }, signal) => {
      const settled = await signals.wait(
        `release:${id}`,
        async () => {
          const row = await find(id, secret)
          if (!row) return { row }
          const waits = row.status !== 'declined' && row.expires_at > clock() && (row.status === 'pending' || row.not_before > clock())
          return waits ? undefined : { row }
        },
        { milliseconds: waitMs, signal },
      )
      const row = settled ? settled.row : await find(id, secret)
      if (!row) throw new ApiError(404, 'not_found', 'Nobody asked for this.')
      return await answerOf(row)
    },
  }
}

/** The page of the mail. A GET confirms nothing: mail scanners follow links (S30). */
export function releaseRoutes(app: VaultApp, { services, contacts }: Pick<ReleasesParameters, 'services' | 'contacts'>): void {
  const { config, db, clock, mail, audit, signals } = services
  const find = (token: string) =>
    db
      .selectFrom('vault_releases')
      .selectAll()
      .where('token_digest', '=', digest(token))
      .where('status', 'in', ['pending', 'confirmed'])
      .where('released_at', 'is', null)
      .where('expires_at', '>', clock())
      .executeTakeFirst()

  /** Whether the owner confirmed before, and the delay is over. */
  const hasWaited = async ({ walletId, eip155 }: Account, now: number): Promise<boolean> => {
    const waited = await db
      .selectFrom('vault_releases')
      .select('id')
      .where('wallet_id', '=', walletId)
      .where('eip155', '=', eip155)
      .where('status', '=', 'confirmed')
      .where('released_at', 'is', null)
      .where('not_before', '<=', now)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return waited !== undefined
  }

  app.get('/recover/:token', async (context) => {
    const row = await find(context.req.param('token'))
    const locale = mailLocale(row?.locale ?? context.req.header('accept-language'))
    if (!row) return vaultPage(context, { locale, page: 'recoverOver' })
    const { origin, browser, match } = row
    return vaultPage(context, { locale, page: 'recover', action: context.req.path, match, origin, browser })
  })

  app.post('/recover/:token', async (context) => {
    const token = context.req.param('token')
    const { decision } = await context.req.parseBody()
    const row = await find(token)
    const locale = mailLocale(row?.locale ?? context.req.header('accept-language'))
    if (!row || (decision !== 'confirm' && decision !== 'decline')) return vaultPage(context, { locale, page: 'recoverOver' })
    const confirm = decision === 'confirm'
    const account = accountOf(row.wallet_id, row.eip155)
    const now = clock()
    const delay = !confirm || (await hasWaited(account, now)) ? 0 : await delayOf(config.delay, row.eip155, services.fetch)
    const notBefore = now + delay * 1000
    const email = await contacts.find(db, account)
    const answered = await db.transaction().execute(async (trx) => {
      const changed = await trx
        .updateTable('vault_releases')
        .set(
          confirm
            ? { status: 'confirmed', not_before: notBefore, expires_at: notBefore + (delay > 0 ? waitedMs : linkMs) }
            : { status: 'declined' },
        )
        .where('id', '=', row.id)
        .where('released_at', 'is', null)
        .where('expires_at', '>', now)
        // What waits can still be refused, and nothing else.
        .where('status', 'in', confirm ? ['pending'] : ['pending', 'confirmed'])
        .returning('id')
        .executeTakeFirst()
      if (!changed) return false
      await audit.write(confirm ? 'recovery.confirmed' : 'recovery.declined', { wallet: row.wallet_id, delay }, trx)
      if (delay > 0 && email !== undefined) {
        const letter = delayLetter({ locale, url: `${config.publicUrl}${context.req.path}`, until: notBefore })
        await mail.queue(trx, { to: email, letter, expiresIn: delay })
      }
      return true
    })
    signals.notify(`release:${row.id}`)
    void mail.flush()
    return vaultPage(context, { locale, page: !answered ? 'recoverOver' : confirm ? 'recoverConfirmed' : 'recoverDeclined' })
  })
}

function factorNeeded(): ApiError {
  return new ApiError(409, 'factor_needed', 'Use a passkey or the recovery code.')
}
