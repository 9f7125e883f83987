import type { PeerOptions, PeerParts } from '../peer/options.js'
import { createPeer } from '../peer/peer.js'
import { publicPairings, publicSession } from '../peer/stored.js'
import type { Peer } from '../peer/types.js'
import { createProposals, type Proposals } from './proposals.js'
import { createConnect } from './propose.js'
import { request, takeEvent, takeUpdate } from './session.js'
import { createSettle, type Settle } from './settle.js'
import type { Dapp, DappEvents } from './types.js'

/** Puts together a client for a site. */
export function createDappOf(options: PeerOptions & PeerParts): Dapp {
  const peer: Peer<DappEvents> = createPeer(options, {
    handlers: {
      wc_sessionSettle: (inbound) => settle.onSettlement(inbound),
      wc_sessionUpdate: (inbound) => takeUpdate(peer, inbound),
      wc_sessionEvent: (inbound) => takeEvent(peer, inbound),
    },
    onAnswer: (topic, answer, opened) => settle.onAnswer(topic, answer, opened),
    onRecords: (keys) => keys.some((key) => key.startsWith('proposal:')) && proposals.restore(),
  })
  const { events, records, sessions, pairings } = peer
  const proposals: Proposals = createProposals(peer)
  const settle: Settle = createSettle(peer, proposals)
  const connect = createConnect(peer, proposals)
  proposals.restore()

  return {
    on: events.on,
    extend: peer.extend,
    ping: peer.ping,
    disconnect: peer.disconnect,
    receiveLink: peer.receiveLink,
    sessions: () =>
      sessions
        .all()
        .filter(({ side }) => side === 'dapp')
        .map(publicSession),
    session(topic) {
      const session = sessions.get(topic)
      return session && publicSession(session)
    },
    relayStatus: peer.relay.status,
    pairings: () => publicPairings(pairings.all(), 'dapp'),
    connect,
    note: (topic, name) => records.get(`note:${topic}:${name}`),
    setNote(topic, name, value) {
      const key = `note:${topic}:${name}`
      const expiry = (sessions.get(topic) ?? pairings.get(topic))?.expiry
      if (value === undefined) records.delete(key)
      else if (expiry) records.set(key, value, expiry)
    },
    isWaiting: () => proposals.all().some(({ cancelled }) => !cancelled),
    request: (asked) => request(peer, asked),
    close() {
      proposals.close()
      peer.close()
    },
  }
}
