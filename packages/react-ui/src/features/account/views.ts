'use client'
import AccountView from './AccountView.js'
import WalletsView from './WalletsView.js'
import ReceiveView from './ReceiveView.js'
import CompatibleNetworksView from './CompatibleNetworksView.js'
import TokenView from './TokenView.js'
import AddTokenView from './AddTokenView.js'
import SettingsView from './SettingsView.js'
import DisconnectView from './DisconnectView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  Account: AccountView,
  Wallets: WalletsView,
  Receive: ReceiveView,
  CompatibleNetworks: CompatibleNetworksView,
  Token: TokenView,
  AddToken: AddTokenView,
  Settings: SettingsView,
  Disconnect: DisconnectView,
}
