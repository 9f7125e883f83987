import type { Namespace } from '@portico/core'
import { defineStore } from '@portico/core/kit'
import type { Locale } from '../i18n/locale.js'

/** How many wallets the list of all of them has, by the chain families that it is for, as far as that list has been shown. */
export const walletCountStore = defineStore<Readonly<Record<string, number>>>('walletCount', () => ({}))

export const countKey = (among: readonly Namespace[]): string => [...among].sort().join()

/** So many, as a language writes it. The first number format takes a third of the opening: where it would change nothing, there is none. */
export const countText = (count: number, { code, dir }: Locale): string =>
  count < 1000 && dir === 'ltr' ? String(count) : count.toLocaleString(code)
