import { createPart, type Part } from '../peer/part.js'
import type * as envelope from './envelope.js'

/** Sealing and opening. */
type Sealing = Pick<typeof envelope, 'seal' | 'open' | 'openFrom'>

export type Envelopes = Part<Sealing>

/** Begins to load at once. */
export function createEnvelopes(): Envelopes {
  const envelopes = createPart<Sealing>(() => import('./envelope.js'))
  envelopes.load().catch(() => undefined)
  return envelopes
}
