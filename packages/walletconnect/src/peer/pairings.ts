import type { Emitter } from '@portico/core/kit'
import { SessionEndedError, SessionNotFoundError } from '../errors.js'
import type { Calls } from './calls.js'
import { seconds } from './parse.js'
import { collection, type Records } from './records.js'
import { readPairing, type StoredPairing } from './stored.js'
import type { Topics } from './topics.js'
import type { Pairings, PeerEvents } from './types.js'

/** The pairings, with what the client does about them by itself. */
export interface KeptPairings extends Pairings {
  /** Another tab has made or ended one. */
  readonly follow: (topic: string) => void
  /** Ends those whose time is over. */
  readonly expire: () => void
}

export interface PairingsOptions {
  readonly records: Records
  readonly topics: Pick<Topics, 'open' | 'shut' | 'get' | 'all'>
  readonly calls: Pick<Calls, 'fail'>
  readonly events: Pick<Emitter<PeerEvents>, 'emit'>
  /** One of them has another end now. */
  readonly onChange: () => void
}

/** How long an answered pairing is kept after its last answer, in seconds: 30 days, as official clients do. */
const keptFor = 30 * 86_400
/** How many of them a side keeps. */
const keptAtMost = 10

/** The pairings that are remembered. Listens on each where something may come: a site hears nothing on one until it proposes again. */
export function createPairings({ records, topics, calls, events, onChange }: PairingsOptions): KeptPairings {
  const { get, all, ...stored } = collection(records, 'pairing', readPairing)
  const listen = ({ topic, key }: StoredPairing) => topics.open(topic, { key }, 'pairing')

  function remove(topic: string) {
    if (!get(topic) && !topics.get(topic)) return
    stored.delete(topic)
    records.delete(`seen:${topic}`)
    topics.shut(topic)
    calls.fail(topic, () => new SessionEndedError())
    events.emit('pairingDeleted', { topic })
  }

  const rest = ({ topic, side, peer }: StoredPairing) => side === 'dapp' && peer && topics.shut(topic)

  for (const pairing of all()) if (pairing.side === 'wallet' || !pairing.peer) listen(pairing)
  return {
    get,
    all,
    add(pairing) {
      stored.set(pairing.topic, pairing, pairing.expiry)
      listen(pairing)
      onChange()
    },
    open(topic) {
      const pairing = get(topic)
      if (!pairing) throw new SessionNotFoundError()
      listen(pairing)
      return pairing
    },
    keep(topic, peer) {
      const pairing = get(topic)
      if (!pairing) return
      const kept = { ...pairing, peer, expiry: seconds() + keptFor }
      stored.set(topic, kept, kept.expiry)
      rest(kept)
      const others = all().filter((one) => one.side === kept.side && one.peer)
      for (const { topic: oldest } of others.toSorted((a, b) => a.expiry - b.expiry).slice(0, -keptAtMost)) remove(oldest)
      onChange()
    },
    release(topic) {
      const pairing = get(topic)
      if (pairing?.peer) rest(pairing)
      else remove(topic)
    },
    remove,
    follow(topic) {
      const pairing = get(topic)
      if (!pairing) topics.shut(topic)
      else if (pairing.side === 'dapp' && pairing.peer) rest(pairing)
      else if (!topics.get(topic)) listen(pairing)
    },
    expire() {
      for (const topic of topics.all('pairing')) if (!get(topic)) remove(topic)
    },
  }
}
