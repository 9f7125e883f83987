import type { Log } from '@portico/service'
import { type Hex, encodeFunctionData, erc20Abi, maxUint256, toHex } from 'viem'
import { z } from 'zod'
import type { AccountChain, Accounts } from '../account/accounts.js'
import type { Prices } from '../prices/prices.js'
import { ProviderError } from '../providers/errors.js'
import { NodeUnavailableError, RpcError, hexBigint } from '../rpc/node.js'
import { type Span, lasts } from '../span.js'
import { swapDefaults } from './defaults.js'
import { SwapRefusedError } from './errors.js'
import { type GasPrices, createGasPrices } from './gasPrices.js'
import { hexOf } from './onchain/venues.js'
import { rank } from './rank.js'
import { createSwapProvider } from './registry.js'
import type { SwapSettings } from './settings.js'
import { createTokens } from './tokens.js'
import type { TradeData } from './trade.js'
import {
  type SwapContracts,
  type SwapProvider,
  type SwapQuote,
  type SwapRequest,
  type SwapTrade,
  type SwapTransaction,
  type TradeProgress,
  native,
} from './types.js'
import { type TokensAnswer, quoteLifetime, readQuoteId, writeQuoteId } from './wire.js'

/** A quote with who gave it. */
export interface OfferedQuote extends SwapQuote {
  readonly id: string
  readonly provider: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Swaps of one chain. */
export interface ChainSwaps {
  readonly tokens: () => Promise<TokensAnswer>
  /** The best first, net of gas and fees. @throws SwapRefusedError, ProviderError */
  readonly quotes: (request: Asked) => Promise<readonly OfferedQuote[]>
  /** The transaction of a quote; without one, of the best by the usual spender. @throws SwapRefusedError, ProviderError */
  readonly build: (
    request: Asked,
    quoteId: string | undefined,
  ) => Promise<(SwapTransaction | SwapTrade) & { readonly expiresAt: number; readonly gasPrice: bigint }>
  /** Hands a signed trade in. @throws SwapRefusedError where nobody takes any, ProviderError */
  readonly submitTrade: (typedData: TradeData, signature: Hex, signal: AbortSignal) => Promise<string>
  /** @throws SwapRefusedError where nobody takes any, ProviderError */
  readonly readTrade: (id: string, signal: AbortSignal) => Promise<TradeProgress>
  /** How much a contract may take. Of the coin itself everything. @throws ProviderError */
  readonly allowance: (asked: { token: string; user: string; spender: string | undefined; signal: AbortSignal }) => Promise<bigint>
  /** @throws SwapRefusedError for a contract that swaps nothing here, ProviderError */
  readonly approve: (asked: ApproveParameters) => Promise<Approval>
}

/** What is asked for, before the price of gas is known. */
export type Asked = Omit<SwapRequest, 'gasPrice' | 'spender'> & { readonly gasPrice: bigint | undefined }
export interface ApproveParameters {
  readonly token: string
  readonly user: string
  /** Everything, unless told: existing clients don't tell. */
  readonly amount: bigint | undefined
  readonly spender: string | undefined
  readonly signal: AbortSignal
}
export interface Approval {
  readonly spender: string
  readonly data: string
  readonly gas: bigint
  readonly gasPrice: bigint
}

export interface Swaps {
  /** Of the chains that have swaps, by CAIP-2 id. */
  readonly chains: ReadonlyMap<string, ChainSwaps>
  /** Of every EVM chain. */
  readonly gasPrices: ReadonlyMap<string, () => Promise<GasPrices>>
}

export interface SwapsParameters {
  readonly accounts: Accounts
  readonly prices: Prices
  readonly fetch: typeof fetch
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  /** Milliseconds that providers have for a quote: who is slower is left out. */
  readonly quoteMs?: number
}

/** Milliseconds that providers have for a quote unless told, and for a transaction. */
const usualQuoteMs = 4000
const buildMs = 10_000

/** @throws OptionsError for a provider that can't be made */
export function createSwaps({ accounts, ...more }: SwapsParameters): Swaps {
  const evm = [...accounts.chains.values()].filter(({ chain }) => chain.id.startsWith('eip155:'))
  const gasPrices = new Map(evm.map(({ chain, node }) => [chain.id, createGasPrices(node, more.clock)]))
  const chains = [...accounts.chains.values()].flatMap((at): [string, ChainSwaps][] => {
    const made = createChainSwaps({ at, gasPrices: gasPrices.get(at.chain.id), ...more })
    return made ? [[at.chain.id, made]] : []
  })
  return { chains: new Map(chains), gasPrices }
}

interface ChainSwapsParameters extends Omit<SwapsParameters, 'accounts'> {
  readonly at: AccountChain
  readonly gasPrices: (() => Promise<GasPrices>) | undefined
}

/** Undefined where the operator offers none. */
function createChainSwaps({
  at,
  gasPrices,
  prices,
  fetch,
  clock,
  log,
  quoteMs = usualQuoteMs,
}: ChainSwapsParameters): ChainSwaps | undefined {
  const { chain, node } = at
  if (!chain.swap) return undefined
  const contracts = contractsOf(chain.id, chain.swap)
  const providers = chain.swap.providers.map((options) => createSwapProvider({ chain, contracts, options, node, fetch, clock, log }))
  const unsigned = providers.filter(({ isSigned }) => !isSigned)
  const quiet = new Map<SwapProvider, Span>()
  const tokens = createTokens(at)

  const ask = async <Value>(provider: SwapProvider, call: () => Promise<Value>): Promise<Value> => {
    if (lasts(quiet.get(provider), clock())) throw new ProviderError('unavailable', `${provider.kind} wants to be left alone for now.`)
    try {
      return await call()
    } catch (thrown) {
      const error = isTimeout(thrown) ? new ProviderError('unavailable', `${provider.kind} took too long.`, { cause: thrown }) : thrown
      if (!(error instanceof ProviderError)) throw error
      log('warn', 'swap.provider-failed', { kind: provider.kind, reason: error.reason, message: error.message })
      const now = clock()
      if (error.retryAfter !== undefined) quiet.set(provider, { from: now, until: now + error.retryAfter * 1000 })
      throw error
    }
  }
  /** Where there is no gas, what the network takes is counted in its own smallest unit. */
  const priceOfGas = async (told: bigint | undefined): Promise<bigint> => (gasPrices ? (told ?? (await gasPrices()).standard) : 1n)
  const questionOf = ({ from, to, amount, user }: Asked) => [chain.id, from, to, amount, user]

  /** Of everybody who is asked, those that answer. Who fails does not hurt the others; where all fail, the failure is told. */
  const quotesBy = async (asked: readonly SwapProvider[], request: SwapRequest): Promise<readonly OfferedQuote[]> => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(quoteMs)])
    const outcomes = await Promise.allSettled(
      asked.map((provider) => ask(provider, () => inTime(provider.quote({ ...request, signal }), signal))),
    )
    request.signal.throwIfAborted()
    const expiresAt = clock() + quoteLifetime
    const told = outcomes.flatMap((outcome, index): OfferedQuote[] => {
      const provider = asked[index]
      if (outcome.status === 'rejected' || !provider) return []
      const id = writeQuoteId({ provider: providers.indexOf(provider), expiresAt, plan: outcome.value.plan, question: questionOf(request) })
      return [{ ...outcome.value, id, provider: provider.kind, expiresAt }]
    })
    if (told.length > 0) return await rank({ quotes: told, request, at, prices })
    const failures = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []))
    // That nobody has a route is certain where everybody has answered.
    throw failures.find((failure) => !(failure instanceof SwapRefusedError)) ?? new SwapRefusedError('noRoute')
  }

  /** Where nobody says by whom, the first contract of the first provider spends: allowance, approval and swap have to mean the same. */
  const usualSpender = async (): Promise<{ spender: string; by: SwapProvider }> => {
    for (const by of unsigned) {
      const [spender] = await by.spenders()
      if (spender !== undefined) return { spender, by }
    }
    throw new SwapRefusedError('unknownSpender')
  }
  const knownSpender = async (asked: string | undefined): Promise<string> => {
    if (asked === undefined) return (await usualSpender()).spender
    const known = await Promise.allSettled(providers.map((provider) => provider.spenders()))
    if (known.some((each) => each.status === 'fulfilled' && each.value.includes(asked))) return asked
    throw new SwapRefusedError('unknownSpender')
  }

  /** Who takes trades. One of a chain does: a trade does not say whose it is. */
  const taker = () => {
    for (const by of providers) if (by.trades) return { by, trades: by.trades }
    throw new SwapRefusedError('noTrades')
  }

  return {
    tokens,
    quotes: async (asked) => quotesBy(providers, { ...asked, gasPrice: await priceOfGas(asked.gasPrice) }),
    build: async (asked, quoteId) => {
      const gasPrice = await priceOfGas(asked.gasPrice)
      const request = { ...asked, gasPrice, signal: AbortSignal.any([asked.signal, AbortSignal.timeout(buildMs)]) }
      let id = quoteId
      if (id === undefined) {
        const needsAllowance = asked.from !== native && chain.id.startsWith('eip155:')
        const only = needsAllowance ? await usualSpender() : undefined
        id = (await quotesBy(only ? [only.by] : unsigned, { ...request, spender: only?.spender }))[0]?.id
      }
      const quote = id === undefined ? undefined : readQuoteId(id, questionOf(asked))
      const provider = quote && providers[quote.provider]
      if (!quote || !provider || quote.expiresAt <= clock() || quote.expiresAt > clock() + quoteLifetime)
        throw new SwapRefusedError('quoteExpired')
      const built = await ask(provider, () => inTime(provider.build(request, quote.plan), request.signal))
      return { ...built, gasPrice, expiresAt: quote.expiresAt }
    },
    submitTrade: async (typedData, signature, signal) => {
      const { by, trades } = taker()
      return await ask(by, () => trades.submit(typedData, signature, signal))
    },
    readTrade: async (id, signal) => {
      const { by, trades } = taker()
      return await ask(by, () => trades.read(id, signal))
    },
    allowance: async ({ token, user, spender, signal }) => {
      if (token === native || !chain.id.startsWith('eip155:')) return maxUint256
      const args = [hexOf(user), hexOf(spender ?? (await usualSpender()).spender)] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
      try {
        return await node.call({ method: 'eth_call', params: [{ to: token, data }, 'latest'] }, hexBigint, signal)
      } catch (error) {
        throw asProvider(error)
      }
    },
    approve: async ({ token, user, amount = maxUint256, spender: asked, signal }) => {
      const spender = await knownSpender(asked)
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [hexOf(spender), amount] })
      const call = { method: 'eth_estimateGas', params: [{ from: user, to: token, data, value: toHex(0) }] }
      const [gas, gasPrice] = await Promise.all([
        // Who has no coins yet can't be estimated for.
        node
          .call(call, hexBigint, signal)
          .catch((error: unknown) => (error instanceof RpcError ? usualApproval : Promise.reject(asProvider(error)))),
        priceOfGas(undefined),
      ])
      return { spender, data, gas, gasPrice }
    },
  }
}

/** Units of gas of an approval, with room for tokens that do more than most. */
const usualApproval = 100_000n

function asProvider(error: unknown): unknown {
  if (!(error instanceof NodeUnavailableError || error instanceof RpcError || error instanceof z.ZodError)) return error
  return new ProviderError('unavailable', 'The node does not tell the allowance.', { cause: error })
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** What the operator names, and what is known of the network where they name nothing. Who names routers means those alone. */
function contractsOf(id: string, { v2, v3, hubs, fees }: SwapSettings): SwapContracts {
  const usual = v2 === undefined && v3 === undefined ? swapDefaults[id] : undefined
  return { v2: v2 ?? usual?.v2 ?? [], v3: v3 ?? usual?.v3 ?? [], hubs: hubs ?? swapDefaults[id]?.hubs ?? [], fees }
}

/** The promise, or the signal's reason where that comes first: not every provider hears the signal. */
function inTime<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    // The reason of our own signals is an error.
    const end = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('The caller has gone.'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
