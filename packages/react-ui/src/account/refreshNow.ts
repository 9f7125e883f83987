import { refreshBalance, type Portico } from '@portico/core'

/** Reads the balance again, whatever the cache says. */
export const refreshNow = (portico: Portico): Promise<void> => refreshBalance(portico, { force: true })
