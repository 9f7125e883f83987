import { toDecimal } from '@portico/core'
import type { Address } from 'viem'
import { decodeAbiParameters, getAddress, isHex } from 'viem/utils'
import * as z from 'zod/mini'
import type { BalanceChange, FrameNetwork, Leaving } from '../../types.js'
import { NodeAnswerError } from '../errors.js'
import type { Outcome } from '../limits.js'
import { askNode } from '../node.js'
import type { Action } from './action.js'
import { callOf, type Overrides, type TriedTransaction } from './fill.js'
import type { ChainReader } from './tokens.js'

/** What transactions would do to this account; `reverts` when the node says that one fails. */
export interface Simulated extends Outcome {
  readonly changes: readonly BalanceChange[] | 'failed'
  readonly reverts?: string
  /** Gas that each took, where the node says it. */
  readonly gasUsed?: readonly bigint[]
}

const unknown = { changes: 'failed', leaves: undefined, remains: false } as const

interface SimulateParameters {
  /** One after the other, by one account. */
  readonly transactions: readonly TriedTransaction[]
  readonly actions: readonly Action[]
  readonly network: FrameNetwork
  readonly fetch: typeof fetch
  readonly chain: ChainReader
  /** Whose balances are looked at. Who sends the first, unless told: an operation is sent by the entry point. */
  readonly own?: Address
  /** Coins that leave `own` by its own calls, where they are not the value of the transactions. */
  readonly sends?: bigint
  readonly overrides?: Overrides | undefined
}

const word = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const log = z.object({
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  topics: z.array(word),
  data: z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/)),
})
const result = z.object({
  status: z.enum(['0x0', '0x1']),
  returnData: z.optional(z.string()),
  gasUsed: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))),
  logs: z.optional(z.array(log)),
  error: z.optional(z.object({ message: z.optional(z.string()) })),
})
const simulated = z.array(z.object({ calls: z.array(result) }))
type Log = z.output<typeof log>

/** Transfer(address,address,uint256), TransferSingle, TransferBatch. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** By which nodes report the native currency. */
const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * Runs transactions on the operator's node without sending them: by eth_simulateV1, and on nodes without it by eth_call, which
 * tells only what plain transfers change. Never rejects (R9).
 */
export async function simulate({
  transactions,
  actions,
  network,
  fetch,
  chain,
  overrides,
  ...more
}: SimulateParameters): Promise<Simulated> {
  const [first] = transactions
  if (!first) return unknown
  const { own = first.from, sends = valueOf(transactions, first.from) } = more
  const ask = (method: string, params: unknown) => askNode({ network, method, params, fetch, retries: 0, timeout: 5000 })
  const calls = transactions.map(callOf)
  const run = async (all: readonly unknown[]) => {
    const params = [
      { blockStateCalls: [{ calls: all, ...(overrides && { stateOverrides: overrides }) }], traceTransfers: true, validation: false },
      'latest',
    ]
    const [block] = simulated.safeParse(await ask('eth_simulateV1', params).catch(() => undefined)).data ?? []
    return block?.calls.length === all.length ? block.calls : undefined
  }
  const ran = await run(calls)
  if (ran) {
    const failed = ran.find(({ status }) => status === '0x0')
    if (failed) return { ...unknown, reverts: failed.error?.message?.slice(0, 300) ?? '' }
    const logs = ran.flatMap((call) => call.logs ?? [])
    const gasUsed = ran.flatMap((call) => (call.gasUsed === undefined ? [] : [BigInt(call.gasUsed)]))
    const given = permissionsOf(logs, actions, own)
    const [{ changes, leaves }, remains] = await Promise.all([
      balances(withUnlogged(movesOf(logs, sends, own), actions, own), actions, { network, chain }),
      given === 'standing' || remainsOf(given, own, async (looks) => (await run([...calls, ...looks]))?.slice(calls.length)),
    ])
    return { changes, leaves, remains, ...(gasUsed.length === calls.length && { gasUsed }) }
  }
  for (const call of calls) {
    try {
      await ask('eth_call', [call, 'latest', ...(overrides ? [overrides] : [])])
    } catch (error) {
      // What comes later may need what comes before it, which this node cannot try out.
      return { ...unknown, ...(call === calls[0] && error instanceof NodeAnswerError && { reverts: error.message.slice(0, 300) }) }
    }
  }
  const moved = plainMoves(own, actions)
  return moved ? { ...(await balances(moved, actions, { network, chain })), remains: false } : unknown
}

