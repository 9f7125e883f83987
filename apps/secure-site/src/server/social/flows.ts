import { randomInt } from 'node:crypto'
import type { SocialProvider } from '@portico/core/embedded'
import type { Database } from '@portico/service/database'
import { digest, randomToken, sameText } from '@portico/service/secrets'
import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'
import type { Services } from '../context.js'
import type { Site } from '../projects/projects.js'
import { type Identity, identity as identitySchema } from './identity.js'
import type { SocialFlow } from './tables.js'

/** How long a login may take, in milliseconds. */
export const flowMs = 600_000
/** Flows that are over are kept a day, so that a late visitor is told so. */
const keepMs = 86_400_000

export interface BeginParameters {
  provider: SocialProvider
  mode: 'popup' | 'page'
  site: Site
  device: string
  returnTo: string | undefined
  /** Secret of the frame's cookie. */
  frame: string
  linkUserId: string | undefined
}

/** What the window's browser takes along to the provider. */
export interface Opened {
  readonly flow: SocialFlow
  /** `state` of the authorization request, with the flow's id in front. */
  readonly state: string
  /** Cookie that the browser has to bring back. */
  readonly browser: string
  readonly nonce: string
  readonly codeVerifier: string
}

export interface Returned {
  readonly flow: SocialFlow
  readonly nonce: string
  readonly codeVerifier: string
}

/** The steps of a social login, each a single conditional update: a replay finds nothing to change (S31). */
export interface Flows {
  readonly begin: (parameters: BeginParameters) => Promise<SocialFlow>
  /** The flow, while its time is not over. */
  readonly find: (id: string) => Promise<SocialFlow | undefined>
  /**
   * Binds the flow to a browser. Opened again it is bound anew, and an earlier `state` is void. With a page to return to, a
   * checked one, it goes on in mode `page`.
   */
  readonly open: (id: string, returnTo?: string) => Promise<Opened | undefined>
  /** Takes back a `state`, once, from the provider that it was made for and the browser that it was given to. */
  readonly takeBack: (parameters: { state: string; provider: SocialProvider; browser: string | undefined }) => Promise<Returned | undefined>
  /** Keeps who it is, and gives the result that the window reports. */
  readonly answer: (id: string, identity: Identity) => Promise<string | undefined>
  /** Ends it without an answer, before or after the visitor was at the provider. */
  readonly fail: (id: string, status: 'cancelled' | 'failed') => Promise<void>
  /** The visitor pressed 'Continue': in the browser that was at the provider. */
  readonly confirm: (parameters: { id: string; result: string; browser: string | undefined }) => Promise<SocialFlow | undefined>
  /** Uses the flow up. `result` may be absent once it is confirmed. */
  readonly use: (trx: Database, parameters: { flow: SocialFlow; result: string | undefined }) => Promise<Identity | undefined>
  /** Ends all that are on their way. */
  readonly endAll: (trx: Database) => Promise<void>
  /** Drops what is long over. */
  readonly sweep: () => Promise<void>
}

const challenge = z.object({ nonce: z.string(), codeVerifier: z.string() })

