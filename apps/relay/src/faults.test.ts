import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RedisServer, startRedis } from './test/backends.js'
import { AnsweredError, type TestClient, connect, randomTopic } from './test/client.js'
import { type RelayProcess, createProcesses } from './test/process.js'

const processes = createProcesses()
const folder = mkdtempSync(join(tmpdir(), 'portico-relay-faults-'))
afterEach(() => processes.stop())
afterAll(() => rm(folder, { recursive: true, force: true }))

const health = async ({ url }: RelayProcess): Promise<number> => (await fetch(`${url.replace('ws:', 'http:')}/healthz`)).status

/** Publishes until the relay refuses, and tells what it has taken. */
async function publishUntilRefused(dapp: TestClient, topic: string, bytes: number): Promise<string[]> {
  const taken: string[] = []
  for (let count = 0; count < 300; count++) {
    const message = `${count} ${'x'.repeat(bytes)}`
    const refusal = await dapp.publish(topic, message).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal === undefined) {
      taken.push(message)
      continue
    }
    expect(refusal).toBeInstanceOf(AnsweredError)
    expect(refusal).toMatchObject({ failure: { code: -32010, data: { reason: 'unavailable' } } })
    return taken
  }
  throw new Error('The relay has taken everything.')
}

/** Asks to end, as a supervisor does. */
async function endOf(relay: RelayProcess): Promise<unknown> {
  relay.kill('SIGTERM')
  return await relay.exited
}
const cleanly = { code: 0, signal: null }

describe('on SQLite', () => {
  const startOn = async (name: string, fileBlocks?: number) => {
    const file = join(folder, name)
    const relay = await processes.start({ PORTICO_RELAY_DATABASE: file }, fileBlocks)
    const [dapp, wallet] = await Promise.all([connect(relay.url, { key: 0 }), connect(relay.url, { key: 1 })])
    const topic = randomTopic()
    await wallet.subscribe(topic)
    await dapp.publish(topic, 'before')
    await wallet.received(1)
    return { file, relay, dapp, wallet, topic }
  }

  test('R12: a disk that is full refuses a message and does not deliver it, health is 503, and what was taken before is kept', async () => {
    const { file, relay, dapp, wallet, topic } = await startOn('full.db', 1600) // its own bundle has to fit, too
    expect(await health(relay)).toBe(200)
    const taken = await publishUntilRefused(dapp, topic, 20_000)
    await expect.poll(() => health(relay)).toBe(503)
    await wallet.settled()
    expect(wallet.pushed.map(({ message }) => message)).toEqual(['before', ...taken])
    expect(await endOf(relay)).toEqual(cleanly)

    const again = await processes.start({ PORTICO_RELAY_DATABASE: file })
    const late = await connect(again.url, { key: 2 })
    await late.subscribe(topic)
    expect((await late.received(taken.length + 1)).map(({ message }) => message)).toEqual(['before', ...taken])
    expect(await endOf(again)).toEqual(cleanly)
  })

  test.each([
    ['deleted', (file: string) => rm(file)],
    ['deleted, its log', (file: string) => rm(`${file}-wal`)],
    ['overwritten', (file: string) => writeFile(file, 'x'.repeat(100_000))],
    ['emptied', (file: string) => writeFile(file, '')],
  ])('R12: a file that was %s is noticed: nothing is taken or delivered, health is 503, and SIGTERM ends it', async (what, harm) => {
    const { file, relay, dapp, wallet, topic } = await startOn(`${what}.db`)
    expect(await health(relay)).toBe(200)
    await harm(file)
    expect(await dapp.refused('irn_publish', { topic, message: 'after', ttl: 300, tag: 1108 })).toMatchObject({ code: -32010 })
    await expect.poll(() => health(relay)).toBe(503)
    // Nor is it found by who comes later.
    const late = await connect(relay.url, { key: 2 })
    await late.subscribe(topic)
    await Promise.all([wallet.settled(), late.settled()])
    expect(wallet.pushed.map(({ message }) => message)).toEqual(['before'])
    expect(late.pushed).toEqual([])
    expect(await endOf(relay)).toEqual(cleanly)
  })
})

const server = await startRedis()
afterAll(() => server?.stop())
if (!server) process.stderr.write('NOT RUN: the faults of Redis. Install redis-server.\n')

describe.each<RedisServer>(server ? [server] : [])('on Redis', ({ url }) => {
  let admin: Redis
  beforeAll(() => void (admin = new Redis(url)))
  afterAll(() => admin.disconnect())

  test('R12: one without memory refuses a message and does not deliver it; health is 503 until there is some again', async () => {
    const relay = await processes.start({ PORTICO_RELAY_REDIS_URL: url })
    const [dapp, wallet] = await Promise.all([connect(relay.url, { key: 0 }), connect(relay.url, { key: 1 })])
    const topic = randomTopic()
    await wallet.subscribe(topic)
    await dapp.publish(topic, 'before')
    await wallet.received(1)
    expect(await health(relay)).toBe(200)
    await admin.config('SET', 'maxmemory', '1')
    expect(await dapp.refused('irn_publish', { topic, message: 'after', ttl: 300, tag: 1108 })).toMatchObject({ code: -32010 })
    await expect.poll(() => health(relay)).toBe(503)
    await wallet.settled()
    expect(wallet.pushed.map(({ message }) => message)).toEqual(['before'])

    await admin.config('SET', 'maxmemory', '0')
    await expect.poll(() => health(relay)).toBe(200)
    await dapp.publish(topic, 'after')
    expect((await wallet.received(2)).map(({ message }) => message)).toEqual(['before', 'after'])
    await admin.config('SET', 'maxmemory', '1')
    expect(await endOf(relay)).toEqual(cleanly)
  })
})
