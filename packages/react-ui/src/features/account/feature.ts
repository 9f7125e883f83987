import { inOneModule, type Feature } from '../feature.js'

/** The account in use: what it holds, its wallets and its settings, receiving, and the way out. */
export const account = {
  id: 'account',
  ...inOneModule(
    () => import('./views.js'),
    ['Account', 'Wallets', 'Receive', 'CompatibleNetworks', 'Token', 'AddToken', 'Settings', 'Disconnect'],
  ),
} as const satisfies Feature
