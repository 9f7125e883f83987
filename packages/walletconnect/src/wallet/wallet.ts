import { OutOfScopeError, SettlementError } from '../errors.js'
import { codes } from '../peer/codes.js'
import { fiveMinutes } from '../peer/methods.js'
import { coversChain, coversEvent, hasAccounts, readApproved } from '../peer/namespaces.js'
import type { PeerOptions } from '../peer/options.js'
import { seconds } from '../peer/parse.js'
import { partOf } from '../peer/part.js'
import { createPeer } from '../peer/peer.js'
import { publicPairings, publicSession } from '../peer/stored.js'
import type { Peer } from '../peer/types.js'
import { parseUri } from '../peer/uri.js'
import { createSeveralLines } from '../relay/several.js'
import { createAuthentications, type Authentications } from './authentications.js'
import { createProposals, type Proposals } from './proposals.js'
import { createRequests, type Requests } from './requests.js'
import type { WalletClient, WalletEvents } from './types.js'

/**
 * Makes a client for a wallet: it takes URIs, and answers what sites ask.
 * @example const wallet = createWalletClient({ relayUrl: 'wss://relay.example', projectId: 'shop', metadata })
 */
export function createWalletClient(options: PeerOptions): WalletClient {
  const peer: Peer<WalletEvents> = createPeer(
    { ...options, several: createSeveralLines },
    {
      taking: partOf({
        handlers: {
          wc_sessionPropose: (inbound) => proposals.take(inbound),
          wc_sessionRequest: (inbound) => requests.take(inbound),
          wc_sessionAuthenticate: (inbound) => authentications.take(inbound),
        },
        onPlain: (message) => authentications.takePlain(message),
      }),
    },
  )
  const { sessions, pairings } = peer
  const proposals: Proposals = createProposals(peer)
  const requests: Requests = createRequests(peer)
  // Once one of the two requests on a pairing is answered, the other is of no use.
  const authentications: Authentications = createAuthentications(peer, (pairing, site) => {
    proposals.forget(pairing)
    if (site) pairings.keep(pairing, site)
    else pairings.release(pairing)
  })

  const update: WalletClient['update'] = async ({ topic, namespaces }) => {
    sessions.require(topic)
    const approved = readApproved(namespaces)
    if (!approved || !hasAccounts(approved)) throw new SettlementError({ problem: 'it is malformed' })
    await peer.call({ topic, method: 'wc_sessionUpdate', params: { namespaces }, expiresIn: fiveMinutes })
    sessions.change({ ...sessions.require(topic), namespaces: approved })
  }

  const emitEvent: WalletClient['emitEvent'] = async ({ topic, chainId, name, data }) => {
    const { namespaces } = sessions.require(topic)
    if (!coversChain(namespaces, chainId)) throw new OutOfScopeError({ what: 'chain', value: chainId, code: codes.unauthorizedChain.code })
    if (!coversEvent(namespaces, chainId, name))
      throw new OutOfScopeError({ what: 'event', value: name, code: codes.unauthorizedEvent.code })
    // Not every client answers an event: it is done when the relay has it.
    await peer.send({ topic, id: peer.nextId(), method: 'wc_sessionEvent', params: { event: { name, data }, chainId } })
  }

  return {
    on: peer.events.on,
    extend: peer.extend,
    ping: peer.ping,
    disconnect: peer.disconnect,
    receiveLink: peer.receiveLink,
    close: peer.close,
    sessions: () =>
      sessions
        .all()
        .filter(({ side }) => side === 'wallet')
        .map(publicSession),
    session(topic) {
      const session = sessions.get(topic)
      return session && publicSession(session)
    },
    relayStatus: peer.relay.status,
    pairings: () => publicPairings(pairings.all(), 'wallet'),
    pair({ uri }) {
      const { topic, key, expiry = seconds() + fiveMinutes } = parseUri(uri)
      if (!pairings.get(topic)) pairings.add({ topic, key, expiry, side: 'wallet' })
      return { topic }
    },
    proposals: proposals.proposals,
    approve: proposals.approve,
    reject: proposals.reject,
    requests: requests.requests,
    respond: requests.respond,
    update,
    emitEvent,
    authentications: authentications.authentications,
    authMessage: authentications.authMessage,
    approveAuthentication: authentications.approveAuthentication,
    rejectAuthentication: authentications.rejectAuthentication,
  }
}
