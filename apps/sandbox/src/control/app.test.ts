import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'node:http'
import { bitcoinAccounts } from '@portico/chains/bitcoin'
import { solanaAccounts, solanaTokens } from '@portico/chains/solana/data'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accounts } from '../accounts.js'
import { rpc } from '../chains/rpc.js'
import { createSandbox } from '../sandbox.js'

const sandbox = createSandbox({ portOffset: 2120, quiet: true })
const { control, chains, proxies } = sandbox.urls
const payment = bitcoinAccounts()[0]?.payment.address ?? ''

beforeAll(() => sandbox.ready, 30_000)
afterEach(() => sandbox.reset())
afterAll(() => sandbox.stop(), 30_000)

async function call(
  path: string,
  { method = 'GET', body, headers }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
  const response = await fetch(`${control}${path}`, { method, ...(headers && { headers }), ...json })
  const answer: unknown = await response.json()
  return { status: response.status, answer, headers: response.headers }
}
const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  call(path, { method: 'POST', body, ...(headers && { headers }) })

test('tells of every part whether it is up, how high and how fast', async () => {
  const { status, answer } = await call('/health')
  expect(status).toBe(200)
  expect(answer).toMatchObject({
    ready: true,
    up: true,
    failures: [],
    parts: [
      { chainId: 1, port: 10_665, up: true },
      { chainId: 10 },
      { chainId: 8453 },
      { chain: 'solana' },
      { chain: 'solanaDevnet' },
      { chain: 'bitcoin' },
      { part: 'relay', port: 7675, up: true, connections: 0 },
      { part: 'gateway', port: 11_220, up: true, wallets: expect.any(Number) },
      { part: 'secureSite', up: true },
      { part: 'vault', up: true },
      { part: 'identity', up: true },
      { part: 'farcaster', up: true },
      { part: 'members', up: true },
      { part: 'harbor', up: true },
      { part: 'inbox', up: true, mails: 0 },
      { part: 'control' },
    ],
  })
  expect(answer).toHaveProperty('parts.0.blockNumber', 2)
  expect(await call('/healthz')).toMatchObject({ status: 200, answer: { status: 'ok' } })
})

test('tells the accounts without a key', async () => {
  const { answer } = await call('/accounts')
  expect(answer).toHaveLength(10)
  expect(JSON.stringify(answer)).not.toMatch(/[0-9a-f]{64}|junk/)
  expect(await call('/addresses')).toMatchObject({ answer: sandbox.addresses })
})

test('mines as many blocks as asked', async () => {
  expect(await post('/mine', { chainId: 10, blocks: 5 })).toMatchObject({ status: 200, answer: { blockNumber: 7 } })
})

test('gives ether and tokens, and says in which block', async () => {
  const address = '0x00000000000000000000000000000000000b0b00'
  expect(await post('/faucet', { chainId: 1, address, amount: '1.5' })).toMatchObject({
    status: 200,
    answer: { token: 'ETH', amount: '1.5', block: 3 },
  })
  expect(await post('/faucet', { chainId: 1, address, token: sandbox.addresses.usdc })).toMatchObject({
    answer: { token: 'USDC', amount: '1000' },
  })
  expect(await post('/faucet', { chainId: 1, address, token: 'weth' })).toMatchObject({ answer: { token: 'WETH', amount: '1' } })
  expect(await rpc(chains[1], 'eth_getBalance', [address, 'latest'])).toBe('0x14d1120d7b160000')
  const balanceOf = `0x70a08231${address.slice(2).padStart(64, '0')}`
  expect(Number(await rpc(chains[1], 'eth_call', [{ to: sandbox.addresses.usdc, data: balanceOf }, 'latest']))).toBe(1_000_000_000)
})

test('tells what the accounts hold', async () => {
  await post('/faucet', { chainId: 8453, address: accounts[1].address, token: 'DAI', amount: '0.25' })
  const { answer } = await call('/balances/8453')
  expect(answer).toHaveProperty('1.balances', { ETH: '10000', USDC: '25000', DAI: '10000.25', PORT: '5000', WETH: '0' })
})

