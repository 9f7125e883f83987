import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** The account in use: what it holds, its wallets and its settings, receiving, and the way out. */
export const account = {
  id: 'account',
  ...inOneModule(() => import('./views.js'), viewNames.account),
} as const satisfies Feature
