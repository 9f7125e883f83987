import { createEmitter } from '../kit/emitter.js'
import type { AdapterDescription, Network } from '../adapter.js'
import { isNamespace, isNetworkId, type Namespace } from '../kit/caip/ids.js'
import type { Events, PorticoEvents } from './events.js'
import { parseSavedState, type SavedState } from '../storage/savedState.js'
import { check, checkNetwork, checkOptions, isObject, type PorticoOptions } from './options.js'

/** What one modal needs, and nothing that it can do: every action takes a portico first. */
export interface Portico {
  readonly id: string
  readonly options: PorticoOptions
  readonly adapters: ReadonlyMap<Namespace, AdapterDescription>
  readonly networks: readonly [Network, ...Network[]]
  /** The network that nothing has been chosen over yet. */
  readonly defaultNetwork: Network
  readonly events: Events
  /** Views that can be opened, once a user interface has registered them. */
  readonly views: Set<string>
  /** What is made once for each portico, when first asked for: stores, loaded adapters, the query client. See `defineSlot`. */
  readonly slots: Map<symbol, unknown>
  readonly initialState: SavedState | undefined
}

/**
 * Makes a portico: a plain object that touches nothing until it is mounted.
 * @example const portico = createPortico({ adapters: [evm({ networks: [mainnet, base] })], metadata: { name: 'Meridian' } })
 * @throws {@link InvalidOptionError} that names the option, for a wrong type, no networks, a network or an adapter twice,
 * or a malformed CAIP-2 id
 */
export function createPortico(options: PorticoOptions): Portico {
  check('options', isObject(options) && !Array.isArray(options), 'expected an object')
  checkOptions(options)

  const adapters = new Map<Namespace, AdapterDescription>()
  const networks = new Map<string, Network>()
  options.adapters.forEach((adapter, at) => {
    const option = `adapters[${at}]`
    const isAdapter =
      isObject(adapter) &&
      [adapter.load, adapter.discover].every((method) => typeof method === 'function') &&
      Array.isArray(adapter.networks) &&
      isNamespace(adapter.namespace)
    check(option, isAdapter, 'expected an adapter', 'Call its function: evm({ networks: [mainnet] }).')
    const { namespace } = adapter
    check(option, !adapters.has(namespace), `an adapter for '${namespace}' was given twice`)
    adapters.set(namespace, adapter)
    for (const network of adapter.networks) {
      checkNetwork(network, namespace)
      const { id } = network
      check('networks', !networks.has(id), `network '${id}' was given twice`)
      networks.set(id, network)
    }
  })

  const [first, ...others] = networks.values()
  check('networks', first, 'no networks', 'Name at least one: evm({ networks: [mainnet] }).')
  const { defaultNetwork: wanted = first.id, id = 'portico', initialState, reconnect = true } = options
  const defaultNetwork = networks.get(wanted)
  check(
    'defaultNetwork',
    defaultNetwork,
    isNetworkId(wanted) ? `'${wanted}' is not one of the networks` : `Invalid CAIP-2 network id '${String(wanted)}'`,
  )

  return {
    id,
    options,
    adapters,
    networks: [first, ...others],
    defaultNetwork,
    events: createEmitter<PorticoEvents>(),
    views: new Set(),
    slots: new Map(),
    initialState: initialState && { ...parseSavedState(initialState), ...(!reconnect && { connections: {} }) },
  }
}
