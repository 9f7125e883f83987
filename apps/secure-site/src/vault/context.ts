import type { Hono } from 'hono'
import type { Audit } from '../server/audit/audit.js'
import type { Database } from '../server/db/database.js'
import type { Signals } from '../server/http/wait.js'
import type { Log } from '../server/log.js'
import type { Mail } from '../server/mail/mail.js'
import type { Rates } from '../server/rates/rates.js'
import type { Secrets } from '../server/secrets/secrets.js'
import type { VaultConfig } from './options.js'

/** What the vault's parts work with. */
export interface VaultServices {
  readonly config: VaultConfig
  readonly db: Database
  /** Milliseconds since 1970, by this server. */
  readonly clock: () => number
  readonly log: Log
  readonly secrets: Secrets
  readonly rates: Rates
  readonly audit: Audit
  readonly mail: Mail
  readonly signals: Signals
  readonly fetch: typeof fetch
}

export type VaultApp = Hono
