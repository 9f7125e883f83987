import type { Namespace } from '@portico/core'
import { defineStore } from '@portico/core/kit'

/** How many wallets the list of all of them has, by the chain families that it is for, as far as that list has been shown. */
export const walletCountStore = defineStore<Readonly<Record<string, number>>>('walletCount', () => ({}))

export const countKey = (among: readonly Namespace[]): string => [...among].sort().join()
