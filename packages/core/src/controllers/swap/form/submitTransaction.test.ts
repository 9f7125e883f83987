import { dispatchConnection } from '../../connection/dispatch.js'
import { fakeAdapter, fakeConnector, fakeNetworks, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NetworkId } from '../../../kit/caip/ids.js'
import type { Network } from '../../../adapter.js'
import { UserRejectedError } from '../../connection/errors.js'
import { sentStore } from '../../activity/sent.js'
import { queryClientOf } from '../../../portico/query.js'
import type { SwapMeaning } from '../capability.js'
import { quoteDelay, swapQuotesQuery } from '../quotes.js'
import { getSwapTokens } from '../tokens.js'
import type { SwapToken } from '../token.js'
import { orderOfSwap } from './checkSwap.js'
import { setSwapAmount, setSwapToken } from './editSwap.js'
import { fillSwapMaximum } from './fillSwapMaximum.js'
import { presetSwap } from './presetSwap.js'
import { startSwap } from './startSwap.js'
import { swapFormStore } from './store.js'
import { submitSwap } from './submitSwap.js'

// Solana's way: what is swapped is one whole transaction, and nothing is allowed before it.

const networkId: NetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const address = 'GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse'
const program = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const native = 'So11111111111111111111111111111111111111111'
const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const on = (what: string) => `${networkId}:${what}`
const network = {
  ...(fakeNetworks[0] as Network),
  id: networkId,
  namespace: 'solana' as const,
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}
const sol: SwapToken = { networkId, symbol: 'SOL', name: 'Solana', units: 3_000_000_000n, decimals: 9 }
const usdc: SwapToken = { networkId, address: usdcMint, symbol: 'USDC', name: 'USD Coin', units: 0n, decimals: 6 }
const transaction = Uint8Array.of(1, 2, 3)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp({ said = {}, tx = {}, ...adapter }: FakeAdapterOptions & { said?: Partial<SwapMeaning> | null; tx?: object } = {}) {
  const paths: string[] = []
  const answer = (path: string, query: URLSearchParams): object => {
    const amount = query.get('amount')
    switch (path) {
      case '/v1/convert/tokens':
        return {
          tokens: [
            { name: 'Solana', symbol: 'SOL', address: on(native), decimals: 9 },
            { name: 'USD Coin', symbol: 'USDC', address: on(usdcMint), decimals: 6 },
            { name: 'Elsewhere', symbol: 'ELSE', address: 'eip155:1:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', decimals: 6 },
          ],
        }
      case '/v1/convert/quotes':
        return {
          quotes: [
            {
              fromAmount: amount,
              fromAccount: query.get('from'),
              toAmount: '150000000',
              toAccount: query.get('to'),
              provider: 'jupiter',
              gas: '5000',
            },
          ],
        }
      case '/v1/convert/build-transaction':
        return { tx: { from: on(address), to: on(program), data: 'AQID', amount: '0', ...tx } }
      default:
        return { http: [], ws: [], balances: [], fungibles: [] }
    }
  }
  const fake = fakeAdapter({
    namespace: 'solana',
    networks: [network],
    getRouters: () => Promise.resolve([program]),
    readSwapTransaction: () =>
      Promise.resolve(
        said === null
          ? undefined
          : { from: undefined, to: usdcMint, units: 1_000_000_000n, minimum: 148_500_000n, recipient: address, ...said },
      ),
    simulateSwap: () => Promise.resolve(),
    getBalance: () => Promise.resolve(sol.units),
    getToken: ({ token }) => Promise.resolve({ address: token, symbol: 'USDC', name: 'USD Coin', units: 0n, decimals: 6 }),
    signAndSendTransaction: () => Promise.resolve('5ig'),
    waitForReceipt: ({ hash }) => Promise.resolve({ hash, outcome: 'success', minedHash: hash, blockNumber: 7n }),
    ...adapter,
  })
  const portico = testPortico({
    adapters: [fake],
    apiUrl: 'https://api.example',
    fetch: (input, init) => {
      const { pathname, searchParams } = new URL(new Request(input, init).url)
      paths.push(pathname)
      return Promise.resolve(Response.json(answer(pathname, searchParams)))
    },
  })
  const grant = { addresses: [address] as const, networkId } as const
  dispatchConnection(portico, 'solana', { type: 'adopted', connector: fakeConnector({ namespaces: ['solana'] }), grant, activate: true })
  startSwap(portico)
  const form = () => swapFormStore(portico).getState()
  const agree = async () => {
    setSwapToken(portico, 'from', sol)
    setSwapToken(portico, 'to', usdc)
    setSwapAmount(portico, '1')
    const order = orderOfSwap(form())
    const asked = queryClientOf(portico).fetchQuery(swapQuotesQuery(portico, order))
    await vi.advanceTimersByTimeAsync(quoteDelay)
    const [quote] = await asked
    if (!order || !quote) throw new Error('There is no quote')
    return { ...order, quote }
  }
  return { portico, fake, form, agree, paths }
}

