// Installs the harness and the pages:  node setup.mjs [pages…]
import { createProcesses, onInterrupt } from '../scripts/lib/processes.mjs'
import { installHarness, installPage, packTarballs, pages } from './lib/install.mjs'

const processes = createProcesses()
onInterrupt(processes.stopAll)
const named = process.argv.slice(2)
try {
  await packTarballs(processes)
  await installHarness(processes)
  for (const page of named.length ? named : pages()) await installPage(processes, page)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
