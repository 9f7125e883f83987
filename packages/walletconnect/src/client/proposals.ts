import { topicOf } from '../crypto/agreement.js'
import { ProposalExpiredError } from '../errors.js'
import { seconds } from '../peer/parse.js'
import { collection } from '../peer/records.js'
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
  /** Waits for what becomes of it. When nobody does any more it is cancelled: a wallet that agrees then is told so. */
  readonly wait: (proposal: Proposal, signal?: AbortSignal) => Promise<Approval>
  /** Ends it, one way or the other. */
  readonly finish: (proposal: Proposal, outcome: Approval | Error) => void
  /** Listens for those that this page view has not made. */
  readonly restore: () => void
  readonly close: () => void
}

export function createProposals({ options, records, topics, sessions, pairings }: Peer<DappEvents>): Proposals {
  const { keepPairings = true } = options
  const stored = collection(records, 'proposal', readProposal)
  const waiters = createWaiters()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()

  const get = (id: number) => stored.get(String(id))

  /** Listens for answers, and watches the time. */
  function follow(proposal: Proposal) {
    const { id, pair, authId, agreed, expiry } = proposal
    if (authId && pair) topics.open(topicOf(pair.publicKey), { privateKey: pair.privateKey })
    if (agreed) topics.open(agreed.topic, { key: agreed.key })
    const expire = () => finish(get(id) ?? proposal, new ProposalExpiredError())
    if (!timers.has(id)) timers.set(id, setTimeout(expire, Math.max(0, expiry - seconds()) * 1_000))
  }

  function keep(proposal: Proposal) {
    stored.set(String(proposal.id), proposal, proposal.expiry)
    follow(proposal)
  }

  function finish({ id, pairing, pair, authId, agreed }: Proposal, outcome: Approval | Error) {
    clearTimeout(timers.get(id))
    timers.delete(id)
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
      for (const proposal of stored.all()) follow(proposal)
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      waiters.close()
    },
  }
}
