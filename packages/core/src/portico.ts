import type { AdapterDescription, Network } from './adapter.js'
import { isNamespace, isNetworkId, type Namespace, type NetworkId } from './caip/ids.js'
import { InvalidOptionError } from './errors.js'
import { createEvents, type Events } from './events.js'
import { parseSavedState, type SavedState } from './storage/savedState.js'
import type { PorticoStorage } from './storage/storage.js'
import type { Store } from './store.js'
import { checkTheme, type ThemeMode, type ThemeVariables } from './theme/theme.js'

/** Who the site is, as visitors and wallets see it. */
export interface SiteMetadata {
  readonly name: string
  readonly description?: string
  /** Origin and path of the site. */
  readonly url?: string
  /** Images, largest first: data: or https: URLs, or paths of the site's own origin. */
  readonly icons?: readonly string[]
}

/** A wallet that the host knows of, listed whether or not it is installed. */
export interface WalletRecord {
  readonly id: string
  readonly name: string
  /** data: or https: URL. */
  readonly icon?: string
  readonly homepage?: string
  /** Ties the record to an announced wallet, so that it is listed once. */
  readonly rdns?: string
  /** https: links to the browser's extension store and to the phones' app stores. */
  readonly extension?: string
  readonly ios?: string
  readonly android?: string
}