/** Approval(address,address,uint256), ApprovalForAll(address,address,bool), and Permit2's Approval and Permit. */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const forAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const permit2Topics = [
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
]

interface Allowance {
  readonly token: string
  readonly spender: string
}

/** Allowances that were given on the way, which may be used up by its end; `standing` where one of another kind was given. */
function permissionsOf(logs: readonly Log[], actions: readonly Action[], own: Address): readonly Allowance[] | 'standing' {
  const given = new Map<string, Allowance>()
  const add = (token: string, spender: string) => given.set(`${token}:${spender}`.toLowerCase(), { token, spender })
  for (const action of actions) {
    if (action.kind !== 'approve' || action.amount === 0n) continue
    // With an end it is Permit2's, which has its own way to be asked.
    if (action.until !== undefined) return 'standing'
    add(action.token, action.spender)
  }
  for (const { address, topics, data } of logs) {
    const [kind = '', owner = '', other = '', id] = topics.map((topic) => topic.toLowerCase())
    if (owner.slice(-40) !== own.slice(2).toLowerCase()) continue
    if (kind === forAllTopic && BigInt(data === '0x' ? 0 : data) !== 0n) return 'standing'
    if (permit2Topics.includes(kind)) return 'standing'
    if (kind !== approvalTopic) continue
    // Of an NFT: given to nobody it is taken back.
    if (id !== undefined && BigInt(other) !== 0n) return 'standing'
    if (id === undefined) add(address, `0x${other.slice(-40)}`)
  }
  return [...given.values()]
}

/** More allowances than this are not looked at. */
const mostAllowances = 20

