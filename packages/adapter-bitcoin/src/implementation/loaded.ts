import { AdapterLoadError } from '@portico/core'

/** Waits for a part of the adapter's own code. @throws AdapterLoadError when it could not be loaded, for example offline */
export const loaded = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: unknown) => {
    throw new AdapterLoadError({ namespace: 'bip122', cause })
  })
