import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { backends } from './test/backends.js'
import { connect, randomTopic } from './test/client.js'
import { malformedFrame, randomFrom } from './test/random.js'
import { createRelays } from './test/relays.js'
import { seedOf, tokenFor } from './test/token.js'

const relays = createRelays()
afterEach(() => relays.stop())
const timeout = 120_000
/** Named in the title of what fails, so that it can be run again. */
const seed = 20_261_121

describe.each(await backends())('on $name', (backend) => {
  afterAll(() => backend.stop())

  test(`10,000 malformed frames (seed ${seed}): no crash, and other clients do not notice`, { timeout }, async () => {
    const limits = { malformedFrames: 1e6, requestBurst: 1e6, publishBurst: 1e6, mailboxMessages: 1e6 }
    const relay = await relays.start({ storage: backend.fresh(), limits })
    const [dapp, wallet] = [await connect(relay.url, { key: 0 }), await connect(relay.url, { key: 1 })]
    const topic = randomTopic()
    await wallet.subscribe(topic)
    const random = randomFrom(seed)
    const attacker = await connect(relay.url, { key: 2 })
    for (let i = 0; i < 10_000; i++) {
      attacker.socket.send(malformedFrame(random))
      if (i % 1000 !== 999) continue
      await attacker.settled()
      await dapp.publish(topic, `message ${i}`)
    }
    await wallet.received(10)
    expect(relay.stats().malformed).toBeGreaterThan(5000)
    expect(attacker.socket.readyState).toBe(attacker.socket.OPEN)
    for (const frame of attacker.frames) JSON.parse(frame)
    expect(relay.stats()).toMatchObject({ connections: 3, published: 10, delivered: 10 })
  })
})

test(`10,000 malformed frames (seed ${seed}) of clients that are closed for them and come again`, { timeout }, async () => {
  const relay = await relays.start({ limits: { malformedFrames: 100 } })
  const random = randomFrom(seed)
  let sent = 0
  while (sent < 10_000) {
    const attacker = await connect(relay.url)
    for (let i = 0; i < 400; i++, sent++) attacker.socket.send(malformedFrame(random))
    expect(await attacker.closed).toMatchObject({ code: 1008 })
  }
  await expect.poll(() => relay.stats().connections).toBe(0)
  await (await connect(relay.url)).publish(randomTopic(), 'well')
})

test(`1,000 connections that send bytes which are no WebSocket frames (seed ${seed})`, { timeout }, async () => {
  const relay = await relays.start({ limits: { connectionsPerAddress: 1e6 } })
  const { port } = new URL(relay.url)
  const random = randomFrom(seed)
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
  const head = `GET /?auth=${tokenFor(seedOf(0), relay.url)} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`
  const upgrade = `${head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`
  const one = async (index: number): Promise<void> => {
    const socket = connectTcp(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    if (index % 4 !== 0) {
      socket.write(upgrade)
      await once(socket, 'data')
    }
    socket.write(bytes(1 + Math.floor(random() * 300)))
    if (index % 3 === 0) socket.destroy()
    else socket.end()
    socket.resume()
    await once(socket, 'close')
  }
  for (let index = 0; index < 1000; index += 20) await Promise.all(Array.from({ length: 20 }, (_, offset) => one(index + offset)))
  await expect.poll(() => relay.stats().connections).toBe(0)
  await (await connect(relay.url)).publish(randomTopic(), 'well')
})
