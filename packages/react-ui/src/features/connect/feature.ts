import { inOneModule, type Feature } from '../feature.js'

/** The ways in, and waiting for a wallet of this browser. Its code is part of the modal's own: it is what most visitors see first. */
export const connect = {
  id: 'connect',
  ...inOneModule(
    () => import('../../modal/first.js').then(({ connect }) => connect),
    ['Connect', 'ConnectWallets', 'ConnectingExternal', 'ConnectingMultiChain'],
  ),
} as const satisfies Feature
