'use client'
import ConnectingWalletConnectView from './ConnectingWalletConnectView.js'
import ConnectingWalletConnectBasicView from './ConnectingWalletConnectBasicView.js'

export const views = {
  ConnectingWalletConnect: ConnectingWalletConnectView,
  ConnectingWalletConnectBasic: ConnectingWalletConnectBasicView,
}
