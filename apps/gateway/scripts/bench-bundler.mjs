// From a user operation to its receipt, and how many a second are held, on SQLite and Postgres, with a floor: fails below the goals.
//   node scripts/bench-bundler.mjs [operations one after the other] [seconds of load] [operations offered a second]
import { bundle } from '@portico/service/bundle'

await import(await bundle(new URL('..', import.meta.url), 'src/bench/bundler.ts'))
