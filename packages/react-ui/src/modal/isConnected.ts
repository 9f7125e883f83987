import { activeConnection, connectionStore, type Portico } from '@portico/core'

/** Whether a wallet is connected in the active namespace. */
export const isConnected = (portico: Portico): boolean => activeConnection(connectionStore(portico).getState()) !== undefined
