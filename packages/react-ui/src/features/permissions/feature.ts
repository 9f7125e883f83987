import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** What the site was allowed to do with the account by itself (ERC-7715), and an end to it. */
export const permissions = {
  id: 'permissions',
  ...inOneModule(() => import('./views.js'), viewNames.permissions, { 'settings.rows': () => true }),
} as const satisfies Feature
