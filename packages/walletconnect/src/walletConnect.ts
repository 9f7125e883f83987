import { InvalidOptionError, type Namespace, type Portico, type PorticoStorage } from '@portico/core'
import { fieldsOf, listOf, loadCode, ofKind, recordOf, type Check, type ConnectorDescription, type LinkState } from '@portico/core/kit'
import type { Metadata } from './peer/metadata.js'
import type { SocketConstructor } from './relay/types.js'
import type { Opened } from './connector/open.js'
import type { LinkConnector } from './connector/types.js'

/** The hosted relay. It wants a project id. */
const hostedRelay = 'wss://relay.walletconnect.org'

/** Chain families that the protocol's wallets are asked for. */
const served: readonly Namespace[] = ['eip155', 'solana', 'bip122']

export interface WalletConnectOptions {
  /**
   * ws(s)://… of one's own relay. Default: the hosted one, which needs `projectId`. With several, such as one's own and the hosted
   * one, codes go over all of them and a session stays where its wallet answered.
   */
  readonly relayUrl?: string | readonly string[]
  /** Of the hosted relay. Sent to the relays that are used, and nowhere else. */
  readonly projectId?: string
  /** What wallets show of the site. Default: the portico's metadata, and the page's own URL. */
  readonly metadata?: Partial<Metadata>
  /** Methods to ask wallets for beside the usual ones, by namespace. */
  readonly methods?: Readonly<Record<string, readonly string[]>>
  /** What attests the site's origin to wallets, when the host has something. Portico asks nobody for it. */
  readonly attestation?: string
  /**
   * Opens a link of a wallet: on a phone with each request, and with each message where both sides declare link mode in
   * `metadata.redirect`. Default: the page opens it, and there is no link mode.
   */
  readonly openLink?: (url: string) => void
  /** Where keys and sessions are kept. Default: the portico's storage, else the page's localStorage. */
  readonly storage?: PorticoStorage
  /** Default: the global one. */
  readonly WebSocket?: SocketConstructor
}

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** What the types cannot promise to a host that writes JavaScript, said where it is developed: it would fail as a visitor connects. */
function checkShapes(options: WalletConnectOptions): void {
  const [text, method] = [ofKind('string'), ofKind('function')]
  const texts = listOf(text)
  const given: Partial<Readonly<Record<keyof WalletConnectOptions, Check>>> = {
    projectId: text,
    attestation: text,
    openLink: method,
    WebSocket: method,
    storage: (option, value) => {
      ofKind('object')(option, value)
      for (const name of ['getItem', 'setItem', 'removeItem']) method(`${option}.${name}`, Reflect.get(Object(value), name))
    },
    metadata: fieldsOf<Metadata>({ name: text, description: text, url: text, icons: texts, redirect: ofKind('object') }),
    methods: recordOf((name) => served.some((one) => one === name), `one of ${served.join(', ')}`, texts),
  }
  for (const [option, isGood] of Object.entries(given)) {
    const value: unknown = Reflect.get(options, option)
    if (value !== undefined) isGood(option, value)
  }
}

/**
 * WalletConnect for `createPortico`: every configured chain family in one session, over a relay of one's own or the hosted
 * one. Sits in the first bundle and does nothing there: the client is a chunk that loads when it is used.
 * @example createPortico({ adapters: [evm({ networks })], connectors: [walletConnect({ relayUrl: 'wss://relay.example' })] })
 * @throws {@link InvalidOptionError} that names the option
 */
export function walletConnect(options: WalletConnectOptions = {}): ConnectorDescription<LinkConnector> {
  const { projectId, relayUrl = projectId ? hostedRelay : '' } = options ?? {}
  const urls = [relayUrl].flat()
  if (
    urls.length === 0 ||
    new Set(urls).size < urls.length ||
    !urls.every((url) => typeof url === 'string' && /^wss?:\/\/[^/\s]/i.test(url))
  ) {
    throw new InvalidOptionError({
      option: 'relayUrl',
      problem: 'expected a ws or wss URL, or several that differ',
      hint: 'Name your own relay, or give a projectId of the hosted one.',
    })
  }
  if (process.env.NODE_ENV !== 'production') checkShapes(options)
  return {
    id: 'walletConnect',
    kind: 'walletConnect',
    name: 'WalletConnect',
    create: (portico) => createConnector(portico, { ...options, relayUrl }),
  }
}

function createConnector(
  portico: Portico,
  options: WalletConnectOptions & { readonly relayUrl: string | readonly string[] },
): LinkConnector {
  const listeners = new Set<() => void>()
  let state: LinkState = { status: 'idle' }
  let loaded: Promise<Opened> | undefined
  let opened: Opened | undefined

  const show = (next = state) => {
    state = next
    for (const listener of [...listeners]) listener()
  }
  async function load() {
    const isSeveral = typeof options.relayUrl !== 'string' && options.relayUrl.length > 1
    const [{ open }, several] = await loadCode(() =>
      Promise.all([import('./connector/open.js'), isSeveral ? import('./relay/several.js') : undefined]),
    )
    return (opened = open(portico, options, show, several?.createSeveralLines))
  }
  /** The client, loaded once. A failure is forgotten, so that trying again works. */
  function client() {
    const loading = (loaded ??= load())
    loading.catch(() => {
      if (loaded === loading) loaded = undefined
    })
    return loading
  }

  const link: LinkConnector['link'] = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    prepare() {
      if (state.status === 'idle' || state.status === 'failed') show({ status: 'loading' })
      client().then(
        ({ prepare }) => prepare(),
        (error: unknown) => show({ status: 'failed', error: error instanceof Error ? error : new Error('The code did not load.') }),
      )
    },
    load: () => void client().catch(() => undefined),
    pair: async (namespace, options) => (await client()).pair(namespace, options),
    cancel() {
      loaded?.then(({ cancel }) => cancel()).catch(() => undefined)
      if (state.status !== 'failed') show({ status: 'idle' }) // why it failed is still to be read
    },
    isOpen() {
      try {
        const { storage = portico.options.storage ?? globalThis.localStorage } = options
        // A look at the records from outside: what of it can be trusted is found out once the client is there.
        const { records } = JSON.parse(storage.getItem(`@portico/${portico.id}/walletconnect`) ?? '') as {
          readonly records: Readonly<Record<string, readonly [number, number, { readonly cancelled?: boolean }?]>>
        }
        return Object.entries(records).some(
          ([key, [, expiry, value]]) => /^(session|proposal):/.test(key) && value && !value.cancelled && expiry > Date.now() / 1000,
        )
      } catch {
        return false
      }
    },
    approved: () => opened?.approved() ?? [],
    approvedNetworkIds: (namespace) => opened?.approvedNetworkIds(namespace) ?? [],
    peer: () => opened?.peer(),
    request: () => opened?.request?.(),
    opened: (links) =>
      void client()
        .then((one) => one.opened(links))
        .catch(() => undefined),
    signIn: async (request) => (await client()).signIn(request),
    signedIn: () => opened?.signedIn() ?? [],
  }
  return {
    id: 'walletConnect',
    kind: 'walletConnect',
    name: 'WalletConnect',
    installed: false,
    namespaces: served.filter((namespace) => portico.adapters.has(namespace)),
    getProvider: async (namespace) => (await client()).face(namespace),
    link,
  }
}
