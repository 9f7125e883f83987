import type { Migrations } from '@portico/service/database'
import { analyticsMigrations } from '../analytics/tables.js'
import { bundlerMigrations } from '../bundler/tables.js'
import { indexerMigrations } from '../indexer/tables.js'
import { nameMigrations } from '../names/tables.js'
import { nftMigrations } from '../nfts/tables.js'
import { paymasterMigrations } from '../paymaster/tables.js'
import { pictureMigrations } from '../pictures/tables.js'

/** The tables of every provider, of what they have in common, of operations and who pays for them, of errors, and of names. */
export const providerMigrations: Migrations = {
  ...indexerMigrations,
  ...nftMigrations,
  ...pictureMigrations,
  ...bundlerMigrations,
  ...paymasterMigrations,
  ...analyticsMigrations,
  ...nameMigrations,
}
