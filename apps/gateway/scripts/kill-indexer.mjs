// The long drill of the index: kills the gateway (SIGKILL) 100 times while it reads a chain and 100 times while it reads older rows, and
// compares what is there then with an index that was read at once. It says what was lost and what is there twice, and fails if anything
// is. Five seconds for a kill of the first kind, two for one of the second.
//
//   node scripts/kill-indexer.mjs [--kills 100]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' } } })
const root = fileURLToPath(new URL('../../..', import.meta.url))
const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))
const args = [vitest, 'run', '--project', 'unit', '--typecheck.enabled=false', 'apps/gateway/src/indexer/kill.test.ts']
const env = { ...process.env, PORTICO_KILLS: values.kills }
process.exitCode = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1
