import { refreshBalance, type Namespace, type Portico } from '@portico/core'

/** Reads the balance again, whatever the cache says. */
export const refreshNow = (portico: Portico, namespace?: Namespace): Promise<void> =>
  refreshBalance(portico, { force: true, ...(namespace && { namespace }) })
