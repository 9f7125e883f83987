import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** Signing in to the site with the wallet that is connected. */
export const siwx = {
  id: 'siwx',
  ...inOneModule(() => import('./views.js'), viewNames.siwx),
} as const satisfies Feature
