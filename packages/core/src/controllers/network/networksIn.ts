import type { Namespace } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { connectionStore } from '../connection/store.js'
import { networkStore, type NamespaceNetworks } from './store.js'

/**
 * The networks of a namespace, or of the active one. Undefined for a namespace without an adapter.
 * @example const active = networksIn(portico, 'solana')?.active
 */
export function networksIn(portico: Portico, namespace?: Namespace): NamespaceNetworks | undefined {
  return networkStore(portico).getState().byNamespace[namespace ?? connectionStore(portico).getState().activeNamespace]
}
