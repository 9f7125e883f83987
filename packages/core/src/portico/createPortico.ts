import { createEmitter } from '../kit/emitter.js'
import type { AdapterDescription, Network } from '../adapter.js'
import type { Namespace } from '../kit/caip/ids.js'
import { check } from '../kit/checks.js'
import type { Events, PorticoEvents } from './events.js'
import { parseSavedState, type SavedState } from '../storage/savedState.js'
import { checkOptions, type PorticoOptions } from './options.js'

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
 * @throws {@link InvalidOptionError} that names the option, for no networks, a default that is none of them, or a malformed URL or theme; where
 * `NODE_ENV` is not `production`, for whatever is not as the types say, and for a network or an adapter given twice
 */
export function createPortico(options: PorticoOptions): Portico {
  checkOptions(options)

  const adapters = new Map<Namespace, AdapterDescription>()
  const networks = new Map<string, Network>()
  for (const adapter of options.adapters) {
    adapters.set(adapter.namespace, adapter)
    for (const network of adapter.networks) networks.set(network.id, network)
  }

  const [first, ...others] = networks.values()
  check('networks', first, 'no networks, and at least one is needed')
  const { defaultNetwork: wanted = first.id, id = 'portico', initialState, reconnect = true } = options
  const defaultNetwork = networks.get(wanted)
  check('defaultNetwork', defaultNetwork, `'${wanted}' is not one of the networks`)

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
