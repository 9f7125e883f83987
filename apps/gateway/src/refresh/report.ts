import type { WalletRecord } from '../wallets/schema.js'
import type { MergeResult } from './mergeLists.js'

/** What is to be looked at after a refresh, and put right in the corrections where it is wrong. */
export interface Report {
  /** Wallets that share a link: one wallet twice, or a link that was copied. */
  shared: { field: string; link: string; ids: string[] }[]
  /** No page in any store is known. */
  withoutStore: string[]
  /** A scheme, and no app known that would answer to it: it may be dead. */
  schemeWithoutApp: string[]
  /** No clean logo was found: their letter is drawn. */
  withoutLogo: string[]
  /** Nothing is known of their chains. */
  withoutChains: string[]
  /** Wallets of other lists that are not in the data set. */
  strangers: MergeResult['strangers']
}

const sharedFields = ['app_store', 'play_store', 'chrome_store', 'mobile_link', 'universal_link', 'desktop_link', 'webapp_link'] as const

export function report(wallets: readonly WalletRecord[], strangers: MergeResult['strangers']): Report {
  const idsOf = (holds: (wallet: WalletRecord) => boolean): string[] => wallets.filter(holds).map(({ id }) => id)
  const shared = sharedFields.flatMap((field) => {
    const byLink = new Map<string, string[]>()
    for (const wallet of wallets) {
      const link = wallet[field]
      if (link !== null) byLink.set(link, [...(byLink.get(link) ?? []), wallet.id])
    }
    return [...byLink].filter(([, ids]) => ids.length > 1).map(([link, ids]) => ({ field, link, ids }))
  })
  const hasApp = ({ app_store, play_store }: WalletRecord): boolean => app_store !== null || play_store !== null
  return {
    shared,
    withoutStore: idsOf((wallet) => !hasApp(wallet) && wallet.chrome_store === null),
    schemeWithoutApp: idsOf((wallet) => wallet.mobile_link !== null && !hasApp(wallet)),
    withoutLogo: idsOf(({ image_id }) => image_id === null),
    withoutChains: idsOf(({ chains }) => chains.length === 0),
    strangers,
  }
}