test('tells the accounts of Solana and Bitcoin, and what they hold', async () => {
  expect((await call('/accounts/solana')).answer).toEqual(solanaAccounts)
  expect((await call('/accounts/bitcoin')).answer).toEqual(bitcoinAccounts())
  const solana = await call('/balances/solanaDevnet')
  expect(solana.answer).toHaveLength(10)
  expect(solana.answer).toHaveProperty('9.balances', { SOL: '1000', USDC: '25000', PYUSD: '10000' })
  const bitcoin = await call('/balances/bitcoin')
  expect(bitcoin.answer).toHaveLength(20)
  expect(bitcoin.answer).toHaveProperty('0', { address: payment, balances: { BTC: '1' } })
  expect(await call('/balances/moon')).toMatchObject({ status: 400 })
})

test('makes slots and blocks where they are asked for', async () => {
  const height = () => rpc(sandbox.urls.solana.http, 'getSlot', [{ commitment: 'processed' }])
  const before = Number(await height())
  const { answer } = await post('/mine', { chain: 'solanaDevnet', blocks: 50 })
  expect(answer).toMatchObject({ chain: 'solanaDevnet' })
  expect(Number(await height()) - before).toBeLessThan(50)
  const tip = await (await fetch(`${sandbox.urls.bitcoin}/blocks/tip/height`)).text()
  expect(await post('/mine', { chain: 'bitcoin', blocks: 2 })).toMatchObject({
    answer: { chain: 'bitcoin', blockNumber: Number(tip) + 2 },
  })
})

