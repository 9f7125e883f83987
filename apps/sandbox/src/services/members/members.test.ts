import { type Server, createServer } from 'node:http'
import { ed25519 } from '@noble/curves/ed25519.js'
import { freePort } from '@portico/service/ports'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bitcoinAccounts, paymentKey } from '@portico/chains/bitcoin'
import { writeSignInMessage } from '@portico/siwx'
import { base58, base64 } from '@scure/base'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ServiceError } from '../../errors.js'
import { gatewayService } from '../gateway.js'
import type { Service } from '../service.js'
import { membersService } from './index.js'

const host = '127.0.0.1'
const origin = 'http://127.0.0.1:5173'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'

/** A node of chain 1, where nobody has code. */
const node = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const result = Buffer.concat(parts).toString().includes('eth_chainId') ? '0x1' : '0x'
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
})
let members: Service
let gateway: Service
beforeAll(async () => {
  const [nodePort, port] = [await listen(node), await freePort()]
  const rpcUrls = { 'eip155:1': `http://${host}:${nodePort}` }
  const signIn = { origins: [origin], rpcUrls, otherChains: [solana, bitcoin] }
  gateway = gatewayService({ host, port: await freePort(), signIn })
  await gateway.start()
  members = membersService({ host, port, hosts: [origin], rpcUrls, otherChains: [solana, bitcoin], gatewayUrl: gateway.url })
  await members.start()
})
afterAll(async () => {
  await members.stop()
  await gateway.stop()
  node.close()
})

const evm = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const seed = new Uint8Array(32).fill(9)
const payment = bitcoinAccounts()[0]?.payment.address ?? ''

/** What each family's wallet signs. */
const wallets = [
  {
    name: 'Ethereum',
    fields: { namespace: 'eip155', address: evm.address, chainId: '1' },
    account: `eip155:1:${evm.address}`,
    sign: (message: string) => evm.signMessage({ message }),
  },
  {
    name: 'Solana',
    fields: { namespace: 'solana', address: base58.encode(ed25519.getPublicKey(seed)), chainId: 'mainnet' },
    account: `${solana}:${base58.encode(ed25519.getPublicKey(seed))}`,
    sign: async (message: string) => base58.encode(ed25519.sign(new TextEncoder().encode(message), seed)),
  },
  {
    name: 'Bitcoin',
    fields: { namespace: 'bip122', address: payment, chainId: bitcoin.slice('bip122:'.length) },
    account: `${bitcoin}:${payment}`,
    sign: async (message: string) => base64.encode(signedByPayment(message)),
  },
] as const

/** The form before BIP-322, which every wallet knows (BIP-137). */
function signedByPayment(message: string): Uint8Array {
  const text = new TextEncoder().encode(message)
  const length = [0xfd, text.length & 0xff, text.length >> 8] // of 253 bytes and more
  const hash = sha256x2(new TextEncoder().encode('\x18Bitcoin Signed Message:\n'), Uint8Array.from(length), text)
  const [recovery = 0, ...rest] = secp256k1.sign(hash, paymentKey(0), { prehash: false, format: 'recovered' })
  return Uint8Array.from([39 + recovery, ...rest])
}

/** A browser on a page of the site. */
function openBrowser(from = origin, server: () => Service = () => members) {
  let cookie: string | undefined
  return async (path: string, body?: unknown, more: Readonly<Record<string, string>> = {}) => {
    const headers = { origin: from, ...(cookie !== undefined && { cookie }), ...more }
    const isPost = body !== undefined
    const response = await fetch(`${server().url}${path}`, { headers, ...(isPost && { method: 'POST', body: JSON.stringify(body) }) })
    const [pair] = response.headers.getSetCookie()[0]?.split(';') ?? []
    if (pair !== undefined) cookie = pair.endsWith('=') ? undefined : pair
    const text = await response.text()
    // oxlint-disable-next-line typescript/no-explicit-any -- what the tests look into
    const json: any = text ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, json }
  }
}

async function signIn(call: ReturnType<typeof openBrowser>, { fields, sign }: (typeof wallets)[number], path = '/siwx') {
  const { nonce } = (await call(`${path}/nonce`, {})).json
  const now = Date.now()
  const message = writeSignInMessage({
    ...fields,
    domain: '127.0.0.1:5173',
    uri: `${origin}/members.html`,
    version: '1',
    nonce,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + 3_600_000).toISOString(),
  })
  return call(`${path}/verify`, { message, signature: await sign(message) })
}

test.each(wallets)('shows its page to a member with a wallet of $name, and to nobody before and after', async (wallet) => {
  const call = openBrowser()
  expect(await call('/members')).toMatchObject({ status: 401, json: { error: 'signedOut' } })
  expect((await signIn(call, wallet)).status).toBe(200)
  const first = await call('/members')
  expect(first).toMatchObject({ status: 200, json: { account: wallet.account, scope: 'namespace', visits: 1 } })
  expect(first.headers.get('access-control-allow-origin')).toBe(origin)
  expect(first.headers.get('access-control-allow-credentials')).toBe('true')
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect((await call('/members')).json).toEqual({ ...first.json, visits: 2 })
  await call('/siwx/sign-out', {})
  expect((await call('/members')).status).toBe(401)
})

test('numbers members in the order in which they come, and knows them again', async () => {
  const [ethereum, solanaWallet] = wallets
  const call = openBrowser()
  await signIn(call, solanaWallet)
  const before = (await call('/members')).json
  await signIn(call, ethereum)
  const after = (await call('/members')).json
  expect(after.number).not.toBe(before.number)
  expect(after.account).toBe(ethereum.account)
})

test('tells pages of other sites nothing that they could read', async () => {
  const { headers } = await openBrowser('https://evil.example')('/members')
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('shows it to whom the gateway has signed in, by the token of the page, until they sign out there', async () => {
  const [there, here] = [openBrowser(origin, () => gateway), openBrowser()]
  const { token } = (await signIn(there, wallets[0], '/v1/siwx')).json
  const bearer = { authorization: `Bearer ${token}` }
  expect(await here('/members', undefined, bearer)).toMatchObject({
    status: 200,
    json: { account: wallets[0].account, scope: 'namespace' },
  })
  expect((await here('/members')).status).toBe(401)
  for (const wrong of ['Bearer a.b.c', `Bearer ${token}x`, 'Bearer nothing'])
    expect((await here('/members', undefined, { authorization: wrong })).status).toBe(401)
  await there('/v1/siwx/sign-out', {})
  expect((await here('/members', undefined, bearer)).status).toBe(401)
})

test('a reset forgets every member and every session', async () => {
  const call = openBrowser()
  await signIn(call, wallets[0])
  expect(await members.health()).toEqual({})
  await members.reset()
  expect((await call('/members')).status).toBe(401)
  await signIn(call, wallets[1])
  expect((await call('/members')).json).toMatchObject({ number: 1, visits: 1 })
})

test('says in a sentence that it could not start, and has nothing to stop', async () => {
  const busy = createServer()
  const port = await listen(busy)
  const service = membersService({ host, port, hosts: [origin], rpcUrls: {}, otherChains: [solana], gatewayUrl: gateway.url })
  const error: unknown = await service.start().catch((reason: unknown) => reason)
  await service.stop()
  busy.close()
  expect(error).toBeInstanceOf(ServiceError)
})

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.listen(0, host, () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(address.port)
      else reject(new Error('The server has no port.'))
    })
  })
}
