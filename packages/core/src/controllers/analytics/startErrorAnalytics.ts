import * as z from 'zod/mini'
import { InvalidOptionError } from '../../kit/errors.js'
import { request, sdkType, sdkVersion } from '../../kit/http/request.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { errorEvent, type ErrorEventName } from './errorEvent.js'
import { watchErrors } from './watchErrors.js'

/**
 * Events that are sent within {@link errorEventWindow}, at most (S39).
 * @example limitRate({ path: '/e', most: errorEventLimit, milliseconds: errorEventWindow }) // at a gateway of your own, for each page
 */
export const errorEventLimit = 5
/**
 * How long {@link errorEventLimit} counts for, in milliseconds.
 * @example const perHour = errorEventLimit * (3_600_000 / errorEventWindow) // events, of one page at the most
 */
export const errorEventWindow = 60_000

interface Analytics {
  /** Who wants it: it stops with the last. */
  users: number
  stop: () => void
  /** When the last few were sent, in milliseconds since 1970. */
  sent: readonly number[]
  readonly known: WeakSet<Error>
}

const analyticsOf = defineSlot<Analytics>('analytics', () => ({ users: 0, stop: () => undefined, sent: [], known: new WeakSet() }))

/**
 * Sends the operator what goes wrong in Portico, as `POST /e` to `apiUrl`: the error's name, its message and stack without whatever may
 * be the visitor's (S39), origin and path of the page, and nothing else. At most five in a minute; what a visitor turned away from is
 * no error, and one that is met twice is sent once. Nothing is sent unless this is called, and nothing after its answer is.
 * @example const stop = startErrorAnalytics(portico)
 * @returns a function that switches it off
 * @throws InvalidOptionError without an `apiUrl`
 */
export function startErrorAnalytics(portico: Portico): () => void {
  if (!portico.options.apiUrl) throw new InvalidOptionError({ option: 'apiUrl', problem: 'needed for error analytics' })
  const analytics = analyticsOf(portico)
  if (analytics.users === 0) analytics.stop = watchErrors(portico, (error, event) => void sendError(portico, error, event))
  analytics.users += 1
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    analytics.users -= 1
    if (analytics.users === 0) analytics.stop()
  }
}

/**
 * Sends an error of the site's own, by the same rules. Never rejects.
 * @example await reportError(portico, new Error('The shop did not answer'))
 * @param event what it is counted as; by the error's class unless told
 * @returns whether it was sent: not where error analytics are off, after five in a minute, or for one that was sent before
 */
export async function reportError(portico: Portico, error: Error, event?: ErrorEventName): Promise<boolean> {
  return analyticsOf(portico).users > 0 && (await sendError(portico, error, event))
}

async function sendError(portico: Portico, error: Error, event?: ErrorEventName): Promise<boolean> {
  const analytics = analyticsOf(portico)
  const now = Date.now()
  // A clock that was set back holds nothing up (R16).
  const recent = analytics.sent.filter((at) => at <= now && at > now - errorEventWindow)
  if (analytics.known.has(error) || recent.length >= errorEventLimit) return false
  analytics.known.add(error)
  analytics.sent = [...recent, now]
  try {
    const page = typeof location === 'undefined' ? '' : location.href
    const body = errorEvent(error, { page, now, newId: () => crypto.randomUUID(), ...(event && { event }) })
    const query = { projectId: portico.options.projectId ?? '', st: sdkType, sv: sdkVersion }
    await request(portico, { path: '/e', method: 'POST', query, body, schema: z.unknown() })
    return true
  } catch {
    return false // an operator who can't be reached is not told, and nobody else either
  }
}
