import type { Portico } from '@portico/core'
import { inOneModule, type Feature } from '../feature.js'
import { viewNames } from '@portico/core/kit'

const isOffered = ({ options }: Portico) => options.onramp !== undefined && Boolean(options.apiUrl)

/** Buying and selling for money: how much of what, who sells, and what becomes of it. A site has it with the option `onramp`. */
export const onramp = {
  id: 'onramp',
  ...inOneModule(() => import('./views.js'), viewNames.onramp, {
    'account.quick': isOffered,
    'account.rows': isOffered,
    'account.empty': isOffered,
  }),
} as const satisfies Feature
