import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** Every wallet there is, and where to get one. */
export const directory = {
  id: 'directory',
  ...inOneModule(() => import('./views.js'), viewNames.directory),
} as const satisfies Feature
