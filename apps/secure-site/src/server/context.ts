import type { Log } from '@portico/service'
import type { Audit } from '@portico/service/audit'
import type { Database } from '@portico/service/database'
import type { Signals } from '@portico/service/http'
import type { Mail } from '@portico/service/mail'
import type { Rates } from '@portico/service/rates'
import type { Generations, KeyWrapper, Secrets } from '@portico/service/secrets'
import type { Context, Hono } from 'hono'
import type { UsedProofs } from './device/proof.js'
import type { ProofKeys } from './device/proofKeys.js'
import type { Config } from './options.js'
import type { Projects, Site } from './projects/projects.js'
import type { Session, Sessions } from './sessions/sessions.js'
import type { Users } from './users/users.js'

/** What routes work with. One for each running service; nothing is shared with another. */
export interface Services {
  readonly config: Config
  readonly db: Database
  /** Milliseconds since 1970, by this server. */
  readonly clock: () => number
  readonly log: Log
  readonly secrets: Secrets
  /** Keys that halves are under, where they change on schedule. */
  readonly generations: Generations | undefined
  /** Of what this service lets out. */
  readonly wrapper: KeyWrapper
  readonly rates: Rates
  readonly audit: Audit
  readonly mail: Mail
  readonly projects: Projects
  readonly users: Users
  readonly sessions: Sessions
  readonly proofKeys: ProofKeys
  readonly usedProofs: UsedProofs
  readonly signals: Signals
  /** Runs `work` every minute: for dropping what is over. */
  readonly onSweep: (work: () => Promise<void>) => void
  /** Runs `work` where every session is ended: for logins that are on their way. */
  readonly onEndSessions: (work: (trx: Database) => Promise<unknown>) => void
  /** Runs `work` at the start after a restore: for what may have been stopped since the backup. */
  readonly onRestore: (work: (trx: Database) => Promise<unknown>) => void
  /** For calls to other servers, such as a login provider. */
  readonly fetch: typeof fetch
}

/** What the middlewares in device/ have found out, by `context.get(…)`. */
export interface Variables {
  /** Thumbprint of the device key that the request was proven with. */
  device: string
  site: Site
  /** Behind `sessionCall` alone. */
  session: Session | undefined
}

export interface AppEnv {
  Variables: Variables
}
export type App = Hono<AppEnv>
export type AppContext = Context<AppEnv>

/** Adds a feature's routes. Called once, before the service listens; throws OptionsError for options it can't use. */
export type Routes = (app: App, services: Services) => void
