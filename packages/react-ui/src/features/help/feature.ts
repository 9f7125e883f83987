import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** What a wallet is, and what a network is. */
export const help = {
  id: 'help',
  ...inOneModule(() => import('./views.js'), viewNames.help),
} as const satisfies Feature
