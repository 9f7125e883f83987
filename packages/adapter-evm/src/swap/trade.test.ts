import { UserRejectedError, type TypedData } from '@portico/core'
import { dispatchConnection } from '@portico/core/kit'
import { submitSwap, swapFormStore, type AgreedSwap, type SwapToken } from '@portico/core/swap'
import { fakeAdapter, fakeConnector, testPortico } from '@portico/testing'
import { encodeFunctionData, parseAbi, recoverTypedDataAddress, type Address, type Client } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { createSwaps } from './index.js'
import { dai, native, networkId, settler, thief, usdc, v3Router, zeroExHolder } from './swap.test.helper.js'

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const signer = privateKeyToAccount(generatePrivateKey())
const account = signer.address
const units = 250_000_000n
const minimum = 247n * 10n ** 18n
const tradeId = `0x${'95'.repeat(32)}`
const hash = `0x${'c6'.repeat(32)}`
const soon = () => BigInt(Math.floor(Date.now() / 1000) + 300)

/** A chain on which 0x's registry names its Settler of trades, which is not that of transactions. */
const chain = {
  request: ({ params: [call] }: { params: [{ data: string }] }) =>
    Promise.resolve(`0x${(call.data === `0x6352211e${'3'.padStart(64, '0')}` ? settler : thief).slice(2).padStart(64, '0')}`),
} as unknown as Client

type Message = Record<string, unknown> & { readonly slippageAndActions: Record<string, unknown> }
interface Trade {
  readonly domain: Record<string, unknown>
  readonly primaryType: string
  readonly message: Message
}
const genuine = (): Trade => ({
  domain: { name: 'Permit2', chainId: 8453, verifyingContract: permit2 },
  primaryType: 'PermitWitnessTransferFrom',
  message: {
    permitted: { token: usdc, amount: String(units) },
    spender: settler,
    nonce: '2241959297937691820908574931991581',
    deadline: String(soon()),
    slippageAndActions: { recipient: account, buyToken: dai, minAmountOut: String(minimum), actions: ['0x0dfeb419', '0x38c9c147'] },
  },
})

const state: { trade: unknown; declines: boolean; progress: readonly (object | number)[] } = {
  trade: genuine(),
  declines: false,
  progress: [],
}
const signed: TypedData[] = []
const handedIn: { readonly trade: TypedData; readonly signature: `0x${string}`; readonly chainId: string }[] = []
const sent: { readonly to: string; readonly data?: string }[] = []
let allowed = 0n
let asked = 0
let portico: ReturnType<typeof testPortico>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  allowed = 2n ** 255n
  asked = 0
  for (const list of [signed, handedIn, sent]) list.length = 0
  Object.assign(state, { trade: genuine(), declines: false, progress: [{ status: 'pending', hash }] })
  const adapter = fakeAdapter({
    ...createSwaps(() => chain),
    getAllowance: ({ spender }) => Promise.resolve(spender === permit2 ? allowed : 0n),
    simulate: () => Promise.resolve(),
    signTypedData: ({ typedData }) => {
      if (state.declines) return Promise.reject(new UserRejectedError())
      signed.push(typedData)
      return signer.signTypedData(typedData)
    },
    sendTransaction: (request) => {
      sent.push(request)
      if (request.to === usdc) allowed = units
      return Promise.resolve('0xallow')
    },
    waitForReceipt: ({ hash: of }) => Promise.resolve({ hash: of, outcome: 'success', minedHash: of, blockNumber: 1n }),
    readReceived: () => Promise.resolve(undefined),
  })
  const answer = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/build-transaction')) return Response.json({ trade: state.trade, minAmount: String(minimum) })
    if (pathname.endsWith('/trades')) {
      handedIn.push((await request.json()) as (typeof handedIn)[number])
      return Response.json({ id: tradeId })
    }
    if (!pathname.includes('/trades/')) return Response.json({ balances: [], fungibles: [] })
    const told = state.progress[Math.min(asked, state.progress.length - 1)]
    asked += 1
    return typeof told === 'number' ? new Response('', { status: told }) : Response.json(told)
  }
  portico = testPortico({ adapters: [adapter], apiUrl: 'https://api.example', fetch: answer })
  const grant = { addresses: [account], networkId } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
})
afterEach(() => void vi.useRealTimers())

