import { activeConnection, connectionStore, type Namespace, type Portico, type ViewRequest } from '@portico/core'
import { loadModal } from './loadModal.js'

/** Connect, or for a connected visitor the account: of the chain family in use, or of another one that is then in use. */
export function accountRequest(portico: Portico, namespace: Namespace | undefined): ViewRequest {
  if (!activeConnection(connectionStore(portico).getState(), namespace)) return { view: 'Connect', params: namespace && { namespace } }
  if (namespace)
    loadModal(portico).then(
      (modal) => modal.setActiveNamespace(portico, namespace),
      () => undefined,
    )
  return { view: 'Account' }
}
