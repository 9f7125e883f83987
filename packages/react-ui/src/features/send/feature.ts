import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** Sending: what, how much and to whom, looking it over, and what becomes of it. */
export const send = {
  id: 'send',
  ...inOneModule(() => import('./views.js'), viewNames.send, {
    'account.quick': () => true,
  }),
} as const satisfies Feature
