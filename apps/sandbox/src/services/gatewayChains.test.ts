import { bitcoinAccounts } from '@portico/chains/bitcoin'
import { solanaAccounts } from '@portico/chains/solana/data'
import { createPublicClient, createWalletClient, http, parseEther, parseUnits } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { base, mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { accounts, mnemonic } from '../accounts.js'
import { addresses, collectionAbi, routerAbi, tokenAbi } from '../contracts/index.js'
import { createSandbox } from '../sandbox.js'

const sandbox = createSandbox({ portOffset: 2200, quiet: true })
beforeAll(async () => void (await sandbox.ready), 60_000)
afterAll(() => sandbox.stop(), 30_000)

const chains = [mainnet, base] as const
const timeout = 60_000
const walletOf = (chain: (typeof chains)[number], addressIndex: number) =>
  createWalletClient({
    chain,
    transport: http(sandbox.urls.chains[chain.id]),
    account: mnemonicToAccount(mnemonic, { addressIndex }),
  })

const balances = z.object({
  balances: z.array(
    z.object({
      symbol: z.string(),
      chainId: z.string(),
      quantity: z.object({ numeric: z.string() }),
    }),
  ),
})
const page = z.object({
  data: z.array(
    z.object({
      metadata: z.object({ operationType: z.string(), hash: z.string(), status: z.string() }),
      transfers: z.array(z.object({ direction: z.string(), quantity: z.object({ numeric: z.string() }) })),
    }),
  ),
})
async function get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
  const response = await fetch(sandbox.urls.gateway + path)
  expect(response.status, path).toBe(200)
  return schema.parse(await response.json())
}
const newest = async (address: string, chainId: number) =>
  (await get(`/v1/account/${address}/history?chainId=eip155:${chainId}`, page)).data[0]?.metadata

test('tells what an account of the seed holds on every chain, and by which name it goes', { timeout }, async () => {
  const { address } = accounts[3]
  const held = await get(`/v1/account/${address}/balance?currency=usd`, balances)
  expect(held.balances.map(({ chainId, symbol, quantity }) => `${chainId} ${symbol} ${quantity.numeric}`)).toEqual(
    ['eip155:1', 'eip155:10', 'eip155:8453'].flatMap((id) => [`${id} ETH 10000`, `${id} USDC 25000`, `${id} DAI 10000`, `${id} PORT 5000`]),
  )
  const named = await fetch(`${sandbox.urls.gateway}/v1/identity/${accounts[0].address}`)
  expect(await named.json()).toEqual({ name: accounts[0].name, avatar: null })
  expect(await get('/v1/supported-chains', z.object({ http: z.array(z.string()) }))).toEqual({
    http: expect.arrayContaining(['eip155:1', 'eip155:10', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']),
  })
})

test('tells what it is worth, in each chain family', { timeout }, async () => {
  const priced = z.object({ balances: z.array(z.object({ symbol: z.string(), price: z.number(), value: z.optional(z.number()) })) })
  const of = async (address: string, chainId: string) => {
    const { balances: all } = await get(`/v1/account/${address}/balance?currency=usd&chainId=${chainId}`, priced)
    return Object.fromEntries(all.map(({ symbol, price }) => [symbol, price]))
  }
  expect(await of(accounts[3].address, 'eip155:8453')).toEqual({ ETH: 3200, USDC: 1, DAI: 1, PORT: 0.5 })
  expect(await of(solanaAccounts[3]?.address ?? '', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toEqual({ SOL: 150, USDC: 0, PYUSD: 0 })
  expect(await of(bitcoinAccounts()[3]?.payment.address ?? '', 'bip122:000000000019d6689c085ae165831e93')).toEqual({ BTC: 64_000 })
})

test.each(chains)('a transfer, a swap, an NFT and an approval show on $name', { timeout }, async (chain) => {
  const wallet = walletOf(chain, 4)
  const { address } = wallet.account
  const shows = async (hash: string, operationType: string) => {
    await expect.poll(() => newest(address, chain.id), { timeout: 5000 }).toMatchObject({ hash, operationType, status: 'confirmed' })
  }
  await shows(await wallet.sendTransaction({ to: accounts[5].address, value: parseEther('1') }), 'send')
  const token = { address: addresses.usdc, abi: tokenAbi } as const
  await shows(await wallet.writeContract({ ...token, functionName: 'transfer', args: [accounts[5].address, parseUnits('7', 6)] }), 'send')
  await shows(await wallet.writeContract({ ...token, functionName: 'approve', args: [addresses.router, parseUnits('7', 6)] }), 'approve')
  const deadline = BigInt(Math.floor(Date.now() / 1000) + 600)
  const swap = { address: addresses.router, abi: routerAbi, functionName: 'swapExactETHForTokens' } as const
  await shows(
    await wallet.writeContract({ ...swap, args: [0n, [addresses.weth, addresses.usdc], address, deadline], value: parseEther('1') }),
    'trade',
  )
  await shows(
    await wallet.writeContract({ address: addresses.collection, abi: collectionAbi, functionName: 'mint', args: [address] }),
    'mint',
  )
  const nfts = await get(
    `/v1/account/${address}/nfts?chainId=eip155:${chain.id}`,
    z.object({
      data: z.array(z.object({ standard: z.string(), name: z.string(), content: z.object({ preview: z.object({ url: z.string() }) }) })),
    }),
  )
  expect(nfts.data).toMatchObject([{ standard: 'erc721', name: expect.stringMatching(/^Doorway #\d+$/) }])
  const picture = await fetch(nfts.data[0]?.content.preview.url ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('a chain that is reset loses what happened since the seed, in the gateway as well', { timeout }, async () => {
  const wallet = walletOf(mainnet, 6)
  const hash = await wallet.sendTransaction({ to: accounts[7].address, value: 1n })
  await expect.poll(() => newest(wallet.account.address, 1), { timeout: 5000 }).toMatchObject({ hash })
  await sandbox.reset()
  await expect.poll(async () => (await newest(wallet.account.address, 1))?.hash, { timeout: 5000 }).not.toBe(hash)
  const height = await createPublicClient({ chain: mainnet, transport: http(sandbox.urls.chains[1]) }).getBlockNumber()
  expect(height).toBeLessThan(10n)
})
