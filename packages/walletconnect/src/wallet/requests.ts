import { codes } from '../peer/codes.js'
import { fiveMinutes } from '../peer/methods.js'
import { coversChain, coversMethod } from '../peer/namespaces.js'
import { isRecord, readSeconds, seconds } from '../peer/parse.js'
import { collection } from '../peer/records.js'
import type { Inbound, Peer } from '../peer/types.js'
import { requireWaiting } from './requireWaiting.js'
import type { WalletClient, WalletEvents } from './types.js'
import { readRequest, type WalletRequest } from './waiting.js'

/** What sites ask for within their sessions: each request waits until it is answered, also across a restart. */
export interface Requests extends Pick<WalletClient, 'requests' | 'respond'> {
  readonly take: (inbound: Inbound) => void
}

export function createRequests({ records, events, sessions, reply }: Peer<WalletEvents>): Requests {
  const waiting = collection(records, 'request', readRequest)
  return {
    take({ topic, id, params, answer }) {
      const session = sessions.get(topic)
      const said = isRecord(params) ? params : {}
      const asked = isRecord(said['request']) ? said['request'] : {}
      const { method } = asked
      const { chainId } = said
      const expiry = readSeconds(asked['expiryTimestamp'] ?? asked['expiry']) ?? seconds() + fiveMinutes
      if (!session || typeof method !== 'string' || typeof chainId !== 'string') return answer({ error: codes.invalidMethod })
      if (expiry <= seconds()) return answer({ error: codes.requestExpired })
      if (!coversChain(session.namespaces, chainId)) return answer({ error: codes.unauthorizedChain })
      if (!coversMethod(session.namespaces, chainId, method)) return answer({ error: codes.unauthorizedMethod })
      const request: WalletRequest = { id, topic, chainId, method, params: asked['params'], expiry }
      waiting.set(`${topic}:${id}`, request, expiry)
      events.emit('request', request)
    },
    requests: waiting.all,
    async respond({ topic, id, ...answer }) {
      const { id: known } = requireWaiting(waiting.get(`${topic}:${id}`))
      await reply(topic, known, 'wc_sessionRequest', 'error' in answer ? { error: answer.error } : { result: answer.result })
      waiting.delete(`${topic}:${id}`)
    },
  }
}
