/**
 * Letting the vault's half out: a ticket of the auth service says who asks, and only the vault's own proof says yes: the owner's
 * press on the vault's page, behind a link to the address that the vault keeps. So neither a stolen login nor the auth service,
 * with all that it has, gets the half.
 */
import { randomInt } from 'node:crypto'
import type { Tables } from '@portico/service/database'
import { ApiError } from '@portico/service/http'
import { acceptedLocale, mailLocale } from '@portico/service/mail'
import { digest, randomToken } from '@portico/service/secrets'
import {
  type IdentityKind,
  type TicketClaims,
  type VaultRecovery,
  type VaultReleased,
  type VaultWaitAnswer,
  seal,
  sealedFor,
} from '@portico/vault-wire'
import { nodeSuite } from '@portico/vault-wire/node'
import type { Selectable } from 'kysely'
import { type Account, accountOf } from './accounts.js'
import type { Askers } from './askers.js'
import type { Contacts } from './contacts.js'
import type { VaultApp, VaultServices } from './context.js'
import type { IdentityFlows, Shown } from './identities/flows.js'
import type { Identities } from './identities/identities.js'
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
/** Of questions that send no mail. */
const shownLimits = [
  { limit: 20, seconds: 3600 },
  { limit: 60, seconds: 86_400 },
]
const mailGap = 30
const limits = [
  { limit: 5, seconds: 3600 },
  { limit: 10, seconds: 86_400 },
]

export interface Releases {
  /**
   * Mails the owner, or asks for an account that the vault knows the owner by.
   * @param asked `network`: where the call comes from
   * @throws ApiError `factor_needed`, `no_mail`, `no_identity`, `identity_away`, `cooldown`, `rate_limit`, `no_wallet`
   */
  readonly start: (
    claims: TicketClaims,
    asked: { frameKey: string; eip155: string; way: string | null; by?: IdentityKind | undefined; network: string },
  ) => Promise<VaultRecovery>
  /** @throws ApiError `not_found` */
  readonly wait: (recovery: { id: string; secret: string }, signal: AbortSignal) => Promise<VaultWaitAnswer>
  /** Who asked does not wait any more: the mailed link is over. What was answered, or is another's, stays as it is. */
  readonly takeBack: (recovery: { id: string; secret: string }) => Promise<void>
  /** The link to press on, for who has shown the account that the vault knows; undefined for another one, which ends the question. */
  readonly shown: (shown: Shown) => Promise<string | undefined>
  /** Ends a question that nobody has answered. */
  readonly end: (id: string, status: 'declined' | 'failed') => Promise<void>
  /** The owner's yes or no. @returns false where the question is over */
  readonly decide: (row: ReleaseRow, confirm: boolean, link: string | undefined) => Promise<boolean>
}

export type ReleaseRow = Selectable<Tables['vault_releases']>

export interface ReleasesParameters {
  services: VaultServices
  askers: Askers
  shares: VaultShares
  ways: VaultWays
  contacts: Contacts
  identities: Identities
  flows: IdentityFlows
}

