import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** Wallets elsewhere: a code to scan, or a link that opens one. */
export const pairing = {
  id: 'pairing',
  ...inOneModule(() => import('./views.js'), viewNames.pairing, {
    'wallets.elsewhere': () => true,
  }),
} as const satisfies Feature
