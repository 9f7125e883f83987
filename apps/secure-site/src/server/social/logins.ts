import type { SocialProvider } from '@portico/core/embedded'
import type { Database } from '@portico/service/database'
import { farcasterIssuer } from '@portico/service/farcaster'
import { ApiError, readBody } from '@portico/service/http'
import { acceptedLocale } from '@portico/service/mail'
import { digest } from '@portico/service/secrets'
import { statementSigner } from '@portico/vault-wire'
import { emptyBody } from '../api.js'
import type { Routes } from '../context.js'
import { sessionCall, sessionOf } from '../device/middleware.js'
import { browserName } from '../email/browserName.js'
import { unlinkedLetter } from '../email/letters.js'
import { type LoginWay, type LoginWays, loginRemoveBody, loginStatement } from './api.js'
import { resolveSocial } from './config.js'
import { providerNames } from './page.js'
import { providers } from './providers.js'

/** How long the notice of an account that was removed is tried, in seconds. */
const noticeSeconds = 3 * 86_400
/** What the row of an e-mail address is called. */
const emailId = 'email'

interface Way extends LoginWay {
  /** By what sessions say that they came of it; undefined where its provider is not set up any more. */
  readonly method: string | undefined
  readonly identity: { readonly issuer: string; readonly subject: string } | undefined
}

/**
 * `POST /v1/logins` and `/v1/logins/remove`: what logs in to the account, and the end of one of it. The wallet's own key signs that, so
 * that whoever has only a login cannot shut its owner out.
 */
export const loginWayRoutes: Routes = (app, services) => {
  const { config, db, rates, users, sessions, audit, mail } = services
  const social = resolveSocial(config.social)
  const methodOf = (issuer: string): SocialProvider | 'farcaster' | undefined => {
    if (issuer === farcasterIssuer) return 'farcaster'
    const kinds = Object.keys(providers) as SocialProvider[]
    return kinds.find((kind) => (social[kind]?.issuer ?? providers[kind].issuer) === issuer)
  }
  const nameOf = (issuer: string): string => {
    const method = methodOf(issuer)
    return method === undefined ? new URL(issuer).host : method === 'farcaster' ? 'Farcaster' : providerNames[method]
  }

  const waysOf = async (at: Database, userId: string): Promise<readonly Way[]> => {
    const row = await at.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
    const rows = await at.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
    const { email } = users.read(row)
    const byMail = row.email_index !== null && email !== null
    return [
      ...(byMail ? [{ id: emailId, name: email, addedAt: null, method: 'email', identity: undefined }] : []),
      ...rows.map(({ issuer, subject, created_at: at }) => ({
        // With its time, so that what was signed for one is worth nothing once it is added again.
        id: digest(JSON.stringify([issuer, subject, at])),
        name: nameOf(issuer),
        addedAt: Math.floor(at / 1000),
        method: methodOf(issuer),
        identity: { issuer, subject },
      })),
    ]
  }
  const walletOf = async (at: Database, userId: string) =>
    await at.selectFrom('wallets').select(['id', 'eip155']).where('user_id', '=', userId).executeTakeFirst()
  const answerOf = (wallet: string | undefined, ways: readonly Way[]): LoginWays => ({
    wallet: wallet ?? null,
    logins: ways.map(({ id, name, addedAt }) => ({ id, name, addedAt })),
  })

  app.post('/v1/logins', sessionCall(services), async (context) => {
    await readBody(context, emptyBody)
    const { user } = sessionOf(context)
    return context.json(answerOf((await walletOf(db, user.id))?.id, await waysOf(db, user.id)))
  })

  app.post('/v1/logins/remove', sessionCall(services), async (context) => {
    const { statement, signature } = await readBody(context, loginRemoveBody)
    const { id: session, user, device, site } = sessionOf(context)
    const taken = await rates.take([{ key: `logins:${user.id}:${device}`, limits: [{ limit: 20, seconds: 3600 }] }])
    if (taken.status === 'refused')
      throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter: taken.retryAfter })
    const parsed = loginStatement.safeParse(readJson(statement))
    if (!parsed.success) throw new ApiError(400, 'invalid', 'Not what is expected here: statement.')
    const said = parsed.data
    const left = await db.transaction().execute(async (trx) => {
      // Of two at once, the second one sees what the first has left.
      await trx
        .updateTable('users')
        .set((row) => ({ created_at: row.ref('created_at') }))
        .where('id', '=', user.id)
        .execute()
      const wallet = await walletOf(trx, user.id)
      const signer = statementSigner(statement, signature)
      if (wallet?.id !== said.wallet || signer === undefined || signer !== wallet.eip155?.toLowerCase())
        throw new ApiError(401, 'invalid_statement', 'The owner of the wallet did not sign this.')
      const ways = await waysOf(trx, user.id)
      const way = ways.find(({ id }) => id === said.remove)
      if (!way) throw new ApiError(404, 'not_found', 'This does not log in any more.')
      if (ways.length === 1) throw new ApiError(409, 'last_login', 'The last way to log in stays.')
      const { identity, method } = way
      await (identity
        ? trx.deleteFrom('identities').where('issuer', '=', identity.issuer).where('subject', '=', identity.subject).execute()
        : trx.updateTable('users').set({ email_index: null }).where('id', '=', user.id).execute())
      const ended = await sessions.endOthers(trx, { userId: user.id, method, but: session })
      await audit.write('login.removed', { user: user.id, by: method ?? way.name, device, sessions: ended }, trx)
      if (user.email !== null) {
        const locale = acceptedLocale(context.req.header('accept-language'))
        const asker = { origin: site.origin, browser: browserName(context.req.header('user-agent'), locale) }
        await mail.queue(trx, { to: user.email, letter: unlinkedLetter(locale, { name: way.name, ...asker }), expiresIn: noticeSeconds })
      }
      return ways.filter(({ id }) => id !== way.id)
    })
    void mail.flush()
    return context.json(answerOf(said.wallet, left))
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
