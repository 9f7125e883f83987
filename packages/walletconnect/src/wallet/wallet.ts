import { cacaoPayload, authMessage } from '../auth/message.js'
import type { Cacao } from '../auth/cacao.js'
import { readRecap } from '../auth/recap.js'
import { agreeOnKey, createKeyPair, topicOf } from '../crypto/agreement.js'
import { OutOfScopeError, SessionNotFoundError, SettlementError } from '../errors.js'
import { codes, type ErrorAnswer } from '../peer/codes.js'
import { agreedLink } from '../peer/link.js'
import type { MessageId } from '../peer/message.js'
import { fiveMinutes } from '../peer/methods.js'
import {
  addressOfAccount,
  coversChain,
  coversEvent,
  coversMethod,
  hasAccounts,
  missing,
  namespaceOfChain,
  readApproved,
} from '../peer/namespaces.js'
import type { PeerOptions } from '../peer/options.js'
import { isRecord, readSeconds, seconds } from '../peer/parse.js'
import { createPeer, sessionLifetime } from '../peer/peer.js'
import { collection } from '../peer/records.js'
import { publicSession, type Session, type StoredSession } from '../peer/stored.js'
import type { Inbound, Peer, PeerEvents, Role } from '../peer/types.js'
import { parseUri } from '../peer/uri.js'
import type { RelayStatus } from '../relay/types.js'
import {
  authenticationOf,
  proposalOf,
  publicProposal,
  readRequest,
  readStoredAuthentication,
  readStoredProposal,
  type WalletAuthentication,
  type WalletProposal,
  type WalletRequest,
} from './waiting.js'

export interface WalletEvents extends PeerEvents {
  proposal: WalletProposal
  request: WalletRequest
  authentication: WalletAuthentication
}

/** The namespaces that a wallet approves: accounts as CAIP-10. The chains are those of the accounts unless named. */
export type Approved = Readonly<
  Record<
    string,
    {
      readonly chains?: readonly string[]
      readonly accounts: readonly string[]
      readonly methods: readonly string[]
      readonly events: readonly string[]
    }
  >
>

export interface ApproveOptions {
  readonly id: number
  readonly namespaces: Approved
  readonly properties?: Readonly<Record<string, unknown>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
  /** Seconds since 1970. Default: in 7 days. */
  readonly expiry?: number
}

/** The wallet's side of the protocol. */
export interface WalletClient extends Pick<Peer<WalletEvents>, 'extend' | 'ping' | 'disconnect' | 'receiveLink' | 'close'> {
  readonly on: Peer<WalletEvents>['events']['on']
  readonly sessions: () => readonly Session[]
  readonly session: (topic: string) => Session | undefined
  readonly relayStatus: () => RelayStatus
  /** What waits for an answer, also from before a restart. */
  readonly proposals: () => readonly WalletProposal[]
  readonly requests: () => readonly WalletRequest[]
  readonly authentications: () => readonly WalletAuthentication[]
  /** Takes the URI of a site. Its proposal comes as an event. @throws PairingUriError */
  readonly pair: (request: { readonly uri: string }) => { readonly topic: string }
  /** Lets a site in. Resolves once the site has taken note. @throws SettlementError, SessionNotFoundError, PeerError, RequestExpiredError */
  readonly approve: (options: ApproveOptions) => Promise<Session>
  readonly reject: (request: { readonly id: number; readonly error?: ErrorAnswer }) => Promise<void>
  readonly respond: (
    answer: { readonly topic: string; readonly id: MessageId } & ({ readonly result: unknown } | { readonly error: ErrorAnswer }),
  ) => Promise<void>
  /** Changes what a session covers. Resolves once the site agreed. */
  readonly update: (request: { readonly topic: string; readonly namespaces: Approved }) => Promise<void>
  /** Tells the site that something happened. @throws OutOfScopeError */
  readonly emitEvent: (request: {
    readonly topic: string
    readonly chainId: string
    readonly name: string
    readonly data: unknown
  }) => Promise<void>
  /** The text that an account signs to sign in. */
  readonly authMessage: (request: { readonly id: number; readonly account: string }) => string
  /** Signs in. @param signatures by CAIP-10 account, as 0x hex, each of that account's {@link WalletClient.authMessage} */
  readonly approveAuthentication: (request: {
    readonly id: number
    readonly signatures: readonly { readonly account: string; readonly signature: string; readonly type?: string }[]
  }) => Promise<Session | undefined>
  readonly rejectAuthentication: (request: { readonly id: number; readonly error?: ErrorAnswer }) => Promise<void>
}

