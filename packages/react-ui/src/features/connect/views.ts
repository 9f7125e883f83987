'use client'
import ConnectView from './ConnectView.js'
import ConnectWalletsView from './ConnectWalletsView.js'
import ConnectingExternalView from './ConnectingExternalView.js'
import ConnectingMultiChainView from './ConnectingMultiChainView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  Connect: ConnectView,
  ConnectWallets: ConnectWalletsView,
  ConnectingExternal: ConnectingExternalView,
  ConnectingMultiChain: ConnectingMultiChainView,
}
