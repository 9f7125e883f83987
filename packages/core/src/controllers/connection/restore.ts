import type { Namespace } from '../../caip/ids.js'
import type { Connector } from '../../connector.js'
import type { Portico } from '../../portico.js'
import { parseSavedState, type SavedConnection } from '../../storage/savedState.js'
import { connectorStore } from './connectors.js'
import { dispatchConnection } from './dispatch.js'
import { loadAdapter } from './loadAdapter.js'
import { connectionsIn, connectionStore } from './store.js'

/** How long a wallet may take to appear on the page after a reload, in milliseconds (R4: up to 10 s). */
export const restoreTimeout = 10_000

/**
 * Confirms restored connections with their wallets, without any prompt. A wallet that says no, stays away for 10 s, or
 * answers with other accounts only, is let go. Ends when each one is settled, or when `signal` aborts.
 */
export async function restoreConnections(portico: Portico, signal: AbortSignal): Promise<void> {
  const { byNamespace } = connectionStore(portico).getState()
  const restored = [...portico.adapters.keys()].flatMap((namespace) =>
    (byNamespace[namespace]?.connections ?? []).filter((connection) => connection.restored).map((connection) => ({ namespace, connection })),
  )
  await Promise.all(restored.map(({ namespace, connection }) => confirm(portico, namespace, connection, signal)))
}

async function confirm(portico: Portico, namespace: Namespace, saved: SavedConnection, signal: AbortSignal): Promise<void> {
  const { id } = saved.connector
  const [found, adapter] = await Promise.all([
    waitForConnector(portico, namespace, saved, signal),
    loadAdapter(portico, namespace).catch(() => undefined),
  ])
  if (signal.aborted) return
  // Without the chain's code nothing can be confirmed or denied: the next action loads it again and finds out.
  if (!adapter) return
  const connector = found && { ...found, id }
  const grant = connector && (await adapter.reconnect({ connector, signal }).catch(() => undefined))
  const stillThere = connectionsIn(connectionStore(portico).getState(), namespace).connections.find((connection) => connection.connector.id === id)
  if (signal.aborted || !stillThere) return
  if (!stillThere.restored) return
  if (!connector || !grant) return dispatchConnection(portico, namespace, { type: 'ended', connectorId: id })
  dispatchConnection(portico, namespace, { type: 'adopted', connector, grant, activate: false })
}

/**
 * The wallet that a saved connection is of. When several claim its rdns, only the one with the saved uuid counts: another
 * one may be an impostor (S34).
 */
function findConnector(connectors: readonly Connector[], { connector: { id, rdns, uuid } }: SavedConnection): Connector | undefined {
  const same = connectors.filter((connector) => connector.id === id || (rdns !== undefined && connector.rdns === rdns))
  return same.length > 1 ? same.find((connector) => connector.uuid === uuid && uuid !== undefined) : same[0]
}

function waitForConnector(portico: Portico, namespace: Namespace, saved: SavedConnection, signal: AbortSignal): Promise<Connector | undefined> {
  const store = connectorStore(portico)
  const find = () => findConnector(store.getState()[namespace] ?? [], saved)
  const found = find()
  if (found) return Promise.resolve(found)
  return new Promise((resolve) => {
    const finish = (connector?: Connector) => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', giveUp)
      resolve(connector)
    }
    const giveUp = () => finish()
    const timer = setTimeout(giveUp, restoreTimeout)
    const stop = store.subscribe(() => {
      const appeared = find()
      if (appeared) finish(appeared)
    })
    signal.addEventListener('abort', giveUp)
  })
}

/** Brings this tab in line with what another tab wrote (R15). Wallets are asked without a prompt. */
export async function followSavedState(portico: Portico, text: string | null, signal: AbortSignal): Promise<void> {
  const saved = parseSavedState(text ?? '{}')
  const quietly = { remember: false }
  for (const namespace of portico.adapters.keys()) {
    const theirs = saved.connections[namespace] ?? []
    const mine = connectionsIn(connectionStore(portico).getState(), namespace).connections
    for (const { connector } of mine) {
      if (theirs.some((connection) => connection.connector.id === connector.id)) continue
      dispatchConnection(portico, namespace, { type: 'ended', connectorId: connector.id }, quietly)
      await loadAdapter(portico, namespace).then((adapter) => adapter.disconnect({ connectorId: connector.id })).catch(() => undefined)
    }
    const fresh = theirs.filter(({ connector }) => !mine.some((connection) => connection.connector.id === connector.id))
    for (const { connector, addresses, networkId } of fresh) {
      dispatchConnection(portico, namespace, { type: 'adopted', connector, grant: { addresses, networkId }, activate: false, restored: true }, quietly)
    }
    const first = theirs[0]
    if (first) dispatchConnection(portico, namespace, { type: 'activated', connectorId: first.connector.id }, quietly)
    await Promise.all(fresh.map((connection) => confirm(portico, namespace, connection, signal)))
  }
}
