import { PorticoError } from '@portico/core'
import { RequestAbortedError } from '@portico/core/kit'
import type { Cacao } from '../auth/cacao.js'
import { agreeOnKey, createKeyPair, hashText, isKey, randomKey, topicOf, type KeyPair } from '../crypto/agreement.js'
import type { Opened } from '../crypto/envelope.js'
import { ClientClosedError, MalformedMessageError, OutOfScopeError, ProposalExpiredError, RelayError, SettlementError } from '../errors.js'
import { codes } from '../peer/codes.js'
import { answerError } from '../peer/failure.js'
import { agreedLink } from '../peer/link.js'
import type { AnswerMessage } from '../peer/message.js'
import { readMetadata } from '../peer/metadata.js'
import { fiveMinutes } from '../peer/methods.js'
import {
  coversChain,
  coversEvent,
  coversMethod,
  hasAccounts,
  missing,
  readApproved,
  withinAsked,
  type AskedNamespaces,
} from '../peer/namespaces.js'
import type { PeerOptions } from '../peer/options.js'
import { isRecord, readSeconds, seconds } from '../peer/parse.js'
import { createPeer, sessionLifetime } from '../peer/peer.js'
import { collection } from '../peer/records.js'
import { publicSession, type Session, type StoredSession } from '../peer/stored.js'
import type { Inbound, Peer, PeerEvents, Role } from '../peer/types.js'
import { formatUri } from '../peer/uri.js'
import type { RelayStatus } from '../relay/types.js'
import { readProposal, type Proposal } from './proposal.js'
import type { SignInRequest } from './signIn.js'

/** How long a pairing URI may be scanned, in seconds: 4 min, and the wallet has another minute to answer. */
export const uriLifetime = 240
const answerTime = fiveMinutes - uriLifetime

export interface DappEvents extends PeerEvents {
  /** Something happened in the wallet: `chainChanged`, `accountsChanged`, or what else the session covers. */
  sessionEvent: { readonly topic: string; readonly chainId: string; readonly name: string; readonly data: unknown }
}

export interface ConnectOptions {
  /** What the site can use; the wallet chooses from it. */
  readonly namespaces: AskedNamespaces
  /** What the site cannot do without. Most wallets that lack one of it cannot be connected at all: better leave it out. */
  readonly required?: AskedNamespaces
  readonly properties?: Readonly<Record<string, unknown>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
  /** Asks to be signed in at the same time, where the wallet can do that. The rest is asked of the others. */
  readonly authenticate?: SignInRequest
  /** Aborted when the visitor turns away. */
  readonly signal?: AbortSignal
}

/** What a wallet agreed to. Without a session, it signed in and gave no permission beyond that. */
export interface Approval {
  readonly session?: Session
  /** Signed-in accounts, not verified here. */
  readonly cacaos?: readonly Cacao[]
}

/** A proposal on its way to a wallet. */
export interface Attempt {
  /** For a QR code or a deep link. It holds a key: it is never logged, nor sent anywhere (S45). */
  readonly uri: string
  /** Topic of the pairing. Notes on it become those of the session. */
  readonly pairing: string
  /** When the URI is to be replaced by a new one, in seconds since 1970. */
  readonly expiry: number
  /** @throws UserRejectedError, ProposalExpiredError, SettlementError, RelayError, RequestAbortedError */
  readonly approval: Promise<Approval>
}

export interface SessionRequest {
  readonly topic: string
  /** CAIP-2. */
  readonly chainId: string
  readonly method: string
  readonly params?: unknown
  /** Seconds until the request expires, 300 to 604 800. Default 300: 5 min. */
  readonly expiresIn?: number
  readonly signal?: AbortSignal
  /** Called with the request's id once the relay has it. Not called where it travels as a link. */
  readonly onSent?: (id: number) => void
}

