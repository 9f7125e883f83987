// The long drill of the bundler: kills the gateway (SIGKILL) 100 times on SQLite and 20 times on Postgres while operations are under
// way, and looks for one that was lost or sent twice. Two and a half seconds for a kill.
//
//   node scripts/kill-drill.mjs [--kills 100] [--postgres 20] [--seed 1]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    postgres: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const root = fileURLToPath(new URL('../../..', import.meta.url))
const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))
const args = [vitest, 'run', '--project', 'unit', '--typecheck.enabled=false', 'apps/gateway/src/bundler/kill.test.ts']
const env = { ...process.env, PORTICO_KILLS: values.kills, PORTICO_KILLS_POSTGRES: values.postgres, PORTICO_KILL_SEED: values.seed }
process.exitCode = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1
