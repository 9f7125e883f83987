import {
  createWalletClient,
  type Approved,
  type Session,
  type WalletAuthentication,
  type WalletClient,
  type WalletProposal,
  type WalletRequest as ClientRequest,
} from '@portico/walletconnect/wallet'
import type { BitcoinExtra } from '../bitcoin/core.js'
import { createKeys as createBitcoinKeys } from '../bitcoin/keys.js'
import { createPersonCore, type PersonCore } from '../shared/person.js'
import { createKeys as createSolanaKeys } from '../solana/keys.js'
import type { Prepared } from '../wallet/core.js'
import { rpcError, rpcErrorCodes } from '../wallet/errors.js'
import { readKeys } from '../wallet/keys.js'
import type { WalletRequest } from '../wallet/types.js'
import { uuid } from '../wallet/uuid.js'
import { accountAt, addressAt, indexesIn, type Keys } from './accounts.js'
import { askedAuthentication, askedProposal, type AnyAsked } from './asked.js'
import { accountAddresses, createBitcoinSide } from './bip122.js'
import { createEvmSide } from './eip155.js'
import { createGate } from './gate.js'
import { grant, type Offer } from './grant.js'
import { createInbox } from './inbox.js'
import { bitcoinNetworkOf, ethereumMainnet, familyOf, referenceOf, sandboxNetworks } from './networks.js'
import { readCode } from './readCode.js'
import { createSessions } from './sessions.js'
import { createSolanaSide } from './solana.js'
import { memoryStorage } from './storage.js'
import type {
  WalletConnectAccount,
  WalletConnectChoice,
  WalletConnectMatch,
  WalletConnectPendingRequest,
  WalletConnectRequest,
  WalletConnectWallet,
  WalletConnectWalletOptions,
} from './types.js'

const ICON =
  'data:image/svg+xml,' +
  '%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"%3E%3Crect width="96" height="96" rx="24" fill="%231864ab"/%3E' +
  '%3Crect x="32" y="18" width="32" height="60" rx="6" fill="none" stroke="%23fff" stroke-width="6"/%3E' +
  '%3Cpath d="M44 68h8" stroke="%23fff" stroke-width="5"/%3E%3C/svg%3E'

/** How many accounts the test keys of Solana and Bitcoin make. */
const MAX_ACCOUNTS = 10

interface Extra extends BitcoinExtra {
  readonly chain: string
}

/**
 * A wallet on a phone, in code: it scans pairing codes, and answers what sites ask over a WalletConnect v2 relay, in Node and
 * in browsers. Real keys of EVM, Solana and Bitcoin, real signatures, real transactions through the nodes of `networks`. It
 * agrees to everything, or waits for `approve` and `reject`, and does what it is told by `script` otherwise. It connects to the
 * relay when it has something to listen for.
 * @example
 * const wallet = createWalletConnectWallet({ relayUrl: 'ws://127.0.0.1:5555', WebSocket })
 * await wallet.scan(uri)
 * @throws when more accounts are wanted than there are keys, or when there is no WebSocket
 */