test('gives SOL, tokens and bitcoins in their smallest units, until a reset', async () => {
  const { address } = solanaAccounts[4]
  const held = (chain: string, row: number) => call(`/balances/${chain}`).then(({ answer }) => Object(answer)[row].balances)
  expect(await post('/faucet', { chain: 'solana', address, amount: '1500000001' })).toMatchObject({
    status: 200,
    answer: { chain: 'solana', token: 'SOL', amount: '1500000001', hash: expect.any(String), block: expect.any(Number) },
  })
  expect(await post('/faucet', { chain: 'solana', address, token: solanaTokens[1].mint, amount: '5' })).toMatchObject({
    answer: { token: 'PYUSD' },
  })
  expect(await held('solana', 4)).toEqual({ SOL: '1001.500000001', USDC: '25000', PYUSD: '10000.000005' })
  expect(await held('solanaDevnet', 4)).toEqual({ SOL: '1000', USDC: '25000', PYUSD: '10000' })

  const stranger = 'So11111111111111111111111111111111111111112'
  expect(await post('/faucet', { chain: 'solanaDevnet', address: stranger, token: 'usdc' })).toMatchObject({
    answer: { token: 'USDC', amount: '100000000' },
  })
  expect(await post('/faucet', { chain: 'bitcoin', address: payment, amount: '2500' })).toMatchObject({
    answer: { token: 'BTC', amount: '2500', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(await held('bitcoin', 0)).toEqual({ BTC: '1.000025' })
  await sandbox.reset()
  expect(await held('solana', 4)).toEqual({ SOL: '1000', USDC: '25000', PYUSD: '10000' })
  expect(await held('bitcoin', 0)).toEqual({ BTC: '1' })
})

test('plays failures for Solana and Bitcoin, and for the chain that was named alone', async () => {
  const slot = { jsonrpc: '2.0', id: 1, method: 'getHealth' }
  await post('/fail', { chain: 'solana', rpcMethod: 'getHealth', rpcError: { code: -32_005, message: 'Node is behind' } })
  expect((await post('/rpc/solana', slot)).answer).toMatchObject({ error: { code: -32_005 } })
  expect((await post('/rpc/solanaDevnet', slot)).answer).toMatchObject({ result: 'ok' })
  expect(await rpc(sandbox.urls.solana.http, 'getHealth')).toBe('ok')

  const tip = () => fetch(`${proxies.bitcoin}/blocks/tip/height`)
  await post('/fail', { part: 'bitcoin', status: 503, times: 1 })
  expect((await tip()).status).toBe(503)
  expect(Number(await (await tip()).text())).toBeGreaterThan(0)

  await post('/fail', { chain: 'bitcoin', route: '/esplora/tx', rpcError: { code: -26, message: 'min relay fee not met' } })
  const refused = await fetch(`${proxies.bitcoin}/tx`, { method: 'POST', body: '00' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toBe('sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met"}')
  expect((await tip()).status).toBe(200)
})

test('hands esplora requests on as they are, and what it answers', async () => {
  const address = await fetch(`${proxies.bitcoin}/address/${payment}`)
  expect(await address.json()).toEqual(await (await fetch(`${sandbox.urls.bitcoin}/address/${payment}`)).json())
  expect((await fetch(`${proxies.bitcoin}/tx/00`)).status).toBe(400)
  const refused = await fetch(`${proxies.bitcoin}/tx`, { method: 'POST', body: 'no transaction' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('sendrawtransaction RPC error')
  expect((await fetch(`${control}/rpc/bitcoin`, { method: 'POST', body: '{}' })).status).toBe(404)
})

test('moves the clock of one chain', async () => {
  await post('/time', { chainId: 1, seconds: 3600 })
  const block: unknown = await rpc(chains[1], 'eth_getBlockByNumber', ['latest', false])
  const timestamp = typeof block === 'object' && block && 'timestamp' in block ? Number(block.timestamp) : 0
  expect(timestamp - Date.now() / 1000).toBeGreaterThan(3500)
})

test('leaves a transaction waiting while automine is off, until a block is mined', async () => {
  await post('/automine', { chainId: 10, enabled: false })
  const transaction = { from: accounts[0].address, to: accounts[1].address, value: '0x1' }
  const hash = await rpc(chains[10], 'eth_sendTransaction', [transaction])
  expect(await rpc(chains[10], 'eth_getTransactionReceipt', [hash])).toBeNull()
  await post('/mine', { chainId: 10 })
  expect(await rpc(chains[10], 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
})

test('mines by the clock when told to, and for each transaction again after a reset', async () => {
  await post('/interval', { chainId: 10, seconds: 1 })
  const from = Number(await rpc(chains[10], 'eth_blockNumber'))
  await expect.poll(async () => Number(await rpc(chains[10], 'eth_blockNumber')), { timeout: 5000 }).toBeGreaterThan(from)
  await sandbox.reset()
  const hash = await rpc(chains[10], 'eth_sendTransaction', [{ from: accounts[0].address, to: accounts[1].address, value: '0x1' }])
  // The block comes a moment after the answer.
  await expect.poll(() => rpc(chains[10], 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  await sleep(1200)
  expect(await rpc(chains[10], 'eth_blockNumber')).toBe('0x3')
})

test('plays an HTTP status as often as asked, on the chain asked, with Retry-After', async () => {
  expect(await post('/fail', { chainId: 1, status: 429, retryAfter: 2, times: 2 })).toMatchObject({ status: 201 })
  const heights = () => post('/rpc/1', { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' })
  const first = await heights()
  expect(first.status).toBe(429)
  expect(first.headers.get('retry-after')).toBe('2')
  expect((await heights()).status).toBe(429)
  expect(await heights()).toMatchObject({ status: 200, answer: { result: '0x2' } })
  expect(await rpc(proxies[10], 'eth_blockNumber')).toBe('0x2')
})

test('plays a JSON-RPC error for one method, alone and in a batch', async () => {
  await post('/fail', { rpcMethod: 'eth_getBalance', rpcError: { code: -32_005, message: 'Limit exceeded' } })
  const balance = { jsonrpc: '2.0', id: 7, method: 'eth_getBalance', params: [accounts[0].address, 'latest'] }
  const height = { jsonrpc: '2.0', id: 8, method: 'eth_blockNumber' }
  const error = { code: -32_005, message: 'Limit exceeded' }
  expect((await post('/rpc/1', balance)).answer).toEqual({ jsonrpc: '2.0', id: 7, error })
  expect((await post('/rpc/1', [height, balance])).answer).toEqual([
    { jsonrpc: '2.0', id: 8, result: '0x2' },
    { jsonrpc: '2.0', id: 7, error },
  ])
  await call('/fail', { method: 'DELETE' })
  expect((await post('/rpc/1', balance)).answer).toMatchObject({ id: 7, result: '0x21e19e0c9bab2400000' })
})

test('plays latency, a cut connection and a failing route', async () => {
  await post('/fail', { part: 'base', latencyMs: 300, times: 1 })
  const from = performance.now()
  expect(await rpc(proxies[8453], 'eth_chainId')).toBe('0x2105')
  expect(performance.now() - from).toBeGreaterThan(290)

  await post('/fail', { chainId: 1, disconnect: true, times: 1 })
  await expect(rpc(proxies[1], 'eth_chainId')).rejects.toThrow(TypeError)
  expect(await rpc(proxies[1], 'eth_chainId')).toBe('0x1')

  await post('/fail', { route: '/avatars', status: 500 })
  expect((await fetch(`${control}/avatars/noor.svg`)).status).toBe(500)
  expect((await call('/health')).status).toBe(200)
  await sandbox.reset()
  const picture = await fetch(`${control}/avatars/noor.svg`)
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
})

test('says what is wrong with a body', async () => {
  const wrong: [string, unknown, string][] = [
    ['/mine', { chainId: 5 }, 'chainId must be one of 1, 10, 8453'],
    ['/faucet', { chainId: 1, address: '0x1' }, 'address must be 0x and 40 hex digits'],
    ['/faucet', { chainId: 1, address: accounts[0].address, amount: '-1' }, 'amount must be a decimal number'],
    ['/faucet', { chainId: 1, address: accounts[0].address, token: 'GOLD' }, 'token must be one of ETH, USDC, DAI, PORT, WETH'],
    ['/mine', { chain: 'moon' }, 'chain must be one of solana, solanaDevnet, bitcoin'],
    ['/mine', { chain: 'solana', blocks: 1001 }, 'blocks'],
    ['/mine', null, 'Invalid input'],
    ['/faucet', { chain: 'solana', address: '0x1' }, 'address must be 32 bytes in base58'],
    ['/faucet', { chain: 'solana', address: solanaAccounts[0].address, token: 'DAI' }, 'token must be one of SOL, USDC, PYUSD'],
    ['/faucet', { chain: 'solana', address: solanaAccounts[0].address, amount: '0' }, 'amount must be from 1'],
    ['/faucet', { chain: 'bitcoin', address: payment, amount: '1.5' }, 'amount must be a whole number'],
    ['/faucet', { chain: 'bitcoin', address: payment, amount: '545' }, 'amount must be from 546'],
    ['/faucet', { chain: 'bitcoin', address: payment, token: 'USDC' }, 'token must be BTC'],
    ['/faucet', { chain: 'bitcoin', address: 'bc1qnone' }, 'Invalid Bitcoin address'],
    ['/fail', { chainId: 1 }, 'say how it fails'],
    ['/fail', { chainId: 1, status: 503, extra: true }, 'extra'],
  ]
  for (const [path, body, message] of wrong) {
    const { status, answer } = await post(path, body)
    expect(status, path).toBe(400)
    expect(answer).toMatchObject({ error: { code: 'invalid', message: expect.stringContaining(message) } })
  }
  const text = await fetch(`${control}/mine`, { method: 'POST', body: '{' })
  expect(text.status).toBe(400)
  expect((await post('/mine', { padding: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(413)
  expect((await call('/nowhere')).status).toBe(404)
})

test('answers pages of this machine and refuses all others', async () => {
  for (const origin of ['http://127.0.0.1:5173', 'http://localhost:6006', 'http://wallet.localhost:9301']) {
    const { status, headers } = await call('/health', { headers: { origin } })
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe(origin)
  }
  for (const origin of ['https://example.com', 'http://127.0.0.1.example.com', 'http://localhost.example.com:9000', 'null']) {
    expect(await post('/mine', { chainId: 1 }, { origin })).toMatchObject({ status: 403 })
  }
  expect(await statusWithHost('rebound.example.com')).toBe(403)
  expect(await rpc(chains[1], 'eth_blockNumber')).toBe('0x2')
})

test('shows a page that loads nothing from elsewhere', async () => {
  const response = await fetch(control)
  const html = await response.text()
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('mira.eth')
  expect(html).toContain(sandbox.addresses.router)
  expect(html).toContain(solanaAccounts[9].address)
  expect(html).toContain(payment)
  expect(html).toContain(sandbox.urls.relay)
  expect(html).toContain(sandbox.urls.gateway)
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url?.split(',')[0])
  expect(loaded).toEqual(['data:image/svg+xml', '/page.css', '/page.js'])
  for (const [path, type] of [
    ['/page.css', 'text/css'],
    ['/page.js', 'text/javascript'],
  ]) {
    const file = await fetch(`${control}${path}`)
    expect(file.headers.get('content-type')).toContain(type)
  }
})

/** `fetch` sets the Host header itself. */
function statusWithHost(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${control}/health`, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}
