import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** The networks of the site, and going from one to another. */
export const network = {
  id: 'network',
  ...inOneModule(() => import('./views.js'), viewNames.network),
} as const satisfies Feature
