import type { Relay } from '../relay/types.js'
import { fiveMinutes } from './methods.js'
import { seconds } from './parse.js'
import type { Peer, Sessions } from './types.js'

/** How long a session lasts, and by how much it is extended, in seconds: 7 days. */
export const sessionLifetime = 7 * 86_400
/** A session that is used is extended when less than this is left, in seconds. */
const extendBefore = 86_400

/** Makes sessions last longer, on this side's wish. */
export interface Extension extends Pick<Peer, 'extend'> {
  /** Extends what runs out soon, once for each client: who will not is not asked again. */
  readonly extendSoon: () => void
}

export function createExtension(leads: Relay['leads'], sessions: Sessions, call: Peer['call']): Extension {
  let hasExtended = false

  const extend: Peer['extend'] = async ({ topic }) => {
    sessions.require(topic)
    const expiry = seconds() + sessionLifetime
    await call({ topic, method: 'wc_sessionExtend', params: { expiry }, expiresIn: fiveMinutes })
    const session = sessions.require(topic)
    sessions.change({ ...session, expiry: Math.max(expiry, session.expiry) })
  }

  return {
    extend,
    extendSoon() {
      if (hasExtended || !leads()) return
      hasExtended = true
      for (const { topic, expiry } of sessions.all()) if (expiry - seconds() < extendBefore) extend({ topic }).catch(() => undefined)
    },
  }
}
