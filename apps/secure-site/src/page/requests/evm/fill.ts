import type { AccessList, Address, Hex } from 'viem'
import * as z from 'zod/mini'
import type { FrameNetwork } from '../../types.js'
import { askNode } from '../node.js'
import { readChainNumber } from '../network.js'
import { NodeAnswerError, NodeUnreachableError } from '../errors.js'
import { freeze } from '../types.js'
import type { AskedTransaction, AuthorizationRequest } from './transaction.js'

/** Fees in wei per unit of gas: of EIP-1559, or of chains and sites that have but one price. */
export type Fees = { readonly gasPrice: bigint } | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

/** A transaction with nothing left open: what is shown, hashed and signed. */
export interface FullTransaction {
  readonly chainId: number
  readonly from: Address
  readonly to?: Address
  readonly value: bigint
  readonly data: Hex
  readonly nonce: number
  readonly gas: bigint
  readonly fees: Fees
  readonly accessList?: AccessList
  readonly authorizationList?: readonly (AuthorizationRequest & { readonly nonce: bigint })[]
}

export interface Filled {
  readonly transaction: FullTransaction
  /** Wei that the fee will be, if the base fee stays, and the most that it can be. */
  readonly fee: { readonly expected: bigint; readonly ceiling: bigint }
  /** The node says that it would fail, and why. */
  readonly willFail?: string
}

/** Code that accounts have by then, by address, for a node to try something out with. */
export type Overrides = Readonly<Record<Address, { readonly code: Hex } | { readonly balance: Hex }>>

interface FillParameters {
  /** One after the other, by one account. */
  readonly asked: readonly AskedTransaction[]
  readonly network: FrameNetwork
  readonly fetch: typeof fetch
  /** Gas that each took when all were tried out in their order, where that is known: an estimate knows nothing of those before it. */
  readonly gasUsed?: readonly bigint[] | undefined
  readonly overrides?: Overrides | undefined
}

/** Gas of a transaction that the node cannot estimate, as it would fail; the block's limit is above it everywhere. */
const fallbackGas = 500_000n
/** Gas of an authorisation, which no estimate knows of as it is not signed yet (EIP-7702). */
const authorizationGas = 25_000n

/**
 * Fills in nonces, gas and fees from the operator's node. What the site says comes first.
 * @throws NodeUnreachableError, NodeAnswerError when the node does not tell them
 */
export async function fill({ asked, network, fetch, gasUsed, overrides }: FillParameters): Promise<readonly Filled[]> {
  const { ask, quantity } = asking(network, fetch)
  const [first] = asked
  if (!first) return []
  const estimate = (each: AskedTransaction) =>
    quantity('eth_estimateGas', [callOf(each), ...(overrides ? ['latest', overrides] : [])]).then(
      (gas) => gas + authorizationGas * BigInt(each.authorizationList?.length ?? 0),
      (error: unknown) => {
        if (error instanceof NodeAnswerError) return error
        throw error
      },
    )
  const [nonce, market, ...estimates] = await Promise.all([
    first.nonce ?? quantity('eth_getTransactionCount', [first.from, 'pending']),
    readMarket(ask, quantity),
    // A quarter more for what a trial run tells: what is given back at the end must be there before.
    ...asked.map((each, index) => (index > 0 && gasUsed?.[index] !== undefined ? (gasUsed[index] * 5n) / 4n : estimate(each))),
  ])
  if (nonce > BigInt(Number.MAX_SAFE_INTEGER))
    throw new NodeUnreachableError({ method: 'eth_getTransactionCount', problem: 'its answer is too large' })
  return asked.map((each, index) => {
    const filled = fillOne(each, { network, market, nonce: nonce + BigInt(index), estimate: estimates[index] })
    // What fails alone may work after those before it.
    return index === 0 ? filled : { transaction: filled.transaction, fee: filled.fee }
  })
}

function asking(network: FrameNetwork, fetch: typeof globalThis.fetch) {
  const ask = (method: string, params: unknown) => askNode({ network, method, params, fetch, retries: 1 })
  const quantity = async (method: string, params: unknown) => {
    const answer = readChainNumber(await ask(method, params))
    if (answer === undefined || answer >= 2n ** 256n) throw new NodeUnreachableError({ method, problem: 'its answer is not a quantity' })
    return answer
  }
  return { ask, quantity }
}

/** Wei for each unit of gas. `expected`: what it comes to, if the base fee stays. */
export interface GasPrices {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly expected: bigint
}

/** What gas costs now, with room for the base fee to double. On networks without one all three are the one price. */
export async function readGasPrices(network: FrameNetwork, fetch: typeof globalThis.fetch): Promise<GasPrices> {
  const { ask, quantity } = asking(network, fetch)
  const { baseFee, tip } = await readMarket(ask, quantity)
  return { maxFeePerGas: baseFee * 2n + tip, maxPriorityFeePerGas: tip, expected: baseFee + tip }
}

