import { ownerOf, type SiwxSession, type SiwxStore } from '../types.js'

/**
 * Keeps nonces and sessions in this process: for tests and for one server that may forget them.
 * @example const siwx = createSiwx({ origins: ['https://shop.example'], chains: ['eip155:1'], store: memoryStore(), verifiers })
 */
export function memoryStore(): SiwxStore {
  const nonces = new Map<string, number>()
  const sessions = new Map<string, { readonly token: string; readonly session: SiwxSession }>()
  const find = (now: number, isAsked: (kept: { token: string; session: SiwxSession }) => boolean) =>
    [...sessions.values()]
      .filter((kept) => kept.session.expiresAt > now && isAsked(kept))
      .map(({ session }) => session)
      .sort((a, b) => b.signedInAt - a.signedInAt)
  return {
    addNonce: async ({ nonce, expiresAt }) => {
      const now = Date.now()
      for (const [old, end] of nonces) if (end <= now) nonces.delete(old)
      for (const [id, { session }] of sessions) if (session.expiresAt <= now) sessions.delete(id)
      nonces.set(nonce, expiresAt)
    },
    takeNonce: async ({ nonce, now }) => {
      const end = nonces.get(nonce)
      nonces.delete(nonce)
      return end !== undefined && end > now
    },
    addSessions: async ({ token, previous, sessions: added }) => {
      for (const [id, kept] of sessions) {
        if (kept.token !== previous) continue
        if (added.some(({ account }) => account === kept.session.account)) sessions.delete(id)
        else sessions.set(id, { token, session: kept.session })
      }
      for (const session of added) sessions.set(session.id, { token, session })
    },
    sessionsOfToken: async ({ token, now }) => find(now, (kept) => kept.token === token),
    sessionsOfOwner: async ({ owner, now }) => find(now, ({ session }) => ownerOf(session.account) === owner),
    endSessions: async (ids) => {
      for (const id of ids) sessions.delete(id)
    },
  }
}
