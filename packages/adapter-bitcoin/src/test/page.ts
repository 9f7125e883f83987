import type { Connector } from '@portico/core'
import { followPage } from '../discover/index.js'

/** A window for tests that has nothing but events. */
export const testPage = (properties: object = {}): EventTarget => Object.assign(new EventTarget(), properties)

/** Follows a page: what it lists now, how often it said so, and the way to stop. */
export function follow(page: EventTarget) {
  const published: (readonly Connector[])[] = []
  const stop = followPage(page, (connectors) => void published.push(connectors))
  return {
    stop,
    published,
    list: () => published.at(-1) ?? [],
    ids: () => (published.at(-1) ?? []).map(({ id }) => id),
  }
}
