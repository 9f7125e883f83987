import { defineSlot } from '../../kit/slot.js'
import { HttpStatusError } from '../../kit/http/errors.js'
import { request } from '../../kit/http/request.js'
import { pause } from '../../kit/time.js'
import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { refreshHoldings } from '../balances/refreshHoldings.js'
import { askExchange } from './exchangeWire.js'
import { sessionAnswer } from './schema.js'
import { findSession, isEnded, isOver, loadOnramp, noteSession, onrampSessionStore, saidOf, type OnrampSession } from './sessions.js'

/** How often an order is asked for: so soon after it began, and so often, both in milliseconds. */
const pace = [
  [60_000, 1_500],
  [10 * 60_000, 4_000],
  [60 * 60_000, 15_000],
  [Infinity, 60_000],
] as const

/** Orders without a session that could be asked for: an older gateway's. */
export const isUntold = ({ id }: Pick<OnrampSession, 'id'>): boolean => id.startsWith('untold-')

const followedOf = defineSlot<Set<string>>('followed onramp sessions', () => new Set())

/**
 * Follows an order to its end by asking the gateway: whatever became of the window, and after a reload. When the money has arrived, or is
 * sent, it asks anew for what the account holds. One that has expired is looked at once. Does nothing for one that is followed already,
 * or is over. Never throws.
 * @example await followOnramp(portico, id) // resolves once the order has come to its end
 */
export async function followOnramp(portico: Portico, id: string): Promise<void> {
  const followed = followedOf(portico)
  if (followed.has(id)) return
  followed.add(id)
  try {
    for (let session = findSession(portico, id); session && !isOver(session) && !isUntold(session); session = findSession(portico, id)) {
      await look(portico, session)
      const now = findSession(portico, id)
      if (!now || isEnded(now)) break
      const age = Date.now() - now.startedAt
      await pause(pace.find(([until]) => age < until)?.[1] ?? pace[3][1])
    }
  } finally {
    followed.delete(id)
  }
}

/**
 * Follows every order that this browser knows of, those of an earlier page view among them.
 * @example followOnramps(portico) // those of earlier page views
 */
export function followOnramps(portico: Portico): void {
  loadOnramp(portico)
  for (const { id } of onrampSessionStore(portico).getState()) void followOnramp(portico, id)
}

async function look(portico: Portico, session: OnrampSession): Promise<void> {
  const said = await ask(portico, session).catch((error: unknown) => {
    // Who does not know the order will not know it later. Any other failure passes.
    return error instanceof HttpStatusError && (error.status === 404 || error.status === 410) ? { status: 'expired' as const } : undefined
  })
  if (!said) return
  const before = findSession(portico, session.id)
  noteSession(portico, session.id, said)
  const now = findSession(portico, session.id)
  if (!now || !before || now.status === before.status) return
  portico.events.emit('onramp.changed', { session: now })
  void queryClientOf(portico).invalidateQueries({ queryKey: ['activity', now.networkId, now.address, 'coinbase'] })
  if (now.status === 'settled') void refreshHoldings(portico, now)
}

const ask = async (portico: Portico, session: OnrampSession): Promise<Partial<Omit<OnrampSession, 'id'>>> =>
  session.kind === 'exchange'
    ? askExchange(portico, session)
    : saidOf(
        session,
        await request(portico, { path: `/v1/onramp/sessions/${encodeURIComponent(session.id)}`, schema: sessionAnswer, cache: 'no-cache' }),
      )
