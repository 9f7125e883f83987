import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@portico/service/ports'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PortInUseError, StoppedError, StorageError, createRelay } from './index.js'
import { connect, randomTopic } from './test/client.js'
import { createProcesses } from './test/process.js'

const processes = createProcesses()
afterEach(() => processes.stop())
let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'portico-relay-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const timeout = 30_000

test('on SIGTERM accepts nobody, answers what it was asked, tells clients to reconnect and ends', { timeout }, async () => {
  const PORTICO_RELAY_DATABASE = join(folder, 'term.db')
  const relay = await processes.start({ PORTICO_RELAY_DATABASE, PORTICO_RELAY_DRAIN_SECONDS: '5' })
  const clients = await Promise.all(Array.from({ length: 20 }, (_, key) => connect(relay.url, { key })))
  const topic = randomTopic()
  const answers = clients.map((client, index) =>
    client.publish(topic, `message ${index}`).then(
      () => 'stored',
      () => 'lost',
    ),
  )
  await clients[0]?.settled()
  relay.kill('SIGTERM')
  const from = performance.now()
  for (const { closed } of clients) expect(await closed).toEqual({ code: 1012, reason: 'service restart' })
  expect(await relay.exited).toEqual({ code: 0, signal: null })
  expect(performance.now() - from).toBeLessThan(3000)
  await expect(connect(relay.url)).rejects.toThrow('ECONNREFUSED')
  const stored = (await Promise.all(answers)).flatMap((answer, index) => (answer === 'stored' ? [`message ${index}`] : []))
  expect(stored.length).toBeGreaterThan(0)

  const again = await processes.start({ PORTICO_RELAY_DATABASE })
  const wallet = await connect(again.url, { key: 99 })
  await wallet.subscribe(topic)
  await wallet.received(stored.length)
  await wallet.settled()
  const received = wallet.pushed.map(({ message }) => message)
  expect(stored.filter((message) => !received.includes(message))).toEqual([])
  again.kill('SIGTERM')
  await again.exited
})

test('ends within its bound when a client does not answer the close', { timeout }, async () => {
  const relay = await processes.start({ PORTICO_RELAY_DATABASE: join(folder, 'bound.db'), PORTICO_RELAY_DRAIN_SECONDS: '1' })
  const client = await connect(relay.url)
  client.socket.pause()
  const from = performance.now()
  relay.kill('SIGTERM')
  expect(await relay.exited).toEqual({ code: 0, signal: null })
  expect(performance.now() - from).toBeLessThan(2500)
  client.socket.terminate()
})

test('R12: loses no message that it acknowledged when it is killed', { timeout }, async () => {
  const PORTICO_RELAY_DATABASE = join(folder, 'kill.db')
  const relay = await processes.start({ PORTICO_RELAY_DATABASE })
  const topic = randomTopic()
  const dapps = await Promise.all([0, 1, 2, 3].map((key) => connect(relay.url, { key })))
  const stored: string[] = []
  const publishing = dapps.map(async (dapp, index) => {
    try {
      for (let count = 0; ; count++) {
        await dapp.publish(topic, `message ${index} ${count}`)
        stored.push(`message ${index} ${count}`)
        if (stored.length === 100) relay.kill('SIGKILL')
      }
    } catch {
      // Killed.
    }
  })
  await Promise.all(publishing)
  expect((await relay.exited).signal).toBe('SIGKILL')
  expect(stored.length).toBeGreaterThanOrEqual(100)

  const again = await processes.start({ PORTICO_RELAY_DATABASE })
  const wallet = await connect(again.url, { key: 9 })
  await wallet.subscribe(topic)
  await wallet.received(stored.length)
  const received = new Set(wallet.pushed.map(({ message }) => message))
  expect(stored.filter((message) => !received.has(message))).toEqual([])
  again.kill('SIGTERM')
  await again.exited
})

test('refuses a database that another relay has open, and says so', { timeout }, async () => {
  const file = join(folder, 'shared.db')
  const first = await processes.start({ PORTICO_RELAY_DATABASE: file })
  const second = createRelay({ port: 0, storage: { sqlite: file }, quiet: true })
  const error = await second.ready.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StorageError)
  expect(String(error)).toContain('another process has it open')
  await second.stop()
  first.kill('SIGTERM')
  await first.exited
})

test('says in a sentence what is wrong with its environment, and ends with 1', { timeout }, async () => {
  const error = await processes.start({ PORTICO_RELAY_LIMIT_TOPIC: '5' }).catch((reason: unknown) => reason)
  expect(String(error)).toBe('Error: PORTICO_RELAY_LIMIT_TOPIC: no such variable')
})

test('makes keys for Web Push that it takes, and runs nothing', { timeout }, async () => {
  const made = promisify(execFile)(process.execPath, [fileURLToPath(new URL('../bin/relay.mjs', import.meta.url)), 'vapid-keys'])
  const { stdout } = await made
  const lines = stdout.split('\n').filter((line) => line && !line.startsWith('#'))
  const relay = await processes.start({
    PORTICO_RELAY_DATABASE: ':memory:',
    ...Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])),
  })
  const { public_key: publicKey } = Object(await (await fetch(`${relay.url.replace('ws', 'http')}/vapid`)).json())
  expect(stdout).toContain(`# Public key: ${publicKey}\n`)
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
  relay.kill('SIGTERM')
  await relay.exited
})

test('names a port that is in use', async () => {
  const port = await freePort()
  const busy = createServer()
  await new Promise<void>((resolve) => busy.listen(port, '127.0.0.1', resolve))
  const relay = createRelay({ port, quiet: true })
  expect(await relay.ready.catch((reason: unknown) => reason)).toBeInstanceOf(PortInUseError)
  await relay.stop()
  await new Promise((resolve) => busy.close(resolve))
})

test('says that Redis is not there instead of waiting for it', async () => {
  const relay = createRelay({ port: 0, storage: { redis: `redis://:hunter2@127.0.0.1:${await freePort()}` }, quiet: true })
  const error = await relay.ready.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StorageError)
  expect(String(error)).toBe("StorageError: Redis can't be reached: ECONNREFUSED.")
  await relay.stop()
})

test('stops before it is ready, and more than once', async () => {
  const relay = createRelay({ port: 0, quiet: true })
  const ready = relay.ready.catch((reason: unknown) => reason)
  await Promise.all([relay.stop(), relay.stop()])
  expect(await ready).toBeInstanceOf(StoppedError)
  await relay.stop()
})
