import { PorticoError } from '@portico/core'
import { createKeyPair, hashText, randomKey, topicOf } from '../crypto/agreement.js'
import { ClientClosedError, RelayError } from '../errors.js'
import { fiveMinutes } from '../peer/methods.js'
import type { PeerOptions } from '../peer/options.js'
import { seconds } from '../peer/parse.js'
import type { Peer } from '../peer/types.js'
import { formatUri } from '../peer/uri.js'
import type { RelayStatus } from '../relay/types.js'
import type { Proposal } from './proposal.js'
import type { Proposals } from './proposals.js'
import type { SignInRequest } from './signIn.js'
import type { Attempt, Dapp, DappEvents } from './types.js'

/**
 * How long a pairing URI may be scanned, in seconds: 4 min, and the wallet has another minute to answer.
 * @example const renewAt = Date.now() + uriLifetime * 1000 // when the code on screen is of no use any more
 */
export const uriLifetime = 240
const answerTime = fiveMinutes - uriLifetime

/** What a proposal asks for. */
type Wanted = Pick<Proposal, 'asked' | 'required' | 'properties' | 'scopedProperties' | 'print'>

/**
 * Asks wallets for a session: makes a proposal, shows its URI, and sends it meanwhile. What was asked before and is good
 * still is not asked again.
 */
export function createConnect(peer: Peer<DappEvents>, proposals: Proposals): Dapp['connect'] {
  const { metadata } = peer.options
  const named = relayToName(peer.options)
  /** Of an earlier page view, and the relay may not have them. */
  const unsent = new Set(proposals.all().flatMap(({ id, sent, agreed }) => (sent || agreed ? [] : [id])))
  peer.events.on('relayStatus', publishAgain)

  /** A page may be thrown away before the relay has its proposal, as phones do when the wallet comes to the front. */
  function publishAgain(status: RelayStatus) {
    if (status !== 'open' || !peer.relay.leads()) return
    for (const proposal of proposals.all())
      if (!proposal.sent && !proposal.agreed && !proposal.cancelled && unsent.delete(proposal.id)) publish(proposal)
  }

  /** The same, asked before and not answered yet. */
  function findAgain(print: string): Proposal | undefined {
    const now = seconds()
    // A page that is back may ask between the wallet's yes and the session: the session is what it waits for, not another yes.
    const isGood = ({ agreed, cancelled, expiry }: Proposal) => !(agreed && cancelled) && expiry - answerTime > now
    const again = proposals.all().find((one) => one.print === print && isGood(one))
    if (again?.cancelled) {
      proposals.reopen(again)
      publishAgain(peer.relay.status())
    }
    return again
  }

  function propose(wanted: Wanted, authenticate?: SignInRequest, kept?: string, walletLink?: string): Proposal {
    const { topic: pairing, key } = kept === undefined ? fresh() : peer.pairings.open(kept)
    const expiry = seconds() + fiveMinutes
    const proposal: Proposal = { ...wanted, id: peer.nextId(), pairing, key, expiry, ...(authenticate && { authId: peer.nextId() }) }
    proposals.keep(proposal)
    if (kept === undefined) peer.pairings.add({ topic: pairing, key, expiry, side: 'dapp' })
    publish(proposal, authenticate, walletLink)
    return proposal
  }

  /** Sends a proposal. The URI is shown meanwhile. */
  function publish(proposal: Proposal, authenticate?: SignInRequest, walletLink?: string) {
    const known = () => proposals.get(proposal.id)
    send(proposal, authenticate, walletLink).then(
      () => {
        const now = known()
        if (now) proposals.keep({ ...now, sent: true })
      },
      (cause: unknown) => {
        const now = known()
        if (!now || now.agreed || cause instanceof ClientClosedError) return
        proposals.finish(now, cause instanceof PorticoError ? cause : new RelayError({ problem: 'did not take the proposal', cause }))
      },
    )
  }

  async function send(
    { id, authId, pairing, expiry, asked, required, properties, scopedProperties, ...made }: Proposal,
    authenticate?: SignInRequest,
    walletLink?: string,
  ) {
    const pair = made.pair ?? (await createKeyPair())
    const auth = made.auth ?? (authenticate && (await import('./signIn.js')).payloadOf(authenticate))
    const known = proposals.get(id)
    if (!known) return
    const whole = { ...known, pair, ...(auth && { auth }) }
    proposals.keep(whole)
    if (walletLink) (await import('./askByLink.js')).askByLink(whole, walletLink, peer.options)
    const self = { publicKey: pair.publicKey, metadata }
    const params = {
      requiredNamespaces: required,
      optionalNamespaces: asked,
      relays: [{ protocol: 'irn' }],
      pairingTopic: pairing,
      proposer: self,
      expiryTimestamp: expiry,
      ...(properties && { sessionProperties: properties }),
      ...(scopedProperties && { scopedProperties }),
    }
    await Promise.all([
      auth &&
        authId &&
        peer.send({
          topic: pairing,
          id: authId,
          method: 'wc_sessionAuthenticate',
          params: { authPayload: auth, requester: self, expiryTimestamp: expiry },
          ttl: fiveMinutes,
        }),
      peer.send({ topic: pairing, id, method: 'wc_sessionPropose', params }),
    ])
  }

  return ({
    namespaces: asked,
    required = {},
    properties,
    scopedProperties,
    authenticate,
    anyNonce,
    walletLink,
    pairing: kept,
    signal,
  }): Attempt => {
    if (peer.relay.status() === 'closed') throw new ClientClosedError()
    const wanted = { asked, required, ...(properties && { properties }), ...(scopedProperties && { scopedProperties }) }
    const once = anyNonce ? { nonce: 0, iat: 0, nbf: 0, exp: 0, requestId: 0 } : undefined
    const print = hashText(JSON.stringify([wanted, authenticate && { ...authenticate, ...once }, metadata, ...(kept ? [kept] : [])]))
    const again = findAgain(print)
    if (again && walletLink)
      import('./askByLink.js').then(({ askByLink }) => askByLink(again, walletLink, peer.options)).catch(() => undefined)
    const proposal = again ?? propose({ ...wanted, print }, authenticate, kept, walletLink)
    const { pairing, key, expiry, authId } = proposal
    // What every wallet expects goes without saying: a shorter code is easier to scan.
    const uri = formatUri({
      topic: pairing,
      key,
      expiry,
      methods: authId ? ['wc_sessionAuthenticate'] : [],
      ...(named && { relayUrl: named }),
    })
    return { uri, pairing, expiry: expiry - answerTime, approval: proposals.wait(proposal, signal) }
  }
}

function fresh() {
  const key = randomKey()
  return { topic: topicOf(key), key }
}

/** A relay of one's own is named, so that a wallet that can choose finds it (S45). The hosted one every wallet knows. */
function relayToName({ relayUrl, projectId }: PeerOptions): string | undefined {
  if (typeof relayUrl !== 'string') return relayUrl.find((url) => !/^wss:\/\/relay\.walletconnect\.(org|com)$/.test(url))
  return projectId ? undefined : relayUrl
}
