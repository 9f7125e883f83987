// Measures both services of the embedded wallet on this machine: whole logins (address sent, mail taken by a mail server, code typed)
// and the server's part of signatures (a place in the site's line, the half of this browser's way, the place given back), from
// browsers that each have a key and a wallet of their own. Clients, mail server and services share the machine, so the figures are
// lower bounds. SQLite with one process, and Postgres with two of the auth service, both as durable as in production.
//
//   node scripts/load.mjs [--wallets 500] [--seconds 8] [--logins 25,50,100] [--signatures 100,200,300] [--on sqlite,postgres] [--profile folder]
//
// It ends with 1 where a floor is not held: 50 logins and 200 signatures a second, 95 % of them within 300 ms.
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from '@portico/service/bundle'
import { createBrowser } from './load/browser.mjs'
import { startMailServer, startPostgres, startServices } from './load/processes.mjs'

const text = (value) => ({ type: 'string', default: value })
const { values } = parseArgs({
  options: {
    // A site may ask a wallet ten times a minute: fewer would be refused at the last rate.
    wallets: text('500'),
    seconds: text('8'),
    logins: text('25,50,100'),
    signatures: text('100,200,300'),
    on: text('sqlite,postgres'),
    profile: { type: 'string' },
  },
})
const [wallets, seconds] = [Number(values.wallets), Number(values.seconds)]
const rates = (list) => list.split(',').map(Number)
const floors = { logins: 50, signatures: 200 }
const limitMs = 300

const { createKeyApi, createKeys } = await import(await bundle(new URL('..', import.meta.url), 'src/page/keys/index.ts'))
const folder = await mkdtemp(join(tmpdir(), 'portico-load-'))
const mails = await startMailServer()
const rows = []
const sizes = []
let failed = false
try {
  for (const on of values.on.split(',')) await measure(on)
} finally {
  await mails.stop()
  await rm(folder, { recursive: true, force: true })
}
console.log(
  `\n${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')}, ${seconds} s each\n`,
)
console.table(rows)
console.table(sizes)
process.exitCode = failed ? 1 : 0

async function measure(on) {
  const postgres = on === 'postgres' ? await startPostgres(folder) : undefined
  const services = await startServices({ folder, postgres, mails, processes: postgres ? 2 : 1, profile: values.profile })
  try {
    const before = await services.bytes()
    const signers = await makeWallets(services, on)
    const after = await services.bytes()
    sizes.push({
      on,
      wallets,
      'auth service, bytes each': Math.round((after.site - before.site) / wallets),
      'vault, bytes each': Math.round((after.vault - before.vault) / wallets),
    })
    let number = 0
    await ladder(on, 'logins', services, async () => {
      number += 1
      const browser = createBrowser(services)
      await logIn(browser, `visitor-${on}-${number}@example.com`)
    })
    let turn = 0
    await ladder(on, 'signatures', services, async () => {
      turn += 1
      await sign(signers[turn % signers.length])
    })
  } finally {
    await services.stop()
    await postgres?.stop()
  }
}

/** Each rate for some seconds: what is due is begun, whatever has not ended yet. */
async function ladder(on, what, services, once) {
  for (const perSecond of rates(values[what])) {
    const milliseconds = []
    let errors = 0
    const cpu = await services.cpuSeconds()
    const own = process.cpuUsage()
    const from = performance.now()
    const running = new Set()
    for (let begun = 0; begun < perSecond * seconds; begun += 1) {
      const due = from + (begun * 1000) / perSecond
      const wait = due - performance.now()
      if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
      // From when it was due: a client that was late would hide a service that is slow.
      const work = once().then(
        () => milliseconds.push(performance.now() - due),
        (error) => {
          errors += 1
          if (errors === 1) console.error(`${on}, ${what}: ${error.message}`)
        },
      )
      running.add(work)
      void work.then(() => running.delete(work))
    }
    await Promise.all(running)
    const took = (performance.now() - from) / 1000
    const used = process.cpuUsage(own)
    const sorted = milliseconds.toSorted((a, b) => a - b)
    const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Infinity
    const held = errors === 0 && at(0.95) <= limitMs
    if (perSecond === floors[what] && !held) failed = true
    const sum = (spent) => Object.values(spent).reduce((all, each) => all + each, 0)
    const share = (spent) => `${Math.round((100 * spent) / took)} %`
    const after = await services.cpuSeconds()
    rows.push({
      on,
      what,
      'asked a second': perSecond,
      'done a second': Math.round((sorted.length / took) * 10) / 10,
      'p50 ms': Math.round(at(0.5)),
      'p95 ms': Math.round(at(0.95)),
      errors,
      held,
      ...Object.fromEntries(Object.keys(after).map((name) => [`CPU ${name}`, share(after[name] - cpu[name])])),
      // Of all services. It says more than the times where others share the machine.
      'CPU ms each': Math.round((10_000 * (sum(after) - sum(cpu))) / Math.max(1, sorted.length)) / 10,
      'CPU clients': share((used.user + used.system) / 1e6),
    })
    console.log(JSON.stringify(rows.at(-1)))
    // What is late must not count against the next rate.
    if (!held) break
  }
}

async function logIn(browser, email) {
  const code = mails.codeFor(email)
  const { flowId } = await browser.post('/v1/email/start', { email })
  const { token } = await browser.post('/v1/email/otp', { flowId, otp: await code })
  browser.token = token
}

/** What the services do for one signature. */
async function sign({ browser, way }) {
  const { id } = await browser.post('/v1/requests', {})
  await browser.post('/v1/wallet/way', way)
  await browser.post('/v1/requests/end', { ids: [id] })
}

/** Owners with a wallet each, by the code of the page. @returns {Promise<{ browser: any, way: any }[]>} */
async function makeWallets(services, on) {
  const made = []
  const from = performance.now()
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let index = lane; index < wallets; index += 8) {
      const email = `owner-${on}-${index}@example.com`
      const browser = createBrowser(services)
      await logIn(browser, email)
      const stored = new Map()
      const store = {
        lasting: true,
        get: async (id) => stored.get(id),
        put: async (id, wallet) => void stored.set(id, wallet),
        remove: async (id) => void stored.delete(id),
      }
      let way
      const api = createKeyApi({ post: browser.post, vaultUrl: services.vaultUrl, fetch })
      const keys = createKeys({ api: { ...api, way: (asked) => ((way = asked), api.way(asked)) }, store, typed: async () => email })
      await keys.open()
      await keys.settled()
      await keys.withKey('eip155', () => undefined)
      made.push({ browser, way })
    }
  })
  await Promise.all(lanes)
  console.log(`${on}: ${wallets} wallets in ${((performance.now() - from) / 1000).toFixed(1)} s`)
  return made
}