export interface PorticoOptions {
  /** One for each chain family, such as `evm({ networks })`. */
  readonly adapters: readonly AdapterDescription[]
  /** Shown in titles and facts. Default: the page's title, once there is a page. */
  readonly metadata?: SiteMetadata
  /** CAIP-2 id of the network to start on. Default: the first network of the first adapter. */
  readonly defaultNetwork?: NetworkId
  /** Tells apart several porticos on one page: part of every storage key. Default 'portico'. */
  readonly id?: string
  /** Sent with every call to a Blockchain API, and nowhere else. Default ''. */
  readonly projectId?: string
  /** Base URL of the Blockchain API. Without one, nothing is asked of it. */
  readonly apiUrl?: string
  /** 'light', 'dark', or 'system', which follows the visitor's setting. Default 'system'. */
  readonly themeMode?: ThemeMode
  readonly themeVariables?: ThemeVariables
  /** Wallets listed beside those found on the device. */
  readonly wallets?: readonly WalletRecord[]
  /** Wallets to leave out, by rdns, id or name (spec point 6). */
  readonly excludeWallets?: readonly string[]
  /** Whether the site goes on when the wallet is on a network that is not the site's. Default false. */
  readonly allowUnsupportedNetwork?: boolean
  /** Whether visitors can change network here. Default true. */
  readonly enableNetworkSwitch?: boolean
  /** Asks before each change of network, also where the wallet would not. Default false. */
  readonly confirmNetworkSwitch?: boolean
  /** Whether a reload picks the connection up again. Default true. */
  readonly reconnect?: boolean
  /** Where little things are remembered. Default: the page's localStorage. */
  readonly storage?: PorticoStorage
  /** What a server already knows of this visitor, from `savedStateFromCookie`. */
  readonly initialState?: SavedState
  /** The one way out. Default: the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** What one modal needs, and nothing that it can do: every action takes a portico first. */
export interface Portico {
  readonly id: string
  readonly options: PorticoOptions
  readonly adapters: ReadonlyMap<Namespace, AdapterDescription>
  readonly networks: readonly [Network, ...Network[]]
  /** The network that nothing has been chosen over yet. */
  readonly defaultNetwork: Network
  readonly events: Events
  readonly stores: Map<string, Store<unknown>>
  /** Views that can be opened, once a user interface has registered them. */
  readonly views: Set<string>
  /** Things made once for each portico when first asked for: loaded adapters, the query client. */
  readonly singletons: Map<string, unknown>
  readonly initialState: SavedState | undefined
}

/**
 * Makes a portico: a plain object that touches nothing until it is mounted.
 * @throws {@link InvalidOptionError} that names the option, for a wrong type, no networks, a network or an adapter twice,
 * or a malformed CAIP-2 id
 */
export function createPortico(options: PorticoOptions): Portico {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw new InvalidOptionError({ option: 'options', problem: 'expected an object' })
  checkTypes(options)
  checkEntries(options)

  const adapters = new Map<Namespace, AdapterDescription>()
  const networks = new Map<string, Network>()
  options.adapters.forEach((adapter, at) => {
    const option = `adapters[${at}]`
    const isAdapter = typeof adapter?.load === 'function' && typeof adapter.discover === 'function' && Array.isArray(adapter.networks)
    if (!isAdapter || !isNamespace(adapter.namespace)) {
      throw new InvalidOptionError({ option, problem: 'expected an adapter', hint: 'Call its function: evm({ networks: [mainnet] }).' })
    }
    if (adapters.has(adapter.namespace)) {
      throw new InvalidOptionError({ option, problem: `an adapter for '${adapter.namespace}' was given twice` })
    }
    adapters.set(adapter.namespace, adapter)
    for (const network of adapter.networks) {
      checkNetwork(network, adapter.namespace)
      const { id } = network
      if (networks.has(id)) throw new InvalidOptionError({ option: 'networks', problem: `network '${id}' was given twice` })
      networks.set(id, network)
    }
  })

  const [first, ...others] = networks.values()
  if (!first) {
    throw new InvalidOptionError({ option: 'networks', problem: 'no networks', hint: 'Name at least one: evm({ networks: [mainnet] }).' })
  }
  const { defaultNetwork: wanted = first.id } = options
  const defaultNetwork = networks.get(wanted)
  if (!defaultNetwork) {
    const problem = isNetworkId(wanted) ? `'${wanted}' is not one of the networks` : `Invalid CAIP-2 network id '${String(wanted)}'`
    throw new InvalidOptionError({ option: 'defaultNetwork', problem })
  }

  return {
    id: options.id ?? 'portico',
    options,
    adapters,
    networks: [first, ...others],
    defaultNetwork,
    events: createEvents(),
    stores: new Map(),
    views: new Set(),
    singletons: new Map(),
    initialState: options.initialState && initialStateOf(options.initialState, options.reconnect),
  }
}

function initialStateOf(given: SavedState, reconnect = true): SavedState {
  const saved = parseSavedState(given)
  return reconnect ? saved : { ...saved, connections: {} }
}

function checkNetwork(network: unknown, namespace: Namespace) {
  const facts: Partial<Record<keyof Network, unknown>> = isObject(network) ? network : {}
  const { id, name, nativeCurrency: currency, blockExplorers, rpcUrls } = facts
  const problem =
    !isNetworkId(id) || facts.namespace !== namespace || !id.startsWith(`${namespace}:`)
      ? `Invalid CAIP-2 network id ${typeof id === 'string' ? `'${id}'` : kindOf(id)}, expected one of '${namespace}'`
      : typeof name !== 'string'
        ? `'${id}' has no name`
        : !isObject(currency) || !('decimals' in currency) || !Number.isInteger(currency.decimals)
          ? `'${id}' has no nativeCurrency with decimals`
          : !Array.isArray(rpcUrls) || !Array.isArray(blockExplorers)
            ? `'${id}' needs lists of rpcUrls and blockExplorers`
            : undefined
  if (problem) throw new InvalidOptionError({ option: 'networks', problem })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Option, what `typeof` must answer, in words. Hand-written: a schema library would double the first bundle. */
const types: readonly (readonly [keyof PorticoOptions, 'string' | 'boolean' | 'function' | 'object'])[] = [
  ['id', 'string'],
  ['projectId', 'string'],
  ['apiUrl', 'string'],
  ['defaultNetwork', 'string'],
  ['metadata', 'object'],
  ['themeVariables', 'object'],
  ['storage', 'object'],
  ['initialState', 'object'],
  ['allowUnsupportedNetwork', 'boolean'],
  ['enableNetworkSwitch', 'boolean'],
  ['confirmNetworkSwitch', 'boolean'],
  ['reconnect', 'boolean'],
  ['fetch', 'function'],
]

function checkTypes(options: PorticoOptions) {
  for (const [option, type] of types) {
    const value: unknown = options[option]
    if (value !== undefined && (typeof value !== type || value === null)) {
      throw new InvalidOptionError({ option, problem: `expected ${/^o/.test(type) ? 'an' : 'a'} ${type}, got ${kindOf(value)}` })
    }
  }
  for (const option of ['adapters', 'wallets', 'excludeWallets'] as const) {
    const value: unknown = options[option]
    if ((value !== undefined || option === 'adapters') && !Array.isArray(value)) {
      throw new InvalidOptionError({ option, problem: `expected an array, got ${kindOf(value)}` })
    }
  }
  if (options.metadata && typeof options.metadata.name !== 'string') {
    throw new InvalidOptionError({ option: 'metadata.name', problem: `expected a string, got ${kindOf(options.metadata.name)}` })
  }
  if (options.id !== undefined && !/^[\w-]{1,32}$/.test(options.id)) {
    throw new InvalidOptionError({ option: 'id', problem: 'expected 1 to 32 letters, digits, hyphens or underscores' })
  }
  checkTheme(options)
}

function checkEntries({ storage, wallets, excludeWallets, apiUrl }: PorticoOptions) {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    if (storage && typeof storage[method] !== 'function') throw new InvalidOptionError({ option: `storage.${method}`, problem: `expected a function, got ${kindOf(storage[method])}` })
  }
  wallets?.forEach((wallet: unknown, at) => {
    const isWallet = isObject(wallet) && 'id' in wallet && typeof wallet.id === 'string' && 'name' in wallet && typeof wallet.name === 'string'
    if (!isWallet) throw new InvalidOptionError({ option: `wallets[${at}]`, problem: 'expected an object with an id and a name' })
  })
  excludeWallets?.forEach((wallet: unknown, at) => {
    if (typeof wallet !== 'string') throw new InvalidOptionError({ option: `excludeWallets[${at}]`, problem: `expected a string, got ${kindOf(wallet)}` })
  })
  if (apiUrl && !/^https?:\/\/[^/\s]/i.test(apiUrl)) throw new InvalidOptionError({ option: 'apiUrl', problem: 'expected an http or https URL' })
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value)

/** Something made once for each portico, when first asked for. */
export function singleton<T>(portico: Portico, key: string, make: () => T): T {
  if (!portico.singletons.has(key)) portico.singletons.set(key, make())
  return portico.singletons.get(key) as T
}
