import type { Log } from '@portico/service'
import { ProviderError } from '../providers/errors.js'
import { type Span, lasts } from '../span.js'
import type { OnrampCatalog, OnrampProvider } from './types.js'

/** What a provider has, or what is taken for granted while it does not say. */
export interface KnownCatalog extends OnrampCatalog {
  readonly provider: OnrampProvider
  readonly isBuiltIn: boolean
}

/** What every provider has for a country. One that does not answer is taken to have what all have (R10). */
export type Catalogs = (country: string | undefined) => Promise<readonly KnownCatalog[]>

/** Milliseconds. */
const freshMs = 300_000
const staleMs = 3_600_000
const retryMs = 15_000
const answerMs = 8000
/** Countries of providers that are remembered. */
const most = 1000

interface Entry extends Span {
  readonly catalog: OnrampCatalog | undefined
  readonly readAt: number
}

export interface CatalogsParameters {
  providers: readonly OnrampProvider[]
  builtIn: OnrampCatalog
  /** Whether anything can be sent to a network here: nobody could show whose an address is on another. */
  isServed: (network: string) => boolean
  clock: () => number
  log: Log
}

export function createCatalogs({ providers, builtIn, isServed, clock, log }: CatalogsParameters): Catalogs {
  const known = new Map<string, Promise<Entry>>()

  const read = async (provider: OnrampProvider, country: string | undefined, last: Promise<Entry> | undefined): Promise<Entry> => {
    const now = clock()
    try {
      const catalog = await provider.catalog(country, AbortSignal.timeout(answerMs))
      return { catalog, readAt: now, from: now, until: now + freshMs }
    } catch (error) {
      const reason = error instanceof ProviderError ? error.reason : error instanceof Error ? error.name : 'unknown'
      log('warn', 'onramp.catalog', { provider: provider.kind, reason })
      const wait = error instanceof ProviderError && error.retryAfter !== undefined ? error.retryAfter * 1000 : retryMs
      const before = await last
      const isRecent = before?.catalog !== undefined && now - before.readAt < staleMs
      return { catalog: isRecent ? before.catalog : undefined, readAt: before?.readAt ?? 0, from: now, until: now + wait }
    }
  }
  const entryOf = async (provider: OnrampProvider, country: string | undefined): Promise<Entry> => {
    const key = `${provider.kind}/${country ?? ''}`
    const last = known.get(key)
    const entry = await last
    if (entry && lasts(entry, clock())) return entry
    // Whoever comes meanwhile waits for the same answer.
    const current = known.get(key)
    if (current !== undefined && current !== last) return current
    const reading = read(provider, country, last)
    known.delete(key)
    known.set(key, reading)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return reading
  }
  return (country) =>
    Promise.all(
      providers.map(async (provider): Promise<KnownCatalog> => {
        const { catalog } = await entryOf(provider, country)
        const { assets, ...more } = catalog ?? builtIn
        return { ...more, assets: assets.filter(({ network }) => isServed(network)), provider, isBuiltIn: catalog === undefined }
      }),
    )
}
