import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { isServed } from '../../portico/gateway.js'

/** Whether there is somebody to ask for the NFTs of a network. */
export const hasNfts = (portico: Portico, networkId: NetworkId): Promise<boolean> => isServed(portico, networkId)
