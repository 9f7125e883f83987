import { OptionsError } from '@portico/service'
import { z } from 'zod'
import { ProviderError } from '../../providers/errors.js'
import { createMulticall } from '../../rpc/multicall.js'
import { NodeUnavailableError, RpcError, hexNumber } from '../../rpc/node.js'
import { type Span, lasts } from '../../span.js'
import { SwapRefusedError } from '../errors.js'
import { type SwapProviderFactory, type SwapRequest, leastOf, native } from '../types.js'
import { type GasRate, byNet, canSplit, choose, costOf } from './choose.js'
import { encodeSwap } from './encode.js'
import { impactOf } from './impact.js'
import { type Leg, type PlanWords, readPlan, writePlan } from './plan.js'
import { createPools } from './pools.js'
import { type Priced, readRoutes } from './readRoutes.js'
import { type Route, pathsOf, routesOf } from './routes.js'
import { type Venue, readVenues, targetOf } from './venues.js'

/** Routes that are looked at closely: for their marginal price, and for parts of the amount. */
const finalists = 4
/** Tenths of the amount that a part of it may have. */
const shares = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n]
/** The part of the amount by which a path's marginal price is read. */
const probeShare = 1000n
/** Units of gas whose price in the bought token is read: as much as a usual swap takes. */
const gasProbe = 200_000n
/** Seconds that a transaction may be mined within. */
const lifetime = 1200
/** Tenths of the usual gas that a transaction may take: pools change until it is mined. */
const roomForGas = 15n
/** Milliseconds after which a router that did not answer is asked again. */
const retryMs = 30_000

/**
 * The built-in source of swaps: the routers' own contracts, asked for every route over the hubs. No key, no vendor: nothing but the
 * chain's node.
 */
