'use client'
import AllWalletsView from './AllWalletsView.js'
import GetWalletView from './GetWalletView.js'
import DownloadsView from './DownloadsView.js'
import { askAhead } from './directoryQueries.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  AllWallets: AllWalletsView,
  GetWallet: GetWalletView,
  Downloads: DownloadsView,
}

export const ahead = { AllWallets: askAhead }
