import { createHash } from 'node:crypto'
import { type Server, createServer } from 'node:net'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64urlnopad } from '@scure/base'
import { freePort } from '@portico/service/ports'
import { afterEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import { z } from 'zod'
import { ServiceError } from '../errors.js'
import { gatewayService } from './gateway.js'
import { relayService } from './relay.js'
import type { Service } from './service.js'

const host = '127.0.0.1'
const running: Service[] = []
afterEach(() => Promise.all(running.splice(0).map((service) => service.stop())))

async function started(make: typeof relayService): Promise<Service> {
  const service = make({ host, port: await freePort() })
  running.push(service)
  await service.start()
  return service
}

test('the relay keeps a message for who comes later, and a reset empties every mailbox', async () => {
  const relay = await started(relayService)
  const topic = 'ab'.repeat(32)
  const dapp = await client(relay.url, 1)
  expect(await dapp.call('irn_publish', { topic, message: 'sealed', ttl: 300, tag: 1100 })).toBe(true)
  expect(await relay.health()).toEqual({ connections: 1 })
  const wallet = await client(relay.url, 2)
  expect(await wallet.call('irn_fetchMessages', { topic })).toMatchObject({ messages: [{ topic, message: 'sealed' }] })

  await relay.reset()
  expect(await dapp.closed).toBe(1012) // reconnect
  expect(await relay.health()).toEqual({ connections: 0 })
  const again = await client(relay.url, 2)
  expect(await again.call('irn_fetchMessages', { topic })).toMatchObject({ messages: [] })
})

test('the relay takes clients that know it as localhost', async () => {
  const relay = await started(relayService)
  const dapp = await client(relay.url.replace(host, 'localhost'), 1)
  expect(await dapp.call('irn_subscribe', { topic: 'cd'.repeat(32) })).toMatch(/^[0-9a-f]{64}$/)
})

test('a relay that is stopped while it is reset stays stopped', async () => {
  const relay = await started(relayService)
  await Promise.all([relay.reset(), relay.stop()])
  await expect(relay.health()).rejects.toThrow()
})

test('the gateway lists wallets with logos, and certified ones for who asks', async () => {
  const gateway = await started(gatewayService)
  const list = async (query: string) => page.parse(await (await fetch(`${gateway.url}/v1/wallets?${query}`)).json())
  const all = await list('entries=1')
  expect(await gateway.health()).toEqual({ wallets: all.count })
  expect(all.count).toBeGreaterThan(500)
  const certified = await list('badge=certified')
  expect(certified.data.map(({ name }) => name)).toContain('MetaMask')
  expect(certified.count).toBeLessThan(10)
  const logo = await fetch(new URL(certified.data[0]?.image_url ?? '', gateway.url))
  expect(logo.headers.get('content-type')).toBe('image/webp')

  await gateway.reset()
  expect(await list('entries=1')).toEqual(all)
  await gateway.stop()
  await expect(gateway.health()).rejects.toThrow()
})

test.each([relayService, gatewayService])('says in a sentence that it could not start, and has nothing to stop', async (make) => {
  const busy = createServer()
  const port = await listen(busy)
  const service = make({ host, port })
  const error: unknown = await service.start().catch((reason: unknown) => reason)
  await service.stop()
  await new Promise((resolve) => busy.close(resolve))
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toHaveProperty('message', expect.stringMatching(new RegExp(`did not start\\..*${port}`)))
})

const page = z.object({ count: z.number(), data: z.array(z.object({ name: z.string(), image_url: z.string() })) })
const answer = z.object({ id: z.number(), result: z.unknown() })

/** A client of the relay that waits for each answer. Its key is 32 bytes of `seed`. */
async function client(url: string, seed: number) {
  const socket = new WebSocket(`${url}/?auth=${token(url, seed)}`)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  let lastId = 0
  const call = (method: string, params: unknown): Promise<unknown> => {
    const id = (lastId += 1)
    return new Promise((resolve) => {
      socket.on('message', function take(data: Buffer) {
        const frame = answer.safeParse(JSON.parse(data.toString()))
        if (frame.data?.id !== id) return
        socket.off('message', take)
        resolve(frame.data.result)
      })
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    })
  }
  return { call, closed }
}

/** The token of a relay's client: a JWT (EdDSA) whose issuer is a did:key. */
function token(aud: string, seed: number): string {
  const key = new Uint8Array(32).fill(seed)
  const iss = `did:key:z${base58.encode(Uint8Array.of(0xed, 0x01, ...ed25519.getPublicKey(key)))}`
  const iat = Math.floor(Date.now() / 1000)
  const sub = createHash('sha256').update(`${aud}${seed}`).digest('hex')
  const parts = [
    { alg: 'EdDSA', typ: 'JWT' },
    { iss, sub, aud, iat, exp: iat + 3600 },
  ].map((part) => base64urlnopad.encode(Buffer.from(JSON.stringify(part))))
  const text = parts.join('.')
  return `${text}.${base64urlnopad.encode(ed25519.sign(Buffer.from(text), key))}`
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.listen(0, host, () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(address.port)
      else reject(new Error('The server has no port.'))
    })
  })
}
