import { activeConnection, connectionStore, UserRejectedError, type TypedData } from '@portico/core'
import { dispatchConnection } from '@portico/core/kit'
import { submitSwap, swapFormStore, type AgreedSwap, type SwapToken } from '@portico/core/swap'
import { fakeAdapter, fakeConnector, testPortico } from '@portico/testing'
import { concat, encodeFunctionData, numberToHex, parseAbi, recoverTypedDataAddress, size, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { createSwaps } from './index.js'
import { dai, namesWrapped, native, networkId, settler, steal, thief, usdc, v3Router, zeroExHolder } from './swap.test.helper.js'

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const signer = privateKeyToAccount(generatePrivateKey())
const account = signer.address
const words = parseAbi([
  'function execute((address recipient, address token, uint256 minimum) slippage, bytes[] actions, bytes32 id) payable returns (bool)',
])
const half = () => BigInt(Math.floor(Date.now() / 1000) + 900)

interface Told {
  readonly from: Address
  readonly to: Address
  readonly units: bigint
  readonly minimum: bigint
}
interface Answer {
  readonly from: string
  readonly to: string
  readonly data: Hex
  readonly amount: string
  readonly permit2: { readonly spender: string; readonly nonce: string; readonly deadline: string } | null
}
const order: Told = { from: usdc, to: dai, units: 250_000_000n, minimum: 247n * 10n ** 18n }
const write = ({ to, minimum }: Told, recipient: Address = account): Hex =>
  encodeFunctionData({
    abi: words,
    functionName: 'execute',
    args: [{ recipient, token: to, minimum }, ['0xc1fb425e', '0x38c9c147'], `0x${'77'.repeat(32)}`],
  })
const genuine = (told = order): Answer => ({
  from: `${networkId}:${account}`,
  to: `${networkId}:${settler}`,
  data: write(told),
  amount: '0',
  permit2: { spender: settler, nonce: '2241959297937691820908574931991581', deadline: String(half()) },
})

const state = { answer: genuine(), declines: false }
const signed: TypedData[] = []
const sent: { readonly to: string; readonly data?: string }[] = []
const tried: (readonly { readonly data?: string }[])[] = []
let allowed = 0n
let portico: ReturnType<typeof testPortico>

beforeEach(() => {
  allowed = 2n ** 255n
  state.declines = false
  for (const list of [signed, sent, tried]) list.length = 0
  const adapter = fakeAdapter({
    ...createSwaps(() => namesWrapped),
    getAllowance: ({ spender }) => Promise.resolve(spender === permit2 ? allowed : 0n),
    simulate: ({ calls }) => Promise.resolve(void tried.push(calls)),
    signTypedData: ({ typedData }) => {
      if (state.declines) return Promise.reject(new UserRejectedError())
      signed.push(typedData)
      return signer.signTypedData(typedData)
    },
    sendTransaction: (request) => {
      sent.push(request)
      if (request.to === usdc) allowed = order.units
      return Promise.resolve('0xhash')
    },
    waitForReceipt: ({ hash }) => Promise.resolve({ hash, outcome: 'success', minedHash: hash, blockNumber: 1n }),
  })
  const answer = () => {
    const { permit2: permit, ...tx } = state.answer
    return Response.json({ tx: { ...tx, eip155: { gas: '150000', gasPrice: '1' } }, ...(permit && { permit2: permit }) })
  }
  portico = testPortico({ adapters: [adapter], apiUrl: 'https://api.example', fetch: () => Promise.resolve(answer()) })
  const grant = { addresses: [account], networkId } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
  expect(activeConnection(connectionStore(portico).getState(), 'eip155')?.networkId).toBe(networkId)
})

/** Swaps as a visitor who agreed to it would. @returns what it showed, and why it ended */
async function swap({ from, to, units, minimum }: Told = order): Promise<{ seen: readonly string[]; error: Error | undefined }> {
  const token = (address: Address): SwapToken => ({
    networkId,
    symbol: 'TOKEN',
    units: 2n ** 100n,
    decimals: 18,
    ...(address !== native && { address }),
  })
  const quote = {
    id: 'one',
    received: minimum + minimum / 99n,
    minimum,
    provider: 'zeroex-permit2',
    path: [],
    impact: 0,
    fees: [],
    networkFee: 1n,
  }
  const agreed: AgreedSwap = {
    ...{ namespace: 'eip155', networkId, address: account, units, slippage: 100 },
    from: token(from),
    to: token(to),
    quote: { ...quote, expiresAt: Date.now() + 30_000 },
  }
  const store = swapFormStore(portico)
  store.setState({ progress: { status: 'editing' } })
  const seen: string[] = []
  const stop = store.subscribe(({ progress }) => void (seen.at(-1) === progress.status || seen.push(progress.status)))
  await submitSwap(portico, agreed)
  stop()
  const { progress } = store.getState()
  return { seen, error: progress.status === 'failed' ? progress.error : undefined }
}

test('S18: what is signed is of exactly the amount, for 0x’s contract, once and for a while, and goes into the call behind its length', async () => {
  state.answer = genuine()
  expect(await swap()).toEqual({ seen: ['checking', 'approving', 'asking', 'sent', 'confirmed'], error: undefined })
  const [typedData] = signed
  const { nonce, deadline } = state.answer.permit2 ?? {}
  expect(typedData).toMatchObject({
    domain: { name: 'Permit2', chainId: 8453, verifyingContract: permit2 },
    primaryType: 'PermitTransferFrom',
    message: { permitted: { token: usdc, amount: '250000000' }, spender: settler, nonce, deadline },
  })
  const [{ to = '', data = '0x' } = {}] = sent
  expect([to, signed.length, sent.length]).toEqual([settler, 1, 1])
  const signature: Hex = `0x${data.slice(-130)}`
  expect(data).toBe(concat([state.answer.data, numberToHex(size(signature), { size: 32 }), signature]))
  const asked = { ...typedData, signature } as Parameters<typeof recoverTypedDataAddress>[0]
  expect(await recoverTypedDataAddress(asked)).toBe(account)
  // The chain tries it as it is sent, and nothing before it is signed.
  expect(tried.map((calls) => calls.map((call) => call.data))).toEqual([[data]])
})

test('S18: Permit2 itself is allowed exactly the amount first, where it may not take it yet', async () => {
  state.answer = genuine()
  allowed = 0n
  expect((await swap()).seen).toEqual(['checking', 'approving', 'approved', 'checking', 'approving', 'asking', 'sent', 'confirmed'])
  const approve = encodeFunctionData({
    abi: parseAbi(['function approve(address, uint256)']),
    functionName: 'approve',
    args: [permit2, order.units],
  })
  expect(sent[0]).toMatchObject({ to: usdc, data: approve })
  expect(sent[1]?.to).toBe(settler)
})

test('a visitor who declines to sign sends nothing', async () => {
  state.answer = genuine()
  state.declines = true
  const { seen, error } = await swap()
  expect([seen.at(-1), error?.name, sent.length]).toEqual(['failed', 'UserRejectedError', 0])
})

type Tamper = (answer: Answer, at: number) => Answer
const permit =
  (more: (at: number) => Partial<NonNullable<Answer['permit2']>>): Tamper =>
  (answer, at) => ({ ...answer, permit2: { ...(answer.permit2 as NonNullable<Answer['permit2']>), ...more(at) } })
const stranger = (at: number): Address => `0x${(BigInt(at) * 0x9e3779b97f4a7c15n + 1n).toString(16).padStart(40, 'c').slice(-40)}`
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

/** Every one of them would cost the visitor something, or is not what was ordered. */
const tampers: Readonly<Record<string, Tamper>> = {
  'another spender': permit((at) => ({ spender: pick([stranger(at), thief, v3Router, zeroExHolder, usdc], at) })),
  'another contract': (answer, at) => ({ ...answer, to: `${networkId}:${pick([stranger(at), thief, usdc, permit2], at)}` }),
  'both another': (answer, at) => ({ ...permit(() => ({ spender: stranger(at) }))(answer, at), to: `${networkId}:${stranger(at)}` }),
  'a router on the list with a permit': (answer) => ({
    ...permit(() => ({ spender: v3Router }))(answer, 0),
    to: `${networkId}:${v3Router}`,
  }),
  'no permit at all': (answer) => ({ ...answer, permit2: null }),
  'a permit for long': permit((at) => ({ deadline: String(half() + 960n + BigInt(at)) })),
  'a permit for ever': permit(() => ({ deadline: String(2n ** 256n - 1n) })),
  'a permit that is over': permit((at) => ({ deadline: String(BigInt(Math.floor(Date.now() / 1000)) - BigInt(at)) })),
  'a nonce of too many bits': permit((at) => ({ nonce: String(2n ** 256n + BigInt(at)) })),
  'another recipient': (answer, at) => ({ ...answer, data: write(order, pick([stranger(at), thief, settler], at)) }),
  'a lower minimum': (answer, at) => ({
    ...answer,
    data: write({ ...order, minimum: pick([0n, order.minimum - 1n, order.minimum / BigInt(at + 2)], at) }),
  }),
  'another token to get': (answer, at) => ({ ...answer, data: write({ ...order, to: pick([usdc, native, stranger(at)], at) }) }),
  'value beside it': (answer, at) => ({ ...answer, amount: String(at + 1) }),
  'an allowance': (answer) => ({ ...answer, data: steal.approve }),
  'a transfer': (answer, at) => ({ ...answer, data: steal.transfer(BigInt(at + 1)) }),
  'a token’s own transfer': (answer, at) => ({ ...answer, to: `${networkId}:${usdc}`, data: steal.transfer(BigInt(at + 1)) }),
  'nothing to do': (answer) => ({ ...answer, data: '0x' }),
  'less than its head': (answer, at) => ({ ...answer, data: answer.data.slice(0, 2 + 2 * (at % 164)) as Hex }),
  'an address with something in front': (answer) => ({ ...answer, data: `${answer.data.slice(0, 10)}01${answer.data.slice(12)}` as Hex }),
  'another account': (answer, at) => ({ ...answer, from: `${networkId}:${stranger(at)}` }),
  'another network': (answer, at) => ({ ...answer, to: answer.to.replace('8453', pick(['1', '10'], at)) }),
}

describe('S18: of 10,000 tampered answers with a permit', () => {
  test('none is signed or sent, and each one that was not tampered with is', { timeout: 90_000 }, async () => {
    const names = Object.keys(tampers)
    let good = 0
    for (let at = 0; at < 10_000; at += 1) {
      const name = pick(names, at)
      state.answer = tampers[name]?.(genuine(), at) ?? genuine()
      const { error } = await swap()
      if (!error || signed.length > good || sent.length > good) throw new Error(`${name} came through: ${JSON.stringify(state.answer)}`)
      if (at % 200 !== 0) continue
      state.answer = genuine()
      expect((await swap()).error).toBeUndefined()
      good += 1
    }
    expect([signed.length, sent.length]).toEqual([good, good])
    recordPromise({ id: 'S18', name: 'tampered answers to a swap that is paid by a permit', runs: 10_000, accepted: signed.length - good })
  })
})
