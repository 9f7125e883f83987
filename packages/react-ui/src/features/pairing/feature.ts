import { inOneModule, type Feature } from '../feature.js'

/** Wallets elsewhere: a code to scan, or a link that opens one. */
export const pairing = {
  id: 'pairing',
  ...inOneModule(() => import('./views.js'), ['ConnectingWalletConnect', 'ConnectingWalletConnectBasic'], {
    'wallets.elsewhere': () => true,
  }),
} as const satisfies Feature
