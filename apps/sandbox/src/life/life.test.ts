import { bitcoinAccounts } from '@portico/chains/bitcoin'
import { solanaAccounts } from '@portico/chains/solana/data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { accounts } from '../accounts.js'
import { rpc } from '../chains/rpc.js'
import { createSandbox } from '../sandbox.js'

const sandbox = createSandbox({ portOffset: 2340, quiet: true })
const { control, gateway, chains } = sandbox.urls
const self = accounts[3].address
const day = 86_400_000

const row = z.object({
  id: z.string(),
  metadata: z.object({ operationType: z.string(), minedAt: z.string(), status: z.string(), hash: z.string() }),
  transfers: z.array(z.object({ nft_info: z.optional(z.object({ flags: z.object({ is_spam: z.boolean() }) })) })),
})
const page = z.object({ data: z.array(row), next: z.nullable(z.string()) })
const nft = z.object({
  name: z.string(),
  content: z.nullable(z.object({ preview: z.object({ url: z.string() }) })),
  flags: z.object({ is_spam: z.boolean() }),
})

async function post(path: string, body: unknown) {
  const response = await fetch(`${control}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return answer
}
async function historyOf(address: string, chainId: string) {
  const rows: z.output<typeof row>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const url: string = `${gateway}/v1/account/${address}/history?chainId=${chainId}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { data, next }: z.output<typeof page> = page.parse(await (await fetch(url)).json())
    rows.push(...data)
    cursor = next
  }
  return rows
}
const ageOf = ({ metadata }: z.output<typeof row>): number => (Date.now() - Date.parse(metadata.minedAt)) / day

beforeAll(async () => {
  await sandbox.ready
  await post('/life', { evm: self, solana: 2, bitcoin: 2 })
}, 60_000)
afterAll(() => sandbox.stop(), 30_000)

test('an account has lived two years on Ethereum: a failed transfer, an airdrop, spam and dust among it', async () => {
  const newest = async () => Math.min(...(await historyOf(self, 'eip155:1')).map(ageOf))
  await expect.poll(newest, { timeout: 10_000 }).toBeLessThan(0.1)
  const rows = await historyOf(self, 'eip155:1')
  const ages = rows.map(ageOf)
  expect(ages).toEqual([...ages].sort((one, other) => one - other))
  expect(Math.max(...ages)).toBeGreaterThan(729)
  expect(rows.length).toBeGreaterThan(55)
  expect(rows.filter(({ metadata }) => metadata.status === 'failed')).toHaveLength(2)
  const types = new Set(rows.map(({ metadata }) => metadata.operationType))
  for (const type of ['receive', 'send', 'trade', 'approve', 'mint', 'deploy']) expect(types).toContain(type)
})

test('the other chains have lives of their own', async () => {
  const least = { 'eip155:10': 6, 'eip155:8453': 6 }
  for (const [chainId, count] of Object.entries(least)) {
    await expect.poll(async () => (await historyOf(self, chainId)).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
  }
  const onSolana = await historyOf(solanaAccounts[2].address, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  expect(onSolana).toHaveLength(8)
  expect(onSolana.filter(({ metadata }) => metadata.status === 'failed')).toHaveLength(1)
  expect(Math.max(...onSolana.map(ageOf))).toBeGreaterThan(399)
  const onBitcoin = await historyOf(bitcoinAccounts()[2]?.payment.address ?? '', 'bip122:000000000019d6689c085ae165831e93')
  expect(onBitcoin.length).toBeGreaterThanOrEqual(7)
  expect(Math.max(...onBitcoin.map(ageOf))).toBeGreaterThan(499)
})

test('NFTs have pictures that can be drawn and pictures that cannot, and tokens have pictures', async () => {
  const read = async () =>
    z.object({ data: z.array(nft) }).parse(await (await fetch(`${gateway}/v1/account/${self}/nfts?chainId=eip155:1`)).json()).data
  await expect.poll(async () => (await read()).map(({ name }) => name), { timeout: 15_000 }).toContain('Dusk over the harbour')
  const status = async (name: string) => {
    const url = (await read()).find((each) => each.name === name)?.content?.preview.url
    return url === undefined ? undefined : (await fetch(url)).status
  }
  expect(await status('Dusk over the harbour')).toBe(200)
  expect(await status('Window in the evening')).toBe(200)
  for (const name of ['Torn print', 'A wall of noise', 'Lost negative']) expect(await status(name)).toBeGreaterThanOrEqual(400)
  const bait = (await read()).filter(({ flags }) => flags.is_spam)
  expect(bait).toHaveLength(1)
  const balances = z.object({ balances: z.array(z.object({ symbol: z.string(), iconUrl: z.string() })) })
  const held = balances.parse(await (await fetch(`${gateway}/v1/account/${self}/balance?chainId=eip155:1`)).json()).balances
  for (const symbol of ['ETH', 'USDC', 'PORT']) {
    const icon = await fetch(held.find((each) => each.symbol === symbol)?.iconUrl ?? '')
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/webp'])
  }
}, 30_000)

test('a reorg takes back what had happened, and the gateway forgets it', async () => {
  const address = '0x00000000000000000000000000000000000b0b0b'
  await post('/faucet', { chainId: 10, address })
  await expect.poll(async () => (await historyOf(address, 'eip155:10')).length).toBe(1)
  await post('/reorg', { chainId: 10, blocks: 1 })
  expect(await rpc(chains[10], 'eth_getBalance', [address, 'latest'])).toBe('0x0')
  await expect.poll(async () => (await historyOf(address, 'eip155:10')).length).toBe(0)
})

test('a reset leads back to the seed', async () => {
  await sandbox.reset()
  expect(await rpc(chains[1], 'eth_blockNumber')).toBe('0x2')
  await expect.poll(async () => (await historyOf(self, 'eip155:1')).length, { timeout: 10_000 }).toBe(3)
}, 20_000)
