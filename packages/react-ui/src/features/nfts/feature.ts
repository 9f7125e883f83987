import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** The NFTs of the account in use: a tab of the account, where there is a gateway to tell of them. */
export const nfts = {
  id: 'nfts',
  ...inOneModule(() => import('./views.js'), viewNames.nfts, { 'account.tabs': ({ options }) => Boolean(options.apiUrl) }),
} as const satisfies Feature
