import { inOneModule, type Feature } from '../feature.js'

/** Every wallet there is, and where to get one. */
export const directory = {
  id: 'directory',
  ...inOneModule(() => import('./views.js'), ['AllWallets', 'GetWallet', 'Downloads']),
} as const satisfies Feature
