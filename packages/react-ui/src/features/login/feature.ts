import { hasEmbedded } from '../../wallets/hasEmbedded.js'
import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '../viewNames.js'

/** Logging in to the embedded wallet, by e-mail or by an account elsewhere. */
export const login = {
  id: 'login',
  ...inOneModule(() => import('./ways.js'), [], { 'connect.ways': hasEmbedded }),
  views: inOneModule(() => import('./views.js'), viewNames.login).views,
} as const satisfies Feature
