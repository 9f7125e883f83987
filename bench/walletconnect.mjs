// `pnpm bench:walletconnect [flags]`: our WalletConnect beside the official client, over our relay on loopback, in one run.
//   --stages=bytes,requests,code,wallets   only these (default: all)
//   --reps=9 --count=100    visits of each page, and requests of each client
//   --visits='at once'      of the stage `code`, only those whose name has this in it
//   --patience=4    seconds that a visit waits for a quiet moment of the machine
//   --profile     also tells the functions of the traced visits, in the .json; their times are longer then
//   --keep    writes walletconnect.results.json and .md of this folder, which are committed; otherwise they go to .tmp
import { createProcesses, onInterrupt } from '../scripts/lib/processes.mjs'
import { buildPackages } from '../scripts/lib/build.mjs'
import { installHarness } from './lib/install.mjs'

const processes = createProcesses()
const stops = new Set([processes.stopAll])
onInterrupt(async () => void (await Promise.all([...stops].map((stop) => stop()))))
await installHarness(processes)
if (!(await buildPackages(processes))) throw new Error('The packages do not build.')
const { run } = await import('./walletconnect/run.mjs') // Vite and the browser's driver are there only now
process.exitCode = await run(process.argv.slice(2), stops)
