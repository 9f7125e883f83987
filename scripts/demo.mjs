// `pnpm demo`: the sandbox and the demo, in one terminal. Prints their addresses when both answer, opens no window.
// PORT moves the demo, PORTICO_SANDBOX_PORT_OFFSET the sandbox. Ctrl-C ends everything.
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { demoEnvironment, demoPorts, portsInUse } from './lib/ports.mjs'
import { createProcesses, onInterrupt } from './lib/processes.mjs'
import { at, environment } from './lib/workspace.mjs'

const readyWithinMs = 120_000

const ports = readPorts()
const taken = await portsInUse(ports.all)
if (taken.length > 0) {
  for (const { port, part } of taken) console.error(`Port ${port}, for ${part}, is in use.`)
  fail('Stop what listens there, or set PORTICO_SANDBOX_PORT_OFFSET (moves the sandbox) or PORT (moves the demo).')
}

const processes = createProcesses({ graceMs: 3000 })
let interrupted = false
onInterrupt(
  () => {
    interrupted = true
    return processes.stopAll()
  },
  { code: (signal) => (signal === 'SIGINT' ? 0 : 143) },
)

const env = { ...environment(), ...demoEnvironment(ports) }
const sandbox = processes.start(process.execPath, ['bin/sandbox.mjs', '--quiet'], { cwd: at('apps/sandbox'), env })
const tether = ['--import', pathToFileURL(at('scripts/lib/tether.mjs')).href]
const vite = [
  at('apps/demo/node_modules/vite/bin/vite.js'),
  '--host',
  '127.0.0.1',
  '--port',
  String(ports.demo),
  '--strictPort',
  '--logLevel',
  'warn',
]
const demo = processes.start(process.execPath, [...tether, ...vite], { cwd: at('apps/demo'), env, stdin: 'pipe' })

const at127 = (/** @type {number} */ port) => `http://127.0.0.1:${port}/`
const addresses = { demo: at127(ports.demo), sandbox: at127(ports.control), inbox: at127(ports.inbox) }
const ended = Promise.race([
  sandbox.ended.then(({ code, output }) => `The sandbox ended (${code}). ${output}`),
  demo.ended.then(({ code, output }) => `The demo ended (${code}). ${output}`),
])
const ready = Promise.all([answers(`${addresses.sandbox}health`), answers(addresses.demo)]).then(
  () => undefined,
  (/** @type {Error} */ error) => error.message,
)

const problem = await Promise.race([ready, ended])
if (problem === undefined) {
  console.log(`
  Portico is running.

    Demo      ${addresses.demo}
    Sandbox   ${addresses.sandbox}   (local chains, accounts, what runs)
    Inbox     ${addresses.inbox}   (codes and links of the embedded wallet)

  Ctrl-C stops everything.
`)
  await stopWith(await ended)
} else {
  await stopWith(problem)
}

/** Ends what still runs, after one of the two has ended by itself. */
async function stopWith(/** @type {string} */ reason) {
  if (interrupted) return
  await processes.stopAll()
  fail(reason.trim())
}

/** Resolves when an address answers with success. @throws Error after two minutes */
async function answers(/** @type {string} */ url) {
  for (const start = Date.now(); Date.now() - start < readyWithinMs; await sleep(150)) {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
  }
  throw new Error(`${url} did not answer within ${readyWithinMs / 1000} seconds.`)
}

function readPorts() {
  try {
    return demoPorts(process.env)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

/** @returns {never} */
function fail(/** @type {string} */ reason) {
  console.error(reason)
  process.exit(1)
}
