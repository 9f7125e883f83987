import type { Peer, Taking } from '../peer/types.js'
import type { Proposals } from './proposals.js'
import { request, takeEvent, takeUpdate } from './session.js'
import { createSettle } from './settle.js'
import type { Dapp, DappEvents } from './types.js'

/** What a site needs once a wallet has answered, and no code does. */
export interface Answers extends Taking, Pick<Dapp, 'request'> {}

export function createAnswers(peer: Peer<DappEvents>, proposals: Proposals): Answers {
  const { onAnswer, onSettlement } = createSettle(peer, proposals)
  return {
    onAnswer,
    handlers: {
      wc_sessionSettle: onSettlement,
      wc_sessionUpdate: (inbound) => takeUpdate(peer, inbound),
      wc_sessionEvent: (inbound) => takeEvent(peer, inbound),
    },
    request: (asked) => request(peer, asked),
  }
}
