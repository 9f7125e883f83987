import { topicOf } from '../crypto/agreement.js'
import { ProposalExpiredError } from '../errors.js'
import { seconds } from '../peer/parse.js'
import { collection } from '../peer/records.js'
import { publicSession } from '../peer/stored.js'
import type { Peer } from '../peer/types.js'
import { readProposal, type Proposal } from './proposal.js'
import type { Approval, DappEvents } from './types.js'
import { createWaiters } from './waiters.js'

/** The proposals that are out, of this page view, of an earlier one and of other tabs. */
export interface Proposals {
  readonly all: () => readonly Proposal[]
  readonly get: (id: number) => Proposal | undefined
  /** Remembers a proposal as it is now, listens where the wallet's answers will come, and ends it when its time is over. */
  readonly keep: (proposal: Proposal) => void
  /** It was turned away from, and is wanted again. */
  readonly reopen: (proposal: Proposal) => void
  /** Waits for what becomes of it. When nobody does any more it is cancelled: a wallet that agrees then is told so. */
  readonly wait: (proposal: Proposal, signal?: AbortSignal) => Promise<Approval>
  /** Ends it, one way or the other. */
  readonly finish: (proposal: Proposal, outcome: Approval | Error) => void
  /** Follows what other page views and tabs have made of them. */
  readonly restore: () => void
  readonly close: () => void
}

export function createProposals({ options, records, topics, sessions, pairings }: Peer<DappEvents>): Proposals {
  const { keepPairings = true } = options
  const stored = collection(records, 'proposal', readProposal)
  const waiters = createWaiters()
  /** Those that this page view listens for, as they were seen last. */
  const followed = new Map<number, { readonly proposal: Proposal; readonly timer: ReturnType<typeof setTimeout> }>()

  const get = (id: number) => stored.get(String(id))

  /** Listens for answers, and watches the time. */
  function follow(proposal: Proposal) {
    const { id, pair, authId, agreed, expiry } = proposal
    if (authId && pair) topics.open(topicOf(pair.publicKey), { privateKey: pair.privateKey })
    if (agreed) topics.open(agreed.topic, { key: agreed.key })
    // As it was seen last: where its answers come is not known when it is made, and its record ends with it.
    const expire = () => finish(followed.get(id)?.proposal ?? proposal, new ProposalExpiredError())
    const known = followed.get(id)
    const isSame = known?.proposal.expiry === expiry
    if (!isSame) clearTimeout(known?.timer)
    followed.set(id, { proposal, timer: isSame ? known.timer : setTimeout(expire, Math.max(0, expiry - seconds()) * 1_000) })
  }

  function keep(proposal: Proposal) {
    stored.set(String(proposal.id), proposal, proposal.expiry)
    follow(proposal)
  }

  /** Two tabs may write at the same moment, of which one does not know yet what the other one has come by: that would be lost. */
  function remember(proposal: Proposal): Proposal {
    const { pair, auth, agreed, sent } = followed.get(proposal.id)?.proposal ?? proposal
    const known = { ...(pair && { pair }), ...(auth && { auth }), ...(agreed && { agreed }), ...(sent && { sent }) }
    if (Object.keys(known).every((key) => key in proposal)) return proposal
    const whole = { ...known, ...proposal }
    keep(whole)
    return whole
  }

  const reopen = ({ cancelled: _cancelled, ...open }: Proposal) => keep(open)

  /** Another tab has ended it, with what the wallet has said to this one as well, which may come later or not at all. */
  function endedElsewhere(proposal: Proposal) {
    const session = sessions.all().find(({ self }) => self === proposal.pair?.publicKey)
    finish(proposal, session ? { session: publicSession(session) } : new ProposalExpiredError())
  }

  function finish({ id, pairing, pair, authId, agreed }: Proposal, outcome: Approval | Error) {
    clearTimeout(followed.get(id)?.timer)
    followed.delete(id)
    stored.delete(String(id))
    if (!(outcome instanceof Error) && outcome.session && keepPairings) pairings.keep(pairing, outcome.session.peer)
    else pairings.release(pairing)
    for (const note of records.keys(`note:${pairing}:`)) records.delete(note)
    if (authId && pair) topics.shut(topicOf(pair.publicKey))
    if (agreed && !sessions.get(agreed.topic)) topics.shut(agreed.topic)
    waiters.settle(id, outcome)
  }

  return {
    all: stored.all,
    get,
    keep,
    reopen,
    finish,
    wait: ({ id }, signal) =>
      waiters.wait(
        id,
        () => {
          const proposal = get(id)
          if (proposal) keep({ ...proposal, cancelled: true })
        },
        signal,
      ),
    restore() {
      for (const found of stored.all()) {
        const proposal = remember(found)
        // A code that two tabs show is wanted as long as one of their visitors is there.
        if (proposal.cancelled && waiters.has(proposal.id)) reopen(proposal)
        else follow(proposal)
      }
      for (const [id, { proposal }] of followed) if (!get(id)) endedElsewhere(proposal)
    },
    close() {
      for (const { timer } of followed.values()) clearTimeout(timer)
      waiters.close()
    },
  }
}
