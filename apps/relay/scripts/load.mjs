// Measures the relay on this machine: connections held, messages per second, latency; then kills a process under load with
// Redis behind it and counts what was lost. Clients and relays share the machine, so the figures are lower bounds.
//
//   node scripts/load.mjs [--connections 4000] [--pairs 40] [--rates 300,1000] [--seconds 10]
//
// Redis is the one at REDIS_URL, or redis-server of the PATH; without either that part is not run, which is said.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect, identity, randomTopic } from './load/client.mjs'
import { freePort, startRedis, startRelay } from './load/processes.mjs'

const number = (text) => ({ type: 'string', default: String(text) })
const { values } = parseArgs({
  options: { connections: number(4000), pairs: number(40), rates: number('300,1000'), seconds: number(10) },
})
const [connections, pairs, seconds] = [values.connections, values.pairs, values.seconds].map(Number)
const rates = values.rates.split(',').map(Number)
/** As long as an encrypted request. */
const filler = 'x'.repeat(800)

/** Opens connections, each with a topic of its own, and says what the relay needs for one. */
async function held(relay) {
  const before = await relay.metric('process_resident_memory_bytes')
  const from = performance.now()
  const clients = []
  for (let opened = 0; opened < connections; opened += 50) {
    const batch = await Promise.all(Array.from({ length: 50 }, () => connect(relay.url)))
    await Promise.all(batch.map((client) => client.subscribe(randomTopic())))
    clients.push(...batch)
  }
  const milliseconds = performance.now() - from
  const open = await relay.metric('portico_relay_connections')
  const perConnection = ((await relay.metric('process_resident_memory_bytes')) - before) / open
  for (const client of clients) client.close()
  const MB = Math.round((await relay.metric('process_resident_memory_bytes')) / 2 ** 20)
  return { held: open, perSecond: Math.round((open / milliseconds) * 1000), kBEach: Math.round(perConnection / 1024), MB }
}

/** Pairs of a publisher and a subscriber; the time from the call of publish to the push at the other side, and of the relays' processors for each. */
async function traffic(relays, { perSecond }) {
  const urls = relays.map(({ url }) => url)
  const worked = async () =>
    (await Promise.all(relays.map(({ metric }) => metric('process_cpu_seconds_total')))).reduce((sum, one) => sum + one)
  const latencies = []
  const answers = []
  let delivered = 0
  const lanes = await Promise.all(
    Array.from({ length: pairs }, async (_, index) => {
      const topic = randomTopic()
      const onPush = ({ message }) => {
        delivered++
        latencies.push(performance.now() - Number(message.split(' ', 1)[0]))
      }
      const subscriber = await connect(urls[(index + 1) % urls.length], { onPush })
      await subscriber.subscribe(topic)
      const publisher = await connect(urls[index % urls.length])
      return { topic, subscriber, publisher }
    }),
  )
  const publish = async ({ publisher, topic }, count) => {
    const from = performance.now()
    await publisher.publish(topic, `${from} ${count} ${filler}`)
    answers.push(performance.now() - from)
  }
  const before = await worked()
  const from = performance.now()
  const until = from + seconds * 1000
  await Promise.all(
    lanes.map(async (lane, index) => {
      const pause = perSecond ? (1000 * pairs) / perSecond : 0
      let next = from + (pause * index) / pairs
      for (let count = 0; performance.now() < until; count++) {
        if (pause) await sleep(Math.max(0, next - performance.now()))
        next += pause
        await publish(lane, count)
      }
    }),
  )
  const milliseconds = performance.now() - from
  while (delivered < answers.length) await sleep(20)
  const microseconds = Math.round((((await worked()) - before) / delivered) * 1e6)
  for (const { publisher, subscriber } of lanes) for (const client of [publisher, subscriber]) client.close()
  return {
    perSecond: Math.round((delivered / milliseconds) * 1000),
    microseconds,
    push: percentiles(latencies),
    answer: percentiles(answers),
  }
}

function percentiles(all) {
  const sorted = Float64Array.from(all).sort()
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1)
  return `${at(0.5)} / ${at(0.95)} / ${at(0.99)} / ${at(1)}`
}

