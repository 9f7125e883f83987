import type { Connector, NetworkId } from '@portico/core'
import type { AdapterEvents } from '@portico/core/kit'
import type { Config, Connector as WagmiConnector } from '@wagmi/core'
import type { Directory } from './directory.js'

/** Reports what happens in a wagmi config. */
export interface Follower {
  readonly stop: () => void
  /** Changes the config without a report: core is told of what it asked for by the answer to its own call. */
  readonly quietly: (change: () => void) => void
}

interface Known {
  readonly id: string
  readonly addresses: readonly string[]
  readonly networkId: NetworkId
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)

/** Connectors that wagmi reads from storage are names only until it has reconnected them. */
export const isReal = (connector: WagmiConnector): boolean => typeof connector.getProvider === 'function'

/**
 * Follows the connections of a wagmi config and reports what changed: connections made, changed and ended by the host
 * through wagmi, by a wallet, or by the adapter itself. Nothing is reported twice, and while wagmi reconnects nothing is
 * reported as gone.
 */
export function followConfig(config: Config, directory: Directory, events: AdapterEvents): Follower {
  let known = new Map<string, Known>()
  let current: string | null = null
  let quiet = false
  let stopped = false
  const asked = new Set<string>()

  function read(): Map<string, Known> {
    const { connections, status } = config.state
    const next = new Map<string, Known>()
    for (const [uid, { connector, accounts, chainId }] of connections) {
      if (!isReal(connector)) continue
      const old = known.get(uid)
      const id = old?.id ?? directory.idOf(connector)
      const addresses = accounts.filter(isAddress)
      const networkId: NetworkId | undefined = Number.isSafeInteger(chainId) && chainId > 0 ? `eip155:${chainId}` : old?.networkId
      if (!id && !asked.has(uid)) {
        asked.add(uid)
        void directory.resolve(connector).then(() => sync())
      }
      if (id && networkId && addresses.length > 0) next.set(uid, { id, addresses, networkId })
    }
    if (status === 'reconnecting') for (const [uid, old] of known) if (!next.has(uid)) next.set(uid, old)
    return next
  }

  function sync(report = true) {
    if (stopped || quiet) return
    const before = known
    const wasCurrent = current
    known = read()
    current = config.state.current
    if (!report) return
    const now = known
    const active = current === null ? undefined : now.get(current)
    let lastActive = wasCurrent === null ? undefined : before.get(wasCurrent)?.id

    for (const [uid, { id }] of before) if (!now.has(uid)) events.disconnected(id)
    for (const [uid, { id, addresses, networkId }] of now) {
      const old = before.get(uid)
      if (!old) {
        const { connector } = config.state.connections.get(uid) ?? {}
        if (!connector) continue
        events.connected(directory.list().find((entry) => entry.id === id) ?? wayIn(connector, id), { addresses, networkId })
        lastActive = id
        continue
      }
      const moved = old.networkId !== networkId
      const other = old.addresses.join() !== addresses.join()
      if (moved || other) events.changed(id, { ...(other && { addresses }), ...(moved && { networkId }) })
    }
    if (active && active.id !== lastActive) events.activated(active.id)
  }

  const unsubscribe = config.subscribe(
    (state) => state,
    () => sync(),
  )
  sync()

  return {
    stop() {
      stopped = true
      unsubscribe()
    },
    quietly(change) {
      quiet = true
      try {
        change()
      } finally {
        quiet = false
        sync(false)
      }
    },
  }
}

/** A wagmi connector that is in no list: the host keeps it to itself. */
const wayIn = (connector: WagmiConnector, id: string): Connector => ({
  id,
  kind: 'external',
  name: connector.name,
  namespaces: ['eip155'],
  installed: true,
  getProvider: () => connector.getProvider(),
})
