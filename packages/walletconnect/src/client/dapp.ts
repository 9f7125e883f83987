import type { PeerOptions, PeerParts } from '../peer/options.js'
import { createPart, type Part } from '../peer/part.js'
import { createPeer } from '../peer/peer.js'
import { publicPairings, publicSession } from '../peer/stored.js'
import type { Peer } from '../peer/types.js'
import type { Answers } from './answers.js'
import { createProposals, type Proposals } from './proposals.js'
import { createConnect } from './propose.js'
import type { Dapp, DappEvents } from './types.js'

/** Puts together a client for a site. */
export function createDappOf(options: PeerOptions & PeerParts): Dapp {
  const answers: Part<Answers> = createPart(async () => (await import('./answers.js')).createAnswers(peer, proposals))
  const peer: Peer<DappEvents> = createPeer(options, {
    taking: answers,
    onRecords: (keys) => keys.some((key) => key.startsWith('proposal:')) && proposals.restore(),
  })
  const { events, records, sessions, pairings } = peer
  const proposals: Proposals = createProposals(peer)
  const propose = createConnect(peer, proposals)
  proposals.restore()
  const expectAnswers = () => void answers.load().catch(() => undefined)
  if (sessions.all().length + proposals.all().length > 0) expectAnswers()

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
    connect(asked) {
      const attempt = propose(asked)
      expectAnswers() // beside the code, and there before a wallet is
      return attempt
    },
    note: (topic, name) => records.get(`note:${topic}:${name}`),
    setNote(topic, name, value) {
      const key = `note:${topic}:${name}`
      const expiry = (sessions.get(topic) ?? pairings.get(topic))?.expiry
      if (value === undefined) records.delete(key)
      else if (expiry) records.set(key, value, expiry)
    },
    isWaiting: () => proposals.all().some(({ cancelled }) => !cancelled),
    request: async (asked) => (answers.now() ?? (await answers.load())).request(asked),
    close() {
      proposals.close()
      peer.close()
    },
  }
}