/** Swaps as a visitor who agreed to it would. @param wait for time to go by @returns what it showed, and why it ended */
async function swap(
  wait: (milliseconds: number) => Promise<unknown> = (milliseconds) => vi.advanceTimersByTimeAsync(milliseconds),
): Promise<{ seen: readonly string[]; error: Error | undefined }> {
  const token = (address: Address): SwapToken => ({ networkId, symbol: 'TOKEN', units: 2n ** 100n, decimals: 18, address })
  const told = { id: 'one', provider: 'zeroex-gasless', path: [], impact: 0, fees: [], networkFee: undefined }
  const quote = { ...told, received: minimum + minimum / 99n, minimum, expiresAt: Date.now() + 30_000 }
  const parties = { namespace: 'eip155', networkId, address: account, from: token(usdc), to: token(dai) } as const
  const agreed: AgreedSwap = { ...parties, units, slippage: 100, quote }
  const store = swapFormStore(portico)
  store.setState({ progress: { status: 'editing' } })
  const seen: string[] = []
  const stop = store.subscribe(({ progress }) => void (seen.at(-1) === progress.status || seen.push(progress.status)))
  const done = submitSwap(portico, agreed)
  let isDone = false
  void done.then(() => (isDone = true))
  for (let turn = 0; turn < 400 && !isDone; turn += 1) await wait(turn < 20 ? 0 : 1000)
  await done
  stop()
  const { progress } = store.getState()
  return { seen, error: progress.status === 'failed' ? progress.error : undefined }
}

test('S18: a trade is signed and handed in as it was read, and nothing is sent from here', async () => {
  state.progress = [{ status: 'pending', hash: null }, 503, { status: 'pending', hash }]
  expect(await swap()).toEqual({ seen: ['checking', 'asking', 'sent', 'confirmed'], error: undefined })
  expect(swapFormStore(portico).getState().progress).toMatchObject({ hash })
  const [typedData] = signed
  const [given] = handedIn
  const { domain, primaryType, message } = genuine()
  expect(typedData).toMatchObject({ domain, primaryType, message: { ...message, deadline: expect.stringMatching(/^\d+$/) } })
  expect([sent.length, signed.length, handedIn.length, given?.chainId]).toEqual([0, 1, 1, networkId])
  // What is handed in is what was signed.
  const types = typedData?.types
  const read = { ...given?.trade, types, signature: given?.signature } as Parameters<typeof recoverTypedDataAddress>[0]
  expect(await recoverTypedDataAddress(read)).toBe(account)
})

test('S18: Permit2 is allowed exactly the amount before, by a transaction, where it may not take it yet', async () => {
  allowed = 0n
  expect((await swap()).seen).toEqual(['checking', 'approving', 'approved', 'checking', 'asking', 'sent', 'confirmed'])
  const abi = parseAbi(['function approve(address, uint256)'])
  expect(sent).toMatchObject([{ to: usdc, data: encodeFunctionData({ abi, functionName: 'approve', args: [permit2, units] }) }])
})

test('a visitor who declines hands nothing in, and a service that gives up is told of', async () => {
  state.declines = true
  expect((await swap()).error?.name).toBe('UserRejectedError')
  expect(handedIn).toEqual([])
  state.declines = false
  state.progress = [
    { status: 'pending', hash: null },
    { status: 'failed', hash: null },
  ]
  expect((await swap()).error?.name).toBe('TransactionRevertedError')
})

test('a service that sends nothing in the trade’s time is not waited for longer', async () => {
  state.progress = [{ status: 'pending', hash: null }]
  vi.useFakeTimers() // the clock goes on with the waiting
  state.trade = genuine()
  expect((await swap()).error?.name).toBe('ReceiptTimeoutError')
})

type Tamper = (trade: Trade, at: number) => unknown
const message =
  (more: (at: number, trade: Trade) => object): Tamper =>
  (trade, at) => ({ ...trade, message: { ...trade.message, ...more(at, trade) } })
