import type { ComponentType } from 'react'
import ConnectView from '../connection/ConnectView.js'
import type { Feature, ViewLoader } from '../feature.js'

/** Every built-in view but Connect, which is what most visitors open and so part of the modal's own chunk. */
const loaders: Readonly<Record<string, ViewLoader>> = {
  AllWallets: () => import('../connection/AllWalletsView.js'),
  ConnectingMultiChain: () => import('../connection/ConnectingMultiChainView.js'),
  ConnectingExternal: () => import('../connection/ConnectingExternalView.js'),
  GetWallet: () => import('../connection/GetWalletView.js'),
  Account: () => import('../account/AccountView.js'),
  Wallets: () => import('../account/WalletsView.js'),
  Receive: () => import('../account/ReceiveView.js'),
  CompatibleNetworks: () => import('../account/CompatibleNetworksView.js'),
  Settings: () => import('../account/SettingsView.js'),
  Disconnect: () => import('../account/DisconnectView.js'),
  Networks: () => import('../network/NetworksView.js'),
  SwitchNetwork: () => import('../network/SwitchNetworkView.js'),
  SwitchActiveChain: () => import('../network/SwitchActiveChainView.js'),
  UnsupportedChain: () => import('../network/UnsupportedChainView.js'),
  WhatIsAWallet: () => import('../help/WhatIsAWalletView.js'),
  WhatIsANetwork: () => import('../help/WhatIsANetworkView.js'),
}

export type View = ComponentType<{ readonly params: never }>
export const firstView: View = ConnectView

/** How to load a view: the host's features first, so that they can replace a built-in one. */
export function loaderOf(view: string, features: readonly Feature[] = []): ViewLoader | undefined {
  const own = features.map((feature) => (feature.views as Readonly<Record<string, ViewLoader>>)[view]).find(Boolean)
  return own ?? loaders[view]
}

/** Fetches a built-in view ahead of the click that needs it. Never rejects. */
export async function prefetchView(view: string): Promise<void> {
  await loaders[view]?.().catch(() => undefined)
}
