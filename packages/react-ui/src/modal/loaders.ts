import type { ViewLoader } from '../feature.js'

/** Every built-in view but Connect, which is what most visitors open and so part of the modal's own chunk. */
export const loaders: Readonly<Record<string, ViewLoader>> = {
  AllWallets: () => import('../features/directory/AllWalletsView.js'),
  ConnectingMultiChain: () => import('../features/connect/ConnectingMultiChainView.js'),
  ConnectingExternal: () => import('../features/connect/ConnectingExternalView.js'),
  ConnectingWalletConnect: () => import('../features/pairing/ConnectingWalletConnectView.js'),
  ConnectingWalletConnectBasic: () => import('../features/pairing/ConnectingWalletConnectBasicView.js'),
  GetWallet: () => import('../features/directory/GetWalletView.js'),
  Downloads: () => import('../features/directory/DownloadsView.js'),
  Account: () => import('../features/account/AccountView.js'),
  Wallets: () => import('../features/account/WalletsView.js'),
  Receive: () => import('../features/account/ReceiveView.js'),
  CompatibleNetworks: () => import('../features/account/CompatibleNetworksView.js'),
  Settings: () => import('../features/account/SettingsView.js'),
  Disconnect: () => import('../features/account/DisconnectView.js'),
  Networks: () => import('../features/network/NetworksView.js'),
  SwitchNetwork: () => import('../features/network/SwitchNetworkView.js'),
  SwitchActiveChain: () => import('../features/network/SwitchActiveChainView.js'),
  UnsupportedChain: () => import('../features/network/UnsupportedChainView.js'),
  WhatIsAWallet: () => import('../features/help/WhatIsAWalletView.js'),
  WhatIsANetwork: () => import('../features/help/WhatIsANetworkView.js'),
}

/** How to load a built-in view. Those of the embedded wallet are named with its own code: most sites have none of them. */
export const loaderOfBuiltIn = (view: string): (() => Promise<Awaited<ReturnType<ViewLoader>> | undefined>) =>
  loaders[view] ?? (async () => (await import('../features/embedded/views.js')).views[view]?.())

/** Fetches a built-in view, and the style sheet of all but Connect, ahead of the click that needs them. Never rejects. */
export async function prefetchView(view: string): Promise<void> {
  await Promise.all([loaderOfBuiltIn(view)(), import('../styles/views.css.js')]).catch(() => undefined)
}