export const onchain: SwapProviderFactory = ({ chain, contracts: { v2, v3, hubs, fees }, node, clock, log }) => {
  if (!chain.id.startsWith('eip155:') || v2.length + v3.length === 0) {
    throw new OptionsError(`chains: swap of ${chain.id} needs routers (v2, v3), or another provider`)
  }
  const multicall = createMulticall(node)
  const pools = createPools(multicall, fees, clock)
  let known: (Span & { readonly venues: Promise<readonly Venue[]>; isWhole: boolean }) | undefined

  const venuesOf = (): Promise<readonly Venue[]> => {
    const now = clock()
    if (known && (known.isWhole || lasts(known, now))) return known.venues
    const read = { venues: readVenues({ v2, v3, multicall, log }), from: now, until: now + retryMs, isWhole: false }
    known = read
    read.venues.then(
      (venues) => (read.isWhole = venues.length === v2.length + v3.length),
      // Asked again by the next one.
      () => known === read && (known = undefined),
    )
    return read.venues
  }

  /** What a request means to the contracts, which know no coin but its wrapped token. */
  const wordsOf = async ({ from, to, amount, spender }: SwapRequest) => {
    const all = await venuesOf()
    const venues = all.filter((venue) => spender === undefined || targetOf(venue) === spender)
    const [first] = all
    const wrapped = first?.wrapped ?? ''
    const words: PlanWords = {
      venues: all,
      hubs: [...new Set([wrapped, ...hubs])],
      fees,
      from: from === native ? wrapped : from,
      to: to === native ? wrapped : to,
      amount,
    }
    // To wrap a coin is no swap.
    if (words.from === words.to || venues.length === 0) throw new SwapRefusedError('noRoute')
    return { words, wrapped, venues: venues.filter((venue) => venue.wrapped === wrapped) }
  }

  const quote = async (request: SwapRequest) => {
    const { from, amount, slippage, gasPrice, signal } = request
    const { words, wrapped, venues } = await wordsOf(request)
    const find = async (paths: readonly (readonly string[])[]): Promise<readonly Route[]> =>
      (await Promise.all(venues.map((venue) => routesOf(venue, paths, pools, signal)))).flat()
    const routes = await find(pathsOf(words.from, words.to, words.hubs))
    // What gas costs in the bought token, where the routes themselves don't tell.
    const toGas =
      words.from === wrapped || words.to === wrapped
        ? []
        : await find(pathsOf(wrapped, words.to, words.hubs).filter(({ length }) => length < 4)) // prettier-ignore
    const coins = gasPrice * gasProbe
    const all = await readRoutes(
      multicall,
      [...routes.map((route) => [route, amount] as const), ...(coins > 0n ? toGas.map((route) => [route, coins] as const) : [])],
      signal,
    )
    const found = all.slice(0, routes.length).filter((each) => each !== undefined)
    const rate = rateOf({
      found,
      toGas: all.slice(routes.length),
      isFromCoin: words.from === wrapped,
      isToCoin: words.to === wrapped,
      gasPrice,
    })
    const whole = byNet(found, rate).slice(0, finalists)
    if (whole.length === 0) throw new SwapRefusedError('noRoute')

    const close = await readClosely(whole, amount, signal)
    const chosen = choose(whole, close.parts, amount, rate)
    const [best] = chosen
    if (!best) throw new SwapRefusedError('noRoute')
    const amountOut = sumOf(chosen.map((each) => each.amountOut))
    const minOut = leastOf(amountOut, slippage)
    const gas = sumOf(chosen.map((each) => each.gas))
    const target = targetOf(best.route.venue)
    return {
      amountOut,
      minOut,
      spender: from === native ? null : target,
      target,
      path: best.route.tokens,
      impact: impactOf(chosen, close.probes),
      fees: [],
      gas,
      ...(rate.per > 0n && { gasCost: costOf(gas, rate) }),
      plan: writePlan({ legs: legsOf(chosen, minOut), gas }, words),
    }
  }

  /** The finalists for a little, and for parts where two of them could share the amount. */
  const readClosely = async (whole: readonly Priced[], amount: bigint, signal: AbortSignal) => {
    const little = amount / probeShare || 1n
    const able = whole.filter(({ route: a }) => whole.some(({ route: b }) => a !== b && canSplit(a, b)))
    const partsOf = (share: bigint): bigint => (share <= 5n ? (amount * share) / 10n : amount - (amount * (10n - share)) / 10n)
    const wanted = able.flatMap(({ route }) => shares.map(partsOf).flatMap((part) => (part > 0n ? [[route, part] as const] : [])))
    const all = await readRoutes(multicall, [...whole.map(({ route }) => [route, little] as const), ...wanted], signal)
    return {
      probes: all.slice(0, whole.length).filter((each) => each !== undefined),
      parts: all.slice(whole.length).filter((each) => each !== undefined),
    }
  }

  return {
    kind: 'onchain',
    spenders: () =>
      answer(async () => {
        const venues = await venuesOf()
        return [...new Set(venues.map(targetOf))]
      }),
    quote: (request) => answer(() => quote(request)),
    build: (request, text) =>
      answer(async () => {
        const { words } = await wordsOf(request)
        const plan = readPlan(text, words)
        if (!plan) throw new SwapRefusedError('quoteExpired')
        const { timestamp } = await node.call({ method: 'eth_getBlockByNumber', params: ['latest', false] }, block, request.signal)
        // A local chain may have another time than this machine.
        const deadline = BigInt(Math.max(timestamp, Math.floor(clock() / 1000)) + lifetime)
        const [isFromNative, isToNative] = [request.from === native, request.to === native]
        const call = encodeSwap({ legs: plan.legs, isFromNative, isToNative, user: request.user, deadline })
        const minOut = sumOf(plan.legs.map((leg) => leg.minOut))
        return { ...call, gas: (plan.gas * roomForGas) / 10n, minOut, spender: isFromNative ? null : call.to }
      }),
  }
}

const block = z.object({ timestamp: hexNumber })
const sumOf = (all: readonly bigint[]): bigint => all.reduce((sum, each) => sum + each, 0n)

/** Each part's least is its share; together they are exactly what was promised. */
function legsOf(chosen: readonly Priced[], minOut: bigint): readonly Leg[] {
  const total = sumOf(chosen.map(({ amountOut }) => amountOut))
  let left = minOut
  return chosen.map(({ route, amountIn, amountOut }, at) => {
    const least = at === chosen.length - 1 ? left : (minOut * amountOut) / total
    left -= least
    return { route, amountIn, minOut: least }
  })
}

interface RateParameters {
  readonly found: readonly Priced[]
  readonly toGas: readonly (Priced | undefined)[]
  readonly isFromCoin: boolean
  readonly isToCoin: boolean
  readonly gasPrice: bigint
}

/** What a unit of gas costs in the bought token. Nothing where no pool tells: then gas is not weighed. */
function rateOf({ found, toGas, isFromCoin, isToCoin, gasPrice }: RateParameters): GasRate {
  if (isToCoin) return { out: gasPrice, per: 1n }
  const known = isFromCoin ? found : toGas.filter((each) => each !== undefined)
  const best = known.reduce<Priced | undefined>((most, each) => (most && most.amountOut >= each.amountOut ? most : each), undefined)
  return best ? { out: best.amountOut * gasPrice, per: best.amountIn } : { out: 0n, per: 0n }
}

/** A node's failure is a provider's: others may still answer. */
async function answer<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof NodeUnavailableError || error instanceof RpcError)) throw error
    throw new ProviderError('unavailable', error.message, { cause: error })
  }
}
