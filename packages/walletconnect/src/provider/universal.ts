import { createEmitter, RequestAbortedError, type Emitter } from '@portico/core/kit'
import { OutOfScopeError, SessionNotFoundError } from '../errors.js'
import type { Approval, Attempt, ConnectOptions, Dapp } from '../client/types.js'
import {
  addressOfAccount,
  chainForm,
  chainOfAccount,
  coversMethod,
  hasAccounts,
  namespaceOfChain,
  type AskedNamespaces,
  type Namespaces,
} from '../peer/namespaces.js'
import { seconds } from '../peer/parse.js'
import type { Session } from '../peer/stored.js'
import type { PageEvents } from '../relay/types.js'
import {
  ChainNotApprovedError,
  ChainProviderNotFoundError,
  ClientNotReadyError,
  NamespaceNotConfiguredError,
  NotConnectedError,
  SessionNotReadyError,
} from './errors.js'

/** How often an expired code is renewed in a row when nobody does anything. */
const renewalLimit = 3

/** A chain that the host uses, and where its nodes are. */
export interface ProviderChain {
  /** CAIP-2. */
  readonly id: string
  readonly rpcUrls: readonly string[]
}

export interface UniversalEvents {
  /** A session is there, whoever asked for it. */
  connected: Session
  /** The accounts in use of a namespace are others now. */
  accounts: { readonly namespace: string; readonly addresses: readonly string[] }
  /** The chain in use of a namespace is another now. */
  chain: { readonly namespace: string; readonly chainId: string }
  /** Something else that the wallet told. */
  message: { readonly chainId: string; readonly name: string; readonly data: unknown }
  /** The session is over. */
  disconnected: { readonly code: number; readonly message: string }
}

export interface UniversalOptions {
  readonly dapp: Dapp
  readonly chains: readonly ProviderChain[]
  /** What is asked of a wallet. */
  readonly namespaces: AskedNamespaces
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** Called once the relay has a request for the wallet, with what comes of it. */
  readonly onSent?: (sent: SentRequest, answer: Promise<unknown>) => void
  /** Default: the window, where there is one. */
  readonly page?: PageEvents
}

/** A request that is on its way to the wallet. */
export interface SentRequest {
  readonly topic: string
  readonly id: number
  readonly method: string
}

export interface ProviderRequest {
  readonly method: string
  readonly params?: unknown
  /** CAIP-2. Default: the chain in use of the only namespace, or of `eip155`. */
  readonly chainId?: string
  readonly expiresIn?: number
  readonly signal?: AbortSignal
}

/** One session as a provider: requests go to the wallet when the session covers them, and to the host's nodes otherwise. */
export interface UniversalProvider {
  readonly on: Emitter<UniversalEvents>['on']
  /** The session in use. @throws SessionNotReadyError */
  readonly session: () => Session
  readonly current: () => Session | undefined
  /**
   * Pairs with a wallet. `onUri` gets each URI: a new one when the last has expired, three times in a row at the most, and
   * only while the page is in view. A page that is not renews when it is again. @throws as Attempt's approval
   */
  readonly connect: (
    options?: Pick<ConnectOptions, 'signal' | 'authenticate'> & {
      /** Says anew for each URI what is to be signed: a nonce is no older than its URI. Undefined, or a failure: nothing is. */
      readonly signIn?: (() => Promise<ConnectOptions['authenticate']>) | undefined
      readonly onUri?: (attempt: Attempt) => void
    },
  ) => Promise<Approval>
  /** Somebody is there: the code is renewed at once when it has expired, and three times again. */
  readonly stay: () => void
  /** The accounts of the session, all of them (CAIP-10). @throws NotConnectedError */
  readonly enable: () => Promise<readonly string[]>
  /** @throws NotConnectedError, NamespaceNotConfiguredError, ChainProviderNotFoundError, NoRpcUrlError, OutOfScopeError, and what the wallet says */
  readonly request: (request: ProviderRequest) => Promise<unknown>
  /** Asks the chain's own nodes. */
  readonly read: (chainId: string, method: string, params: unknown) => Promise<unknown>
  /** Whether the chain is one of the host's. */
  readonly knows: (chainId: string) => boolean
  /** Whether the session lets the wallet be asked for that on the chain. */
  readonly covers: (chainId: string, method: string) => boolean
  /** Addresses of the session on a chain, the one in use first. */
  readonly addresses: (chainId: string) => readonly string[]
  /** The chain in use: chosen here or by the wallet, else the first of the session. */
  readonly chainOf: (namespace: string) => string | undefined
  /** @throws ChainNotApprovedError, ChainProviderNotFoundError */
  readonly setChain: (chainId: string) => void
  /** Something to remember for as long as the session lasts. */
  readonly note: (name: string) => unknown
  readonly setNote: (name: string, value: unknown) => void
  readonly disconnect: () => Promise<void>
  readonly close: () => void
}

