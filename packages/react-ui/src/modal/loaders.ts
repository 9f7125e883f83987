import type { ViewLoader } from '../feature.js'

/** Every built-in view but Connect, which is what most visitors open and so part of the modal's own chunk. */
export const loaders: Readonly<Record<string, ViewLoader>> = {
  AllWallets: () => import('../connection/AllWalletsView.js'),
  ConnectingMultiChain: () => import('../connection/ConnectingMultiChainView.js'),
  ConnectingExternal: () => import('../connection/ConnectingExternalView.js'),
  ConnectingWalletConnect: () => import('../connection/ConnectingWalletConnectView.js'),
  ConnectingWalletConnectBasic: () => import('../connection/ConnectingWalletConnectBasicView.js'),
  GetWallet: () => import('../connection/GetWalletView.js'),
  Downloads: () => import('../connection/DownloadsView.js'),
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

/** How to load a built-in view. Those of the embedded wallet are named with its own code: most sites have none of them. */
export const loaderOfBuiltIn = (view: string): (() => Promise<Awaited<ReturnType<ViewLoader>> | undefined>) =>
  loaders[view] ?? (async () => (await import('../embedded/views.js')).views[view]?.())

/** Fetches a built-in view, and the style sheet of all but Connect, ahead of the click that needs them. Never rejects. */
export async function prefetchView(view: string): Promise<void> {
  await Promise.all([loaderOfBuiltIn(view)(), import('../styles/views.css.js')]).catch(() => undefined)
}
