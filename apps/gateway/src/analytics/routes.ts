import { createCallLimit, networkOf } from '@portico/service/http'
import { Hono } from 'hono'
import { readJson } from '../http/body.js'
import { readQuery, searchOf } from '../http/query.js'
import { eventBody, eventQuery, readEvent, type ErrorEvent } from './event.js'

export interface AnalyticsRoutesParameters {
  /** Events of one address in a minute. */
  perMinute: number
  trustProxy: number
  add: (event: ErrorEvent) => Promise<void>
}

/** `POST /e`: an error of a page. 204, and 429 for an address that sends too many. */
export function analyticsRoutes({ perMinute, trustProxy, add }: AnalyticsRoutesParameters): Hono {
  const app = new Hono()
  const limit = createCallLimit({ perMinute })
  app.post('/', async (context) => {
    context.header('cache-control', 'no-store')
    const seconds = limit(networkOf(context, trustProxy))
    if (seconds > 0) {
      context.header('retry-after', String(seconds))
      return context.json({ error: { code: 'too-many', message: 'Too many events from this address.' } }, 429)
    }
    const query = readQuery(searchOf(context.req.url), eventQuery)
    await add(readEvent(query, await readJson(context, eventBody)))
    return context.body(null, 204)
  })
  return app
}
