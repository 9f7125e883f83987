import type * as envelope from './envelope.js'

type Sealing = Pick<typeof envelope, 'seal' | 'open' | 'openFrom'>

/** Sealing and opening: a chunk of its own, which comes beside a code and not before it. */
export interface Envelopes {
  /** Undefined until it is there. From then on nothing has to be waited for: a link opens in the moment of a tap alone. */
  readonly now: () => Sealing | undefined
  /** Whoever waits is served in order. Rejects where the chunk does not load, and tries again when asked again. */
  readonly load: () => Promise<Sealing>
}

/** Begins to load at once. */
export function createEnvelopes(): Envelopes {
  let there: Sealing | undefined
  let loading: Promise<Sealing> | undefined
  const load = () => {
    loading ??= import('./envelope.js').then(
      (module) => (there = module),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  load().catch(() => undefined)
  return { now: () => there, load }
}
