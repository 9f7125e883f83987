import { readRecap } from '@portico/siwx'
import type { Cacao } from '../auth/cacao.js'
import { authMessage, cacaoPayload } from '../auth/message.js'
import { agreeOnKey, createKeyPair, topicOf } from '../crypto/agreement.js'
import { readPlain } from '../crypto/plain.js'
import { codes } from '../peer/codes.js'
import { sessionLifetime } from '../peer/extension.js'
import { agreedLink } from '../peer/link.js'
import { isRequest, readMessage } from '../peer/message.js'
import type { Metadata } from '../peer/metadata.js'
import { addressOfAccount, namespaceOfChain, readApproved } from '../peer/namespaces.js'
import { seconds } from '../peer/parse.js'
import { collection } from '../peer/records.js'
import { publicSession, type StoredSession } from '../peer/stored.js'
import type { Inbound, Peer } from '../peer/types.js'
import type { RelayMessage } from '../relay/types.js'
import { requireWaiting } from './requireWaiting.js'
import type { WalletClient, WalletEvents } from './types.js'
import { authenticationOf, publicAuthentication, readStoredAuthentication, type StoredAuthentication } from './waiting.js'

/** Requests of sites to be signed in with: each waits until it is approved or rejected, also across a restart. */
export interface Authentications
  extends Pick<WalletClient, 'authentications' | 'authMessage' | 'approveAuthentication' | 'rejectAuthentication'> {
  readonly take: (inbound: Inbound) => void
  /** Link mode: a site that has no key yet asks in the clear. Nothing else is taken that way. */
  readonly takePlain: (message: RelayMessage) => undefined
}

/** @param onAnswered what else came over the pairing is of no use any more; with the site, where it was let in */
export function createAuthentications(peer: Peer<WalletEvents>, onAnswered: (pairing: string, site?: Metadata) => void): Authentications {
  const { options } = peer
  const waiting = collection(peer.records, 'authentication', readStoredAuthentication)

  const isTaken = ({ id }: StoredAuthentication) => waiting.get(String(id)) !== undefined

  function ask(authentication: StoredAuthentication) {
    waiting.set(String(authentication.id), authentication, authentication.expiry)
    peer.events.emit('authentication', publicAuthentication(authentication))
  }

  const approveAuthentication: WalletClient['approveAuthentication'] = async ({ id, signatures }) => {
    const { payload, publicKey, pairing, requester, byLink } = requireWaiting(waiting.get(String(id)))
    waiting.delete(String(id)) // at once: it may be answered again meanwhile
    const cacaos = signatures.map(
      ({ account, signature, type = 'eip191' }): Cacao => ({
        h: { t: 'caip122' },
        p: cacaoPayload(payload, `did:pkh:${account}`),
        s: { t: type, s: signature },
      }),
    )
    const pair = await createKeyPair()
    const key = await agreeOnKey(pair.privateKey, publicKey)
    const link = agreedLink(options.metadata, requester)
    const responder = { publicKey: pair.publicKey, metadata: options.metadata }
    const namespace = namespaceOfChain(payload.chains[0] ?? '')
    const { methods, chains } = readRecap(payload.resources, namespace)
    const accounts = signatures.flatMap(({ account }) => [
      account,
      ...chains.filter((chain) => payload.chains.includes(chain)).map((chain) => `${chain}:${addressOfAccount(account)}`),
    ])
    const namespaces =
      methods.length > 0
        ? readApproved({ [namespace]: { accounts: [...new Set(accounts)], methods, events: ['chainChanged', 'accountsChanged'] } })
        : undefined
    const session: StoredSession | undefined = namespaces && {
      topic: topicOf(key),
      key,
      side: 'wallet',
      peer: requester,
      self: pair.publicKey,
      other: publicKey,
      namespaces,
      asked: {},
      expiry: seconds() + sessionLifetime,
      updateId: 0,
      pairing,
      ...(link && { link }),
    }
    if (session) peer.sessions.add(session)
    await peer.reply(
      topicOf(publicKey),
      id,
      'wc_sessionAuthenticate',
      { result: { cacaos, responder } },
      { key, senderPublicKey: pair.publicKey, ...(byLink && link && { link }) },
    )
    onAnswered(pairing, session && requester)
    return session && publicSession(session)
  }

  const rejectAuthentication: WalletClient['rejectAuthentication'] = async ({ id, error = codes.userRejected }) => {
    const { publicKey, pairing, requester, byLink } = requireWaiting(waiting.get(String(id)))
    waiting.delete(String(id))
    const pair = await createKeyPair()
    const link = byLink && agreedLink(options.metadata, requester)
    const sealing = { key: await agreeOnKey(pair.privateKey, publicKey), senderPublicKey: pair.publicKey, ...(link && { link }) }
    await peer.reply(topicOf(publicKey), id, 'wc_sessionAuthenticate', { error, refusal: true }, sealing)
    onAnswered(pairing)
  }

  return {
    take({ topic, id, params, answer }) {
      const authentication = authenticationOf(topic, id, params)
      if (!authentication) return answer({ error: codes.invalidMethod })
      if (authentication.expiry <= seconds()) return answer({ error: codes.requestExpired })
      // Who approves means what they were shown: no other site's takes its place.
      if (isTaken(authentication)) return answer({ error: codes.invalidMethod })
      ask(authentication)
    },
    takePlain({ topic, message }) {
      const text = readPlain(message)
      const said = text === undefined ? undefined : readMessage(text)
      if (!said || !isRequest(said) || said.method !== 'wc_sessionAuthenticate') return
      const authentication = authenticationOf(topic, said.id, said.params, true)
      if (authentication && authentication.expiry > seconds() && !isTaken(authentication)) ask(authentication) // a refusal could not be sealed
    },
    authentications: () => waiting.all().map(publicAuthentication),
    authMessage: ({ id, account }) => authMessage(requireWaiting(waiting.get(String(id))).payload, `did:pkh:${account}`),
    approveAuthentication,
    rejectAuthentication,
  }
}
