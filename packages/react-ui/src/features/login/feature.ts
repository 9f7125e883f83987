import { hasEmbedded } from '../../wallets/hasEmbedded.js'
import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

const { views, ...ofViews } = inOneModule(() => import('./views.js'), viewNames.login)

/** Logging in to the embedded wallet, by e-mail or by an account elsewhere. What stands on Connect comes with the modal, its views later. */
export const login = {
  id: 'login',
  ...inOneModule(() => import('./ways.js'), [], { 'connect.ways': hasEmbedded }),
  views,
  ofViews,
} as const satisfies Feature
