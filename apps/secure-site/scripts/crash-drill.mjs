// The long drill of R24: kills the auth service and the vault 100 times between two of their writes and looks for lost wallets.
//
//   node scripts/crash-drill.mjs [--points 100] [--seed 1]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { points: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } } })
const root = fileURLToPath(new URL('../../..', import.meta.url))
const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))
const args = [vitest, 'run', '--project', 'unit', '--typecheck.enabled=false', 'apps/secure-site/src/server/wallet/crash.test.ts']
const env = { ...process.env, PORTICO_CRASH_POINTS: values.points, PORTICO_CRASH_SEED: values.seed }
process.exitCode = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1