test('a whole transaction is read, tried, signed and followed, with one question and nothing allowed', async () => {
  const asked: object[] = []
  const setup = setUp({
    readReceived: () => Promise.resolve(149_900_000n),
    simulateSwap: (request) => Promise.resolve(void asked.push(request)),
    signAndSendTransaction: (request) => Promise.resolve((asked.push(request), '5ig')),
  })
  const swap = await setup.agree()
  expect(swap.quote).toMatchObject({ provider: 'jupiter', networkFee: 5_000n, minimum: 148_500_000n })
  await submitSwap(setup.portico, swap)
  expect(setup.form().progress).toMatchObject({ status: 'confirmed', hash: '5ig', received: 149_900_000n })
  expect(asked).toMatchObject([
    { transaction, networkId, meaning: { minimum: 148_500_000n } },
    { transaction, address, networkId },
  ])
  expect(sentStore(setup.portico).getState()).toMatchObject([
    { hash: '5ig', to: program, swap: { from: { symbol: 'SOL', units: 1_000_000_000n }, to: { symbol: 'USDC', units: 0n } } },
  ])
  expect(setup.paths).not.toContain('/v1/convert/gas-price')
})

test.each<[string, Parameters<typeof setUp>[0], object]>([
  ['that cannot be read', { said: null }, { name: 'UnsafeSwapError', reason: 'unreadable' }],
  [
    'that pays somebody else',
    { said: { recipient: 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9' } },
    { name: 'UnsafeSwapError', reason: 'recipient' },
  ],
  ['that takes more', { said: { units: 1_000_000_001n } }, { name: 'UnsafeSwapError', reason: 'pays' }],
  ['that takes something else', { said: { from: usdcMint } }, { name: 'UnsafeSwapError', reason: 'pays' }],
  ['that gives something else', { said: { to: usdcMint.toLowerCase() } }, { name: 'UnsafeSwapError', reason: 'gives' }],
  ['that promises less', { said: { minimum: 148_499_999n } }, { name: 'PriceMovedError' }],
  ['of another program', { tx: { to: on(address) } }, { name: 'UnsafeSwapError', reason: 'router' }],
  ['for another account', { tx: { from: on(program) } }, { name: 'UnsafeSwapError', reason: 'account' }],
  ['that would fail', { simulateSwap: () => Promise.reject(new UserRejectedError()) }, { name: 'UserRejectedError' }],
])('S18: no wallet is asked to sign a transaction %s', async (_, options, error) => {
  const setup = setUp(options)
  await submitSwap(setup.portico, await setup.agree())
  expect(setup.form().progress).toMatchObject({ status: 'failed', error })
  expect(setup.fake.calls).not.toContain('signAndSendTransaction')
})

test('tokens are those of the network, by its own addresses, and the most of SOL leaves what the swap takes', async () => {
  const setup = setUp()
  const tokens = await getSwapTokens(setup.portico, networkId)
  expect(tokens.map(({ symbol, address: mint }) => [symbol, mint])).toEqual([
    ['SOL', undefined],
    ['USDC', usdcMint],
  ])
  await presetSwap(setup.portico, { fromToken: 'native', toToken: usdcMint, amount: '2' })
  expect(setup.form()).toMatchObject({ from: { symbol: 'SOL' }, to: { address: usdcMint }, amount: '2' })
  await fillSwapMaximum(setup.portico)
  expect(setup.form().amount).toBe('2.995')
})
