// What the account half costs, with floors: reading a chain, 500 balances, cached reads, and pages of history on SQLite and Postgres.
//   node scripts/bench.mjs [transactions in the index] [transactions to read from a chain]
import { bundle } from '@portico/service/bundle'

await import(await bundle(new URL('..', import.meta.url), 'src/bench/main.ts'))
