import type { Log } from '@portico/service'
import { type Span, lasts } from '../span.js'
import { ProviderError } from './errors.js'
import type { AccountParameters, AccountProvider, PageParameters, Price, PricesParameters } from './types.js'
import type { Balance, HistoryPage, NftPage } from './wire.js'

export interface FallThrough {
  /** @throws ProviderError when each provider that has the call failed */
  readonly balances: (parameters: AccountParameters) => Promise<readonly Balance[]>
  /** @throws ProviderError */
  readonly history: (parameters: PageParameters) => Promise<HistoryPage>
  /** @throws ProviderError */
  readonly nfts: (parameters: PageParameters) => Promise<NftPage>
  /** What the first ones leave out is asked of the next. @throws ProviderError */
  readonly prices: (parameters: PricesParameters) => Promise<readonly Price[]>
}

export interface FallThroughParameters {
  readonly providers: readonly AccountProvider[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

/**
 * The providers of one chain as one. Whoever fails is left out for as long as it asked for, the next one is asked in its place. A
 * page's cursor belongs to the provider that gave it: the following pages are asked of that one alone.
 */
export function fallThrough({ providers, clock, log }: FallThroughParameters): FallThrough {
  const quiet = new Map<AccountProvider, Span>()

  const ask = async <Value>(provider: AccountProvider, call: () => Promise<Value>): Promise<Value> => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log('warn', 'provider.failed', { kind: provider.kind, reason: error.reason, message: error.message })
      const now = clock()
      if (error.retryAfter !== undefined) quiet.set(provider, { from: now, until: now + error.retryAfter * 1000 })
      throw error
    }
  }
  const isAwake = (provider: AccountProvider): boolean => !lasts(quiet.get(provider), clock())

  const firstOf = async <Value>(calls: readonly (readonly [AccountProvider, () => Promise<Value>])[], empty: Value): Promise<Value> => {
    if (calls.length === 0) return empty
    let failure = new ProviderError('unavailable', 'Every provider wants to be left alone for now.')
    for (const [provider, call] of calls) {
      if (!isAwake(provider)) continue
      try {
        return await ask(provider, call)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        failure = error
      }
    }
    throw failure
  }

  const page = async <Page extends HistoryPage | NftPage>(
    call: (provider: AccountProvider) => ((parameters: PageParameters) => Promise<Page>) | undefined,
    parameters: PageParameters,
    empty: Page,
  ): Promise<Page> => {
    const { kind, cursor } = split(parameters.cursor)
    const able = providers.flatMap((provider) => {
      const run = call(provider)
      if (!run || (kind !== undefined && provider.kind !== kind)) return []
      return [[provider, () => pageOf(provider.kind, run, { ...parameters, cursor })] as const]
    })
    return await firstOf(able, empty)
  }

  return {
    balances: (parameters) => {
      const able = providers.flatMap((provider) => {
        const { balances } = provider
        return balances ? [[provider, () => balances(parameters)] as const] : []
      })
      return firstOf<readonly Balance[]>(able, [])
    },
    history: (parameters) => page(({ history }) => history, parameters, { data: [], next: null }),
    nfts: (parameters) => page(({ nfts }) => nfts, parameters, { data: [], next: null }),
    prices: async (parameters) => {
      const found = new Map<string, Price>()
      let failure: ProviderError | undefined
      let hasAnswered = false
      for (const provider of providers) {
        const tokens = parameters.tokens.filter((token) => !found.has(token))
        const { prices } = provider
        if (!prices || tokens.length === 0 || !isAwake(provider)) continue
        try {
          const told = await ask(provider, () => prices({ ...parameters, tokens }))
          for (const price of told) if (tokens.includes(price.token)) found.set(price.token, price)
          hasAnswered = true
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error
          failure = error
        }
      }
      if (failure && !hasAnswered) throw failure
      return [...found.values()]
    },
  }
}

/** How many pages without a row are passed over for one answer. */
const mostEmpty = 20

/**
 * The next page that has a row: clients take one without any for the end of the list (R21), but sources leave out what was given away.
 * Its cursor is `kind:cursor`, for whoever gets it next. A page that points at itself is the last one.
 */
async function pageOf<Page extends HistoryPage | NftPage>(
  kind: string,
  run: (parameters: PageParameters) => Promise<Page>,
  parameters: PageParameters,
): Promise<Page> {
  let { cursor } = parameters
  for (let pages = 1; ; pages += 1) {
    const page = await run({ ...parameters, cursor })
    if (page.next === null || page.next === cursor) return { ...page, next: null }
    if (page.data.length > 0 || pages > mostEmpty) return { ...page, next: `${kind}:${page.next}` }
    cursor = page.next
  }
}

function split(cursor: string | undefined): { kind?: string; cursor: string | undefined } {
  if (cursor === undefined) return { cursor }
  const at = cursor.indexOf(':')
  return { kind: cursor.slice(0, Math.max(0, at)), cursor: cursor.slice(at + 1) }
}
