import { createEmitter, type Emitter } from '@portico/core/kit'
import { ClientClosedError, SessionNotFoundError } from '../errors.js'
import { createLine } from '../relay/line.js'
import type { Homes } from '../relay/several.js'
import type { RelayMessage } from '../relay/types.js'
import { createCalls } from './calls.js'
import { createExpiry } from './expiry.js'
import { createExtension, sessionLifetime } from './extension.js'
import { goodbye } from './goodbye.js'
import { identityOf } from './identity.js'
import { createIds } from './ids.js'
import { readLink } from './link.js'
import type { PeerOptions, PeerParts } from './options.js'
import { createOutgoing } from './outgoing.js'
import { createPairings, type KeptPairings } from './pairings.js'
import { seconds } from './parse.js'
import { createPart } from './part.js'
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
  const recent = createRecent()
  const mail = createPart(async () => {
    const { createMail } = await import('./mail.js')
    return createMail({ taking: role.taking, sessions, pairings, events: common, topics, calls, outgoing, relay, recent, expiryOf })
  })
  mail.load().catch(() => undefined) // begins at once, beside the code
  const receive = (message: RelayMessage) => {
    const there = mail.now()
    return there ? there.take(message) : mail.load().then(({ take }) => take(message))
  }

  const relay = createLine(
    { ...options, name, urls, homes: homesIn(records), identity: identityOf(records) },
    {
      onMessage: receive,
      onStatus(status) {
        if (status === 'open') extension.extendSoon()
        common.emit('relayStatus', status)
      },
    },
  )
  const topics = createTopics(records, relay)
  const outgoing = createOutgoing(options, relay, mail, topics, (topic) => sessions.get(topic), recent.isNew)
  const calls = createCalls(nextId, outgoing.send)
  const expiry = createExpiry(
    () => [...sessions.all(), ...pairings.all()].map((one) => one.expiry),
    () => {
      sessions.expire()
      pairings.expire()
    },
  )
  const expiryOf = (topic: string) => (sessions.get(topic) ?? pairings.get(topic))?.expiry ?? seconds() + 86_400
  const kept = { records, relay, topics, calls, events: common, onChange: expiry.watch }
  const sessions: KeptSessions = createSessions(kept)
  const pairings: KeptPairings = createPairings(kept)
  const extension = createExtension(relay.leads, sessions, calls.call)
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
    async disconnect({ topic, code = goodbye.code, message = goodbye.message }) {
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
