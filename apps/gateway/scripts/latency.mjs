// Starts the gateway and asks it as browsers do, over kept connections: pages, searches, pictures, and pages that the browser has.
// Prints the percentiles of the answers' times. Client and server share the machine, so the numbers are too high rather than too low.
//   node scripts/latency.mjs [requests a second for each kind] [seconds]
import { spawn } from 'node:child_process'
import { Agent, get } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const rate = Number(process.argv[2] ?? 200)
const seconds = Number(process.argv[3] ?? 5)
const program = fileURLToPath(new URL('../bin/gateway.mjs', import.meta.url))
const env = { ...process.env, PORTICO_GATEWAY_PORT: process.env.PORTICO_GATEWAY_PORT ?? '0' }
const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
const reader = createInterface(child.stdout)
const started = await new Promise((resolve) => reader.once('line', resolve))
child.stdout.resume()
const { url } = JSON.parse(started)

const agent = new Agent({ keepAlive: true, maxSockets: 32 })
const gzip = { 'accept-encoding': 'gzip' }
const etag = (await ask('/v1/wallets', gzip)).headers.etag
/** @type {[string, () => Promise<unknown>][]} */
const kinds = [
  ['a page of 40, gzip', () => ask(`/v1/wallets?page=${1 + Math.floor(Math.random() * 13)}`, gzip)],
  ['a page of 40, not compressed', () => ask(`/v1/wallets?page=${1 + Math.floor(Math.random() * 13)}`, {})],
  ['a search of 100, gzip', () => ask('/v1/wallets?search=wallet&entries=100&chains=eip155:1', gzip)],
  ['a page that has not changed', () => ask('/v1/wallets', { ...gzip, 'if-none-match': etag })],
  ['a picture', () => ask('/v1/wallets/io.metamask/image', {})],
]
for (const [name, one] of kinds) {
  await run(one, 1)
  const { times, took } = await run(one, seconds)
  const at = (share) => `${times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1)} ms`
  console.log(`${name}: ${Math.round(times.length / took)} requests/s, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`)
}
agent.destroy()
child.kill('SIGTERM')

/** Sends at the given rate, whether answers come or not. */
async function run(one, forSeconds) {
  const times = []
  const open = []
  const from = performance.now()
  for (let sent = 0; sent < rate * forSeconds; sent += 1) {
    const due = from + (sent * 1000) / rate
    if (due > performance.now()) await sleep(due - performance.now())
    const begun = performance.now()
    open.push(one().then(() => times.push(performance.now() - begun)))
  }
  await Promise.all(open)
  return { times: times.toSorted((a, b) => a - b), took: (performance.now() - from) / 1000 }
}

function ask(path, headers) {
  return new Promise((resolve, reject) => {
    get(url + path, { agent, headers }, (answer) => {
      if (answer.statusCode >= 400) reject(new Error(`${answer.statusCode} for ${path}`))
      answer.resume().on('end', () => resolve(answer))
    }).on('error', reject)
  })
}
