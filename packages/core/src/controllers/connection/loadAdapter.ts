import type { Adapter, AdapterEvents } from '../../adapter.js'
import type { Namespace } from '../../caip/ids.js'
import { connectorInfo } from '../../connector.js'
import { PorticoError } from '../../errors.js'
import { singleton, type Portico } from '../../portico.js'
import { dispatchConnection } from './dispatch.js'
import { AdapterLoadError, AdapterNotFoundError } from './errors.js'

/**
 * The implementation of a chain family. Loaded once for each portico; a failure is forgotten, so that trying again works.
 * @throws {@link AdapterNotFoundError} {@link AdapterLoadError}
 */
export async function loadAdapter(portico: Portico, namespace: Namespace): Promise<Adapter> {
  const description = portico.adapters.get(namespace)
  if (!description) throw new AdapterNotFoundError({ namespace })
  const key = `adapter:${namespace}`
  try {
    return await singleton(portico, key, () => description.load(portico, adapterEvents(portico, namespace)))
  } catch (cause) {
    portico.singletons.delete(key)
    throw cause instanceof PorticoError ? cause : new AdapterLoadError({ namespace, cause })
  }
}

/** How an adapter reports. Late and double reports change nothing (R3). */
export function adapterEvents(portico: Portico, namespace: Namespace): AdapterEvents {
  return {
    changed: (connectorId, change) => dispatchConnection(portico, namespace, { type: 'changed', connectorId, change }),
    disconnected: (connectorId) => dispatchConnection(portico, namespace, { type: 'ended', connectorId }),
    connected: (connector, grant) => {
      dispatchConnection(portico, namespace, { type: 'adopted', connector: connectorInfo(connector), grant, activate: true })
    },
    activated: (connectorId) => dispatchConnection(portico, namespace, { type: 'activated', connectorId }),
  }
}
