'use client'
import WhatIsAWalletView from './WhatIsAWalletView.js'
import WhatIsANetworkView from './WhatIsANetworkView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  WhatIsAWallet: WhatIsAWalletView,
  WhatIsANetwork: WhatIsANetworkView,
}