/** Whether any of them is there at the end: asked in the same trial run, after everything else. */
async function remainsOf(
  given: readonly Allowance[],
  own: Address,
  look: (calls: readonly unknown[]) => Promise<readonly z.output<typeof result>[] | undefined>,
): Promise<boolean> {
  if (given.length === 0) return false
  if (given.length > mostAllowances) return true
  const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
  const looks = given.map(({ token, spender }) => ({ from: own, to: token, data: `0xdd62ed3e${word(own)}${word(spender)}` }))
  const left = await look(looks)
  return left?.every(({ status, returnData = '' }) => status === '0x1' && /^0x0{64}$/.test(returnData)) !== true
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

const namedIn = (actions: readonly Action[]): readonly string[] => actions.flatMap((action) => ('token' in action ? [action.token] : []))

/** What has come and gone, summed by token and item. */
function summed(moves: readonly Moved[]): ReadonlyMap<string, Moved> {
  const sums = new Map<string, Moved>()
  for (const moved of moves) {
    const key = `${moved.token}:${moved.tokenId ?? ''}`
    sums.set(key, { ...moved, units: moved.units + (sums.get(key)?.units ?? 0n) })
  }
  return sums
}

/**
 * Sums what has come to, and gone from, the account. A contract can log what it likes: its symbol is unverified. And it can tell a trial run
 * from the transaction itself: what it gives back there, or leaves of what it may spend, counts as leaving all the same.
 */
async function balances(
  moves: readonly Moved[],
  actions: readonly Action[],
  { network, chain }: Reading,
): Promise<{ readonly changes: readonly BalanceChange[]; readonly leaves: readonly Leaving[] }> {
  const named = namedIn(actions)
  const left = [...summed(moves).values()].filter(({ units }) => units !== 0n)
  const gone = new Map(summed(moves.filter(({ units }) => units < 0n)))
  const spendable = actions.flatMap((action) => (action.kind === 'approve' ? [{ token: action.token, units: -action.amount }] : []))
  for (const [key, may] of summed(spendable)) if (may.units < (gone.get(key)?.units ?? 0n)) gone.set(key, may)
  const leaves = [...gone.values()].map(async ({ token, tokenId, units }): Promise<Leaving> => {
    if (token === 'native') return { asset: network.id, units: -units }
    const isNft = tokenId !== undefined || (await chain.token(token)).isNft
    return { units: -units, ...(!isNft && { asset: `${network.id}/erc20:${token.toLowerCase()}` }) }
  })
  return {
    changes: await Promise.all(left.map((moved) => changeOf(moved, named, { network, chain }))),
    leaves: await Promise.all(leaves),
  }
}

async function changeOf({ token, units, tokenId }: Moved, named: readonly string[], { network, chain }: Reading): Promise<BalanceChange> {
  const { symbol, decimals } = network.nativeCurrency
  if (token === 'native') return { symbol, amount: toDecimal(units, decimals) }
  const facts = await chain.token(token)
  const name = facts.symbol === undefined ? token : named.includes(token) ? facts.symbol : `${facts.symbol} (${token})`
  if (tokenId !== undefined || facts.isNft) return { symbol: tokenId === undefined ? name : `${name} #${tokenId}`, amount: String(units) }
  return { symbol: facts.decimals === undefined ? `${name} (smallest units)` : name, amount: toDecimal(units, facts.decimals ?? 0) }
}

const valueOf = (transactions: readonly { readonly to?: Address; readonly value: bigint }[], own: Address): bigint =>
  transactions.reduce((all, { to, value }) => (to === own ? all : all + value), 0n)

function movesOf(logs: readonly Log[], sent: bigint, own: Address): readonly Moved[] {
  const moves = logs.flatMap((each) => movedBy(each, own))
  // A node that does not trace coins would let them go unseen.
  return moves.some(({ token }) => token === 'native') ? moves : [...moves, { token: 'native', units: -sent }]
}

/** The first NFTs, and tokens from before the standard, move or burn without a log that can be read: what a call itself says counts then. */
function withUnlogged(moves: readonly Moved[], actions: readonly Action[], own: Address): readonly Moved[] {
  const said = actions.flatMap((action): readonly Moved[] => {
    if (action.kind === 'function' && action.name === 'burn') return [{ token: action.to, units: -BigInt(action.values['shares'] ?? 0) }]
    if ((action.kind !== 'transfer' && action.kind !== 'nft') || action.to === own || (action.from ?? own) !== own) return []
    const units = -action.amount
    return [action.kind === 'nft' ? { token: action.collection, tokenId: action.tokenId, units } : { token: action.token, units }]
  })
  return [...moves, ...said.filter(({ token }) => !moves.some((move) => move.token === token))]
}

function movedBy({ address, topics, data }: Log, own: Address): readonly Moved[] {
  const [kind, first, second, third] = topics.map((topic) => topic.toLowerCase())
  if (kind === batchTopic && second !== undefined && third !== undefined)
    return movedTogether(getAddress(address), second, third, data, own)
  const single = kind === singleTopic
  if (kind !== transferTopic && !single) return []
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

/** Items of ERC-1155 that move in one event. */
function movedTogether(token: Address, from: string, to: string, data: string, own: Address): readonly Moved[] {
  const isOwn = (topic: string) => topic.slice(-40) === own.slice(2).toLowerCase()
  const sign = (isOwn(to) ? 1n : 0n) - (isOwn(from) ? 1n : 0n)
  if (sign === 0n) return []
  try {
    const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], isHex(data) ? data : '0x')
    return ids.map((tokenId, at) => ({ token, tokenId, units: sign * (amounts[at] ?? 0n) })).filter(({ units }) => units !== 0n)
  } catch {
    // Something of it moved, and nobody can say what.
    return [{ token, tokenId: 0n, units: sign }]
  }
}

/** What native and token transfers move, where nothing else happens; undefined for anything else. */
function plainMoves(own: Address, actions: readonly Action[]): readonly Moved[] | undefined {
  const moved: Moved[] = []
  for (const action of actions) {
    if (action.kind === 'native') moved.push({ token: 'native', units: action.to === own ? 0n : -action.amount })
    else if (action.kind === 'transfer' && action.from === undefined)
      moved.push({ token: action.token, units: action.to === own ? 0n : -action.amount })
    else return undefined
  }
  return moved
}
