import type { AccountType, AdapterDescription, Network } from '../adapter.js'
import { isNamespace, isNetworkId, namespaces, type Namespace, type NetworkId } from '../kit/caip/ids.js'
import { check, type Check, checkKind, fieldsOf, isRecord, kindOf, listOf, ofKind, oneOf, recordOf } from '../kit/checks.js'
import type { ConnectorDescription } from '../connector.js'
import type { ConnectMethod } from '../controllers/embedded/methods.js'
import type { SiwxConfig, SiwxService } from '../controllers/siwx/service.js'
import type { ConnectorType } from '../controllers/wallets/connectorTypes.js'
import type { SavedState } from '../storage/savedState.js'
import type { PorticoStorage } from '../storage/storage.js'
import { checkTheme, type ThemeMode, type ThemeVariables } from '../theme/theme.js'

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
  /** Opens its app on a phone: https: link that the system hands to it. Comes before `mobileLink`. */
  readonly universalLink?: string
  /** Opens its app on a phone, by its own scheme: `lumen://`. */
  readonly mobileLink?: string
  /** Opens its program on a desktop, by its own scheme. */
  readonly desktopLink?: string
  /** https: page that takes a pairing. */
  readonly webLink?: string
  /** Takes WalletConnect pairings. Default: whether it has one of the four links. */
  readonly walletConnect?: boolean
  /** The directory's operator vouches for it. */
  readonly certified?: boolean
  /** Chain families that it works with. Default: all of the site's. */
  readonly namespaces?: readonly Namespace[]
}

/** What can be done with an account. */
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/** How a site has its visitors buy. */
export interface OnrampConfig {
  /** Hosts of payment pages that may be opened beside those that are known, with their port where it is not the usual one (S19). */
  readonly hosts?: readonly string[]
  /** Ids of the providers that are offered, in this order. Default: all that the gateway has. */
  readonly providers?: readonly string[]
  /** What the form begins with. */
  readonly defaults?: {
    /** ISO 4217: `'EUR'`. Default: the first that there is. */
    readonly currency?: string
    /** Of the currency, as a decimal number: `'50'`. */
    readonly amount?: string
    /** `CARD` or `ACH_BANK_ACCOUNT`. */
    readonly method?: string
    /** By contract or short name; `native` is the network's own coin, which is the default. */
    readonly token?: string
    /** ISO 3166-1 alpha-2 of the visitor's country: providers differ by it. Default: the gateway decides. */
    readonly country?: string
  }
  /** Token of a session at the gateway's own `/v1/siwx`, in the place of a signature that shows whose address it is. */
  readonly bearer?: () => string | undefined
}

