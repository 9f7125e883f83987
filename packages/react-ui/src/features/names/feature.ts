import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** Names of accounts: claiming one, and what becomes of it. A site has it with the option `names`, and a gateway that gives names away. */
export const names = {
  id: 'names',
  ...inOneModule(() => import('./views.js'), viewNames.names, {
    'settings.rows': ({ options }) => options.names !== undefined && Boolean(options.apiUrl),
  }),
} as const satisfies Feature