export function createReleases({ services, askers, shares, ways, contacts, identities, flows }: ReleasesParameters): Releases {
  const { config, db, clock, mail, audit, signals } = services

  const find = async (id: string, secret: string) =>
    await db.selectFrom('vault_releases').selectAll().where('id', '=', id).where('secret_digest', '=', digest(secret)).executeTakeFirst()

  const answerOf = async (row: ReleaseRow): Promise<VaultWaitAnswer> => {
    if (row.status === 'declined' || row.status === 'failed') return { status: row.status }
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
      const sealed = await seal(half, frameKey, sealedFor.fromVault(walletId, way.id), nodeSuite)
      half.fill(0)
      return { kind: 'half', id: way.id, half: sealed }
    }
    const held = await shares.find(db, account)
    const share = held?.attempt === attempt ? await shares.open(held) : undefined
    if (!share) throw factorNeeded()
    const sealed = await seal(share, frameKey, sealedFor.fromVault(walletId, attempt), nodeSuite)
    share.fill(0)
    return { kind: 'share', attempt, share: sealed }
  }
  /** An answer that got lost can be fetched again. */
  const release = async (row: ReleaseRow): Promise<VaultWaitAnswer> => {
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
      await audit.write('half.released', { wallet: row.wallet_id, by: row.shown_by }, trx)
      const email = await contacts.find(trx, account)
      if (email === undefined) return false
      const letter = releasedLetter({ locale: mailLocale(row.locale), origin: row.origin, browser: row.browser })
      await mail.queue(trx, { to: email, letter, expiresIn: 86_400 })
      return true
    })
    if (first) void mail.flush()
    return { status: 'released', released }
  }

  const end: Releases['end'] = async (id, status) => {
    await db.updateTable('vault_releases').set({ status }).where('id', '=', id).where('status', '=', 'pending').execute()
    signals.notify(`release:${id}`)
  }
  /** Whether the account is one that the vault knows the owner by. Another one ends the question. */
  const known = async ({ flow, kind, identity }: Shown): Promise<boolean> => {
    const mine = identity ? await identities.list(db, accountOf(flow.wallet_id, flow.eip155)) : []
    const isKnown = mine.some(
      (each) => each.counts && each.kind === kind && each.issuer === identity?.issuer && each.subject === identity.subject,
    )
    const ended = await flows.end(flow.id, isKnown ? 'done' : 'failed')
    if (!isKnown) {
      await audit.write('recovery.failed', { wallet: flow.wallet_id, by: kind })
      await end(flow.id, 'failed')
    }
    return isKnown && ended
  }
  const decide: Releases['decide'] = async (row, confirm, link) => {
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
      if (delay > 0 && email !== undefined && link !== undefined) {
        const letter = delayLetter({ locale: mailLocale(row.locale), url: link, until: notBefore })
        await mail.queue(trx, { to: email, letter, expiresIn: delay })
      }
      return true
    })
    signals.notify(`release:${row.id}`)
    void mail.flush()
    return answered
  }
  /** With a link of its own, by which what waits can be stopped. */
  const linkOf = async (id: string): Promise<string | undefined> => {
    const token = randomToken()
    const changed = await db
      .updateTable('vault_releases')
      .set({ token_digest: digest(token) })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('shown_by', '<>', 'mail')
      .where('expires_at', '>', clock())
      .returning('id')
      .executeTakeFirst()
    return changed && `${config.publicUrl}/recover/${token}`
  }
  const decideAs = async (id: string, confirm: boolean): Promise<void> => {
    const link = await linkOf(id)
    const row = await db.selectFrom('vault_releases').selectAll().where('id', '=', id).executeTakeFirst()
    if (row && link !== undefined) await decide(row, confirm, link)
  }
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

  return {
    end,
    decide,
    shown: async (shown) => ((await known(shown)) ? await linkOf(shown.flow.id) : undefined),
    start: async ({ wallet, device, origin, browser, locale: tag }, { frameKey, eip155, way, by, network }) => {
      const account = accountOf(wallet, eip155)
      const held = await ways.list(db, account)
      const assisted = held.find(({ id, kind }) => id === way && kind === 'assisted')
      // Which of both counts the auth service knows.
      const share = way === null ? await shares.find(db, account) : undefined
      if (held.length === 0 && !share) throw new ApiError(409, 'no_wallet', 'There is no wallet yet.')
      const attempt = assisted?.id ?? (share?.wrapped && share.attempt)
      if (attempt === undefined) throw factorNeeded()
      const email = by ? undefined : await contacts.find(db, account)
      if (by === undefined && email === undefined) {
        throw new ApiError(409, 'no_mail', 'There is no e-mail address to ask. Add one to your login first.')
      }
      if (by && !(await identities.list(db, account)).some(({ kind, counts }) => kind === by && counts)) {
        throw new ApiError(409, 'no_identity', 'This wallet is not opened by such an account.')
      }
      const asker = { account, device, network }
      await (by ? askers.take('shown', asker, shownLimits) : askers.take('recover', asker, limits, mailGap))
      const [id, secret, token] = [crypto.randomUUID(), randomToken(), randomToken()]
      const match = String(randomInt(100)).padStart(2, '0')
      const locale = mailLocale(tag)
      const now = clock()
      const url = by && (await flows.begin({ purpose: 'release', id, account, kind: by, locale }))
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
            shown_by: by ?? 'mail',
          })
          .execute()
        await audit.write('recovery.asked', { wallet, by: by ?? 'mail' }, trx)
        if (email === undefined) return
        const letter = recoverLetter({ locale, url: `${config.publicUrl}/recover/${token}`, match, origin, browser })
        await mail.queue(trx, { to: email, letter, expiresIn: linkMs / 1000 })
      })
      void mail.flush()
      return { id, secret, match, expiresIn: linkMs / 1000, ...(url !== undefined && { url }) }
    },
    takeBack: async ({ id, secret }) => {
      if (await find(id, secret)) await end(id, 'declined')
    },
    wait: async ({ id, secret }, signal) => {
      const settled = await signals.wait(
        `release:${id}`,
        async () => {
          if (!(await find(id, secret))) return { row: undefined }
          const phone = await flows.poll(id)
          // What the phone has signed names the vault: that is the owner's yes.
          if (phone && (await known(phone))) await decideAs(id, true)
          const row = await find(id, secret)
          if (!row) return { row }
          const waits =
            row.status !== 'declined' &&
            row.status !== 'failed' &&
            row.expires_at > clock() &&
            (row.status === 'pending' || row.not_before > clock())
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
export function releaseRoutes(app: VaultApp, { services, releases }: { services: VaultServices; releases: Releases }): void {
  const { config, db, clock } = services
  const find = (token: string) =>
    db
      .selectFrom('vault_releases')
      .selectAll()
      .where('token_digest', '=', digest(token))
      .where('status', 'in', ['pending', 'confirmed'])
      .where('released_at', 'is', null)
      .where('expires_at', '>', clock())
      .executeTakeFirst()

  app.get('/recover/:token', async (context) => {
    const row = await find(context.req.param('token'))
    const locale = row ? mailLocale(row.locale) : acceptedLocale(context.req.header('accept-language'))
    if (!row) return vaultPage(context, { locale, page: 'recoverOver' })
    const { origin, browser, match } = row
    return vaultPage(context, { locale, page: 'recover', action: context.req.path, match, origin, browser })
  })

  app.post('/recover/:token', async (context) => {
    const { decision } = await context.req.parseBody()
    const row = await find(context.req.param('token'))
    const locale = row ? mailLocale(row.locale) : acceptedLocale(context.req.header('accept-language'))
    if (!row || (decision !== 'confirm' && decision !== 'decline')) return vaultPage(context, { locale, page: 'recoverOver' })
    const confirm = decision === 'confirm'
    const answered = await releases.decide(row, confirm, `${config.publicUrl}${context.req.path}`)
    return vaultPage(context, { locale, page: !answered ? 'recoverOver' : confirm ? 'recoverConfirmed' : 'recoverDeclined' })
  })
}

function factorNeeded(): ApiError {
  return new ApiError(409, 'factor_needed', 'Use a passkey, the recovery code or the passphrase.')
}
