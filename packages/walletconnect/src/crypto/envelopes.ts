import { createPart, type Part } from '../peer/part.js'
import type * as envelope from './envelope.js'

/** Sealing and opening. */
export type Envelopes = Part<Pick<typeof envelope, 'seal' | 'open' | 'openFrom'>>

/** Begins to load at once. */
export function createEnvelopes(): Envelopes {
  const envelopes = createPart<Pick<typeof envelope, 'seal' | 'open' | 'openFrom'>>(() => import('./envelope.js'))
  envelopes.load().catch(() => undefined)
  return envelopes
}
