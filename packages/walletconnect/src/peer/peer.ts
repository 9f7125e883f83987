import { createEmitter, type Emitter, RequestAbortedError } from '@portico/core/kit'
import { hashText, isKey, type KeyPair } from '../crypto/agreement.js'
import { createIdentity } from '../crypto/clientAuth.js'
import { open, openFrom, seal, type Opened, type Opener } from '../crypto/envelope.js'
import {
  ClientClosedError,
  MalformedMessageError,
  RelayError,
  RequestExpiredError,
  SessionEndedError,
  SessionNotFoundError,
} from '../errors.js'
import { createLine } from '../relay/line.js'
import type { RelayMessage } from '../relay/types.js'
import { codes } from './codes.js'
import { answerError } from './failure.js'
import { linkUrl, readLink } from './link.js'
import { createIds, isRequest, readMessage, type AnswerMessage, type RequestMessage } from './message.js'
import { isMethod, ruleOf, type Method, type TopicKind } from './methods.js'
import type { PeerOptions } from './options.js'
import { isRecord, readSeconds, seconds } from './parse.js'
import { collection, createRecords, type Records } from './records.js'
import { takeId } from './replay.js'
import { publicSession, readPairing, readSession, type StoredPairing, type StoredSession } from './stored.js'
import type { Call, Peer, PeerEvents, Reply, Role } from './types.js'

/** How long a session lasts, and by how much it is extended, in seconds: 7 days. */
export const sessionLifetime = 7 * 86_400
/** A session that is used is extended when less than this is left, in seconds. */
const extendBefore = 86_400
/** How long the records that nothing else outlives are kept, in seconds: ten years. */
export const forever = 10 * 365 * 86_400
/** How long a goodbye may take to reach the relay, in milliseconds. */
const goodbyeTimeout = 3_000
/** Messages that are remembered to be told apart from their repetitions. */
const recentLimit = 2_000
/** Longest delay that a timer takes, in milliseconds. */
const timerLimit = 2 ** 31 - 1

interface OpenCall {
  readonly topic: string
  readonly method: Method
  readonly settle: (answer: AnswerMessage) => void
  readonly fail: (error: Error) => void
}

