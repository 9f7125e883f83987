import type { Adapter, AdapterDescription, AdapterEvents } from '../../adapter.js'
import type { Namespace } from '../../kit/caip/ids.js'
import { connectorInfo } from '../../connector.js'
import { PorticoError } from '../../kit/errors.js'
import { loadCode } from '../../kit/loadCode.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { dispatchConnection } from './dispatch.js'
import { AdapterLoadError, AdapterNotFoundError } from './errors.js'
import { isGrant, readChange } from './grant.js'

/**
 * The implementation of a chain family. Loaded once for each portico; a failure is forgotten, so that trying again works.
 * @example
 * const adapter = await loadAdapter(portico, 'eip155')
 * const wei = await adapter.getBalance({ address, networkId: 'eip155:8453' })
 * @throws {@link AdapterNotFoundError} {@link AdapterLoadError}
 */
export async function loadAdapter(portico: Portico, namespace: Namespace): Promise<Adapter> {
  const description = portico.adapters.get(namespace)
  if (!description) throw new AdapterNotFoundError({ namespace })
  const adapters = loadingAdapters(portico)
  const loading = adapters.get(namespace) ?? load(portico, description)
  adapters.set(namespace, loading)
  try {
    return await loading
  } catch (cause) {
    if (adapters.get(namespace) === loading) adapters.delete(namespace) // another caller may be trying again already
    throw cause instanceof PorticoError ? cause : new AdapterLoadError({ namespace, cause })
  }
}

const loadingAdapters = defineSlot<Map<Namespace, Promise<Adapter>>>('adapters', () => new Map())

async function load(portico: Portico, { namespace, load: loadFrom }: AdapterDescription): Promise<Adapter> {
  const adapter = await loadCode(() => loadFrom(portico, adapterEvents(portico, namespace)))
  const following = followed(portico)
  following.adapters.set(namespace, adapter)
  if (following.on) follow(portico, namespace, adapter)
  return adapter
}

interface Followed {
  on: boolean
  readonly adapters: Map<Namespace, Adapter>
  readonly stops: Map<Namespace, () => void>
}

const followed = defineSlot<Followed>('followed adapters', () => ({ on: false, adapters: new Map(), stops: new Map() }))

function follow(portico: Portico, namespace: Namespace, adapter: Adapter) {
  followed(portico).stops.set(namespace, adapter.watch())
}

/** Follows what the loaded adapters report, and those that load later, until the returned function is called (R18). */
export function followAdapters(portico: Portico): () => void {
  const following = followed(portico)
  following.on = true
  for (const [namespace, adapter] of following.adapters) follow(portico, namespace, adapter)
  return () => {
    following.on = false
    for (const stop of following.stops.values()) stop()
    following.stops.clear()
  }
}

/** How an adapter reports. Late and double reports, and those that make no sense, change nothing (R2, R3). */
export function adapterEvents(portico: Portico, namespace: Namespace): AdapterEvents {
  return {
    changed: (connectorId, reported) => {
      const change = readChange(reported, namespace)
      if (change) dispatchConnection(portico, namespace, { type: 'changed', connectorId, change })
    },
    disconnected: (connectorId) => dispatchConnection(portico, namespace, { type: 'ended', connectorId }),
    connected: (connector, grant) => {
      if (!isGrant(grant, namespace)) return
      dispatchConnection(portico, namespace, { type: 'adopted', connector: connectorInfo(connector), grant, activate: true })
    },
    activated: (connectorId) => dispatchConnection(portico, namespace, { type: 'activated', connectorId }),
  }
}
