import { createEmitter, type Emitter } from '@portico/core/kit'
import { createEnvelopes } from '../crypto/envelopes.js'
import { ClientClosedError, SessionNotFoundError } from '../errors.js'
import { createLine } from '../relay/line.js'
import type { Homes } from '../relay/several.js'
import { createCalls } from './calls.js'
import { codes } from './codes.js'
import { createExpiry } from './expiry.js'
import { createExtension, sessionLifetime } from './extension.js'
import { identityOf } from './identity.js'
import { createInbox } from './inbox.js'
import { readLink } from './link.js'
import { createIds } from './message.js'
import type { PeerOptions, PeerParts } from './options.js'
import { createOutgoing } from './outgoing.js'
import { createPairings, type KeptPairings } from './pairings.js'
import { seconds } from './parse.js'
import { createRecent } from './recent.js'
import { createRecords, type Records } from './records.js'
import { createSessions, type KeptSessions } from './sessions.js'
import { createTopics } from './topics.js'
import type { Peer, PeerEvents, Role } from './types.js'

/** How long a goodbye may take to reach the relay, in milliseconds. */
const goodbyeTimeout = 3_000

/** Puts together what a site's client and a wallet's have in common. Of the role nothing is called before this returns. */
export function createPeer<E extends PeerEvents>(options: PeerOptions & PeerParts, role: Role): Peer<E> {
  const { name = 'portico', relayUrl } = options
  const urls = typeof relayUrl === 'string' ? [relayUrl] : relayUrl
  const events = createEmitter<E>()
  const common: Emitter<PeerEvents> = events as unknown as Emitter<PeerEvents> // E has all of them, which no type can follow
  const records = createRecords({ ...options, name: `@portico/${name}/walletconnect` })
  const nextId = createIds()
  const isNew = createRecent()
  const envelopes = createEnvelopes()

  const relay = createLine(
    { ...options, name, urls, homes: homesIn(records), identity: identityOf(records) },
    {
      onMessage: (message) => receive(message),
      onStatus(status) {
        if (status === 'open') extension.extendSoon()
        common.emit('relayStatus', status)
      },
    },
  )
  const topics = createTopics(records, relay)
  const outgoing = createOutgoing(options, relay, envelopes, topics, (topic) => sessions.get(topic), isNew)
  const calls = createCalls(nextId, outgoing.send)
  const expiry = createExpiry(
    () => [...sessions.all(), ...pairings.all()].map((one) => one.expiry),
    () => {
      sessions.expire()
      pairings.expire()
    },
  )
  const kept = { records, relay, topics, calls, events: common, onChange: expiry.watch }
  const sessions: KeptSessions = createSessions(kept)
  const pairings: KeptPairings = createPairings(kept)
  const extension = createExtension(relay.leads, sessions, calls.call)
  const receive = createInbox(
    { ...sessions.handlers, ...pairings.handlers, ...extension.handlers },
    role.taking,
    envelopes,
    topics,
    calls,
    outgoing,
    relay,
    isNew,
    (topic) => (sessions.get(topic) ?? pairings.get(topic))?.expiry ?? seconds() + 86_400,
  )
  const stopFollowing = records.follow((keys) => {
    for (const key of keys) {
      const [kind, topic = ''] = key.split(':')
      if (kind === 'session') sessions.follow(topic)
      else if (kind === 'pairing') pairings.follow(topic)
    }
    expiry.watch()
    role.onRecords?.(keys)
  })
  expiry.watch()

  return {
    options,
    relay,
    records,
    sessions,
    pairings,
    topics,
    events,
    nextId,
    ...outgoing,
    call: calls.call,
    extend: extension.extend,
    async ping({ topic }) {
      if (!topics.get(topic)) pairings.open(topic)
      await calls.call({ topic, method: sessions.get(topic) ? 'wc_sessionPing' : 'wc_pairingPing', params: {} })
    },
    async disconnect({ topic, code = codes.userDisconnected.code, message = codes.userDisconnected.message }) {
      const isSession = sessions.get(topic) !== undefined
      if (!isSession && !pairings.get(topic)) throw new SessionNotFoundError()
      if (!isSession) pairings.open(topic)
      const method = isSession ? 'wc_sessionDelete' : 'wc_pairingDelete'
      const told = outgoing.send({ topic, id: nextId(), method, params: { code, message } }).catch(() => undefined)
      if (isSession) sessions.remove(topic, { code, message, byPeer: false })
      else pairings.remove(topic)
      let timer: ReturnType<typeof setTimeout> | undefined
      await Promise.race([told, new Promise<void>((resolve) => (timer = setTimeout(resolve, goodbyeTimeout)))])
      clearTimeout(timer)
    },
    receiveLink(url) {
      const message = readLink(url)
      if (message) receive(message)?.catch(() => undefined)
      return message !== undefined
    },
    close() {
      if (relay.status() === 'closed') return
      stopFollowing()
      calls.fail(undefined, () => new ClientClosedError())
      relay.close()
      expiry.stop()
      records.close()
      events.clear()
      topics.clear()
    },
  }
}

/** Remembers the relay of each topic, for as long as a session may go without a word. */
const homesIn = (records: Records): Homes => ({
  get(topic) {
    const url = records.get(`home:${topic}`)
    return typeof url === 'string' ? url : undefined
  },
  set: (topic, url) => records.set(`home:${topic}`, url, seconds() + 2 * sessionLifetime),
  delete: (topic) => records.delete(`home:${topic}`),
})
