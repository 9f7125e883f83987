import type { Emitter } from '@portico/core/kit'
import { codes } from './codes.js'
import { sessionLifetime } from './extension.js'
import { isRecord, readSeconds, seconds } from './parse.js'
import type { Handlers, Pairings, PeerEvents, Sessions } from './types.js'

export interface HandlersOptions {
  readonly sessions: Pick<Sessions, 'get' | 'change' | 'remove'>
  readonly pairings: Pick<Pairings, 'remove'>
  readonly events: Pick<Emitter<PeerEvents>, 'emit'>
}

/** What a site and a wallet answer in the same way. */
export function createHandlers({ sessions, pairings, events }: HandlersOptions): Handlers {
  return {
    wc_sessionPing({ topic, answer }) {
      answer({ result: true })
      events.emit('sessionPinged', { topic })
    },
    wc_sessionExtend({ topic, params, answer }) {
      const session = sessions.get(topic)
      const longest = seconds() + sessionLifetime
      const expiry = isRecord(params) ? params['expiry'] : null
      const said = expiry === undefined ? longest : readSeconds(expiry)
      if (!session || !said || said < session.expiry - 60) return answer({ error: codes.invalidExtend })
      // The other side's clock may be ahead: however far, no session lasts longer than seven days from now.
      sessions.change({ ...session, expiry: Math.max(Math.min(said, longest), session.expiry) })
      answer({ result: true })
    },
    wc_sessionDelete({ topic, params, answer }) {
      const { code, message } = isRecord(params) ? params : {}
      const usual = codes.userDisconnected
      answer({ result: true })
      sessions.remove(topic, {
        code: typeof code === 'number' ? code : usual.code,
        message: typeof message === 'string' ? message.slice(0, 300) : usual.message,
        byPeer: true,
      })
    },
    wc_pairingPing: ({ answer }) => answer({ result: true }),
    wc_pairingDelete({ topic, answer }) {
      answer({ result: true })
      pairings.remove(topic)
    },
  }
}
