import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { isServed } from '../../portico/gateway.js'

/**
 * Whether there is somebody to ask for the NFTs of a network.
 * @example if (await hasNfts(portico, 'eip155:8453')) showTab('NFTs')
 */
export const hasNfts = (portico: Portico, networkId: NetworkId): Promise<boolean> => isServed(portico, networkId)
