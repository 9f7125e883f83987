'use client'
import { quick } from './quick.js'
import WalletSendView from './WalletSendView.js'
import WalletSendSelectTokenView from './WalletSendSelectTokenView.js'
import WalletSendScanView from './WalletSendScanView.js'
import WalletSendPreviewView from './WalletSendPreviewView.js'
import WalletSendConfirmedView from './WalletSendConfirmedView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  WalletSend: WalletSendView,
  WalletSendSelectToken: WalletSendSelectTokenView,
  WalletSendScan: WalletSendScanView,
  WalletSendPreview: WalletSendPreviewView,
  WalletSendConfirmed: WalletSendConfirmedView,
}

export const entries = { 'account.quick': quick }
