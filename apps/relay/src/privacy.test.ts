import { Redis } from 'ioredis'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { backends } from './test/backends.js'
import { connect } from './test/client.js'
import { createRelays } from './test/relays.js'
import { seedOf, tokenFor } from './test/token.js'

const relays = createRelays()
afterEach(async () => {
  await relays.stop()
  vi.restoreAllMocks()
})

const topic = 'ca9a4e'.repeat(11).slice(0, 64)
const address = '203.0.113.77'

describe.each(await backends())('on $name', (backend) => {
  afterAll(() => backend.stop())

  test('S40: logs and metrics hold no message, topic, client, token or address', async () => {
    const lines: string[] = []
    const keep = (chunk: string | Uint8Array): boolean => lines.push(String(chunk)) > 0
    vi.spyOn(process.stdout, 'write').mockImplementation(keep)
    vi.spyOn(process.stderr, 'write').mockImplementation(keep)

    const storage = backend.fresh()
    const relay = await relays.start({ storage, quiet: false, trustProxy: 1, metrics: { port: 0 }, limits: { malformedFrames: 3 } })
    const headers = { 'x-forwarded-for': address }
    const token = tokenFor(seedOf(0), relay.url)
    const dapp = await connect(relay.url, { token, headers })
    const wallet = await connect(relay.url, { key: 1, headers })
    await wallet.subscribe(topic)
    await dapp.publish(topic, 'canary message', { tvf: { rpcMethods: ['canary_method'] }, attestation: 'canary attestation' })
    await wallet.received(1)
    await dapp.refused('irn_publish', { topic: 'canary topic', message: 'canary message' })
    await dapp.refused('canary_method', {})
    await expect(connect(relay.url, { token: `${token}canary`, headers })).rejects.toThrow('401')
    if ('redis' in storage) {
      // Redis quotes the command in its errors, and with it what was published.
      const redis = new Redis(storage.redis)
      await redis.set(`${storage.prefix}:{${topic}}:mail`, 'not a stream')
      redis.disconnect()
      await dapp.refused('irn_publish', { topic, message: 'canary message 2', ttl: 60, tag: 1 })
      await dapp.refused('irn_fetchMessages', { topic })
    }
    for (let i = 0; i < 3; i++) dapp.socket.send('{"canary message')
    await dapp.closed
    const metrics = await (await fetch(`${relay.metricsUrl}/metrics`)).text()
    await relay.stop()
    vi.restoreAllMocks()

    const entries = lines.map((line) => Object(JSON.parse(line)))
    // What the Redis at REDIS_URL is like is its own business.
    expect(entries.map(({ event }) => event).filter((event) => !event.startsWith('redis.'))).toEqual(
      'redis' in storage ? ['ready', 'request.failed', 'stopped'] : ['ready', 'stopped'],
    )
    for (const entry of entries) expect(entry).toMatchObject({ time: expect.any(String), level: expect.any(String), service: 'relay' })
    const canaries = ['canary', topic, dapp.clientId, wallet.clientId, token, address]
    for (const text of [...lines, metrics]) for (const canary of canaries) expect(text).not.toContain(canary)
  })

  test('what it answers to bad requests repeats nothing of them', async () => {
    const relay = await relays.start({ storage: backend.fresh() })
    const client = await connect(relay.url)
    const errors = [
      await client.refused('irn_publish', { topic, message: { canary: 1 } }),
      await client.refused('irn_publish', { topic: 'canary' }),
      await client.refused('canary', {}),
    ]
    expect(JSON.stringify(errors)).not.toContain('canary')
  })
})
