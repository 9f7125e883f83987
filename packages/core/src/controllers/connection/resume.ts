import type { Connector } from '../../connector.js'
import type { Portico } from '../../portico/createPortico.js'
import { readItem } from '../../storage/storage.js'
import { followingOf } from '../embedded/following.js'
import { cancelConnect, connect } from './connect.js'
import { hostConnectors } from './connectors.js'
import { adopt, linkedInfo } from './linked.js'
import { connectionsIn, connectionStore } from './store.js'

/**
 * Picks up what an earlier page view left open. With wallets elsewhere: a session that is not shown yet, or a
 * pairing that a wallet may answer while its code is good; a phone throws pages away while its visitor is in the wallet. With
 * the embedded wallet: a login, whether it is done or goes on here.
 * @param isNew this page view begins; else another tab may have logged in
 */
export async function resumeSessions(portico: Portico, signal: AbortSignal, isNew = false): Promise<void> {
  const { reconnect = true } = portico.options
  const all = hostConnectors(portico).map(async (connector) => {
    const { link, embedded } = connector
    if (isNew && reconnect && link?.isOpen()) return resume(portico, connector, signal)
    if (!embedded || (!embedded.isOpen() && readItem(portico, 'login') === null && !followingOf.peek(portico))) return
    const { resumeEmbedded } = await import('../embedded/resume.js')
    if (!signal.aborted) await resumeEmbedded(portico, isNew)
  })
  await Promise.all(all)
}

async function resume(portico: Portico, connector: Connector, signal: AbortSignal): Promise<void> {
  const { id, link, namespaces } = connector
  const { activeNamespace } = connectionStore(portico).getState()
  const wanted = namespaces.includes(activeNamespace) ? activeNamespace : namespaces[0]
  if (!link || !wanted) return
  await connector.getProvider(wanted) // what of the session can be trusted is known once the connector's code is there
  const isConnected = (namespace: typeof wanted) =>
    connectionsIn(connectionStore(portico).getState(), namespace).connections.some((one) => one.connector.id === id)
  const approved = link.approved().filter((namespace) => portico.adapters.has(namespace))
  if (signal.aborted) return
  if (approved.length === 0) return isConnected(wanted) ? undefined : resumePairing(portico, connector, { namespace: wanted, signal })
  const hasAny = approved.some(isConnected)
  const first = approved.includes(wanted) ? wanted : approved[0]
  for (const namespace of approved) {
    if (!isConnected(namespace))
      await adopt(portico, connector, { namespace, shown: linkedInfo(portico, connector, {}), activate: !hasAny && namespace === first })
  }
}

/** Waits for the wallet as long as the code is good that it may have, and not for another one. */
async function resumePairing(
  portico: Portico,
  { id: connectorId, link }: Connector,
  { namespace, signal }: { readonly namespace: Connector['namespaces'][number]; readonly signal: AbortSignal },
): Promise<void> {
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
