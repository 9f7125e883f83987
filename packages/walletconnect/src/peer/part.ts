/** A chunk that comes beside a code and not before it. */
export interface Part<T> {
  /** Undefined until it is there. From then on nothing has to be waited for: a link opens in the moment of a tap alone. */
  readonly now: () => T | undefined
  /** Whoever waits is served in order. Rejects where the chunk does not load, and tries again when asked again. */
  readonly load: () => Promise<T>
}

/** @param bring makes it from its chunk. Called when the part is asked for first, and again after a failure */
export function createPart<T>(bring: () => Promise<T>): Part<T> {
  let there: T | undefined
  let loading: Promise<T> | undefined
  return {
    now: () => there,
    load() {
      loading ??= bring().then(
        (brought) => (there = brought),
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}

/** A part that is in the chunk already. */
export const partOf = <T>(there: T): Part<T> => ({ now: () => there, load: () => Promise.resolve(there) })
