import type { Balance, HistoryPage, NftPage } from '../providers/wire.js'
import type { Pictures } from './pictures.js'

/** Turns the pictures of an answer, which its source names wherever they are, into addresses of this gateway: nobody else is asked for them. */
export interface OwnPictures {
  readonly balances: (balances: readonly Balance[]) => Promise<readonly Balance[]>
  readonly history: (page: HistoryPage) => Promise<HistoryPage>
  readonly nfts: (page: NftPage) => Promise<NftPage>
  /** Of one picture; undefined where there are none to be shown. */
  readonly picture: (source: string) => Promise<string | undefined>
}

/** @param pictures undefined: there are none to be shown */
export function createOwnPictures(pictures: Pictures | undefined): OwnPictures {
  const addressesOf = async (sources: readonly (string | null | undefined)[]) => {
    const named = sources.flatMap((source) => source || [])
    const found = named.length > 0 ? await pictures?.addressesOf(named) : undefined
    return (source: string | null | undefined): string | undefined => found?.get(source ?? '')
  }
  const picture = (url: string | undefined) => (url === undefined ? null : { url, content_type: 'image/webp' })

  return {
    picture: async (source) => (await addressesOf([source]))(source),
    balances: async (balances) => {
      const own = await addressesOf(balances.map(({ iconUrl }) => iconUrl))
      return balances.map((balance) => ({ ...balance, iconUrl: own(balance.iconUrl) ?? '' }))
    },
    history: async (page) => {
      const transfers = page.data.flatMap((row) => row.transfers)
      const own = await addressesOf(
        transfers.map((each) => ('fungible_info' in each ? each.fungible_info.icon?.url : each.nft_info.content?.preview?.url)),
      )
      const shown = (each: (typeof transfers)[number]) => {
        if ('fungible_info' in each) {
          const url = own(each.fungible_info.icon?.url)
          return { ...each, fungible_info: { ...each.fungible_info, icon: url === undefined ? null : { url } } }
        }
        const preview = picture(own(each.nft_info.content?.preview?.url))
        return { ...each, nft_info: { ...each.nft_info, content: preview && { preview, detail: null } } }
      }
      return { ...page, data: page.data.map((row) => ({ ...row, transfers: row.transfers.map(shown) })) }
    },
    nfts: async (page) => {
      const own = await addressesOf(page.data.map(({ content }) => content?.preview?.url))
      const data = page.data.map((row) => {
        const preview = picture(own(row.content?.preview?.url))
        return { ...row, content: preview && { preview, detail: { ...preview, url: `${preview.url}?size=512` } } }
      })
      return { ...page, data }
    },
  }
}
