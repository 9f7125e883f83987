import type { Connector } from '../../connector.js'
import type { Portico } from '../../portico.js'
import { cancelConnect, connect } from './connect.js'
import { hostConnectors } from './connectors.js'
import { adopt, linkedInfo } from './linked.js'
import { connectionsIn, connectionStore } from './store.js'

/**
 * Picks up what an earlier page view left open with wallets elsewhere (spec point 4): a session that is not shown yet, or a
 * pairing that a wallet may answer while its code is good. A phone throws pages away while its visitor is in the wallet.
 */
export async function resumeLinks(portico: Portico, signal: AbortSignal): Promise<void> {
  for (const connector of hostConnectors(portico)) {
    if (connector.link?.isOpen()) await resume(portico, connector, signal)
  }
}

async function resume(portico: Portico, connector: Connector, signal: AbortSignal): Promise<void> {
  const { id, link, namespaces } = connector
  const { activeNamespace } = connectionStore(portico).getState()
  const wanted = namespaces.includes(activeNamespace) ? activeNamespace : namespaces[0]
  if (!link || !wanted) return
  await connector.getProvider(wanted) // what of the session can be trusted is known once the connector's code is there
  const isConnected = (namespace: typeof wanted) => connectionsIn(connectionStore(portico).getState(), namespace).connections.some((one) => one.connector.id === id)
  const approved = link.approved().filter((namespace) => portico.adapters.has(namespace))
  if (signal.aborted) return
  if (approved.length === 0) return isConnected(wanted) ? undefined : resumePairing(portico, connector, { namespace: wanted, signal })
  const hasAny = approved.some(isConnected)
  const first = approved.includes(wanted) ? wanted : approved[0]
  for (const namespace of approved) {
    if (!isConnected(namespace)) await adopt(portico, connector, { namespace, shown: linkedInfo(portico, connector, {}), activate: !hasAny && namespace === first })
  }
}

/** Waits for the wallet as long as the code is good that it may have, and not for another one. */
async function resumePairing(portico: Portico, { id: connectorId, link }: Connector, { namespace, signal }: { readonly namespace: Connector['namespaces'][number]; readonly signal: AbortSignal }): Promise<void> {
  if (connectionsIn(connectionStore(portico).getState(), namespace).attempt) return
  let first: string | undefined
  const give = () => cancelConnect(portico, { namespace })
  const stop = link?.subscribe(() => {
    const state = link.state()
    if (state.status !== 'waiting') return
    first ??= state.uri
    if (state.uri !== first) give()
  })
  signal.addEventListener('abort', give)
  try {
    await connect(portico, { connectorId, namespace })
  } catch {
    // Nobody is looking: the next press begins anew.
    const { attempt } = connectionsIn(connectionStore(portico).getState(), namespace)
    if (attempt?.status === 'failed' && attempt.connector.id === connectorId) give()
  } finally {
    stop?.()
    signal.removeEventListener('abort', give)
  }
}
