import { activeConnection, connectionStore, type Namespace, type Portico } from '@portico/core'

/** Whether a wallet is connected in a namespace; default: the active one. */
export const isConnected = (portico: Portico, namespace?: Namespace): boolean =>
  activeConnection(connectionStore(portico).getState(), namespace) !== undefined
