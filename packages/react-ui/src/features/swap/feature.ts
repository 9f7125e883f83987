import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

/** Swapping: what for what, at which price, looking it over, and what becomes of it. A site has it with the option `swap`. */
export const swap = {
  id: 'swap',
  ...inOneModule(() => import('./views.js'), viewNames.swap, {
    'account.quick': ({ options }) => options.swap !== undefined && Boolean(options.apiUrl),
  }),
} as const satisfies Feature