/** What was reported of a namespace. */
interface Seen {
  readonly chain: string | undefined
  readonly addresses: readonly string[]
}

/** What tells that the page is in view again. */
const returns = ['visibilitychange', 'pageshow']

/** What a node can answer as well. Wallets approve some of it, too; it goes to the host's nodes all the same. */
const isRead = (method: string) =>
  /^(eth|net|web3)_/.test(method) && !/^eth_(sign|sendTransaction$|decrypt$|getEncryptionPublicKey$)/.test(method)

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((entry, at) => entry === other[at])

const isHidden = () => globalThis.document?.visibilityState === 'hidden'

/**
 * One session as a provider, over the site's side of the protocol: it pairs, sends requests to the wallet or to the host's nodes, and tells
 * which accounts and chains are in use.
 * @example
 * const chains = [{ id: 'eip155:8453', rpcUrls: ['https://base.example'] }]
 * const namespaces = { eip155: { chains: ['eip155:8453'], methods: ['personal_sign'], events: ['accountsChanged'] } }
 * const provider = createUniversalProvider({ dapp: createDapp({ relayUrl, projectId, metadata }), chains, namespaces })
 * await provider.connect({ onUri: ({ uri }) => showCode(uri) })
 */
export function createUniversalProvider({
  dapp,
  chains,
  namespaces: asked,
  fetch,
  onSent,
  page = globalThis.window,
}: UniversalOptions): UniversalProvider {
  /** Looks after the code of each pairing that is under way. */
  const lookers = new Set<() => void>()
  const events = createEmitter<UniversalEvents>()
  /** The address that the wallet said to be in use, by chain. */
  const preferred = new Map<string, string>()
  const shown = new Map<string, Seen>()
  let topic: string | undefined
  let isClosed = false

  const current = (): Session | undefined => {
    const mine = topic === undefined ? undefined : dapp.session(topic)
    if (mine) return mine
    // After a reload, the one that lasts longest is the newest.
    const newest = dapp.sessions().toSorted((one, other) => other.expiry - one.expiry)[0]
    topic = newest?.topic
    return newest
  }
  const session = () => {
    const found = current()
    if (!found) throw new SessionNotReadyError()
    return found
  }
  const namespacesOf = (): Namespaces => current()?.namespaces ?? {}

  const addresses = (chainId: string): readonly string[] => {
    const all = (namespacesOf()[namespaceOfChain(chainId)]?.accounts ?? [])
      .filter((account) => chainOfAccount(account) === chainId)
      .map(addressOfAccount)
    const first = preferred.get(chainId)
    return first && all.includes(first) ? [first, ...all.filter((one) => one !== first)] : all
  }

  /** Chains of a namespace that the wallet has an account for. */
  const usable = (namespace: string): readonly string[] => [...new Set((namespacesOf()[namespace]?.accounts ?? []).map(chainOfAccount))]

  function chainOf(namespace: string): string | undefined {
    const all = usable(namespace)
    const noted = topic === undefined ? undefined : dapp.note(topic, `chain-${namespace}`)
    const wished = all.find((one) => one === noted)
    return wished ?? all.find((one) => chains.some(({ id }) => id === one)) ?? all[0]
  }

  const knows = (chainId: string) => chains.some(({ id }) => id === chainId)

  function setChain(chainId: string) {
    const namespace = namespaceOfChain(chainId)
    if (!knows(chainId)) throw new ChainProviderNotFoundError({ chain: chainId })
    if (!usable(namespace).includes(chainId)) throw new ChainNotApprovedError({ chain: chainId })
    choose(chainId)
  }

  function choose(chainId: string) {
    const namespace = namespaceOfChain(chainId)
    if (topic === undefined || chainOf(namespace) === chainId) return
    dapp.setNote(topic, `chain-${namespace}`, chainId)
    tell(namespace)
  }

  const seen = (namespace: string): Seen => {
    const chain = chainOf(namespace)
    return { chain, addresses: chain ? addresses(chain) : [] }
  }

  /** Reports what of a namespace is other than what was reported last. */
  function tell(namespace: string) {
    const before = shown.get(namespace)
    const now = seen(namespace)
    shown.set(namespace, now)
    if (now.chain && now.chain !== before?.chain) events.emit('chain', { namespace, chainId: now.chain })
    if (!isSame(now.addresses, before?.addresses ?? [])) events.emit('accounts', { namespace, addresses: now.addresses })
  }

  const noteShown = () => {
    shown.clear()
    for (const namespace of Object.keys(namespacesOf())) shown.set(namespace, seen(namespace))
  }
  noteShown()

  const stops = [
    dapp.on('sessionAdded', (added) => {
      topic = added.topic
      preferred.clear()
      noteShown()
      events.emit('connected', added)
      // One provider is one session: the wallet of the one before hears that it is over.
      for (const { topic: old } of dapp.sessions()) if (old !== added.topic) dapp.disconnect({ topic: old }).catch(() => undefined)
    }),
    dapp.on('sessionUpdated', ({ topic: changed }) => {
      if (changed !== current()?.topic) return
      for (const namespace of new Set([...shown.keys(), ...Object.keys(namespacesOf())])) tell(namespace)
    }),
    dapp.on('sessionDeleted', ({ topic: gone, code, message }) => {
      if (gone !== topic) return
      topic = undefined
      preferred.clear()
      shown.clear()
      events.emit('disconnected', { code, message })
    }),
    dapp.on('sessionEvent', ({ topic: from, chainId, name, data }) => {
      if (from !== current()?.topic) return
      if (name === 'chainChanged') hearChain(chainId, data)
      else if (name === 'accountsChanged') hearAccounts(chainId, data)
      else events.emit('message', { chainId, name, data })
    }),
  ]

  /**
   * Wallets write a chain as a number, as hex, as decimal text or as CAIP-2; where they write none, it is that of the event. Only one that
   * the session covers counts.
   */
  function hearChain(chainId: string, data: unknown) {
    const namespace = namespaceOfChain(chainId)
    const text = typeof data === 'string' || typeof data === 'number' ? String(data) : ''
    const said = text.includes(':') ? text : `${namespace}:${/^0x[\da-f]{1,14}$/i.test(text) ? Number(text) : text}`
    const wanted = chainForm.test(said) ? said : chainId
    if (usable(namespace).includes(wanted)) choose(wanted)
  }

  function hearAccounts(chainId: string, data: unknown) {
    const first: unknown = Array.isArray(data) ? data[0] : undefined
    if (typeof first !== 'string') return
    const address = first.includes(':') ? addressOfAccount(first) : first
    const mine = addresses(chainId).find((one) => one.toLowerCase() === address.toLowerCase())
    if (!mine) return
    for (const chain of usable(namespaceOfChain(chainId))) if (addresses(chain).includes(mine)) preferred.set(chain, mine)
    tell(namespaceOfChain(chainId))
  }

  async function connect({
    signal,
    authenticate,
    signIn,
    onUri,
  }: NonNullable<Parameters<UniversalProvider['connect']>[0]> = {}): Promise<Approval> {
    if (isClosed) throw new ClientNotReadyError()
    const abort = new AbortController()
    const outer = () => abort.abort()
    signal?.addEventListener('abort', outer)
    if (signal?.aborted) outer()
    let timer: ReturnType<typeof setTimeout> | undefined
    let look = () => {}
    try {
      return await new Promise<Approval>((resolve, reject) => {
        let open = 0
        let renewals = 0
        /** The code has expired, and there is none in its place. */
        let isDue = false
        // An expired code is renewed in the open view (R13); who has scanned the old one may still answer it.
        const ask = () => {
          isDue = false
          if (!signIn) return show({ authenticate })
          const turnedAway = () => reject(new RequestAbortedError())
          abort.signal.addEventListener('abort', turnedAway)
          signIn()
            .catch(() => undefined)
            .then((wanted) => {
              abort.signal.removeEventListener('abort', turnedAway)
              if (!abort.signal.aborted) show({ authenticate: wanted, anyNonce: true })
            })
            .catch(reject)
        }
        const show = (wanted: Pick<ConnectOptions, 'authenticate' | 'anyNonce'>) => {
          const attempt = dapp.connect({ namespaces: asked, signal: abort.signal, ...wanted })
          open += 1
          attempt.approval.then(resolve, (error: unknown) => {
            open -= 1
            const isOld = error instanceof Error && error.name === 'ProposalExpiredError' && (open > 0 || (isDue && isHidden()))
            if (!isOld) reject(error)
          })
          onUri?.(attempt)
          timer = setTimeout(renew, Math.max(1, attempt.expiry - seconds()) * 1_000)
        }
        const renew = () => {
          isDue = isHidden() || renewals >= renewalLimit
          if (isDue) return
          renewals += 1
          ask()
        }
        look = () => {
          if (isHidden()) return
          renewals = 0
          if (isDue) ask()
        }
        lookers.add(look)
        for (const type of returns) page?.addEventListener(type, look)
        ask()
      })
    } finally {
      clearTimeout(timer)
      lookers.delete(look)
      for (const type of returns) page?.removeEventListener(type, look)
      signal?.removeEventListener('abort', outer)
      abort.abort()
    }
  }

  async function request({ method, params, chainId: wanted, expiresIn, signal }: ProviderRequest): Promise<unknown> {
    if (isClosed) throw new ClientNotReadyError()
    const found = current()
    if (!found) throw new NotConnectedError({ before: 'request' })
    const names = Object.keys(asked)
    const chainId = wanted ?? chainOf(names.includes('eip155') ? 'eip155' : (names[0] ?? ''))
    if (!chainId) throw new SessionNotFoundError()
    const namespace = namespaceOfChain(chainId)
    if (!Object.hasOwn(asked, namespace)) throw new NamespaceNotConfiguredError({ namespace })
    const isAsked = asked[namespace]?.methods.includes(method) === true
    if (coversMethod(found.namespaces, chainId, method) && (isAsked || !isRead(method))) {
      const { topic: to } = found
      const answer = dapp.request({
        topic: to,
        chainId,
        method,
        params,
        expiresIn,
        signal,
        onSent: onSent && ((id) => onSent({ topic: to, id, method }, answer)),
      })
      return answer
    }
    if (isAsked) throw new OutOfScopeError({ what: 'method', value: method, code: 4200 })
    return read(chainId, method, params)
  }

  async function read(chainId: string, method: string, params: unknown): Promise<unknown> {
    const chain = chains.find(({ id }) => id === chainId)
    if (!chain) throw new ChainProviderNotFoundError({ chain: chainId })
    const { readChain } = await import('./rpc.js') // no code and no session needs it
    return readChain({ chain: chainId, urls: chain.rpcUrls, method, params, ...(fetch && { fetch }) })
  }

  return {
    on: events.on,
    session,
    current,
    connect,
    stay() {
      for (const look of [...lookers]) look()
    },
    request,
    read,
    addresses,
    chainOf,
    setChain,
    knows,
    async enable() {
      const found = current()
      if (!found || !hasAccounts(found.namespaces)) throw new NotConnectedError({ before: 'enable' })
      return Object.values(found.namespaces).flatMap(({ accounts }) => accounts)
    },
    covers: (chainId, method) => coversMethod(namespacesOf(), chainId, method),
    note(name) {
      const found = current()
      return found && dapp.note(found.topic, name)
    },
    setNote(name, value) {
      const found = current()
      if (found) dapp.setNote(found.topic, name, value)
    },
    async disconnect() {
      const found = current()
      if (found) await dapp.disconnect({ topic: found.topic })
    },
    close() {
      isClosed = true
      for (const stop of stops) stop()
      events.clear()
    },
  }
}