/** The site's side of the protocol. */
export interface Dapp extends Pick<Peer<DappEvents>, 'extend' | 'ping' | 'disconnect' | 'receiveLink' | 'close'> {
  readonly on: Peer<DappEvents>['events']['on']
  readonly sessions: () => readonly Session[]
  readonly session: (topic: string) => Session | undefined
  readonly relayStatus: () => RelayStatus
  /** Proposes a session. What was asked before and has not expired is shown again with the same URI. */
  readonly connect: (options: ConnectOptions) => Attempt
  /** Proposals that are out, such as after a reload: their sessions come as `sessionAdded`. */
  readonly isWaiting: () => boolean
  /** Little things to remember about a session, or a proposal, for as long as it lasts, in every tab: the chain in use. */
  readonly note: (topic: string, name: string) => unknown
  /** @param value JSON; undefined forgets it */
  readonly setNote: (topic: string, name: string, value: unknown) => void
  /** Sends a request to the wallet. @throws OutOfScopeError, SessionNotFoundError, UserRejectedError, PeerError, RequestExpiredError, SessionEndedError */
  readonly request: (request: SessionRequest) => Promise<unknown>
}

interface Waiter {
  readonly resolve: (approval: Approval) => void
  readonly reject: (error: Error) => void
}

/** Makes a client for a site. It connects to the relay once there is a session or a proposal. */
export function createDapp(options: PeerOptions): Dapp {
  const waiters = new Map<number, Set<Waiter>>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()

  const peer = createPeer<DappEvents>(
    options,
    (mine): Role => ({
      side: 'dapp',
      handlers: {
        wc_sessionSettle: (inbound) => settle(mine, inbound),
        wc_sessionUpdate: (inbound) => update(mine, inbound),
        wc_sessionEvent: (inbound) => hear(mine, inbound),
      },
      onAnswer: takeAnswer,
      onRecords: (keys) => {
        if (keys.some((key) => key.startsWith('proposal:'))) restore()
      },
    }),
  )
  const proposals = collection(peer.records, 'proposal', readProposal)
  const keep = (proposal: Proposal) => proposals.set(String(proposal.id), proposal, proposal.expiry)
  /** Of an earlier page view, and the relay may not have them. */
  const unsent = new Set(proposals.all().flatMap(({ id, sent, agreed }) => (sent || agreed ? [] : [id])))
  peer.events.on('relayStatus', publishAgain)
  restore()

  /** Listens where answers to proposals of an earlier page view, or of another tab, will come. */
  function restore() {
    for (const proposal of proposals.all()) {
      listen(proposal)
      watch(proposal)
    }
  }

  function listen({ pair, authId, agreed }: Proposal) {
    if (authId && pair) peer.openTopic(topicOf(pair.publicKey), { privateKey: pair.privateKey })
    if (agreed) peer.openTopic(agreed.topic, { key: agreed.key })
  }

  function watch(proposal: Proposal) {
    const { id, expiry } = proposal
    if (timers.has(id)) return
    const expire = () => finish(proposals.get(String(id)) ?? proposal, new ProposalExpiredError())
    timers.set(id, setTimeout(expire, Math.max(0, expiry - seconds()) * 1_000))
  }

  /** Ends a proposal, one way or the other. */
  function finish(proposal: Proposal, outcome: Approval | Error) {
    const { id, pairing, pair, authId, agreed } = proposal
    clearTimeout(timers.get(id))
    timers.delete(id)
    proposals.delete(String(id))
    peer.removePairing(pairing)
    for (const note of peer.records.keys(`note:${pairing}:`)) peer.records.delete(note)
    if (authId && pair) peer.shutTopic(topicOf(pair.publicKey))
    if (agreed && !peer.sessions.get(agreed.topic)) peer.shutTopic(agreed.topic)
    for (const { resolve, reject } of waiters.get(id) ?? []) {
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
    waiters.delete(id)
  }

  function takeAnswer(topic: string, answer: AnswerMessage, opened: Opened): Promise<void> | undefined {
    const id = Number(answer.id)
    for (const proposal of proposals.all()) {
      if (proposal.id === id && topic === proposal.pairing) return takeProposalAnswer(proposal, answer)
      if (proposal.authId === id && proposal.pair && topic === topicOf(proposal.pair.publicKey))
        return takeAuthAnswer(proposal, proposal.pair, answer, opened)
    }
    return undefined
  }

  async function takeProposalAnswer({ id, pair, agreed }: Proposal, answer: AnswerMessage): Promise<void> {
    const still = () => proposals.get(String(id))
    const proposal = still()
    if (!proposal || !pair || agreed) return
    if ('error' in answer) return finish(proposal, answerError(answer.error))
    const other = isRecord(answer.result) ? answer.result['responderPublicKey'] : undefined
    const key = isKey(other) ? await agreeOnKey(pair.privateKey, other).catch(() => undefined) : undefined
    const now = still()
    if (!now || now.agreed) return
    if (!isKey(other) || !key) return finish(now, new MalformedMessageError({ method: 'wc_sessionPropose' }))
    const next = { ...now, agreed: { topic: topicOf(key), key, other: other.toLowerCase() } }
    keep(next)
    listen(next)
  }

  function settle({ sessions, options: { metadata } }: Peer<DappEvents>, { topic, params, answer }: Inbound) {
    const proposal = proposals.all().find(({ agreed }) => agreed?.topic === topic)
    if (!proposal?.agreed || !proposal.pair) return sessions.get(topic) ? answer({ result: true }) : undefined
    const said = isRecord(params) ? params : {}
    const controller = isRecord(said['controller']) ? said['controller'] : {}
    const approved = readApproved(said['namespaces'])
    const expiry = readSeconds(said['expiry'])
    const refuse = (problem: string) => {
      answer({ error: { ...codes.settlementFailed, message: `Session settlement failed: ${problem}` } })
      finish(proposal, new SettlementError({ problem }))
    }
    const { asked, required, agreed, pair } = proposal
    if (typeof controller['publicKey'] !== 'string' || controller['publicKey'].toLowerCase() !== agreed.other)
      return refuse('it is of somebody else')
    if (!approved || !expiry || expiry <= seconds()) return refuse('it is malformed')
    const namespaces = withinAsked(approved, { ...asked, ...required })
    const lacking = hasAccounts(namespaces) ? missing(namespaces, required) : 'no account for any network of the site'
    if (lacking) return refuse(lacking)
    const other = readMetadata(controller['metadata'])
    const link = agreedLink(metadata, other)
    const session: StoredSession = {
      topic,
      key: agreed.key,
      side: 'dapp',
      peer: other,
      self: pair.publicKey,
      other: agreed.other,
      namespaces,
      asked: { ...asked, ...required },
      expiry: Math.min(expiry, seconds() + 2 * sessionLifetime),
      updateId: 0,
      pairing: proposal.pairing,
      ...(isRecord(said['sessionProperties']) && { properties: said['sessionProperties'] }),
      ...(isRecord(said['scopedProperties']) && { scopedProperties: said['scopedProperties'] }),
      ...(link && { link }),
    }
    answer({ result: true })
    arrive(proposal, session)
  }

  async function takeAuthAnswer({ id, auth }: Proposal, pair: KeyPair, answer: AnswerMessage, { sender }: Opened): Promise<void> {
    const { readSignInAnswer } = await import('./signIn.js')
    const proposal = proposals.get(String(id))
    if (!proposal) return
    if ('error' in answer) return finish(proposal, answerError(answer.error))
    const read = readSignInAnswer(answer.result, auth)
    if (!read || !sender || read.responder.toLowerCase() !== sender.publicKey)
      return finish(proposal, new MalformedMessageError({ method: 'wc_sessionAuthenticate' }))
    const { cacaos, namespaces } = read
    if (!namespaces) return finish(proposal, { cacaos })
    const other = readMetadata(read.metadata)
    const link = agreedLink(options.metadata, other)
    const session: StoredSession = {
      topic: topicOf(sender.key),
      key: sender.key,
      side: 'dapp',
      peer: other,
      self: pair.publicKey,
      other: sender.publicKey,
      namespaces,
      asked: { ...proposal.asked, ...proposal.required },
      expiry: seconds() + sessionLifetime,
      updateId: 0,
      pairing: proposal.pairing,
      ...(link && { link }),
    }
    arrive(proposal, session, cacaos)
  }

  /** A session is there: it is handed over, or ended at once when its visitor has turned away. */
  function arrive(proposal: Proposal, session: StoredSession, cacaos?: readonly Cacao[]) {
    const { topic, key } = session
    if (!proposal.cancelled) {
      const notes = `note:${proposal.pairing}:`
      for (const note of peer.records.keys(notes))
        peer.records.set(`note:${topic}:${note.slice(notes.length)}`, peer.records.get(note), session.expiry)
      peer.addSession(session)
      return finish(proposal, { session: publicSession(session), ...(cacaos && { cacaos }) })
    }
    peer.openTopic(topic, { key })
    if (peer.relay.leads())
      peer.send({ topic, id: peer.nextId(), method: 'wc_sessionDelete', params: codes.userDisconnected }).catch(() => undefined)
    finish(proposal, new RequestAbortedError())
    peer.shutTopic(topic)
  }

  function update({ sessions, changeSession }: Peer<DappEvents>, { topic, id, params, answer }: Inbound) {
    const session = sessions.get(topic)
    const approved = readApproved(isRecord(params) ? params['namespaces'] : undefined)
    if (!session || !approved) return answer({ error: codes.invalidUpdate })
    const namespaces = withinAsked(approved, session.asked)
    if (!hasAccounts(namespaces) || Number(id) < session.updateId) return answer({ error: codes.invalidUpdate })
    answer({ result: true })
    changeSession({ ...session, namespaces, updateId: Number(id) })
  }

  function hear({ sessions, events }: Peer<DappEvents>, { topic, params, answer }: Inbound) {
    const session = sessions.get(topic)
    const said = isRecord(params) ? params : {}
    const event = isRecord(said['event']) ? said['event'] : {}
    const { name, data } = event
    const { chainId } = said
    if (!session || typeof name !== 'string' || typeof chainId !== 'string') return answer({ error: codes.invalidEvent })
    if (!coversChain(session.namespaces, chainId) || !coversEvent(session.namespaces, chainId, name))
      return answer({ error: codes.unauthorizedEvent })
    answer({ result: true })
    events.emit('sessionEvent', { topic, chainId, name, data })
  }

  function connect({ namespaces, required = {}, properties, scopedProperties, authenticate, signal }: ConnectOptions): Attempt {
    const { metadata } = options
    const print = hashText(JSON.stringify([namespaces, required, properties, scopedProperties, authenticate, metadata]))
    const now = seconds()
    // A page that is back may ask between the wallet's yes and the session: the session is what it waits for, not another yes.
    const isGood = ({ agreed, cancelled, expiry }: Proposal) => !(agreed && cancelled) && expiry - answerTime > now
    const again = proposals.all().find((one) => one.print === print && isGood(one))
    const proposal = again ?? propose()
    if (again?.cancelled) {
      const { cancelled: _cancelled, ...open } = again
      keep(open)
      publishAgain(peer.relay.status())
    }
    const { pairing, key, expiry, authId } = proposal
    const { relayUrl, projectId } = options
    // A relay of one's own is named, so that a wallet that can choose finds it (S45). The hosted one every wallet knows.
    // What every wallet expects goes without saying: a shorter code is easier to scan.
    const uri = formatUri({
      topic: pairing,
      key,
      expiry,
      methods: authId ? ['wc_sessionAuthenticate'] : [],
      ...(!projectId && { relayUrl }),
    })
    return { uri, pairing, expiry: expiry - answerTime, approval: wait(proposal, signal) }

    function propose(): Proposal {
      const key = randomKey()
      const expiry = now + fiveMinutes
      const proposal: Proposal = {
        id: peer.nextId(),
        pairing: topicOf(key),
        key,
        asked: namespaces,
        required,
        print,
        expiry,
        ...(authenticate && { authId: peer.nextId() }),
        ...(properties && { properties }),
        ...(scopedProperties && { scopedProperties }),
      }
      keep(proposal)
      peer.addPairing({ topic: proposal.pairing, key, expiry, side: 'dapp' })
      watch(proposal)
      publish(proposal, authenticate)
      return proposal
    }
  }

  /** Sends a proposal. The URI is shown meanwhile. */
  function publish(proposal: Proposal, authenticate?: SignInRequest) {
    const known = () => proposals.get(String(proposal.id))
    sendProposal(proposal, authenticate).then(
      () => {
        const now = known()
        if (now) keep({ ...now, sent: true })
      },
      (cause: unknown) => {
        const now = known()
        if (!now || now.agreed || cause instanceof ClientClosedError) return
        finish(now, cause instanceof PorticoError ? cause : new RelayError({ problem: 'did not take the proposal', cause }))
      },
    )
  }

  async function sendProposal(
    { id, authId, pairing, expiry, asked, required, properties, scopedProperties, ...made }: Proposal,
    authenticate?: SignInRequest,
  ) {
    const { metadata } = options
    const pair = made.pair ?? (await createKeyPair())
    const auth = made.auth ?? (authenticate && (await import('./signIn.js')).payloadOf(authenticate))
    const known = proposals.get(String(id))
    if (!known) return
    const ready: Proposal = { ...known, pair, ...(auth && { auth }) }
    keep(ready)
    listen(ready)
    const self = { publicKey: pair.publicKey, metadata }
    const params = {
      requiredNamespaces: required,
      optionalNamespaces: asked,
      relays: [{ protocol: 'irn' }],
      pairingTopic: pairing,
      proposer: self,
      expiryTimestamp: expiry,
      ...(properties && { sessionProperties: properties }),
      ...(scopedProperties && { scopedProperties }),
    }
    await Promise.all([
      auth &&
        authId &&
        peer.send({
          topic: pairing,
          id: authId,
          method: 'wc_sessionAuthenticate',
          params: { authPayload: auth, requester: self, expiryTimestamp: expiry },
          ttl: fiveMinutes,
        }),
      peer.send({ topic: pairing, id, method: 'wc_sessionPropose', params }),
    ])
  }

  /** A page may be thrown away before the relay has its proposal, as phones do when the wallet comes to the front. */
  function publishAgain(status: RelayStatus) {
    if (status !== 'open' || !peer.relay.leads()) return
    for (const proposal of proposals.all())
      if (!proposal.sent && !proposal.agreed && !proposal.cancelled && unsent.delete(proposal.id)) publish(proposal)
  }

  function wait({ id }: Proposal, signal?: AbortSignal): Promise<Approval> {
    return new Promise((resolve, reject) => {
      const mine = waiters.get(id) ?? new Set<Waiter>()
      const over =
        <A extends readonly unknown[]>(settled: (...of: A) => void) =>
        (...of: A) => {
          signal?.removeEventListener('abort', turnAway)
          settled(...of)
        }
      const waiter: Waiter = { resolve: over(resolve), reject: over(reject) }
      const turnAway = () => {
        mine.delete(waiter)
        const proposal = proposals.get(String(id))
        if (mine.size === 0 && proposal) keep({ ...proposal, cancelled: true })
        waiter.reject(new RequestAbortedError())
      }
      waiters.set(id, mine.add(waiter))
      if (signal?.aborted) turnAway()
      else signal?.addEventListener('abort', turnAway)
    })
  }

  async function request({ topic, chainId, method, params, expiresIn = fiveMinutes, signal, onSent }: SessionRequest): Promise<unknown> {
    const { namespaces, link } = peer.requireSession(topic)
    if (!coversChain(namespaces, chainId)) throw new OutOfScopeError({ what: 'chain', value: chainId, code: 4901 })
    if (!coversMethod(namespaces, chainId, method)) throw new OutOfScopeError({ what: 'method', value: method, code: 4200 })
    const lasts = Math.min(Math.max(expiresIn, fiveMinutes), 604_800)
    const asked = { request: { method, params: params ?? [], expiryTimestamp: seconds() + lasts }, chainId }
    const isLinked = link !== undefined && options.openLink !== undefined
    return peer.call({
      topic,
      method: 'wc_sessionRequest',
      params: asked,
      expiresIn: lasts,
      ...(signal && { signal }),
      ...(onSent && !isLinked && { onSent }),
    })
  }

  return {
    on: peer.events.on,
    extend: peer.extend,
    ping: peer.ping,
    disconnect: peer.disconnect,
    receiveLink: peer.receiveLink,
    sessions: () =>
      peer.sessions
        .all()
        .filter(({ side }) => side === 'dapp')
        .map(publicSession),
    session(topic) {
      const session = peer.sessions.get(topic)
      return session && publicSession(session)
    },
    relayStatus: peer.relay.status,
    connect,
    note: (topic, name) => peer.records.get(`note:${topic}:${name}`),
    setNote(topic, name, value) {
      const key = `note:${topic}:${name}`
      const expiry = peer.sessions.get(topic)?.expiry ?? peer.pairings.get(topic)?.expiry
      if (value === undefined) peer.records.delete(key)
      else if (expiry) peer.records.set(key, value, expiry)
    },
    isWaiting: () => proposals.all().some(({ cancelled }) => !cancelled),
    request,
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      for (const list of waiters.values()) for (const { reject } of list) reject(new ClientClosedError())
      waiters.clear()
      peer.close()
    },
  }
}
