import { inOneModule, type Feature } from '../feature.js'

/** What a wallet is, and what a network is. */
export const help = {
  id: 'help',
  ...inOneModule(() => import('./views.js'), ['WhatIsAWallet', 'WhatIsANetwork']),
} as const satisfies Feature