/** Makes a client for a wallet: it takes URIs, and answers what sites ask. */
export function createWalletClient(options: PeerOptions): WalletClient {
  const peer = createPeer<WalletEvents>(
    options,
    (mine): Role => ({
      side: 'wallet',
      handlers: {
        wc_sessionPropose: (inbound) => takeProposal(mine, inbound),
        wc_sessionRequest: (inbound) => takeRequest(mine, inbound),
        wc_sessionAuthenticate: (inbound) => takeAuthentication(mine, inbound),
      },
    }),
  )
  const proposals = collection(peer.records, 'proposal', readStoredProposal)
  const requests = collection(peer.records, 'request', readRequest)
  const authentications = collection(peer.records, 'authentication', readStoredAuthentication)

  function takeProposal({ events }: Peer<WalletEvents>, { topic, id, params, answer }: Inbound) {
    const proposal = proposalOf(topic, id, params)
    if (!proposal) return answer({ error: codes.invalidMethod })
    if (proposal.expiry <= seconds()) return answer({ error: codes.requestExpired })
    proposals.set(String(proposal.id), proposal, proposal.expiry)
    events.emit('proposal', publicProposal(proposal))
  }

  function takeRequest({ sessions, events }: Peer<WalletEvents>, { topic, id, params, answer }: Inbound) {
    const session = sessions.get(topic)
    const said = isRecord(params) ? params : {}
    const asked = isRecord(said['request']) ? said['request'] : {}
    const { method } = asked
    const { chainId } = said
    const expiry = readSeconds(asked['expiryTimestamp'] ?? asked['expiry']) ?? seconds() + fiveMinutes
    if (!session || typeof method !== 'string' || typeof chainId !== 'string') return answer({ error: codes.invalidMethod })
    if (expiry <= seconds()) return answer({ error: codes.requestExpired })
    if (!coversChain(session.namespaces, chainId)) return answer({ error: codes.unauthorizedChain })
    if (!coversMethod(session.namespaces, chainId, method)) return answer({ error: codes.unauthorizedMethod })
    const request: WalletRequest = { id, topic, chainId, method, params: asked['params'], expiry }
    requests.set(`${topic}:${id}`, request, expiry)
    events.emit('request', request)
  }

  function takeAuthentication({ events }: Peer<WalletEvents>, { topic, id, params, answer }: Inbound) {
    const authentication = authenticationOf(topic, id, params)
    if (!authentication) return answer({ error: codes.invalidMethod })
    if (authentication.expiry <= seconds()) return answer({ error: codes.requestExpired })
    authentications.set(String(authentication.id), authentication, authentication.expiry)
    const { publicKey: _publicKey, ...shown } = authentication
    events.emit('authentication', shown)
  }

  const requireOf = <T>(found: T | undefined): T => {
    if (!found) throw new SessionNotFoundError()
    return found
  }

  async function approve({
    id,
    namespaces,
    properties,
    scopedProperties,
    expiry = seconds() + sessionLifetime,
  }: ApproveOptions): Promise<Session> {
    const proposal = requireOf(proposals.get(String(id)))
    const approved = readApproved(namespaces)
    const problem = !approved ? 'it is malformed' : !hasAccounts(approved) ? 'no account' : missing(approved, proposal.required)
    if (!approved || problem) throw new SettlementError({ problem: problem ?? 'it is malformed' })
    const pair = await createKeyPair()
    const key = await agreeOnKey(pair.privateKey, proposal.publicKey)
    const topic = topicOf(key)
    const link = agreedLink(options.metadata, proposal.proposer)
    const session: StoredSession = {
      topic,
      key,
      side: 'wallet',
      peer: proposal.proposer,
      self: pair.publicKey,
      other: proposal.publicKey,
      namespaces: approved,
      asked: { ...proposal.optional, ...proposal.required },
      expiry,
      updateId: 0,
      pairing: proposal.pairing,
      ...(properties && { properties }),
      ...(scopedProperties && { scopedProperties }),
    }
    proposals.delete(String(id))
    peer.addSession(session)
    const relay = { protocol: 'irn' }
    const controller = { publicKey: pair.publicKey, metadata: options.metadata }
    const settlement = {
      relay,
      namespaces,
      controller,
      expiry,
      ...(properties && { sessionProperties: properties }),
      ...(scopedProperties && { scopedProperties }),
    }
    try {
      const agreed = peer.reply(proposal.pairing, id, 'wc_sessionPropose', { result: { relay, responderPublicKey: pair.publicKey } })
      await Promise.all([agreed, peer.call({ topic, method: 'wc_sessionSettle', params: settlement })])
    } catch (error) {
      peer.removeSession(topic, { ...codes.settlementFailed, byPeer: false })
      throw error
    } finally {
      peer.removePairing(proposal.pairing)
    }
    const settled = { ...(peer.sessions.get(topic) ?? session), ...(link && { link }) } // the settlement itself goes over the relay
    if (link && peer.sessions.get(topic)) peer.sessions.set(topic, settled, settled.expiry)
    return publicSession(settled)
  }

  async function reject({ id, error = codes.userRejected }: { readonly id: number; readonly error?: ErrorAnswer }) {
    const { pairing } = requireOf(proposals.get(String(id)))
    proposals.delete(String(id))
    await peer.reply(pairing, id, 'wc_sessionPropose', { error, refusal: true })
    peer.removePairing(pairing)
  }

  const respond: WalletClient['respond'] = async ({ topic, id, ...answer }) => {
    const { id: known } = requireOf(requests.get(`${topic}:${id}`))
    await peer.reply(topic, known, 'wc_sessionRequest', 'error' in answer ? { error: answer.error } : { result: answer.result })
    requests.delete(`${topic}:${id}`)
  }

  const update: WalletClient['update'] = async ({ topic, namespaces }) => {
    peer.requireSession(topic)
    const approved = readApproved(namespaces)
    if (!approved || !hasAccounts(approved)) throw new SettlementError({ problem: 'it is malformed' })
    await peer.call({ topic, method: 'wc_sessionUpdate', params: { namespaces }, expiresIn: fiveMinutes })
    peer.changeSession({ ...peer.requireSession(topic), namespaces: approved })
  }

  const emitEvent: WalletClient['emitEvent'] = async ({ topic, chainId, name, data }) => {
    const { namespaces } = peer.requireSession(topic)
    if (!coversChain(namespaces, chainId)) throw new OutOfScopeError({ what: 'chain', value: chainId, code: codes.unauthorizedChain.code })
    if (!coversEvent(namespaces, chainId, name))
      throw new OutOfScopeError({ what: 'event', value: name, code: codes.unauthorizedEvent.code })
    // Not every client answers an event: it is done when the relay has it.
    await peer.send({ topic, id: peer.nextId(), method: 'wc_sessionEvent', params: { event: { name, data }, chainId } })
  }

  const approveAuthentication: WalletClient['approveAuthentication'] = async ({ id, signatures }) => {
    const { payload, publicKey, pairing, requester } = requireOf(authentications.get(String(id)))
    const cacaos = signatures.map(
      ({ account, signature, type = 'eip191' }): Cacao => ({
        h: { t: 'caip122' },
        p: cacaoPayload(payload, `did:pkh:${account}`),
        s: { t: type, s: signature },
      }),
    )
    const pair = await createKeyPair()
    const key = await agreeOnKey(pair.privateKey, publicKey)
    const link = agreedLink(options.metadata, requester)
    const responder = { publicKey: pair.publicKey, metadata: options.metadata }
    authentications.delete(String(id))
    const namespace = namespaceOfChain(payload.chains[0] ?? '')
    const { methods, chains } = readRecap(payload.resources, namespace)
    const accounts = signatures.flatMap(({ account }) => [
      account,
      ...chains.filter((chain) => payload.chains.includes(chain)).map((chain) => `${chain}:${addressOfAccount(account)}`),
    ])
    const namespaces =
      methods.length > 0
        ? readApproved({ [namespace]: { accounts: [...new Set(accounts)], methods, events: ['chainChanged', 'accountsChanged'] } })
        : undefined
    const session: StoredSession | undefined = namespaces && {
      topic: topicOf(key),
      key,
      side: 'wallet',
      peer: requester,
      self: pair.publicKey,
      other: publicKey,
      namespaces,
      asked: {},
      expiry: seconds() + sessionLifetime,
      updateId: 0,
      pairing,
      ...(link && { link }),
    }
    if (session) peer.addSession(session)
    await peer.reply(
      topicOf(publicKey),
      id,
      'wc_sessionAuthenticate',
      { result: { cacaos, responder } },
      { key, senderPublicKey: pair.publicKey },
    )
    forgetPairing(pairing)
    return session && publicSession(session)
  }

  const rejectAuthentication: WalletClient['rejectAuthentication'] = async ({ id, error = codes.userRejected }) => {
    const { publicKey, pairing } = requireOf(authentications.get(String(id)))
    const pair = await createKeyPair()
    const sealing = { key: await agreeOnKey(pair.privateKey, publicKey), senderPublicKey: pair.publicKey }
    authentications.delete(String(id))
    await peer.reply(topicOf(publicKey), id, 'wc_sessionAuthenticate', { error, refusal: true }, sealing)
    forgetPairing(pairing)
  }

  /** Once one of the two requests on a pairing is answered, the other is of no use. */
  function forgetPairing(pairing: string) {
    for (const { id, pairing: of } of proposals.all()) if (of === pairing) proposals.delete(String(id))
    peer.removePairing(pairing)
  }

  return {
    on: peer.events.on,
    extend: peer.extend,
    ping: peer.ping,
    disconnect: peer.disconnect,
    receiveLink: peer.receiveLink,
    close: peer.close,
    sessions: () =>
      peer.sessions
        .all()
        .filter(({ side }) => side === 'wallet')
        .map(publicSession),
    session(topic) {
      const session = peer.sessions.get(topic)
      return session && publicSession(session)
    },
    relayStatus: peer.relay.status,
    proposals: () => proposals.all().map(publicProposal),
    requests: () => requests.all(),
    authentications: () => authentications.all().map(({ publicKey: _publicKey, ...shown }) => shown),
    pair({ uri }) {
      const { topic, key, expiry = seconds() + fiveMinutes } = parseUri(uri)
      if (!peer.pairings.get(topic)) peer.addPairing({ topic, key, expiry, side: 'wallet' })
      return { topic }
    },
    approve,
    reject,
    respond,
    update,
    emitEvent,
    authMessage: ({ id, account }) => authMessage(requireOf(authentications.get(String(id))).payload, `did:pkh:${account}`),
    approveAuthentication,
    rejectAuthentication,
  }
}
