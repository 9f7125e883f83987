import { Redis } from 'ioredis'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { newVapidKeys } from './push/vapid.js'
import { backends } from './test/backends.js'
import { connect } from './test/client.js'
import { startPushService } from './test/pushService.js'
import { createRelays } from './test/relays.js'
import { clientIdOf, seedOf, tokenFor } from './test/token.js'

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
    const service = await startPushService()
    const [, privateKey = ''] = /VAPID_PRIVATE_KEY=(\S+)/.exec(newVapidKeys()) ?? []
    const push = { privateKey, subject: 'mailto:operator@example.com', services: [service.origin] }
    const limits = { malformedFrames: 3 }
    const relay = await relays.start({ storage, quiet: false, trustProxy: 1, metrics: { port: 0 }, limits, push })
    const headers = { 'x-forwarded-for': address }
    const token = tokenFor(seedOf(0), relay.url)
    const dapp = await connect(relay.url, { token, headers })
    const wallet = await connect(relay.url, { key: 1, headers })
    const { subscription } = service.subscribe()
    const registered = await fetch(`${relay.url.replace('ws', 'http')}/canary/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenFor(seedOf(2), relay.url)}`, ...headers },
      body: JSON.stringify({ client_id: clientIdOf(seedOf(2)), type: 'web', subscription }),
    })
    expect(registered.status).toBe(200)
    const away = await connect(relay.url, { key: 2, headers })
    await away.subscribe(topic)
    await away.close()
    service.answers((response) => void response.writeHead(403).end('canary'))
    await wallet.subscribe(topic)
    await dapp.publish(topic, 'canary message', { prompt: true, tvf: { rpcMethods: ['canary_method'] }, attestation: 'canary attestation' })
    await wallet.received(1)
    await expect.poll(() => lines.filter((line) => line.includes('push.refused')).length, { timeout: 10_000 }).toBe(1)
    await service.close()
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
    expect(entries.map(({ event }) => event).filter((event) => !event.startsWith('redis.'))).toEqual([
      'ready',
      'push.refused',
      ...('redis' in storage ? ['request.failed'] : []),
      'stopped',
    ])
    for (const entry of entries) expect(entry).toMatchObject({ time: expect.any(String), level: expect.any(String), service: 'relay' })
    const { endpoint, keys } = subscription
    const told = [endpoint, service.origin, keys.p256dh, keys.auth, away.clientId]
    const canaries = ['canary', topic, dapp.clientId, wallet.clientId, token, address, ...told]
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
