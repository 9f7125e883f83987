import type { Connector } from '@wagmi/core'

/** Connectors that wagmi reads from storage are names only until it has reconnected them. */
export const isReal = (connector: Connector): boolean => typeof connector.getProvider === 'function'