/** Half of the clients are with a process that is killed in the middle; they go on with the other. */
async function killed(redisUrl) {
  const env = { PORTICO_RELAY_REDIS_URL: redisUrl, PORTICO_RELAY_REDIS_PREFIX: `load-${process.pid}` }
  const [doomed, survivor] = [await startRelay(await freePort(), env), await startRelay(await freePort(), env)]
  const acknowledged = new Set()
  const received = new Map()
  let dead = false
  let stopped = false
  const stay = async (index, subscribe) => {
    const who = identity()
    const onPush = ({ message }) => {
      const id = message.split(' ', 1)[0]
      received.set(id, (received.get(id) ?? 0) + 1)
    }
    const open = async () => {
      const client = await connect(index % 2 === 0 && !dead ? doomed.url : survivor.url, { who, onPush })
      if (subscribe) await client.subscribe(subscribe)
      void client.closed.then(() => stopped || (current = reopen()))
      return client
    }
    const reopen = () => open().catch(() => sleep(50).then(reopen))
    let current = open()
    return () => current
  }
  const lanes = await Promise.all(
    Array.from({ length: pairs }, async (_, index) => {
      const topic = randomTopic()
      const subscriber = await stay(index >> 1, topic)
      await subscriber()
      return { topic, subscriber, publisher: await stay(index, undefined) }
    }),
  )
  const until = performance.now() + seconds * 1000
  const kill = sleep((seconds * 1000) / 2).then(async () => {
    dead = true
    const count = acknowledged.size
    await doomed.stop('SIGKILL')
    return count
  })
  await Promise.all(
    lanes.map(async ({ topic, publisher }, lane) => {
      for (let count = 0; performance.now() < until; count++) {
        const message = `${lane}-${count} ${filler}`
        // As clients do: the same message again until it is acknowledged.
        for (let done = false; !done; ) {
          try {
            await (await publisher()).publish(topic, message)
            acknowledged.add(`${lane}-${count}`)
            done = true
          } catch {
            await sleep(20)
          }
        }
      }
    }),
  )
  const missing = () => [...acknowledged].filter((id) => !received.has(id)).length
  for (let wait = 0; wait < 200 && missing() > 0; wait++) await sleep(50)
  stopped = true
  for (const { publisher, subscriber } of lanes) for (const client of [publisher, subscriber]) (await client()).close()
  const twice = [...received.values()].filter((count) => count > 1).length
  const outcome = { acknowledged: acknowledged.size, beforeTheKill: await kill, lost: missing(), receivedTwice: twice }
  await survivor.stop()
  return outcome
}

const dir = await mkdtemp(join(tmpdir(), 'portico-relay-load-'))
const report = (title, facts) => console.log(title.padEnd(44), JSON.stringify(facts), `load ${loadavg()[0]?.toFixed(1)}`)
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; clients on the same machine.`)
  console.log(`Latencies in ms: median / 95 % / 99 % / most. ${pairs} pairs, messages of ${filler.length} characters.`)
  const relay = await startRelay(await freePort(), { PORTICO_RELAY_DATABASE: join(dir, 'relay.db') })
  report(`SQLite, ${connections} connections`, await held(relay))
  for (const rate of rates) report(`SQLite, ${rate} messages a second`, await traffic([relay], { perSecond: rate }))
  report('SQLite, as many as it takes', await traffic([relay], {}))
  await relay.stop()

  const there = process.env.REDIS_URL || spawnSync('redis-server', ['--version']).status === 0
  if (!there) console.log('NOT RUN: Redis. Set REDIS_URL, or install redis-server.')
  else {
    const redis = await startRedis(await freePort(), dir)
    const env = { PORTICO_RELAY_REDIS_URL: redis.url, PORTICO_RELAY_REDIS_PREFIX: `load-${process.pid}` }
    const two = [await startRelay(await freePort(), env), await startRelay(await freePort(), env)]
    for (const rate of rates) report(`Redis, two processes, ${rate} messages a second`, await traffic(two, { perSecond: rate }))
    report('Redis, two processes, as many as they take', await traffic(two, {}))
    await Promise.all(two.map((one) => one.stop()))
    const outcome = await killed(redis.url)
    report('Redis, one of two processes killed', outcome)
    await redis.stop()
    if (outcome.lost > 0) process.exitCode = 1
  }
} finally {
  await rm(dir, { recursive: true, force: true })
}
