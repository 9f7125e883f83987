/** Pages and calls by which an owner shows the vault an account elsewhere. */
import { failureOf } from '@portico/service'
import { ApiError } from '@portico/service/http'
import { acceptedLocale, mailLocale } from '@portico/service/mail'
import { digest, randomToken } from '@portico/service/secrets'
import type { TicketClaims, VaultIdentityWaitAnswer, VaultRecovery } from '@portico/vault-wire'
import { randomInt } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { type Account, accountOf } from '../accounts.js'
import type { VaultApp, VaultServices } from '../context.js'
import { vaultPage } from '../mailPages.js'
import type { Releases } from '../releases.js'
import { type IdentityFlows, type Shown, flowMs } from './flows.js'
import { type Identities, identityNames } from './identities.js'
import type { IdentityKind } from '@portico/vault-wire'

const waitMs = 20_000
const limits = [
  { limit: 20, seconds: 3600 },
  { limit: 60, seconds: 86_400 },
]

export interface IdentityCallsParameters {
  services: VaultServices
  flows: IdentityFlows
  identities: Identities
  releases: Releases
}

export interface IdentityCalls {
  /** Asks who has signed for it to show the account. @throws ApiError `rate_limit`, `no_identity`, `identity_away` */
  readonly add: (account: Account, kind: IdentityKind, claims: TicketClaims) => Promise<VaultRecovery>
  /** @throws ApiError `not_found` */
  readonly wait: (asked: { id: string; secret: string }, signal: AbortSignal) => Promise<VaultIdentityWaitAnswer>
}

export function createIdentityCalls({ services, flows, identities }: Omit<IdentityCallsParameters, 'releases'>): IdentityCalls {
  const { db, clock, rates, signals } = services
  return {
    add: async (account, kind, { locale }) => {
      const taken = await rates.take([{ key: `identity:${account.walletId}/${account.eip155}`, limits }])
      if (taken.status === 'refused') {
        throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter: taken.retryAfter })
      }
      const [id, secret, match] = [crypto.randomUUID(), randomToken(), String(randomInt(100)).padStart(2, '0')]
      const url = await flows.begin({ purpose: 'add', id, account, kind, secret, locale: mailLocale(locale) })
      return { id, secret, match, expiresIn: flowMs / 1000, url }
    },
    wait: async ({ id, secret }, signal) => {
      const find = async () =>
        await db
          .selectFrom('vault_identity_flows')
          .select(['status', 'expires_at'])
          .where('id', '=', id)
          .where('purpose', '=', 'add')
          .where('secret_digest', '=', digest(secret))
          .executeTakeFirst()
      if (!(await find())) throw new ApiError(404, 'not_found', 'Nobody asked for this.')
      const settled = await signals.wait(
        `identity:${id}`,
        async () => {
          const shown = await flows.poll(id)
          if (shown) await addShown(services, { flows, identities }, shown)
          const row = await find()
          if (!row) return 'expired'
          if (row.status === 'done' || row.status === 'declined' || row.status === 'failed') return row.status
          return row.expires_at <= clock() ? 'expired' : undefined
        },
        { milliseconds: waitMs, signal },
      )
      return { status: settled ?? 'pending' }
    },
  }
}

/** The windows that providers send their visitors back to. */
export function identityRoutes(app: VaultApp, parameters: IdentityCallsParameters): void {
  const { services, flows, releases } = parameters
  const { config, signals } = services
  const isHttps = config.publicUrl.startsWith('https:')
  const cookieOf = (id: string) => `${isHttps ? '__Host-' : ''}portico_identity_${id.slice(0, 36)}`
  const localeOf = (context: Context) => acceptedLocale(context.req.header('accept-language'))

  app.get('/identities/:id', async (context) => {
    const opened = await flows.open(context.req.param('id'))
    if (!opened) return vaultPage(context, { locale: localeOf(context), page: 'identityOver' })
    // The provider's page posts back from its own origin, which only a cookie with `None` goes along with.
    setCookie(context, cookieOf(opened.flow.id), opened.browser, { path: '/', httpOnly: true, secure: true, sameSite: 'None', maxAge: 600 })
    return context.redirect(opened.url, 303)
  })

  app.post('/identities/callback/:kind', async (context) => {
    const kind = context.req.param('kind')
    if (kind !== 'google' && kind !== 'apple') return context.notFound()
    const form = new URLSearchParams(await context.req.text())
    const shown = await flows.takeBack(kind, form, (id) => getCookie(context, cookieOf(id)))
    if (!shown) return vaultPage(context, { locale: localeOf(context), page: 'identityOver' })
    const { flow } = shown
    const locale = mailLocale(flow.locale)
    deleteCookie(context, cookieOf(flow.id), { path: '/', secure: true })
    if (form.has('error')) {
      await flows.end(flow.id, 'declined')
      if (flow.purpose === 'release') await releases.end(flow.id, 'declined')
      signals.notify(`identity:${flow.id}`)
      return vaultPage(context, { locale, page: 'identityDeclined' })
    }
    if (flow.purpose === 'add') {
      const added = await addShown(services, parameters, shown)
      signals.notify(`identity:${flow.id}`)
      return vaultPage(context, { locale, page: added ? 'identityShown' : 'identityFailed', account: identityNames[kind] })
    }
    const link = await releases.shown(shown)
    if (link === undefined) return vaultPage(context, { locale, page: 'identityFailed', account: identityNames[kind] })
    // There the visitor sees which site and browser asked, compares two digits, and presses.
    return context.redirect(link, 303)
  })
}

/** @returns whether the account was taken */
async function addShown(
  { db, mail, log }: VaultServices,
  { flows, identities }: Pick<IdentityCallsParameters, 'flows' | 'identities'>,
  { flow, kind, identity }: Shown,
): Promise<boolean> {
  // At once: who waits is told that it is done only where the account is there, and its delay has begun.
  const write = db.transaction().execute(async (trx) => {
    if (!(await flows.end(flow.id, identity ? 'done' : 'failed', trx)) || !identity) return false
    const account = accountOf(flow.wallet_id, flow.eip155)
    await identities.add(trx, account, { kind, ...identity, locale: mailLocale(flow.locale) })
    return true
  })
  const added = await write.catch(async (error: unknown) => {
    log('error', 'identity.not_written', { kind, ...failureOf(error) })
    await flows.end(flow.id, 'failed')
    return false
  })
  if (added) void mail.flush()
  return added
}