export interface PorticoOptions {
  /** One for each chain family, such as `evm({ networks })`. */
  readonly adapters: readonly AdapterDescription[]
  /** Ways in beside those of the adapters, such as `walletConnect({ relayUrl })`. */
  readonly connectors?: readonly ConnectorDescription[]
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
  /** Wallets of the host's own, listed beside those found on the device and those of the directory. */
  readonly wallets?: readonly WalletRecord[]
  /** Wallets to list first, by rdns, id or name, in this order. */
  readonly featuredWallets?: readonly string[]
  /** Of the directory, these only, by rdns, id or name. Wallets on the device and the host's own are listed all the same. */
  readonly includeWallets?: readonly string[]
  /** Wallets to leave out, by rdns, id or name. */
  readonly excludeWallets?: readonly string[]
  /** In which order the kinds of ways in are listed. Kinds that are not named come last. Default: `connectorTypes`. */
  readonly connectorTypeOrder?: readonly ConnectorType[]
  /**
   * In which order Connect shows the kinds of ways in. Those that are not named come last. Default: e-mail, social accounts,
   * wallets; wallets first where one is on the device.
   */
  readonly connectMethodsOrder?: readonly ConnectMethod[]
  /**
   * In which order the account shows what can be done with it, of what there is. Those that are not named come last. Default: buy,
   * swap, receive, send.
   */
  readonly walletFeaturesOrder?: readonly WalletFeature[]
  /**
   * Offers swaps with an account, where the gateway has them: `{}` will do. `routers` are contracts that may swap beside those that are
   * known, by CAIP-2 id: only these are allowed to take a token (S18). Default: none are offered.
   */
  readonly swap?: { readonly routers?: Readonly<Record<NetworkId, readonly string[]>> }
  /**
   * Offers to buy with a card or a bank account, where the gateway has providers: `{}` will do. Default: nothing is offered.
   */
  readonly onramp?: OnrampConfig
  /**
   * Offers visitors a name for their account, where the gateway gives names away: `{}` will do. `zone` is the parent of them
   * (`portico.eth`), where the gateway has several; `anyWallet` lets others than the embedded wallet have one. Default: none are offered.
   */
  readonly names?: { readonly zone?: string; readonly anyWallet?: boolean }
  /**
   * What the site calls addresses, by address: shown in the place of a short address, or beside a whole one. `setAddressLabels` changes it
   * later.
   */
  readonly addressLabels?: Readonly<Record<string, string>>
  /** What an account of the embedded wallet is at first, by namespace. Default: `defaultAccountTypes`, where the wallet has that type. */
  readonly defaultAccountTypes?: Readonly<Partial<Record<Namespace, AccountType>>>
  /** Where the way to all wallets is shown. Default 'show'. */
  readonly allWallets?: 'show' | 'hide' | 'onlyMobile'
  /** Whether the site goes on when the wallet is on a network that is not the site's. Default false. */
  readonly allowUnsupportedNetwork?: boolean
  /** Whether visitors can change network here. Default true. */
  readonly enableNetworkSwitch?: boolean
  /** Asks before each change of network, also where the wallet would not. Default false. */
  readonly confirmNetworkSwitch?: boolean
  /** Whether a reload picks the connection up again. Default true. */
  readonly reconnect?: boolean
  /** Signs visitors in to the site: `siwx({ url })` of `@portico/core/siwx`, or a {@link SiwxConfig} of the site's own. */
  readonly siwx?: SiwxService | SiwxConfig
  /** Where little things are remembered. Default: the page's localStorage. */
  readonly storage?: PorticoStorage
  /** What a server already knows of this visitor, from `savedStateFromCookie`. */
  readonly initialState?: SavedState | undefined
  /** The one way out. Default: the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

function checkAdapter(adapter: AdapterDescription, option: string) {
  const isAdapter =
    isRecord(adapter) &&
    [adapter.load, adapter.discover].every((method) => typeof method === 'function') &&
    Array.isArray(adapter.networks) &&
    isNamespace(adapter.namespace)
  check(option, isAdapter, 'expected an adapter', 'Call its function: evm({ networks: [mainnet] }).')
  for (const network of adapter.networks) checkNetwork(network, adapter.namespace)
}

function checkAdapters(adapters: readonly AdapterDescription[]) {
  const namespaces = new Set<Namespace>()
  const networks = new Set<NetworkId>()
  adapters.forEach((adapter, at) => {
    checkAdapter(adapter, `adapters[${at}]`)
    const { namespace } = adapter
    check(`adapters[${at}]`, !namespaces.has(namespace), `an adapter for '${namespace}' was given twice`)
    namespaces.add(namespace)
    for (const { id } of adapter.networks) {
      check('networks', !networks.has(id), `network '${id}' was given twice`)
      networks.add(id)
    }
  })
}

function checkNetwork(network: Partial<Network>, namespace: Namespace) {
  const { id, name, nativeCurrency, blockExplorers, rpcUrls } = isRecord(network) ? network : {}
  const told = typeof id === 'string' ? `'${id}'` : kindOf(id)
  check(
    'networks',
    isNetworkId(id) && network.namespace === namespace && id.startsWith(`${namespace}:`),
    `Invalid CAIP-2 network id ${told}, expected one of '${namespace}'`,
  )
  check('networks', typeof name === 'string', `'${id}' has no name`)
  check('networks', Number.isInteger(nativeCurrency?.decimals), `'${id}' has no nativeCurrency with decimals`)
  check('networks', Array.isArray(rpcUrls) && Array.isArray(blockExplorers), `'${id}' needs lists of rpcUrls and blockExplorers`)
}

const isSiwx: Check = (option, value) => {
  checkKind(option, value, 'object')
  const isWhole = isRecord(value) && ['createMessage', 'getSessions'].every((method) => typeof value[method] === 'function')
  check(option, isWhole, 'expected siwx({ url }), or the five functions of a SiwxConfig', "siwx is of '@portico/core/siwx'.")
}

const isSavedState: Check = (option, value) => {
  checkKind(option, value, 'object')
  check(option, typeof Object(value).then !== 'function', 'expected an object, got a promise', 'Await it.')
}

const isConnector: Check = (option, value) => {
  const isOne = isRecord(value) && typeof value['create'] === 'function'
  check(option, isOne, 'expected a connector', "Call its function: walletConnect({ relayUrl: 'wss://relay.example' }).")
}

const isWallet: Check = (option, value) => {
  const isOne = isRecord(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string'
  check(option, isOne, 'expected an object with an id and a name')
  const text = ofKind('string')
  fieldsOf<WalletRecord>({
    id: text,
    name: text,
    icon: text,
    homepage: text,
    rdns: text,
    extension: text,
    ios: text,
    android: text,
    universalLink: text,
    mobileLink: text,
    desktopLink: text,
    webLink: text,
    walletConnect: ofKind('boolean'),
    certified: ofKind('boolean'),
    namespaces: listOf(isFamily),
  })(option, value)
}

const isFamily: Check = (option, value) => check(option, isNamespace(value), `expected one of ${namespaces.join(', ')}`)

/** What each option is. Adapters have a check of their own, and the mode of the theme goes with the theme. */
function checks(): Readonly<Record<Exclude<keyof PorticoOptions, 'adapters' | 'themeMode'>, Check>> {
  const [text, flag] = [ofKind('string'), ofKind('boolean')]
  const texts = listOf(text)
  const types = oneOf<AccountType>({ eoa: true, smartAccount: true, payment: true, ordinal: true })
  const kinds = oneOf<ConnectorType>({
    walletConnect: true,
    recent: true,
    injected: true,
    featured: true,
    custom: true,
    external: true,
    recommended: true,
  })
  return {
    metadata: fieldsOf<SiteMetadata>({ name: text, description: text, url: text, icons: texts }),
    wallets: listOf(isWallet),
    connectors: listOf(isConnector),
    siwx: isSiwx,
    id: text,
    projectId: text,
    apiUrl: text,
    defaultNetwork: text,
    allowUnsupportedNetwork: flag,
    enableNetworkSwitch: flag,
    confirmNetworkSwitch: flag,
    reconnect: flag,
    featuredWallets: texts,
    includeWallets: texts,
    excludeWallets: texts,
    themeVariables: ofKind('object'),
    initialState: isSavedState,
    fetch: ofKind('function'),
    allWallets: oneOf<NonNullable<PorticoOptions['allWallets']>>({ show: true, hide: true, onlyMobile: true }),
    connectorTypeOrder: listOf(kinds),
    connectMethodsOrder: listOf(oneOf<ConnectMethod>({ email: true, social: true, wallet: true })),
    walletFeaturesOrder: listOf(oneOf<WalletFeature>({ onramp: true, swaps: true, receive: true, send: true })),
    defaultAccountTypes: recordOf(isNamespace, `one of ${namespaces.join(', ')}`, types),
    addressLabels: ofKind('object'), // a label that is no text is not shown
    swap: fieldsOf<NonNullable<PorticoOptions['swap']>>({ routers: recordOf(isNetworkId, 'a CAIP-2 network id', texts) }),
    names: fieldsOf<NonNullable<PorticoOptions['names']>>({ zone: text, anyWallet: flag }),
    onramp: fieldsOf<OnrampConfig>({
      hosts: texts,
      providers: texts,
      bearer: ofKind('function'),
      defaults: fieldsOf<NonNullable<OnrampConfig['defaults']>>({ currency: text, amount: text, method: text, token: text, country: text }),
    }),
    storage: (option, value) => {
      checkKind(option, value, 'object')
      for (const method of ['getItem', 'setItem', 'removeItem'])
        checkKind(`${option}.${method}`, Reflect.get(Object(value), method), 'function')
    },
  }
}

/**
 * What the types cannot promise to a host that writes JavaScript is checked where it is developed, and costs visitors nothing. What may
 * differ from one build to the next is checked everywhere.
 */
export function checkOptions(options: PorticoOptions) {
  if (process.env.NODE_ENV !== 'production') checkKinds(options)
  const { apiUrl } = options
  check('apiUrl', !apiUrl || /^https?:\/\/[^/\s]/i.test(apiUrl), 'expected an http or https URL')
  checkTheme(options)
}

function checkKinds(options: PorticoOptions) {
  check('options', isRecord(options), 'expected an object')
  checkKind('adapters', options.adapters, 'array')
  const given: Readonly<Record<string, unknown>> = options
  for (const [option, one] of Object.entries<Check>(checks())) if (given[option] !== undefined) one(option, given[option])
  checkAdapters(options.adapters)
  const { id, defaultNetwork, metadata } = options
  check(
    'defaultNetwork',
    defaultNetwork === undefined || isNetworkId(defaultNetwork),
    `Invalid CAIP-2 network id '${String(defaultNetwork)}'`,
  )
  check('id', id === undefined || /^[\w-]{1,32}$/.test(id), 'expected 1 to 32 letters, digits, hyphens or underscores')
  if (metadata) checkKind('metadata.name', metadata.name, 'string')
}
