import type { Namespace } from '../../kit/caip/ids.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { dispatchConnection, setActiveNamespace } from './dispatch.js'
import { AdapterNotFoundError, ConnectorNotConnectedError } from './errors.js'
import { loadAdapter } from './loadAdapter.js'
import { connectionsIn, connectionStore } from './store.js'

/** The connector that was chosen last, by namespace. */
const latestChoice = defineSlot<Map<Namespace, string>>('latest choice', () => new Map())

/**
 * Makes a connected wallet the active one of its namespace, and that namespace the one in use. Nothing is asked of the wallet.
 * @example await activateConnection(portico, { namespace: 'eip155', connectorId: 'io.metamask' })
 * @throws {@link ConnectorNotConnectedError} {@link AdapterNotFoundError}
 */
export async function activateConnection(
  portico: Portico,
  parameters: { readonly namespace?: Namespace; readonly connectorId: string },
): Promise<void> {
  const { namespace, connectorId }: typeof parameters = Object(parameters)
  const state = connectionStore(portico).getState()
  const where = namespace ?? state.activeNamespace
  if (!portico.adapters.has(where)) throw new AdapterNotFoundError({ namespace: where })
  if (!connectionsIn(state, where).connections.some(({ connector }) => connector.id === connectorId)) throw new ConnectorNotConnectedError()
  const latest = latestChoice(portico)
  latest.set(where, connectorId)
  const adapter = await loadAdapter(portico, where)
  await adapter.activate?.({ connectorId })
  if (latest.get(where) !== connectorId) return // something newer was chosen meanwhile (R2)
  dispatchConnection(portico, where, { type: 'activated', connectorId })
  setActiveNamespace(portico, where) // also where the wallet was the first of its namespace already
}
