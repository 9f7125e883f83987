import { type Log, OptionsError, failureOf } from '@portico/service'
import { type Migrations, forgetDeleted, migrate, openDatabase } from '@portico/service/database'
import { createCallLimit } from '@portico/service/http'
import { createRates, rateMigrations } from '@portico/service/rates'
import { createSecrets, randomToken } from '@portico/service/secrets'
import { type Siwx, SiwxOptionsError, type SiwxSession, type Verifiers, createSiwx } from '@portico/siwx/server'
import { bitcoinVerifier } from '@portico/siwx/server/bitcoin'
import { evmVerifier } from '@portico/siwx/server/evm'
import { kyselyStore, siwxMigrations } from '@portico/siwx/server/kysely'
import { solanaVerifier } from '@portico/siwx/server/solana'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import { siwxRoutes } from './routes.js'
import type { SiwxConfig } from './settings.js'
import { createTokens } from './tokens.js'

/** Signing in, with the database that it keeps. */
export interface SignIn {
  readonly routes: Hono
  /** Who a token of a page stands for now; nobody for one that is not good. */
  readonly sessionsOfToken: (token: string) => Promise<readonly SiwxSession[]>
  /** Brings the database up to date. @throws DatabaseError */
  readonly open: () => Promise<void>
  /** Rejects where its database does not answer. */
  readonly ping: () => Promise<unknown>
  readonly close: () => Promise<void>
}

const migrations: Migrations = { ...rateMigrations, ...siwxMigrations }
/** How often is dropped what is over, in milliseconds. */
const sweepEveryMs = 60_000

const named = { option: 'siwx.database' }

/** @throws OptionsError, DatabaseError */
export function createSignIn(config: SiwxConfig, { log }: { log: Log }): SignIn {
  const clock = () => Date.now()
  const { origins, chains, rpcUrls, publicUrl, audience = origins[0] ?? publicUrl, keys, maxAge } = config
  const db = openDatabase(config.database, named)
  const verifiers: Verifiers = { eip155: evmVerifier({ rpcUrls }), solana: solanaVerifier(), bip122: bitcoinVerifier() }
  const siwx = asOptions(() =>
    createSiwx({ origins, chains, verifiers, store: kyselyStore(db), session: { maxAge, issueToken: (all) => tokens.issue(all) } }),
  )
  const tokens = createTokens({ secrets: createSecrets({ keys }), issuer: publicUrl, audience, clock, sessionsOf: siwx.sessionsOf })
  const rates = createRates({ db, clock, newId: () => randomToken(16) })
  const callLimit = createCallLimit({ perMinute: config.callsPerMinute })
  let timer: NodeJS.Timeout | undefined

  const sweep = async (): Promise<void> => {
    try {
      await rates.sweep()
      await forgetDeleted(db)
    } catch (error) {
      log('error', 'siwx.sweep.failed', failureOf(error))
    }
  }
  return {
    routes: siwxRoutes({ siwx, tokens, rates, callLimit, config, log }),
    sessionsOfToken: tokens.sessionsOf,
    open: async () => {
      await migrate(db, migrations, named)
      timer = setInterval(() => void sweep(), sweepEveryMs).unref()
    },
    ping: () => sql`select 1`.execute(db),
    close: async () => {
      clearInterval(timer)
      await db.destroy()
    },
  }
}

/** @throws OptionsError in the place of one that this service's users do not know */
function asOptions(make: () => Siwx): Siwx {
  try {
    return make()
  } catch (error) {
    if (error instanceof SiwxOptionsError) throw new OptionsError(`siwx: ${error.message}`)
    throw error
  }
}
