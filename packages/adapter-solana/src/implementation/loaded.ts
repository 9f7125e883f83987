import { AdapterLoadError } from '@portico/core'

/** A chunk of the adapter. @throws AdapterLoadError where it cannot be had, for example offline: the next call tries again */
export async function loaded<T>(loading: Promise<T>): Promise<T> {
  return loading.catch((cause: unknown) => {
    throw new AdapterLoadError({ namespace: 'solana', cause })
  })
}
