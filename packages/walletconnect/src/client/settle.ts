import { RequestAbortedError } from '@portico/core/kit'
import type { Cacao } from '../auth/cacao.js'
import { agreeOnKey, isKey, topicOf, type KeyPair } from '../crypto/agreement.js'
import type { Opened } from '../crypto/envelope.js'
import { MalformedMessageError, SettlementError } from '../errors.js'
import { missing, readWithin } from '../peer/agreed.js'
import { codes } from '../peer/codes.js'
import { sessionLifetime } from '../peer/extension.js'
import { agreedLink } from '../peer/link.js'
import type { AnswerMessage } from '../peer/message.js'
import { readMetadata } from '../peer/metadata.js'
import { hasAccounts } from '../peer/namespaces.js'
import { isRecord, readSeconds, seconds } from '../peer/parse.js'
import { publicSession, type StoredSession } from '../peer/stored.js'
import type { Inbound, Peer, Taking } from '../peer/types.js'
import type { Proposal } from './proposal.js'
import type { Proposals } from './proposals.js'
import type { DappEvents } from './types.js'

/** What a wallet answers to a proposal: that it agrees, and then the session; or both at once with a sign-in. */
export interface Settle {
  readonly onAnswer: NonNullable<Taking['onAnswer']>
  readonly onSettlement: (inbound: Inbound) => void
}

/** How long a wallet that has agreed may take to settle, in seconds. */
const settleTime = 60

export function createSettle(peer: Peer<DappEvents>, proposals: Proposals): Settle {
  const { options, records, relay, sessions, topics, nextId, send } = peer
  const { finish } = proposals

  async function takeAgreement({ id, pair, agreed }: Proposal, answer: AnswerMessage): Promise<void> {
    const proposal = proposals.get(id)
    if (!proposal || !pair || agreed) return
    if ('error' in answer) return finish(proposal, answer.error)
    const other = isRecord(answer.result) ? answer.result['responderPublicKey'] : undefined
    const key = isKey(other) ? await agreeOnKey(pair.privateKey, other).catch(() => undefined) : undefined
    const now = proposals.get(id)
    if (!now || now.agreed) return
    if (!isKey(other) || !key) return finish(now, new MalformedMessageError({ method: 'wc_sessionPropose' }))
    // What was answered in time is settled a moment later.
    const expiry = Math.max(now.expiry, seconds() + settleTime)
    proposals.keep({ ...now, expiry, agreed: { topic: topicOf(key), key, other: other.toLowerCase() } })
  }

  function onSettlement({ topic, params, answer }: Inbound) {
    const proposal = proposals.all().find(({ agreed }) => agreed?.topic === topic)
    if (!proposal?.agreed || !proposal.pair) return sessions.get(topic) ? answer({ result: true }) : undefined
    const said = isRecord(params) ? params : {}
    const controller = isRecord(said['controller']) ? said['controller'] : {}
    const expiry = readSeconds(said['expiry'])
    const refuse = (problem: string) => {
      answer({ error: { ...codes.settlementFailed, message: `Session settlement failed: ${problem}` } })
      finish(proposal, new SettlementError({ problem }))
    }
    const { asked, required, agreed, pair } = proposal
    const namespaces = readWithin(said['namespaces'], { ...asked, ...required })
    if (typeof controller['publicKey'] !== 'string' || controller['publicKey'].toLowerCase() !== agreed.other)
      return refuse('it is of somebody else')
    if (!namespaces || !expiry || expiry <= seconds()) return refuse('it is malformed')
    const lacking = hasAccounts(namespaces) ? missing(namespaces, required) : 'no account for any network of the site'
    if (lacking) return refuse(lacking)
    answer({ result: true })
    arrive(proposal, {
      ...sessionOf(proposal, pair, controller['metadata']),
      topic,
      key: agreed.key,
      other: agreed.other,
      namespaces,
      expiry: Math.min(expiry, seconds() + 2 * sessionLifetime),
      ...(isRecord(said['sessionProperties']) && { properties: said['sessionProperties'] }),
      ...(isRecord(said['scopedProperties']) && { scopedProperties: said['scopedProperties'] }),
    })
  }

  async function takeSignIn({ id, auth }: Proposal, pair: KeyPair, answer: AnswerMessage, { sender }: Opened): Promise<void> {
    const { readSignInAnswer } = await import('./signIn.js')
    const proposal = proposals.get(id)
    if (!proposal) return
    if ('error' in answer) return finish(proposal, answer.error)
    const read = readSignInAnswer(answer.result, auth)
    if (!read || !sender || read.responder.toLowerCase() !== sender.publicKey)
      return finish(proposal, new MalformedMessageError({ method: 'wc_sessionAuthenticate' }))
    const { cacaos, namespaces } = read
    if (!namespaces) return finish(proposal, { cacaos })
    const session = {
      ...sessionOf(proposal, pair, read.metadata),
      topic: topicOf(sender.key),
      key: sender.key,
      other: sender.publicKey,
      namespaces,
      expiry: seconds() + sessionLifetime,
    }
    arrive(proposal, session, cacaos)
  }

  /** What a session has of its proposal and of who the wallet says to be. */
  function sessionOf({ asked, required, pairing }: Proposal, { publicKey: self }: KeyPair, metadata: unknown) {
    const other = readMetadata(metadata)
    const link = agreedLink(options.metadata, other)
    return { side: 'dapp' as const, peer: other, self, asked: { ...asked, ...required }, updateId: 0, pairing, ...(link && { link }) }
  }

  /** A session is there: it is handed over, or ended at once when its visitor has turned away. */
  function arrive(proposal: Proposal, session: StoredSession, cacaos?: readonly Cacao[]) {
    const { topic, key } = session
    if (!proposal.cancelled) {
      const notes = `note:${proposal.pairing}:`
      for (const note of records.keys(notes)) records.set(`note:${topic}:${note.slice(notes.length)}`, records.get(note), session.expiry)
      sessions.add(session)
      return finish(proposal, { session: publicSession(session), ...(cacaos && { cacaos }) })
    }
    topics.open(topic, { key })
    if (relay.leads()) send({ topic, id: nextId(), method: 'wc_sessionDelete', params: codes.userDisconnected }).catch(() => undefined)
    finish(proposal, new RequestAbortedError())
    topics.shut(topic)
  }

  return {
    onAnswer(topic, answer, opened) {
      const id = Number(answer.id)
      for (const proposal of proposals.all()) {
        if (proposal.id === id && topic === proposal.pairing) return takeAgreement(proposal, answer)
        if (proposal.authId === id && proposal.pair && topic === topicOf(proposal.pair.publicKey))
          return takeSignIn(proposal, proposal.pair, answer, opened)
      }
      return undefined
    },
    onSettlement,
  }
}
