import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databases } from '@portico/service/test'
import { keccak256 } from 'viem'
import { createBundlerChain } from '../bundler/chain.js'
import { type Ask, createAsk, createWorld, receiptOf } from '../bundler/test/world.js'
import { createSponsored } from '../paymaster/test/sponsored.js'
import { providerMigrations } from '../providers/migrations.js'
import { startProcess } from '../test/process.js'
import { watchArrivals } from './arrivals.js'
import { type Offer, bring, gatherCrowd, offerOf } from './crowd.js'
import { quantile, say, sayTimes } from './times.js'
import { workOf } from './work.js'

/** Milliseconds from an operation to its receipt, nine of ten times and more; and operations that two cores hold in a second. */
const goals = { p95: 200, rate: 50 }
/** Operations one after the other of each kind; seconds of load, and what is offered in each. */
const [inTurn = 60, seconds = 30, offered = 55] = process.argv.slice(2).map(Number)

const site = 'https://shop.example'
const folder = mkdtempSync(join(tmpdir(), 'portico-bundler-bench-'))
const world = await createWorld()
const sponsored = await createSponsored(world)
const chain = createBundlerChain(world.number, world.chain.node)
let missed = 0

try {
  say('machine', `${cpus().length} cores (${cpus()[0]?.model ?? ''}), node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`)
  const floor = await measureFloor()
  for (const { name, fresh, drop } of await databases(providerMigrations)) {
    const gateway = await startGateway(name === 'SQLite' ? join(folder, 'bundler.sqlite') : await fresh())
    const ask = createAsk(gateway.url, world.number, { origin: site })
    await measureTimes(name, ask, floor)
    await measureRate(name, ask, gateway.child.pid)
    gateway.child.kill('SIGTERM')
    await once(gateway.child, 'exit')
    await drop()
  }
} finally {
  await world.chain.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = missed > 0 ? 1 : 0

/** As beside the sandbox: two keys, and a chain that makes a block for each transaction at once. */
async function startGateway(database: string) {
  const executors = [(await world.key()).key, (await world.key()).key]
  const much = String(10n ** 24n)
  return await startProcess({
    DATABASE: database,
    CHAINS: JSON.stringify([world.chain.options({ pollMs: 60_000 })]),
    BUNDLERS: JSON.stringify([{ chain: 'eip155:31337', executors, pollMs: 50 }]),
    SPONSORING: JSON.stringify({
      paymasters: [{ chain: 'eip155:31337', address: sponsored.paymaster, signer: sponsored.signer }],
      policies: [{ id: 'all', origins: [site], perDay: much, perAccount: much }],
    }),
  })
}

/** What a bundler can't be faster than: a bare transaction of an executor, to its receipt. */
async function measureFloor(): Promise<number> {
  const { account } = await world.key()
  const all: number[] = []
  for (let nonce = 0; nonce < inTurn; nonce += 1) {
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
    const raw = await account.signTransaction({ chainId: world.number, nonce, to: world.chain.bob, value: 1n, gas: 21_000n, ...fees })
    const from = performance.now()
    await chain.send(raw)
    while (!(await chain.receipts([keccak256(raw)]))[0]) await pause(10)
    all.push(performance.now() - from)
  }
  sayTimes('floor: a bare transaction to its receipt', all)
  return quantile(all, 0.5)
}

/** One after the other, asked for every 10 ms. The first of an account deploys it. */
async function measureTimes(name: string, ask: Ask, floor: number): Promise<void> {
  for (const isSponsored of [false, true]) {
    const [deploying, standing]: [number[], number[]] = [[], []]
    for (let at = 0; at < inTurn; at += 1) {
      const visitor = sponsored.user()
      for (const times of [deploying, standing]) {
        const offer = await offerOf({ world, visitor, isSponsored })
        const from = performance.now()
        await receiptOf(ask, await bring(ask, offer))
        times.push(performance.now() - from)
      }
    }
    const payer = isSponsored ? 'sponsored, asking for it included' : 'pays itself'
    for (const [kind, times] of [
      ['deploys its account', deploying],
      ['account stands', standing],
    ] as const) {
      // prettier-ignore
      const what = `${name}: operation to receipt, ${payer}, ${kind}`
      sayTimes(what, times)
      if (quantile(times, 0.95) > goals.p95 + floor) miss(`${what}: more than ${goals.p95} ms above the floor`)
    }
  }
}

/** Many accounts at once, whatever has become of those before. Counted is what the entry point's events say. */
async function measureRate(name: string, ask: Ask, pid: number | undefined): Promise<void> {
  const offers = await gatherCrowd({ world, sponsored, accounts: 300, count: seconds * offered, freshOf: 10 })
  const arrivals = await watchArrivals(world.chain.node)
  const sentAt = new Map<string, number>()
  const refused: string[] = []
  const offer = async (each: Offer): Promise<void> => {
    const from = performance.now()
    await bring(ask, each).then(
      (hash) => sentAt.set(hash, from),
      (error: unknown) => refused.push(String(error)),
    )
  }
  const work = workOf(pid)
  const begin = performance.now()
  const waiting: Promise<void>[] = []
  for (const [at, each] of offers.entries()) {
    await pause(Math.max(0, begin + (at * 1000) / offered - performance.now()))
    waiting.push(offer(each))
  }
  const late = performance.now() - begin - (offers.length * 1000) / offered
  await Promise.all(waiting)
  for (const until = Date.now() + 30_000; Date.now() < until && arrivals.at.size < sentAt.size; ) await pause(50)
  await arrivals.stop()
  const times = [...sentAt].flatMap(([hash, from]) => (arrivals.at.has(hash) ? [(arrivals.at.get(hash) ?? 0) - from] : []))
  const rate = (times.length * 1000) / (Math.max(...arrivals.at.values()) - begin)
  const lost = sentAt.size - times.length
  const { twice, failed } = arrivals.counts
  const what = `${name}: ${offers.length} operations of 300 and ${Math.ceil(offers.length / 10)} accounts, half of them sponsored, ${offered} offered a second`
  say(what, `${rate.toFixed(1)} operations/s; refused ${refused.length}, lost ${lost}, twice ${twice}, failed ${failed}`)
  sayTimes(`${name}: operation to its block under this load`, times)
  const own = (workOf(pid) - work) / times.length
  say('  work of a core by the gateway', `${own.toFixed(1)} ms an operation; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  if (late > 500) say('  the client itself was late by', `${late.toFixed(0)} ms`)
  if (refused[0]) say('  refused', refused[0])
  if (rate < goals.rate) miss(`${name}: fewer than ${goals.rate} operations/s`)
  if (refused.length + lost + twice + failed > 0) miss(`${name}: not every operation arrived, and once`)
}

function miss(what: string): void {
  missed += 1
  say('missed', what)
}