export function createPeer<E extends PeerEvents>(options: PeerOptions, roleOf: (peer: Peer<E>) => Role): Peer<E> {
  const { name = 'portico', storage, channel, page, log, projectId, WebSocket, locks } = options
  const events = createEmitter<E>()
  const common: Emitter<PeerEvents> = events as unknown as Emitter<PeerEvents> // E has all of them, which no type can follow
  const records = createRecords({
    name: `@portico/${name}/walletconnect`,
    ...(storage && { storage }),
    ...(channel && { channel }),
    ...(page && { page }),
    ...(log && { log }),
  })
  const sessions = collection(records, 'session', readSession)
  const pairings = collection(records, 'pairing', readPairing)
  const nextId = createIds()
  const topics = new Map<string, { readonly opener: Opener; readonly kind: TopicKind }>()
  const windows = new Map<string, readonly number[]>()
  const calls = new Map<string, OpenCall>()
  const recent = new Set<string>()
  let expiryTimer: ReturnType<typeof setTimeout> | undefined
  let hasExtended = false
  let isClosed = false

  const relay = createLine(
    {
      url: options.relayUrl,
      identity: identityOf(records),
      name,
      ...(projectId && { projectId }),
      ...(WebSocket && { WebSocket }),
      ...(page && { page }),
      ...(log && { log }),
      ...(channel && { channel }),
      ...(locks && { locks }),
    },
    {
      onMessage: receive,
      onStatus: (status) => {
        if (status === 'open') extendSoon()
        common.emit('relayStatus', status)
      },
    },
  )

  function openTopic(topic: string, opener: Opener, kind: TopicKind = 'answer') {
    if (topics.get(topic)?.kind === 'session' && kind === 'answer') return // it has become more meanwhile
    topics.set(topic, { opener, kind })
    // From here on each tab counts for itself: the record of the one that leads may be ahead of the message.
    if (!windows.has(topic)) windows.set(topic, readWindow(records.get(`seen:${topic}`)))
    relay.subscribe([topic])
  }

  function shutTopic(topic: string) {
    topics.delete(topic)
    windows.delete(topic)
    relay.unsubscribe([topic])
  }

  function receive({ topic, message }: RelayMessage): Promise<void> | undefined {
    const opener = topics.get(topic)?.opener
    if (!opener) return undefined
    if ('privateKey' in opener) return openFrom(message, opener.privateKey).then((opened) => take(topic, message, opened))
    return take(topic, message, open(message, opener.key))
  }

  function take(topic: string, message: string, opened: Opened | undefined): Promise<void> | undefined {
    const said = opened && readMessage(opened.message)
    if (!said || !topics.has(topic)) return undefined
    const print = hashText(`${topic}${message}`)
    if (recent.has(print)) return undefined
    remember(print)
    if (!isRequest(said)) return takeAnswer(topic, said, opened)
    takeRequest(topic, said)
    return undefined
  }

  function remember(print: string) {
    recent.add(print)
    const [oldest] = recent
    if (recent.size > recentLimit && oldest) recent.delete(oldest)
  }

  function takeRequest(topic: string, { id, method, params }: RequestMessage) {
    const kind = topics.get(topic)?.kind
    // A settlement that is repeated comes when the session is there already.
    if (isMethod(method) && ruleOf(method).on !== kind && !(method === 'wc_sessionSettle' && kind === 'session')) return
    const key = `seen:${topic}`
    const window = takeId(windows.get(topic) ?? [], Number(id))
    if (!window) return
    windows.set(topic, window)
    const leads = relay.leads()
    const lasts = sessions.get(topic)?.expiry ?? pairings.get(topic)?.expiry ?? seconds() + 86_400
    if (leads) records.set(key, window, lasts)
    if (!isMethod(method)) {
      if (leads) void sendOut(topic, { id, jsonrpc: '2.0', error: codes.unsupportedMethod }, { ttl: 300, tag: 0 }).catch(() => undefined)
      return
    }
    const answer = (said: Reply) => {
      if (leads) void reply(topic, id, method, said).catch(() => undefined)
    }
    const inbound = { topic, id, params, answer }
    const own = role.handlers[method]
    const shared = handlers[method]
    if (own) own(inbound)
    else if (shared) shared(inbound)
    else answer({ error: codes.invalidMethod })
  }

  function takeAnswer(topic: string, said: AnswerMessage, opened: Opened): Promise<void> | undefined {
    const call = calls.get(String(said.id))
    if (!call) return role.onAnswer?.(topic, said, opened)
    if (call.topic === topic) call.settle(said)
    return undefined
  }

  /** What both sides understand. */
  const handlers: Role['handlers'] = {
    wc_sessionPing({ topic, answer }) {
      answer({ result: true })
      common.emit('sessionPinged', { topic })
    },
    wc_pairingPing: ({ answer }) => answer({ result: true }),
    wc_pairingDelete({ topic, answer }) {
      answer({ result: true })
      removePairing(topic)
    },
    wc_sessionDelete({ topic, params, answer }) {
      const { code, message } = isRecord(params) ? params : {}
      answer({ result: true })
      const text = typeof message === 'string' ? message.slice(0, 300) : codes.userDisconnected.message
      removeSession(topic, { code: typeof code === 'number' ? code : codes.userDisconnected.code, message: text, byPeer: true })
    },
    wc_sessionExtend({ topic, params, answer }) {
      const session = sessions.get(topic)
      const longest = seconds() + sessionLifetime
      const expiry = isRecord(params) ? params['expiry'] : null
      const said = expiry === undefined ? longest : readSeconds(expiry)
      if (!session || !said || said < session.expiry - 60 || said > longest + 300) return answer({ error: codes.invalidExtend })
      changeSession({ ...session, expiry: Math.max(said, session.expiry) })
      answer({ result: true })
    },
  }

  /** Seals a message and hands it to the relay, or to the system as a link. */
  async function sendOut(
    topic: string,
    message: object,
    { ttl, tag, prompt = false }: { readonly ttl: number; readonly tag: number; readonly prompt?: boolean },
    {
      sealing,
      signal,
    }: { readonly sealing?: { readonly key: string; readonly senderPublicKey?: string }; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<void> {
    if (isClosed) throw new ClientClosedError()
    const opener = topics.get(topic)?.opener
    const how = sealing ?? (opener && 'key' in opener ? opener : undefined)
    if (!how) throw new SessionNotFoundError()
    const link = sessions.get(topic)?.link
    const envelope = seal({ ...how, message: JSON.stringify(message), encoding: link && options.openLink ? 'base64url' : 'base64' })
    remember(hashText(`${topic}${envelope}`)) // one's own message, sent back, is nobody's
    if (link && options.openLink) return options.openLink(linkUrl(link, topic, envelope))
    const { attestation } = options
    await relay.publish(
      { topic, message: envelope, ttl, tag, ...(prompt && { prompt }), ...(attestation && prompt && { attestation }) },
      signal,
    )
  }

  const send: Peer['send'] = ({ topic, id, method, params, ttl, signal }) => {
    const { tags, ttl: usual, prompt = false } = ruleOf(method)
    return sendOut(topic, { id, jsonrpc: '2.0', method, params }, { ttl: ttl ?? usual, tag: tags[0], prompt }, { signal })
  }

  const reply: Peer['reply'] = (topic, id, method, said, sealing) => {
    const { tags, ttl } = ruleOf(method)
    const [, usual, refusal = usual] = tags
    const tag = 'error' in said && said.refusal ? refusal : usual
    const body = 'error' in said ? { error: said.error } : { result: said.result }
    return sendOut(topic, { id, jsonrpc: '2.0', ...body }, { ttl, tag }, sealing && { sealing })
  }

  const call: Peer['call'] = <T>({ topic, method, params, read, expiresIn = ruleOf(method).ttl, signal, onSent }: Call<T>) =>
    new Promise<T>((resolve, reject) => {
      if (signal?.aborted) return reject(new RequestAbortedError())
      const id = nextId()
      const key = String(id)
      const sending = new AbortController()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        calls.delete(key)
        sending.abort() // what has not gone out by now never does
      }
      const fail = (error: Error) => {
        end()
        reject(error)
      }
      const abort = () => fail(new RequestAbortedError())
      const timer = setTimeout(() => fail(new RequestExpiredError({ method })), Math.min(expiresIn * 1_000, timerLimit))
      signal?.addEventListener('abort', abort)
      calls.set(key, {
        topic,
        method,
        fail,
        settle(answer) {
          end()
          if ('error' in answer) return reject(answerError(answer.error))
          const result = read ? read(answer.result) : (answer.result as T) // without a check, T is unknown
          if (result === undefined && read) reject(new MalformedMessageError({ method }))
          else resolve(result as T) // checked above
        },
      })
      send({ topic, id, method, params, ttl: expiresIn, signal: sending.signal }).then(
        () => calls.has(key) && onSent?.(id),
        (cause: unknown) =>
          calls.has(key) && fail(cause instanceof Error ? cause : new RelayError({ problem: 'did not take the message', cause })),
      )
    })

  function failCalls(topic: string | undefined, error: () => Error) {
    for (const one of [...calls.values()]) if (topic === undefined || one.topic === topic) one.fail(error())
  }

  function addSession(session: StoredSession) {
    sessions.set(session.topic, session, session.expiry)
    openTopic(session.topic, { key: session.key }, 'session')
    watchExpiry()
    common.emit('sessionAdded', publicSession(session))
  }

  function changeSession(session: StoredSession) {
    sessions.set(session.topic, session, session.expiry)
    watchExpiry()
    common.emit('sessionUpdated', publicSession(session))
  }

  const removeSession: Peer['removeSession'] = (topic, end) => {
    const isKnown = sessions.get(topic) !== undefined || topics.has(topic)
    sessions.delete(topic)
    records.delete(`seen:${topic}`)
    for (const kind of ['note', 'request']) for (const key of records.keys(`${kind}:${topic}:`)) records.delete(key)
    shutTopic(topic)
    failCalls(topic, () => new SessionEndedError({ reason: end.message, code: end.code }))
    if (isKnown) common.emit('sessionDeleted', { topic, ...end })
  }

  function addPairing(pairing: StoredPairing) {
    pairings.set(pairing.topic, pairing, pairing.expiry)
    openTopic(pairing.topic, { key: pairing.key }, 'pairing')
    watchExpiry()
  }

  function removePairing(topic: string) {
    if (!pairings.get(topic) && !topics.has(topic)) return
    pairings.delete(topic)
    records.delete(`seen:${topic}`)
    shutTopic(topic)
    failCalls(topic, () => new SessionEndedError())
    common.emit('pairingDeleted', { topic })
  }

  const requireSession = (topic: string): StoredSession => {
    const session = sessions.get(topic)
    if (isClosed) throw new ClientClosedError()
    if (!session) throw new SessionNotFoundError()
    return session
  }

  /** One timer for the next thing that expires. */
  function watchExpiry() {
    clearTimeout(expiryTimer)
    const ends = [...sessions.all(), ...pairings.all()].map(({ expiry }) => expiry)
    if (ends.length === 0 || isClosed) return
    const wait = (Math.min(...ends) - seconds()) * 1_000 + 500
    expiryTimer = setTimeout(expire, Math.min(Math.max(wait, 500), timerLimit))
  }

  function expire() {
    for (const [topic, { kind }] of topics) {
      if (kind === 'session' && !sessions.get(topic))
        removeSession(topic, { code: codes.userDisconnected.code, message: 'Session expired.', byPeer: false })
      else if (kind === 'pairing' && !pairings.get(topic)) removePairing(topic)
    }
    watchExpiry()
  }

  const extend: Peer['extend'] = async ({ topic }) => {
    requireSession(topic)
    const expiry = seconds() + sessionLifetime
    await call({ topic, method: 'wc_sessionExtend', params: { expiry }, expiresIn: 300 })
    const session = requireSession(topic)
    changeSession({ ...session, expiry: Math.max(expiry, session.expiry) })
  }

  const ping: Peer['ping'] = async ({ topic }) => {
    if (!topics.has(topic)) throw new SessionNotFoundError()
    await call({ topic, method: sessions.get(topic) ? 'wc_sessionPing' : 'wc_pairingPing', params: {} })
  }

  const disconnect: Peer['disconnect'] = async ({
    topic,
    code = codes.userDisconnected.code,
    message = codes.userDisconnected.message,
  }) => {
    const isSession = sessions.get(topic) !== undefined
    if (!isSession && !pairings.get(topic)) throw new SessionNotFoundError()
    const told = send({
      topic,
      id: nextId(),
      method: isSession ? 'wc_sessionDelete' : 'wc_pairingDelete',
      params: { code, message },
    }).catch(() => undefined)
    if (isSession) removeSession(topic, { code, message, byPeer: false })
    else removePairing(topic)
    let timer: ReturnType<typeof setTimeout> | undefined
    await Promise.race([told, new Promise<void>((resolve) => (timer = setTimeout(resolve, goodbyeTimeout)))])
    clearTimeout(timer)
  }

  /** Extends what runs out soon, once for each client: who will not is not asked again. */
  function extendSoon() {
    if (hasExtended || !relay.leads()) return
    hasExtended = true
    for (const { topic, expiry } of sessions.all()) if (expiry - seconds() < extendBefore) extend({ topic }).catch(() => undefined)
  }

  const peer: Peer<E> = {
    options,
    relay,
    records,
    sessions,
    pairings,
    events,
    nextId,
    openTopic,
    shutTopic,
    call,
    send,
    reply,
    addSession,
    changeSession,
    removeSession,
    addPairing,
    removePairing,
    requireSession,
    extend,
    ping,
    disconnect,
    receiveLink(url) {
      const message = readLink(url)
      if (message) receive(message)?.catch(() => undefined)
      return message !== undefined
    },
    close() {
      if (isClosed) return
      isClosed = true
      clearTimeout(expiryTimer)
      stopFollowing()
      failCalls(undefined, () => new ClientClosedError())
      relay.close()
      records.close()
      events.clear()
      topics.clear()
    },
  }
  const role = roleOf(peer)

  /** Another tab made, changed or ended something. */
  const stopFollowing = records.follow((keys) => {
    for (const key of keys) {
      const [kind, topic = ''] = key.split(':')
      if (kind === 'session') followSession(topic)
      else if (kind === 'pairing') followPairing(topic)
    }
    watchExpiry()
    role.onRecords?.(keys)
  })

  function followSession(topic: string) {
    const session = sessions.get(topic)
    const isNew = topics.get(topic)?.kind !== 'session'
    if (session) {
      if (isNew) openTopic(topic, { key: session.key }, 'session')
      common.emit(isNew ? 'sessionAdded' : 'sessionUpdated', publicSession(session))
    } else if (!isNew) removeSession(topic, { ...codes.userDisconnected, byPeer: false })
  }

  function followPairing(topic: string) {
    const pairing = pairings.get(topic)
    if (pairing && !topics.has(topic)) openTopic(topic, { key: pairing.key }, 'pairing')
    else if (!pairing) shutTopic(topic)
  }

  for (const { topic, key } of sessions.all()) openTopic(topic, { key }, 'session')
  for (const { topic, key } of pairings.all()) openTopic(topic, { key }, 'pairing')
  watchExpiry()
  return peer
}

/** The client's identity to the relay: made once, and kept. */
function identityOf(records: Records): () => Promise<KeyPair> {
  let making: Promise<KeyPair> | undefined
  const make = async () => {
    const pair = await createIdentity()
    records.set('identity', pair, seconds() + forever)
    return pair
  }
  return async () => {
    const known = records.get('identity')
    const { publicKey, privateKey } = isRecord(known) ? known : {}
    return isKey(publicKey) && isKey(privateKey) ? { publicKey, privateKey } : (making ??= make())
  }
}

const readWindow = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number').slice(-128) : []
