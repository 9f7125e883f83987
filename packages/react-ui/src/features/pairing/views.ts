'use client'
import ConnectingWalletConnectView from './ConnectingWalletConnectView.js'
import ConnectingWalletConnectBasicView from './ConnectingWalletConnectBasicView.js'
import { elsewhere } from './elsewhere.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  ConnectingWalletConnect: ConnectingWalletConnectView,
  ConnectingWalletConnectBasic: ConnectingWalletConnectBasicView,
}

export const entries = { 'wallets.elsewhere': elsewhere }