export function createFlows({ db, clock, secrets }: Pick<Services, 'db' | 'clock' | 'secrets'>): Flows {
  const find: Flows['find'] = async (id) =>
    db.selectFrom('social_flows').selectAll().where('id', '=', id).where('expires_at', '>', clock()).executeTakeFirst()

  return {
    find,
    begin: async ({ provider, mode, site, device, returnTo, frame, linkUserId }) => {
      const flow: SocialFlow = {
        id: randomToken(16),
        provider,
        mode,
        status: 'started',
        project_id: site.projectId,
        origin: site.origin,
        thumbprint: device,
        return_to: returnTo ?? null,
        link_user_id: linkUserId ?? null,
        match: String(randomInt(100)).padStart(2, '0'),
        state_hash: null,
        browser_hash: null,
        challenge: null,
        frame_hash: digest(frame),
        result_hash: null,
        identity: null,
        expires_at: clock() + flowMs,
      }
      await db.insertInto('social_flows').values(flow).execute()
      return flow
    },
    open: async (id, returnTo) => {
      const [state, browser, nonce, codeVerifier] = [
        `${id}.${randomToken()}`,
        randomToken(),
        randomToken(),
        oauth.generateRandomCodeVerifier(),
      ]
      const flow = await db
        .updateTable('social_flows')
        .set({
          status: 'opened',
          state_hash: digest(state),
          browser_hash: digest(browser),
          challenge: secrets.seal('social', JSON.stringify({ nonce, codeVerifier }), id),
          ...(returnTo !== undefined && { mode: 'page' as const, return_to: returnTo }),
        })
        .where('id', '=', id)
        .where('status', 'in', ['started', 'opened'])
        .where('expires_at', '>', clock())
        .returningAll()
        .executeTakeFirst()
      return flow && { flow, state, browser, nonce, codeVerifier }
    },
    takeBack: async ({ state, provider, browser }) => {
      const [id = ''] = state.split('.')
      const flow = await db
        .updateTable('social_flows')
        .set({ status: 'returned', state_hash: null })
        .where('id', '=', id)
        .where('status', '=', 'opened')
        .where('provider', '=', provider)
        .where('state_hash', '=', digest(state))
        .where('browser_hash', '=', digest(browser ?? ''))
        .where('expires_at', '>', clock())
        .returningAll()
        .executeTakeFirst()
      if (!flow?.challenge) return undefined
      return { flow, ...challenge.parse(JSON.parse(secrets.open('social', flow.challenge, id))) }
    },
    answer: async (id, identity) => {
      const result = randomToken()
      const sealed = secrets.seal('social', JSON.stringify(identity), id)
      const answered = await db
        .updateTable('social_flows')
        .set({ status: 'answered', identity: sealed, result_hash: digest(result), challenge: null })
        .where('id', '=', id)
        .where('status', '=', 'returned')
        .returning('id')
        .executeTakeFirst()
      return answered && result
    },
    fail: async (id, status) => {
      await db
        .updateTable('social_flows')
        .set({ status, challenge: null })
        .where('id', '=', id)
        .where('status', 'in', ['opened', 'returned'])
        .execute()
    },
    confirm: async ({ id, result, browser }) =>
      db
        .updateTable('social_flows')
        .set({ status: 'confirmed' })
        .where('id', '=', id)
        .where('status', '=', 'answered')
        .where('mode', '=', 'popup')
        .where('result_hash', '=', digest(result))
        .where('browser_hash', '=', digest(browser ?? ''))
        .where('expires_at', '>', clock())
        .returningAll()
        .executeTakeFirst(),
    use: async (trx, { flow, result }) => {
      const isReported = result !== undefined && flow.result_hash !== null && sameText(digest(result), flow.result_hash)
      if (result !== undefined && !isReported) return undefined
      const used = await trx
        .updateTable('social_flows')
        .set({ status: 'used', identity: null })
        .where('id', '=', flow.id)
        .where('status', 'in', isReported ? ['answered', 'confirmed'] : ['confirmed'])
        .where('thumbprint', '=', flow.thumbprint)
        .where('expires_at', '>', clock())
        .returning('id')
        .executeTakeFirst()
      // Read before: RETURNING gives the row as it is afterwards.
      return used && flow.identity !== null ? identitySchema.parse(JSON.parse(secrets.open('social', flow.identity, flow.id))) : undefined
    },
    endAll: async (trx) => {
      const over = ['cancelled', 'failed', 'used'] as const
      await trx
        .updateTable('social_flows')
        .set({ status: 'failed', challenge: null, identity: null })
        .where('status', 'not in', over)
        .execute()
    },
    sweep: async () => {
      await db
        .deleteFrom('social_flows')
        .where('expires_at', '<', clock() - keepMs)
        .execute()
    },
  }
}
