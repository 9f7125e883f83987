import type { Nft } from '../../nfts/schema.js'
import type { Portico } from '../../../portico/createPortico.js'
import { setSendToken } from './editSend.js'
import { startSend } from './startSend.js'
import { sendFormStore, type SendToken } from './store.js'

/**
 * What can be sent of an NFT as the gateway tells of it: undefined for one of another standard than ERC-721 and ERC-1155.
 * @example
 * const token = tokenOfNft(nft)
 * if (token) showSend(`${token.units} of ${token.name}`)
 */
export function tokenOfNft({ networkId, standard, address, tokenId, quantity, name, collection, picture }: Nft): SendToken | undefined {
  if (!/^erc-?(721|1155)$/i.test(standard) || !/^\d{1,78}$/.test(tokenId)) return undefined
  const id = BigInt(tokenId)
  if (id >= 2n ** 256n || quantity < 1n) return undefined
  return {
    networkId,
    address,
    symbol: '',
    name: name || (collection ? `${collection} #${id}` : `#${id}`),
    units: quantity,
    decimals: 0,
    ...(picture !== undefined && { icon: picture }),
    item: { tokenId: id, collection },
  }
}

/**
 * Begins the transfer of an NFT. Does nothing while the form is that of the same parameters already, so that coming back to the view
 * keeps what was changed, and for an NFT of another network than the sender's.
 * @example startSendItem(portico, { nft })
 */
export function startSendItem(portico: Portico, params: { readonly nft: Nft }): void {
  const { sender, opened, fixed, progress } = sendFormStore(portico).getState()
  const token = tokenOfNft(params.nft)
  if (!token || fixed || progress.status !== 'editing' || opened === params || sender?.networkId !== token.networkId) return
  startSend(portico, { opened: params })
  setSendToken(portico, token)
}