export function createWalletConnectWallet(options: WalletConnectWalletOptions): WalletConnectWallet {
  const { relayUrl, projectId, storage = memoryStorage(), redirect, fetch, authenticate = true } = options
  const info = {
    uuid: options.uuid ?? uuid(),
    name: options.name ?? 'Test Phone Wallet',
    icon: options.icon ?? ICON,
    rdns: options.rdns ?? 'test.headless.walletconnect',
  }
  const networks = new Map(Object.entries(options.networks ?? sandboxNetworks))
  const gate = createGate(options.WebSocket)
  const total = options.accounts ?? 1
  const keys: Keys = {
    eip155: readKeys({ count: Math.min(total, MAX_ACCOUNTS) }),
    solana: createSolanaKeys(undefined),
    bip122: createBitcoinKeys('p2wpkh'),
  }
  const firstEvm = () => [...networks.keys()].find((chain) => familyOf(chain) === 'eip155') ?? ethereumMainnet

  const choices = new WeakMap<AnyAsked, WalletConnectChoice>()
  /** Pairings whose site asks to be signed in with; the plain proposal beside it is for wallets that cannot do that. */
  const signIns = new Set<string>()
  const subscribers = new Set<() => void>()
  let choice: WalletConnectChoice = {}
  let isClosed = false

  const person: PersonCore<Extra> = createPersonCore<Extra>(
    { ...options, ...info, policy: options.autoApprove === false ? 'manual' : 'approve', persist: storage, origin: 'wallet' },
    {
      // What was picked among another number of accounts does not count.
      family: `walletconnect:${total}`,
      info,
      maxAccounts: Math.min(total, MAX_ACCOUNTS),
      extra: { chain: firstEvm(), network: 'mainnet', purposes: {} },
      recall: ({ chain }) => (typeof chain === 'string' && networks.has(chain) ? { chain } : {}),
      prepare: (request) => prepare(request),
      isConnecting: () => false,
      tellAccounts: () => {},
      goWrong(chainId) {
        void open.forEach(undefined, (session) => open.tell(session, 'eip155', 'chainChanged', () => chainId)).catch(() => {})
      },
    },
  )
  const count = () => person.getState().count
  const evmChains = () =>
    Object.fromEntries([...networks].flatMap(([chain, url]) => (familyOf(chain) === 'eip155' ? [[Number(referenceOf(chain)), url]] : [])))
  const urlOf = (chain: string) => networks.get(chain)
  const sides = {
    evm: createEvmSide({ keys: keys.eip155, chains: evmChains, addChain: (id, url) => void networks.set(`eip155:${id}`, url), fetch }),
    solana: createSolanaSide({ person, keys: keys.solana, urlOf, fetch }),
    bitcoin: createBitcoinSide({ person, keys: keys.bip122, urlOf, fetch }),
  }
  const accountsOn = (chain: string) => person.getState().exposed.map((index) => `${chain}:${addressAt(keys, chain, index)}`)
  const inbox = createInbox({ person: person.person, changed: () => changed() })
  const open = createSessions({
    client: () => client,
    chain: () => person.getState().chain,
    knows: (chain) => networks.has(chain),
    accountsOn,
  })
  async function moveTo(chain: string, topic?: string) {
    if (familyOf(chain) === 'eip155') person.setState({ chain })
    await open.moveTo(chain, topic)
  }
  const offer = (): Offer => ({ chains: [...networks.keys()], accountsOn })

  /** Checks what arrived and says what it would do. */
  function prepare(request: WalletRequest): Prepared | Promise<Prepared> {
    const asked = inbox.askedIn(request)
    if (!asked) throw rpcError(rpcErrorCodes.internal)
    if (asked.kind === 'proposal') return prepareProposal(asked.proposal)
    if (asked.kind === 'authentication') return prepareAuthentication(asked.authentication)
    const { chainId, topic } = asked
    const session = client.session(topic)
    const indexes = session ? indexesIn(keys, session.namespaces, chainId, count()) : []
    const plain = { ...request, params: asked.params }
    if (!networks.has(chainId)) throw rpcError(rpcErrorCodes.chainDisconnected)
    if (familyOf(chainId) === 'solana') return sides.solana({ request: plain, chain: chainId, indexes })
    if (familyOf(chainId) === 'bip122') return sides.bitcoin({ request: plain, chain: chainId, indexes })
    const onSwitch = (id: number) => void moveTo(`eip155:${id}`, topic).catch(() => {})
    return sides.evm({ request: plain, chainId: Number(referenceOf(chainId)), indexes, onSwitch })
  }

  function prepareProposal(proposal: WalletProposal): Prepared {
    // What the wallet cannot do at all is refused before anybody is asked.
    const all = grant(proposal, offer())
    return { ask: `Connect ${proposal.proposer.name} (${proposal.proposer.url}) to ${Object.keys(all).join(', ')}`, run: () => undefined }
  }

  function prepareAuthentication({ payload, requester }: WalletAuthentication): Prepared {
    const chains = payload.chains.filter((chain) => familyOf(chain) === 'eip155' && networks.has(chain))
    if (chains.length === 0) throw rpcError(5100, 'Unsupported chains.')
    return { ask: `Sign in to ${payload.domain} as asked by ${requester.name} (${requester.url})`, run: () => undefined }
  }

  const choiceFor = (asked: AnyAsked): WalletConnectChoice => choices.get(asked) ?? choice

  function namespacesFor(proposal: WalletProposal, { namespaces }: WalletConnectChoice): Approved {
    if (namespaces === undefined) return grant(proposal, offer())
    return isList(namespaces) ? grant(proposal, offer(), namespaces) : namespaces
  }

  /** What the wallet tells with a session: addresses of Bitcoin accounts beside those for payments. */
  function propertiesOf(namespaces: Approved) {
    const { accounts = [], methods = [] } = namespaces['bip122'] ?? {}
    if (!methods.includes('getAccountAddresses')) return undefined
    const listed = accounts.flatMap((account) => {
      const chain = account.slice(0, account.lastIndexOf(':'))
      const [index] = indexesIn(keys, { bip122: { chains: [], methods: [], events: [], accounts: [account] } }, chain, count())
      if (index === undefined) return []
      const at = (purpose: 'payment' | 'ordinals') => keys.bip122.at(index, purpose, bitcoinNetworkOf(chain))
      return [[at('payment').address, accountAddresses(at('payment'), at('ordinals'))] as const]
    })
    return { bip122_getAccountAddresses: JSON.stringify(Object.fromEntries(listed)) }
  }

  async function approveProposal(asked: AnyAsked, proposal: WalletProposal): Promise<Session> {
    const made = choiceFor(asked)
    const namespaces = namespacesFor(proposal, made)
    const properties = propertiesOf(namespaces)
    return client.approve({
      id: proposal.id,
      namespaces,
      ...(properties && { properties }),
      ...(made.expiry !== undefined && { expiry: made.expiry }),
    })
  }

  async function signIn({ id, payload }: WalletAuthentication): Promise<Session | undefined> {
    const [active = 0] = person.getState().exposed
    const key = keys.eip155[active]
    if (!key) throw rpcError(rpcErrorCodes.unauthorized)
    const chains = payload.chains.filter((chain) => familyOf(chain) === 'eip155' && networks.has(chain))
    const signatures = await Promise.all(
      chains.map(async (chain) => {
        const account = `${chain}:${key.address}`
        return { account, signature: await key.signMessage({ message: client.authMessage({ id, account }) }) }
      }),
    )
    return client.approveAuthentication({ id, signatures })
  }

  const isHeld = ({ topic }: { readonly topic: string }) => signIns.has(topic)

  function onProposal(proposal: WalletProposal) {
    const asked = askedProposal(proposal)
    if (authenticate && (isHeld(asked) || client.authentications().some(({ pairing }) => pairing === proposal.pairing))) return
    inbox.take(asked, {
      yes: () => approveProposal(asked, proposal),
      no: (error) => client.reject({ id: proposal.id, error }),
    })
  }

  function onAuthentication(authentication: WalletAuthentication) {
    if (!authenticate) return
    const { id } = authentication
    inbox.take(askedAuthentication(authentication), {
      yes: () => signIn(authentication),
      no: (error) => client.rejectAuthentication({ id, error }),
    })
  }

  function onRequest({ id, topic, chainId, method, params }: ClientRequest) {
    const peer = client.session(topic)?.peer
    if (!peer) return
    inbox.take(
      { kind: 'request', method, params, topic, chainId, peer, protocolId: id },
      {
        yes: async (result) => {
          await client.respond({ topic, id, result })
          return undefined
        },
        no: (error) => client.respond({ topic, id, error }),
      },
    )
  }

  function start(): WalletClient {
    const made = createWalletClient({
      relayUrl,
      metadata: {
        name: info.name,
        description: `${info.name}, for tests`,
        url: `https://${info.rdns.split('.').toReversed().join('.')}`,
        icons: [info.icon],
        ...(redirect && { redirect }),
      },
      storage,
      name: info.rdns,
      WebSocket: gate.WebSocket,
      page: gate.page,
      ...(projectId && { projectId }),
    })
    const ifCurrent =
      <T>(listener: (event: T) => void) =>
      (event: T) => {
        if (client === made && !isClosed) listener(event)
      }
    made.on('proposal', ifCurrent(onProposal))
    made.on('authentication', ifCurrent(onAuthentication))
    made.on('request', ifCurrent(onRequest))
    made.on('sessionAdded', ifCurrent(changed))
    made.on('sessionUpdated', ifCurrent(changed))
    made.on('relayStatus', ifCurrent(changed))
    made.on(
      'sessionDeleted',
      ifCurrent(({ topic }) => {
        inbox.drop((asked) => asked.topic === topic)
        changed()
      }),
    )
    made.on(
      'pairingDeleted',
      ifCurrent(({ topic }) => inbox.drop((asked) => asked.topic === topic)),
    )
    return made
  }
  let client = start()

  /** What came before a restart and still waits. */
  function resume() {
    for (const authentication of client.authentications()) onAuthentication(authentication)
    for (const proposal of client.proposals()) onProposal(proposal)
    for (const request of client.requests()) onRequest(request)
  }

  let pending: readonly WalletConnectPendingRequest[] = []
  let requests: readonly WalletConnectRequest[] = []
  let sessions: readonly Session[] = []

  function changed() {
    pending = person.person.pending.map(({ summary, ...request }) => ({ ...inbox.show(request), summary }))
    requests = person.person.log.map(inbox.show)
    sessions = client.sessions()
    for (const subscriber of [...subscribers]) subscriber()
  }
  person.person.subscribe(changed)

  /** Waits until something is found; looks whenever something changes. */
  function until<T>(look: () => T | undefined, timeout: number, late: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = look()
        if (found !== undefined) stop(() => resolve(found))
      }
      const stop = (settle: () => void) => {
        clearTimeout(timer)
        subscribers.delete(check)
        settle()
      }
      const timer = setTimeout(() => stop(() => reject(new Error(late))), timeout)
      subscribers.add(check)
      check()
    })
  }

  let accounts: readonly WalletConnectAccount[] = []

  const wallet: WalletConnectWallet = {
    info: person.info,
    get state() {
      return person.getState()
    },
    /** Always the same list, so that it can be a React snapshot. */
    get accounts() {
      if (accounts.length === 0) accounts = Array.from({ length: total }, (_, index) => accountAt(keys, index))
      return accounts
    },
    get pending() {
      return pending
    },
    get requests() {
      return requests
    },
    sessions: () => sessions,
    relayStatus: () => client.relayStatus(),
    async scan(uri, { timeout = 30_000 } = {}) {
      const { code, asksToSignIn } = readCode(uri)
      const { topic } = client.pair({ uri: code })
      if (asksToSignIn) signIns.add(topic)
      return until(() => requests.findLast((request) => request.topic === topic), timeout, `Nothing was asked within ${timeout} ms.`)
    },
    next: (match, { timeout = 5_000 } = {}) =>
      until(() => pending.find((request) => isMeant(match, request)), timeout, `No such request came to wait within ${timeout} ms.`),
    approve(id, made) {
      const found = find(id)
      const asked = inbox.askedIn(found)
      if (asked && made) choices.set(asked, made)
      person.person.approve(found.id)
      return inbox.settled(found.id)
    },
    async reject(id, error) {
      const found = find(id)
      person.person.reject(found.id, error)
      await inbox.settled(found.id)
    },
    script: (match, ...behaviours) => person.person.script((request) => isMeant(match, inbox.show(request)), ...behaviours),
    choose(made) {
      choice = made
    },
    async switchChain(chain, { topic } = {}) {
      if (!networks.has(chain)) throw new Error(`The wallet does not know the chain ${chain}.`)
      await moveTo(chain, topic)
    },
    async switchAccount(index) {
      person.person.selectAccount(index)
      const shown = (chain: string) => person.getState().exposed.map((at) => addressAt(keys, chain, at))
      await open.forEach(undefined, async (session) => {
        const now = await open.change(session, open.renewed(session))
        for (const family of Object.keys(now.namespaces)) await open.tell(now, family, 'accountsChanged', shown)
      })
    },
    update: ({ topic, namespaces }) => open.forEach(topic, (session) => client.update({ topic: session.topic, namespaces })),
    extend: ({ topic } = {}) => open.forEach(topic, (session) => client.extend({ topic: session.topic })),
    emit: ({ topic, name, data, chainId }) => open.forEach(topic, (session) => open.emitTo(session, chainId, name, data)),
    ping: ({ topic } = {}) => open.forEach(topic, (session) => client.ping({ topic: session.topic })),
    disconnect: ({ topic } = {}) => open.forEach(topic, (session) => client.disconnect({ topic: session.topic })),
    goOffline() {
      gate.shut()
    },
    goOnline() {
      gate.open()
    },
    restart() {
      client.close()
      inbox.drop(() => true)
      client = start()
      changed()
      resume()
    },
    setPolicy: person.person.setPolicy,
    lock: person.person.lock,
    unlock: person.person.unlock,
    setOnline: person.person.setOnline,
    subscribe(listener) {
      // Wrapped, so that the same function can subscribe twice.
      const subscriber = () => listener()
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    reset: person.person.reset,
    close() {
      if (isClosed) return
      isClosed = true
      client.close()
      inbox.drop(() => true)
      person.person.close()
      subscribers.clear()
    },
  }

  function find(id: number | undefined) {
    const found = id === undefined ? person.person.pending[0] : person.person.pending.find((request) => request.id === id)
    if (!found) throw new Error(id === undefined ? 'No request is waiting.' : `No request ${id} is waiting.`)
    return found
  }

  changed()
  resume()
  return wallet
}

const isList = (value: readonly string[] | Approved): value is readonly string[] => Array.isArray(value)

const isMeant = (match: WalletConnectMatch | undefined, request: WalletConnectRequest): boolean => {
  if (match === undefined) return true
  return typeof match === 'string' ? match === request.method : match(request)
}
