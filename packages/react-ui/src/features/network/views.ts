'use client'
import NetworksView from './NetworksView.js'
import SwitchNetworkView from './SwitchNetworkView.js'
import SwitchActiveChainView from './SwitchActiveChainView.js'
import UnsupportedChainView from './UnsupportedChainView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  Networks: NetworksView,
  SwitchNetwork: SwitchNetworkView,
  SwitchActiveChain: SwitchActiveChainView,
  UnsupportedChain: UnsupportedChainView,
}
