import { toDecimal, type NetworkId } from '@portico/core'
import type { FrameNetwork, Leaving, Spending } from '../types.js'
import { type Finding, type PrepareContext, type Risk, type Warning, warning } from './types.js'

/** Whole tokens above which an amount is large, where the operator has not said anything of the token. */
const tokenLimit = 1000n

/** The smallest unit of a coin, where it has 18 decimals: 10⁻¹⁸. */
const ether = 10n ** 18n
const lamports = 10n ** 9n

/**
 * What may leave of a network's coin with one approval in the frame where the operator has set nothing: in the smallest unit, by
 * CAIP-2 id. Each is worth at most 100 US dollars while ether costs less than 10,000, BNB 2,500, SOL 500, AVAX 100, xDAI 4, POL and CELO 2.
 * A coin that is not here has no limit that anybody has thought about, and never leaves without a window. The coins of test networks
 * are worth nothing.
 */
export const coinLimits: Readonly<Record<NetworkId, bigint>> = {
  'eip155:1': ether / 100n,
  'eip155:10': ether / 100n,
  'eip155:42161': ether / 100n,
  'eip155:8453': ether / 100n,
  'eip155:324': ether / 100n,
  'eip155:7777777': ether / 100n,
  'eip155:1313161554': ether / 100n,
  'eip155:56': ether / 25n,
  'eip155:100': 25n * ether,
  'eip155:137': 50n * ether,
  'eip155:42220': 50n * ether,
  'eip155:43114': ether,
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': lamports / 5n,
  'eip155:11155111': ether,
  'eip155:11155420': ether,
  'eip155:421614': ether,
  'eip155:84532': ether,
  'eip155:300': ether,
  'eip155:999999999': ether,
  'eip155:1313161555': ether,
  'eip155:97': ether,
  'eip155:10200': ether,
  'eip155:80002': ether,
  'eip155:44787': ether,
  'eip155:43113': ether,
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': lamports,
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': lamports,
}

type Limits = Pick<PrepareContext, 'riskyAbove'>

/** What the operator has said of an asset, in the smallest unit; undefined where nothing. */
function setLimit(asset: string, { riskyAbove }: Limits): bigint | undefined {
  const set = riskyAbove && Object.hasOwn(riskyAbove, asset) ? riskyAbove[asset] : undefined
  return set !== undefined && /^\d{1,78}$/.test(set) ? BigInt(set) : undefined
}

/** What may leave of a network's coin; undefined where neither the operator nor we have said anything of it. */
const coinLimit = (id: NetworkId, context: Limits): bigint | undefined =>
  setLimit(id, context) ?? (Object.hasOwn(coinLimits, id) ? coinLimits[id] : undefined)

/** Whether an amount of a network's coin, in the smallest unit, is large: any amount is, of a coin without a limit. */
export const isLargeCoin = (id: NetworkId, units: bigint, context: Limits): boolean => units > (coinLimit(id, context) ?? 0n)

/** Whether an amount of a token, in the smallest unit, is large. @param asset its CAIP-19 id */
export const isLargeToken = (asset: string, units: bigint, decimals: number, context: Limits): boolean =>
  units > (setLimit(asset, context) ?? tokenLimit * 10n ** BigInt(decimals))

/** What a trial run shows of the end. */
export interface Outcome {
  /** Undefined where it could not be tried out. */
  readonly leaves: readonly Leaving[] | undefined
  /** A permission is there afterwards that was given meanwhile. */
  readonly remains: boolean
}

/** So fine are the parts of a limit that are summed. */
const parts = 10n ** 18n
/** A limit in the parts that {@link shareOf} counts: a millionth. */
export const wholeShare = 1_000_000
const mostShare = BigInt(Number.MAX_SAFE_INTEGER)

/** How much of their limits leaves with something. */
export interface Share {
  /** All together, in millionths, rounded up: half of one and half of another is a whole. */
  readonly millionths: number
  /** Something leaves that the operator has set no limit for. */
  readonly unlisted: boolean
}

/** The page and its server both count by this. */
export function shareOf(leaves: readonly Leaving[], { id }: Pick<FrameNetwork, 'id'>, limits: Limits): Share {
  let spent = 0n
  let unlisted = false
  for (const { asset, units } of leaves) {
    const limit = asset === id ? coinLimit(id, limits) : asset === undefined ? undefined : setLimit(asset, limits)
    if (limit === undefined) unlisted = true
    else if (units > 0n) spent += limit === 0n ? parts + 1n : (units * parts) / limit
  }
  const millionth = parts / BigInt(wholeShare)
  const share = (spent + millionth - 1n) / millionth
  return { millionths: Number(share > mostShare ? mostShare : share), unlisted }
}

/**
 * Whether a request may be approved in the frame. What a site paints over a frame is nothing that the frame can see, so that there
 * only what costs little is approved: a trial run shows all that leaves, each of it is the network's coin or a token that the
 * operator has set a limit for, together they stay within the limits (half of one and half of another is a whole), the fee
 * included, and no permission remains. Everything else is risky, which is a window's (S11).
 */
export function costFinding({ leaves, remains }: Outcome, fee: bigint, network: FrameNetwork, context: Limits): Finding {
  const risky = (large: boolean): Finding => ({ effects: [], warnings: large ? [warning('largeValue')] : [], risk: 'risky' })
  if (leaves === undefined) return risky(false)
  const { millionths, unlisted } = shareOf([...leaves, { asset: network.id, units: fee }], network, context)
  if (millionths > wholeShare) return risky(true)
  return unlisted || remains ? risky(false) : { effects: [], warnings: [], risk: 'normal' }
}

interface Prospect {
  /** In wei, what the account has and what it takes, where that is known. */
  readonly has: bigint | undefined
  readonly needs: bigint
  /** The node, or the trial run, says that it fails. */
  readonly fails: boolean
  /** Nothing could be tried out. */
  readonly untried: boolean
}

/** Whether it can go through: the first of what is against it is said, and no more. */
export function prospectFinding({ has, needs, fails, untried }: Prospect, { nativeCurrency: { decimals, symbol } }: FrameNetwork): Finding {
  const coin = (units: bigint) => `${toDecimal(units, decimals)} ${symbol}`
  const finding = (first: Warning | undefined, risk: Risk): Finding => ({ effects: [], warnings: first ? [first] : [], risk })
  // Nodes take no transaction, and bundlers no operation, that is not covered: nothing is paid for its failing.
  if (has !== undefined && has < needs) return finding(warning('notEnough', { has: coin(has), needs: coin(needs) }), 'caution')
  if (fails) return finding(warning('willFail'), 'caution')
  return finding(untried ? warning('cannotSimulate') : undefined, 'normal')
}

/** What leaves with an approval in the frame, and how much that is of the limits. Undefined where it could not be tried out. */
export function spendingOf(leaves: readonly Leaving[] | undefined, network: FrameNetwork, context: Limits): Spending | undefined {
  return leaves && { leaves, millionths: shareOf(leaves, network, context).millionths }
}
