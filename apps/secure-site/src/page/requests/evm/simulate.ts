import { toDecimal } from '@portico/core'
import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import * as z from 'zod/mini'
import type { BalanceChange, FrameNetwork } from '../../types.js'
import { NodeAnswerError } from '../errors.js'
import { askNode } from '../node.js'
import type { Action } from './action.js'
import { callOf, type TriedTransaction } from './fill.js'
import type { ChainReader } from './tokens.js'

/** What transactions would do to this account's balances; `reverts` when the node says that one fails. */
export interface Simulated {
  readonly changes: readonly BalanceChange[] | 'failed'
  readonly reverts?: string
  /** Gas that each took, where the node says it. */
  readonly gasUsed?: readonly bigint[]
}

interface SimulateParameters {
  /** One after the other, by one account. */
  readonly transactions: readonly TriedTransaction[]
  readonly actions: readonly Action[]
  readonly network: FrameNetwork
  readonly fetch: typeof fetch
  readonly chain: ChainReader
}

const word = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const log = z.object({
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  topics: z.array(word),
  data: z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/)),
})
const simulated = z.array(
  z.object({
    calls: z.array(
      z.object({
        status: z.enum(['0x0', '0x1']),
        gasUsed: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))),
        logs: z.optional(z.array(log)),
        error: z.optional(z.object({ message: z.optional(z.string()) })),
      }),
    ),
  }),
)
type Log = z.output<typeof log>

/** Transfer(address,address,uint256), TransferSingle, TransferBatch. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
/** By which nodes report the native currency. */
const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * Runs transactions on the operator's node without sending them: by eth_simulateV1, and on nodes without it by eth_call, which
 * tells only what plain transfers change. Never rejects (R9).
 */
export async function simulate({ transactions, actions, network, fetch, chain }: SimulateParameters): Promise<Simulated> {
  const [first] = transactions
  if (!first) return { changes: 'failed' }
  const ask = (method: string, params: unknown) => askNode({ network, method, params, fetch, retries: 0, timeout: 5000 })
  const calls = transactions.map(callOf)
  const run = { blockStateCalls: [{ calls }], traceTransfers: true, validation: false }
  const [block] = simulated.safeParse(await ask('eth_simulateV1', [run, 'latest']).catch(() => undefined)).data ?? []
  if (block?.calls.length === calls.length) {
    const failed = block.calls.find(({ status }) => status === '0x0')
    if (failed) return { changes: 'failed', reverts: failed.error?.message?.slice(0, 300) ?? '' }
    const logs = block.calls.flatMap((call) => call.logs ?? [])
    const gasUsed = block.calls.flatMap((call) => (call.gasUsed === undefined ? [] : [BigInt(call.gasUsed)]))
    return {
      changes: await changesOf(logs, { own: first.from, actions, network, chain }),
      ...(gasUsed.length === calls.length && { gasUsed }),
    }
  }
  for (const call of calls) {
    try {
      await ask('eth_call', [call, 'latest'])
    } catch (error) {
      // What comes later may need what comes before it, which this node cannot try out.
      return { changes: 'failed', ...(call === calls[0] && error instanceof NodeAnswerError && { reverts: error.message.slice(0, 300) }) }
    }
  }
  return { changes: (await plainChanges(first.from, actions, { network, chain })) ?? 'failed' }
}

interface Reading {
  readonly network: FrameNetwork
  readonly chain: ChainReader
}

interface Moved {
  readonly token: Address | 'native'
  readonly units: bigint
  readonly tokenId?: bigint
}

/** Sums what the logs say to have come to, and gone from, the account. A contract can log what it likes: its symbol is unverified. */
async function changesOf(
  logs: readonly Log[],
  { own, actions, network, chain }: Reading & { own: Address; actions: readonly Action[] },
): Promise<readonly BalanceChange[]> {
  const named = actions.flatMap((action) => ('token' in action ? [action.token] : []))
  const sums = new Map<string, Moved>()
  for (const moved of logs.flatMap((each) => movedBy(each, own))) {
    const key = `${moved.token}:${moved.tokenId ?? ''}`
    sums.set(key, { ...moved, units: moved.units + (sums.get(key)?.units ?? 0n) })
  }
  const left = [...sums.values()].filter(({ units }) => units !== 0n)
  return Promise.all(left.map((moved) => changeOf(moved, named, { network, chain })))
}

async function changeOf({ token, units, tokenId }: Moved, named: readonly string[], { network, chain }: Reading): Promise<BalanceChange> {
  const { symbol, decimals } = network.nativeCurrency
  if (token === 'native') return { symbol, amount: toDecimal(units, decimals) }
  const facts = await chain.token(token)
  const name = facts.symbol === undefined ? token : named.includes(token) ? facts.symbol : `${facts.symbol} (${token})`
  if (tokenId !== undefined || facts.isNft) return { symbol: tokenId === undefined ? name : `${name} #${tokenId}`, amount: String(units) }
  return { symbol: facts.decimals === undefined ? `${name} (smallest units)` : name, amount: toDecimal(units, facts.decimals ?? 0) }
}

function movedBy({ address, topics, data }: Log, own: Address): readonly Moved[] {
  const [kind, first, second, third] = topics.map((topic) => topic.toLowerCase())
  const single = kind === singleTopic
  if ((kind !== transferTopic && !single) || first === undefined || second === undefined) return []
  const [from, to] = single ? [second, third] : [first, second]
  if (from === undefined || to === undefined) return []
  const words =
    data
      .slice(2)
      .match(/.{64}/g)
      ?.map((each) => BigInt(`0x${each}`)) ?? []
  // ERC-20 has the amount as data, ERC-721 the id as the last topic, ERC-1155 both as data.
  const tokenId = single ? words[0] : third === undefined ? undefined : BigInt(third)
  const amount = single ? words[1] : third === undefined ? words[0] : 1n
  if (amount === undefined) return []
  const token = address.toLowerCase() === nativeAddress ? 'native' : getAddress(address)
  const isOwn = (topic: string) => topic.slice(-40) === own.slice(2).toLowerCase()
  const units = (isOwn(to) ? amount : 0n) - (isOwn(from) ? amount : 0n)
  return units === 0n ? [] : [{ token, units, ...(tokenId !== undefined && { tokenId }) }]
}

/** What native and token transfers change, where nothing else happens; undefined for anything else. */
async function plainChanges(
  own: Address,
  actions: readonly Action[],
  { network, chain }: Reading,
): Promise<readonly BalanceChange[] | undefined> {
  const moved: Moved[] = []
  for (const action of actions) {
    if (action.kind === 'native') moved.push({ token: 'native', units: action.to === own ? 0n : -action.amount })
    else if (action.kind === 'transfer' && action.from === undefined)
      moved.push({ token: action.token, units: action.to === own ? 0n : -action.amount })
    else return undefined
  }
  const named = moved.map(({ token }) => token)
  return Promise.all(moved.filter(({ units }) => units !== 0n).map((each) => changeOf(each, named, { network, chain })))
}
