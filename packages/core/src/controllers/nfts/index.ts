export { getNfts, nftsOf, nftsQuery, type GetNftsError, type GetNftsParameters, type NftsPage } from './getNfts.js'
export { hasNfts } from './hasNfts.js'
export type { Nft } from './schema.js'