const witness =
  (more: (at: number) => object): Tamper =>
  (trade, at) => ({ ...trade, message: { ...trade.message, slippageAndActions: { ...trade.message.slippageAndActions, ...more(at) } } })
const domain =
  (more: (at: number) => object): Tamper =>
  (trade, at) => ({ ...trade, domain: { ...trade.domain, ...more(at) } })
const stranger = (at: number): Address => `0x${(BigInt(at) * 0x9e3779b97f4a7c15n + 1n).toString(16).padStart(40, 'c').slice(-40)}`
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

/** Every one of them would cost the visitor something, or is not what was ordered. */
const tampers: Readonly<Record<string, Tamper>> = {
  'another spender': message((at) => ({ spender: pick([stranger(at), thief, v3Router, zeroExHolder, account], at) })),
  'another token to pay': message(() => ({ permitted: { token: dai, amount: String(units) } })),
  'more to pay': message((at) => ({ permitted: { token: usdc, amount: String(pick([units + 1n, units * 2n, 2n ** 256n - 1n], at)) } })),
  'less to pay': message((at) => ({ permitted: { token: usdc, amount: String(units - BigInt(at + 1)) } })),
  'an amount that is no text': message(() => ({ permitted: { token: usdc, amount: Number(units) } })),
  'several tokens': message(() => ({ permitted: [{ token: usdc, amount: String(units) }] })),
  'for long': message((at) => ({ deadline: String(soon() + 1_600n + BigInt(at)) })),
  'for ever': message(() => ({ deadline: String(2n ** 256n - 1n) })),
  'over already': message((at) => ({ deadline: String(BigInt(Math.floor(Date.now() / 1000)) - BigInt(at)) })),
  'a nonce of too many bits': message((at) => ({ nonce: String(2n ** 256n + BigInt(at)) })),
  'another recipient': witness((at) => ({ recipient: pick([stranger(at), thief, settler], at) })),
  'another token to get': witness((at) => ({ buyToken: pick([usdc, native, stranger(at)], at) })),
  'a lower minimum': witness((at) => ({ minAmountOut: String(pick([0n, minimum - 1n, minimum / BigInt(at + 2)], at)) })),
  'actions that are none': witness((at) => ({ actions: pick([undefined, 'all', ['0x1'], [7]], at) })),
  'more actions than anybody needs': witness(() => ({ actions: Array.from({ length: 65 }, () => '0x') })),
  'no swap in it': (trade) => ({ ...trade, message: { ...trade.message, slippageAndActions: undefined } }),
  'another chain': domain((at) => ({ chainId: pick([1, 10, '8453', undefined], at) })),
  'another contract than Permit2': domain((at) => ({ verifyingContract: pick([stranger(at), usdc, settler], at) })),
  'another name': domain(() => ({ name: 'USD Coin' })),
  'a permit alone': (trade, at) => ({ ...trade, primaryType: pick(['PermitTransferFrom', 'PermitBatch', 'Permit'], at) }),
  nothing: () => ({}),
}

test('S18: of 10,000 tampered trades none is signed or handed in, and each one that was not tampered with is', {
  timeout: 90_000,
}, async () => {
  vi.useRealTimers()
  const onward = () => new Promise((resolve) => setImmediate(resolve))
  const names = Object.keys(tampers)
  let good = 0
  for (let at = 0; at < 10_000; at += 1) {
    const name = pick(names, at)
    state.trade = tampers[name]?.(genuine(), at)
    const { error } = await swap(onward)
    if (!error || signed.length > good || handedIn.length > good) throw new Error(`${name} came through: ${JSON.stringify(state.trade)}`)
    if (at % 200 !== 0) continue
    state.trade = genuine()
    expect((await swap(onward)).error).toBeUndefined()
    good += 1
  }
  expect([signed.length, handedIn.length, sent.length]).toEqual([good, good, 0])
  recordPromise({ id: 'S18', name: 'tampered trades', runs: 10_000, accepted: signed.length - good })
})
