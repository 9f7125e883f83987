import { agreeOnKey, createKeyPair, topicOf } from '../crypto/agreement.js'
import { SettlementError } from '../errors.js'
import { missing } from '../peer/agreed.js'
import { codes } from '../peer/codes.js'
import { sessionLifetime } from '../peer/extension.js'
import { agreedLink } from '../peer/link.js'
import { hasAccounts, readApproved } from '../peer/namespaces.js'
import { seconds } from '../peer/parse.js'
import { collection } from '../peer/records.js'
import { publicSession, type Session, type StoredSession } from '../peer/stored.js'
import type { Inbound, Peer } from '../peer/types.js'
import { requireWaiting } from './requireWaiting.js'
import type { ApproveOptions, WalletClient, WalletEvents } from './types.js'
import { proposalOf, publicProposal, readStoredProposal } from './waiting.js'

/** Sessions that sites ask for: each waits until it is approved or rejected, also across a restart. */
export interface Proposals extends Pick<WalletClient, 'proposals' | 'approve' | 'reject'> {
  readonly take: (inbound: Inbound) => void
  /** What came over a pairing is of no use any more. */
  readonly forget: (pairing: string) => void
}

export function createProposals(peer: Peer<WalletEvents>): Proposals {
  const { options, events, pairings, sessions } = peer
  const waiting = collection(peer.records, 'proposal', readStoredProposal)

  async function approve({
    id,
    namespaces,
    properties,
    scopedProperties,
    expiry = seconds() + sessionLifetime,
  }: ApproveOptions): Promise<Session> {
    const proposal = requireWaiting(waiting.get(String(id)))
    const approved = readApproved(namespaces)
    const problem = !approved ? 'it is malformed' : !hasAccounts(approved) ? 'no account' : missing(approved, proposal.required)
    if (!approved || problem) throw new SettlementError({ problem: problem ?? 'it is malformed' })
    waiting.delete(String(id)) // at once: it may be approved again meanwhile
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
    sessions.add(session)
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
      sessions.remove(topic, { ...codes.settlementFailed, byPeer: false })
      pairings.release(proposal.pairing)
      throw error
    }
    pairings.keep(proposal.pairing, proposal.proposer)
    const settled = { ...(sessions.get(topic) ?? session), ...(link && { link }) } // the settlement itself goes over the relay
    if (link && sessions.get(topic)) sessions.keep(settled)
    return publicSession(settled)
  }

  return {
    take({ topic, id, params, answer }) {
      const proposal = proposalOf(topic, id, params)
      if (!proposal) return answer({ error: codes.invalidMethod })
      if (proposal.expiry <= seconds()) return answer({ error: codes.requestExpired })
      // Who approves means what they were shown: no other site's takes its place.
      if (waiting.get(String(proposal.id))) return answer({ error: codes.invalidMethod })
      waiting.set(String(proposal.id), proposal, proposal.expiry)
      events.emit('proposal', publicProposal(proposal))
    },
    proposals: () => waiting.all().map(publicProposal),
    approve,
    async reject({ id, error = codes.userRejected }) {
      const { pairing } = requireWaiting(waiting.get(String(id)))
      waiting.delete(String(id))
      await peer.reply(pairing, id, 'wc_sessionPropose', { error, refusal: true })
      pairings.release(pairing)
    },
    forget(pairing) {
      for (const { id, pairing: of } of waiting.all()) if (of === pairing) waiting.delete(String(id))
    },
  }
}
