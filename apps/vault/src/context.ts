import type { Log } from '@portico/service'
import type { Audit } from '@portico/service/audit'
import type { Database } from '@portico/service/database'
import type { Signals } from '@portico/service/http'
import type { Mail } from '@portico/service/mail'
import type { Rates } from '@portico/service/rates'
import type { Secrets } from '@portico/service/secrets'
import type { Hono } from 'hono'
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
