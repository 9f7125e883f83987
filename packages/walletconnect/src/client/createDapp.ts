import type { PeerOptions } from '../peer/options.js'
import { createSeveralLines } from '../relay/several.js'
import { createDappOf } from './dapp.js'
import type { Dapp } from './types.js'

/**
 * Makes a client for a site. It connects to the relay once there is a session or a proposal.
 * @example const dapp = createDapp({ relayUrl: 'wss://relay.example', projectId: 'shop', metadata })
 */
export const createDapp = (options: PeerOptions): Dapp => createDappOf({ ...options, several: createSeveralLines })
