import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Gateway, createGateway } from '../gateway.js'
import { balanceAnswer, historyPage, identityAnswer, nftPage, priceAnswer, supportedChainsAnswer } from '../providers/wire.js'
import { type TestChain, echoCode, erc20Log, erc721Log, startAnvil } from '../test/anvil.js'

const listed: Hex = '0x1111111111111111111111111111111111111111'
const unlisted: Hex = '0x5555555555555555555555555555555555555555'
const collection: Hex = '0x2222222222222222222222222222222222222222'
const nobody: Hex = '0x0000000000000000000000000000000000000000'
const stranger = '0x00000000000000000000000000000000000000aa'
const folder = mkdtempSync(join(tmpdir(), 'portico-gateway-'))
const timeout = 60_000
let chain: TestChain
let gateway: Gateway
let url = ''

beforeAll(async () => {
  chain = await startAnvil()
  await chain.run('anvil_setCode', listed, echoCode(3))
  await chain.run('anvil_setCode', unlisted, echoCode(3))
  await chain.run('anvil_setCode', collection, echoCode(4))
  const tokens = [{ address: listed, name: 'Listed', symbol: 'LST', decimals: 6 }]
  gateway = createGateway({ port: 0, quiet: true, database: join(folder, 'gateway.sqlite'), chains: [chain.options({ tokens })] })
  url = await gateway.listen()
}, timeout)
afterAll(async () => {
  await gateway.close()
  await chain.stop()
  await rm(folder, { recursive: true, force: true })
})

async function get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
  const response = await fetch(url + path)
  expect(response.status, path).toBe(200)
  return schema.parse(await response.json())
}
const post = (path: string, body: unknown, type = 'text/plain;charset=UTF-8') =>
  fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': type } })
const history = (address: string, query = '') =>
  get(`/v1/account/${address}/history?chainId=eip155:31337&projectId=p&st=appkit&sv=1${query}`, historyPage)
const types = async (address: string) => (await history(address)).data.map(({ metadata }) => metadata.operationType)

test('tells which chains it knows, and nothing about others', async () => {
  expect(await get('/v1/supported-chains?projectId=p&st=a&sv=b', supportedChainsAnswer)).toEqual({ http: ['eip155:31337'], ws: [] })
  expect(await get(`/v1/account/${stranger}/balance?chainId=eip155:999`, balanceAnswer)).toEqual({ balances: [] })
  expect(await get(`/v1/account/${stranger}/history?chainId=eip155:999`, historyPage)).toEqual({ data: [], next: null })
  expect(await get(`/v1/account/${stranger}/nfts?chainId=eip155:999`, nftPage)).toEqual({ data: [], next: null })
  expect(await get(`/v1/account/So11111111111111111111111111111111111111112/balance?currency=usd`, balanceAnswer)).toEqual({ balances: [] })
  expect(await get(`/v1/identity/${stranger}?sender=x`, identityAnswer)).toEqual({ name: null, avatar: null })
})

test('an address that is none, a cursor of others and another onramp are refused with reasons', async () => {
  const paths = [
    '/v1/account/0x12/balance',
    `/v1/account/${stranger}/balance?chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`,
    `/v1/account/${stranger}/balance?chainId=nonsense`,
    '/v1/account/nobody.eth/history',
    `/v1/account/${stranger}/history?onramp=other`,
    `/v1/account/${stranger}/history?chainId=eip155:31337&cursor=node:1;drop`,
    `/v1/account/${stranger}/nfts?chainId=eip155:31337&cursor=node:0x`,
    '/v1/identity/nobody',
  ]
  for (const path of paths) {
    const response = await fetch(url + path)
    expect(response.status, path).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid-query' }, reasons: [{ name: 'invalid-query' }] })
  }
  expect(await get(`/v1/account/${stranger}/history?onramp=coinbase`, historyPage)).toEqual({ data: [], next: null })
})

test('balances are what the chain says, of the coin, of listed tokens, and of those that it saw arrive', { timeout }, async () => {
  const { bob } = chain
  const slot = `0x${bob.slice(2).padStart(64, '0')}`
  for (const token of [listed, unlisted])
    await chain.run('anvil_setStorageAt', token, slot, `0x${(2_500_000).toString(16).padStart(64, '0')}`)
  const path = `/v1/account/${getAddress(bob)}/balance?currency=usd&chainId=eip155:31337`
  const { balances } = await get(path, balanceAnswer)
  expect(balances).toEqual([
    { name: 'Ether', symbol: 'ETH', chainId: 'eip155:31337', price: 0, quantity: { decimals: '18', numeric: '10000' }, iconUrl: '' },
    {
      name: 'Listed',
      symbol: 'LST',
      chainId: 'eip155:31337',
      address: `eip155:31337:${listed}`,
      price: 0,
      quantity: { decimals: '6', numeric: '2.5' },
      iconUrl: '',
    },
  ])
  await chain.send({ to: bob, value: 10n ** 18n })
  // Within two seconds the same is told, unless the client knows better.
  expect(await get(path, balanceAnswer)).toEqual({ balances })
  const fresh = await get(`${path}&forceUpdate=eip155:31337:${bob}`, balanceAnswer)
  expect(fresh.balances[0]?.quantity.numeric).toBe('10001')
})

