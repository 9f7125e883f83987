import type { Emitter } from '@portico/core/kit'
import { ClientClosedError, SessionEndedError, SessionNotFoundError } from '../errors.js'
import type { Relay } from '../relay/types.js'
import type { Calls } from './calls.js'
import { goodbye } from './goodbye.js'
import { collection, type Records } from './records.js'
import { publicSession, readSession, type StoredSession } from './stored.js'
import type { Topics } from './topics.js'
import type { PeerEvents, Sessions } from './types.js'

/** The sessions, with what the client does about them by itself. */
export interface KeptSessions extends Sessions {
  /** Another tab has made, changed or ended one. */
  readonly follow: (topic: string) => void
  /** Ends those whose time is over. */
  readonly expire: () => void
}

export interface SessionsOptions {
  readonly records: Records
  readonly relay: Pick<Relay, 'status'>
  readonly topics: Pick<Topics, 'open' | 'shut' | 'get' | 'all'>
  readonly calls: Pick<Calls, 'fail'>
  readonly events: Pick<Emitter<PeerEvents>, 'emit'>
  /** One of them has another end now. */
  readonly onChange: () => void
}

/** The sessions that are remembered. Listens on the topic of each. */
export function createSessions({ records, relay, topics, calls, events, onChange }: SessionsOptions): KeptSessions {
  const { get, all, ...stored } = collection(records, 'session', readSession)
  const listen = ({ topic, key }: StoredSession) => topics.open(topic, { key }, 'session')

  function keep(session: StoredSession) {
    stored.set(session.topic, session, session.expiry)
    onChange()
  }

  const remove: Sessions['remove'] = (topic, end) => {
    const isKnown = get(topic) !== undefined || topics.get(topic) !== undefined
    stored.delete(topic)
    records.delete(`seen:${topic}`)
    for (const kind of ['note', 'request']) for (const key of records.keys(`${kind}:${topic}:`)) records.delete(key)
    topics.shut(topic)
    calls.fail(topic, () => new SessionEndedError({ reason: end.message, code: end.code }))
    if (isKnown) events.emit('sessionDeleted', { topic, ...end })
  }

  for (const session of all()) listen(session)
  return {
    get,
    all,
    require(topic) {
      const session = get(topic)
      if (relay.status() === 'closed') throw new ClientClosedError()
      if (!session) throw new SessionNotFoundError()
      return session
    },
    add(session) {
      keep(session)
      listen(session)
      events.emit('sessionAdded', publicSession(session))
    },
    change(session) {
      const { topic, expiry } = session
      const isLonger = expiry > (get(topic)?.expiry ?? expiry)
      keep(session)
      for (const note of isLonger ? records.keys(`note:${topic}:`) : []) records.set(note, records.get(note), expiry)
      events.emit('sessionUpdated', publicSession(session))
    },
    keep,
    remove,
    follow(topic) {
      const session = get(topic)
      const isNew = topics.get(topic)?.kind !== 'session'
      if (session) {
        if (isNew) listen(session)
        events.emit(isNew ? 'sessionAdded' : 'sessionUpdated', publicSession(session))
      } else if (!isNew) remove(topic, { ...goodbye, byPeer: false })
    },
    expire() {
      for (const topic of topics.all('session'))
        if (!get(topic)) remove(topic, { code: goodbye.code, message: 'Session expired.', byPeer: false })
    },
  }
}