interface Given {
  readonly network: FrameNetwork
  readonly market: Market
  readonly nonce: bigint
  /** Gas, or why the node cannot tell. */
  readonly estimate: bigint | NodeAnswerError | undefined
}

function fillOne(asked: AskedTransaction, { network, market, nonce, estimate }: Given): Filled {
  // A fifth more than estimated: the state moves between now and then.
  const gas = asked.gas ?? (typeof estimate !== 'bigint' ? fallbackGas : estimate === 21_000n ? estimate : (estimate * 6n) / 5n)
  const used = typeof estimate !== 'bigint' || estimate > gas ? gas : estimate
  const fees = feesOf(asked, market)
  const [price, ceiling] =
    'gasPrice' in fees
      ? [fees.gasPrice, fees.gasPrice]
      : [least(fees.maxFeePerGas, market.baseFee + fees.maxPriorityFeePerGas), fees.maxFeePerGas]
  const transaction: FullTransaction = freeze({
    chainId: Number(network.id.slice('eip155:'.length)),
    from: asked.from,
    ...(asked.to !== undefined && { to: asked.to }),
    value: asked.value,
    data: asked.data,
    nonce: Number(nonce),
    gas,
    fees,
    ...(asked.accessList && { accessList: asked.accessList }),
    ...(asked.authorizationList && {
      // The transaction's own nonce is counted before the authorisations of its sender are looked at (EIP-7702).
      authorizationList: asked.authorizationList.map((each) => ({ ...each, nonce: each.nonce ?? nonce + 1n })),
    }),
  })
  return {
    transaction,
    fee: { expected: price * used, ceiling: ceiling * gas },
    ...(estimate instanceof NodeAnswerError && { willFail: estimate.message }),
  }
}

/** What a node needs to try a transaction out. */
export type TriedTransaction = Pick<AskedTransaction, 'from' | 'to' | 'value' | 'data' | 'gas' | 'accessList'>

/** The transaction as a call of the JSON-RPC API: nothing but what is signed. */
export function callOf({ from, to, value, data, gas, accessList }: TriedTransaction) {
  return {
    from,
    ...(to !== undefined && { to }),
    value: hex(value),
    ...(data !== '0x' && { data }),
    ...(gas !== undefined && { gas: hex(gas) }),
    ...(accessList && { accessList }),
  }
}

export const hex = (value: bigint): Hex => `0x${value.toString(16)}`
const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** What gas costs now: the base fee (0 where there is none) and the usual tip. */
interface Market {
  readonly baseFee: bigint
  readonly tip: bigint
  readonly hasBaseFee: boolean
}

const feeHistory = z.object({ baseFeePerGas: z.optional(z.unknown()), reward: z.optional(z.unknown()) })

async function readMarket(
  ask: (method: string, params: unknown) => Promise<unknown>,
  quantity: (method: string, params: unknown) => Promise<bigint>,
): Promise<Market> {
  const history = await ask('eth_feeHistory', ['0x4', 'latest', [50]]).catch(() => undefined)
  const { baseFeePerGas, reward } = feeHistory.safeParse(history).data ?? {}
  const bases = numbers(baseFeePerGas)
  if (bases.every((base) => base === 0n)) return { baseFee: 0n, tip: await quantity('eth_gasPrice', []), hasBaseFee: false }
  const rewards = (Array.isArray(reward) ? reward : [])
    .flatMap((each: unknown) => numbers(each).slice(0, 1))
    .toSorted((a, b) => (a < b ? -1 : 1))
  const median = rewards[Math.floor(rewards.length / 2)] ?? 0n
  const asked = await quantity('eth_maxPriorityFeePerGas', []).catch(() => median)
  return { baseFee: bases.at(-1) ?? 0n, tip: asked > median ? asked : median, hasBaseFee: true }
}

const numbers = (value: unknown): readonly bigint[] =>
  Array.isArray(value) ? value.flatMap((each: unknown) => readChainNumber(each) ?? []) : []

function feesOf(
  { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas, authorizationList }: AskedTransaction,
  { baseFee, tip, hasBaseFee }: Market,
): Fees {
  if (gasPrice !== undefined) return { gasPrice }
  // An old transaction pays its whole price: the next base fee, an eighth of room, and the tip.
  if (type === 'legacy' || type === 'eip2930') return { gasPrice: (baseFee * 9n) / 8n + tip }
  if (!hasBaseFee && type === undefined && maxFeePerGas === undefined && maxPriorityFeePerGas === undefined && !authorizationList)
    return { gasPrice: tip }
  // Room for the base fee to double: six full blocks.
  const priority = maxPriorityFeePerGas ?? (maxFeePerGas === undefined ? tip : least(tip, maxFeePerGas))
  return { maxFeePerGas: maxFeePerGas ?? baseFee * 2n + priority, maxPriorityFeePerGas: priority }
}