test('history is told per viewer, with the shapes of the wire', { timeout }, async () => {
  const { alice, bob } = chain
  const carol = '0x00000000000000000000000000000000000000cc'
  await chain.send({ to: carol, value: 3n })
  await chain.send({ to: listed, data: erc20Log('transfer', alice, carol, 1_500_000n) })
  await chain.send({ to: listed, data: erc20Log('approval', alice, bob, 9n) })
  await chain.send({ to: collection, data: erc721Log(nobody, carol, 42n) })
  await chain.send({ from: bob, to: unlisted, data: erc20Log('transfer', unlisted, carol, 1n) })
  const last = await chain.send({ to: unlisted, data: '0x' })
  await expect.poll(async () => (await history(alice)).data[0]?.id, { timeout: 5000 }).toBe(last)
  expect(await types(alice)).toEqual(['execute', 'execute', 'approve', 'send', 'send', 'send'])
  expect(await types(carol)).toEqual(['receive', 'mint', 'receive', 'receive'])
  const mine = await history(carol)
  const [spam, minted, token, coin] = mine.data
  expect(spam?.transfers).toMatchObject([{ fungible_info: { flags: { is_spam: true } } }])
  expect(minted?.transfers).toMatchObject([{ nft_info: { name: 'NFT #42', flags: { is_spam: false } }, direction: 'in' }])
  expect(token?.metadata).toMatchObject({ sentFrom: alice, sentTo: carol, status: 'confirmed', chain: 'eip155:31337' })
  expect(token?.transfers).toMatchObject([{ fungible_info: { symbol: 'LST' }, direction: 'in', quantity: { numeric: '1.5' } }])
  expect(coin?.transfers).toMatchObject([{ fungible_info: { symbol: 'ETH' }, quantity: { numeric: '0.000000000000000003' } }])
  expect(mine.missing).toBeUndefined()
  const packed = await fetch(`${url}/v1/account/${carol}/history?chainId=eip155:31337`, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(await packed.json()).toEqual(mine)
  // An approval moves nothing, and would vanish without a transfer.
  const approval = (await history(alice)).data[2]
  expect(approval?.transfers).toMatchObject([{ fungible_info: { symbol: 'LST' }, quantity: { numeric: '0' } }])
})

test('R21: pages follow each other without a row twice or left out, and end', { timeout }, async () => {
  const from = '0x00000000000000000000000000000000000000dd'
  await chain.run('anvil_setBalance', from, '0xde0b6b3a7640000')
  await chain.run('anvil_impersonateAccount', from)
  for (let at = 0; at < 120; at += 1) await chain.send({ from, to: chain.bob, value: BigInt(at) })
  const sizes: number[] = []
  const nonces: number[] = []
  await expect.poll(async () => (await history(from)).data[0]?.metadata.nonce, { timeout: 5000 }).toBe(119)
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await history(from, cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`)
    sizes.push(page.data.length)
    nonces.push(...page.data.map(({ metadata }) => metadata.nonce))
    cursor = page.next
  }
  expect(sizes).toEqual([50, 50, 20])
  expect(nonces).toEqual(Array.from({ length: 120 }, (_, at) => 119 - at))
})

test('NFTs are those that are still there', { timeout }, async () => {
  const carol = '0x00000000000000000000000000000000000000cc'
  // The echo owns nothing: what was seen to arrive is gone.
  expect(await get(`/v1/account/${carol}/nfts?chainId=eip155:31337`, nftPage)).toEqual({ data: [], next: null })
})

test('prices: text/plain is read, an empty list and another currency are refused, what nobody knows is left out', async () => {
  const address = `eip155:31337:${listed}`
  const answered = await post('/v1/fungible/price', { currency: 'usd', addresses: [address], projectId: 'p' })
  expect(priceAnswer.parse(await answered.json())).toEqual({ fungibles: [] })
  for (const body of [{ addresses: [] }, { currency: 'eur', addresses: [address] }, { addresses: ['eip155:31337:0x1'] }, 'text', null]) {
    expect((await post('/v1/fungible/price', body)).status, JSON.stringify(body)).toBe(400)
  }
})

test('a preflight of the header that existing clients send is answered', async () => {
  const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  const response = await fetch(`${url}/v1/?chainId=eip155:31337`, { method: 'OPTIONS', headers })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-headers')).toBe('content-type')
  expect(response.headers.get('access-control-allow-methods')).toContain('POST')
})

test('passes reads and signed transactions on, in batches, and nothing else', { timeout }, async () => {
  const rpc = async (body: unknown, path = '/v1/?chainId=eip155:31337&projectId=p') => {
    const response = await post(path, body)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const call = (method: string, params: unknown[] = [], id: number | string = 1) => ({ jsonrpc: '2.0', id, method, params })
  expect(await rpc(call('eth_chainId'))).toEqual({ status: 200, body: { jsonrpc: '2.0', id: 1, result: '0x7a69' } })
  expect(await rpc(call('eth_chainId'), '/v1?chainId=eip155:31337')).toMatchObject({ status: 200 })
  expect(await rpc([call('eth_chainId', [], 'a'), call('eth_sendTransaction', [{}], 'b'), call('eth_blockNumber', [], 'c')])).toMatchObject(
    {
      status: 200,
      body: [{ id: 'a', result: '0x7a69' }, { id: 'b', error: { code: -32_601 } }, { id: 'c' }],
    },
  )
  expect((await rpc(call('anvil_mine'))).body).toMatchObject({ error: { code: -32_601 } })
  expect((await rpc(call('eth_sendRawTransaction', ['0x00']))).body).toMatchObject({ error: { code: expect.any(Number) } })
  expect(await rpc(Array.from({ length: 101 }, () => call('eth_chainId')))).toMatchObject({ status: 400 })
  for (const body of [[], 'text', { id: 1 }, [1]]) expect((await rpc(body)).status, JSON.stringify(body)).toBe(400)
  expect(await rpc(call('eth_chainId'), '/v1/?chainId=eip155:999')).toMatchObject({ status: 400 })
  expect((await fetch(`${url}/v1/?chainId=eip155:31337`, { method: 'POST', body: 'x'.repeat(600_000) })).status).toBe(413)
})
