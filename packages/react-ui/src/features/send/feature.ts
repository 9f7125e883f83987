import { inOneModule, type Feature } from '../feature.js'

/** Sending: what, how much and to whom, looking it over, and what becomes of it. */
export const send = {
  id: 'send',
  ...inOneModule(
    () => import('./views.js'),
    ['WalletSend', 'WalletSendSelectToken', 'WalletSendScan', 'WalletSendPreview', 'WalletSendConfirmed'],
    {
      'account.quick': () => true,
    },
  ),
} as const satisfies Feature
