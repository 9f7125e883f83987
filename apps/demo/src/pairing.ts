import type { PorticoOptions, WalletRecord } from '@portico/core'
import { safeWalletLink } from '@portico/core/wallets'
import { walletConnect } from '@portico/walletconnect'
import { login, projectId } from './login.js'
import { apiUrl, relayUrl } from './nodes.js'
import { pocketId } from './pocketId.js'
import { pocketIcon } from './wallets/icons.js'

/**
 * The wallet of `phone.html`. It takes a code at `/phone/wc?uri=…`, as an app does by its universal link; where that link may
 * not be opened (S19), as on a page without TLS, there is the code alone.
 */
function pocket(): WalletRecord {
  const link = safeWalletLink(`${location.origin}/phone`, 'https')
  return {
    id: pocketId,
    name: 'Pocket',
    rdns: pocketId,
    icon: pocketIcon,
    walletConnect: true,
    mobileLink: 'pocket://',
    ...(link && { universalLink: link, webLink: link }),
  }
}

/**
 * What makes a site take people without an extension: WalletConnect over the sandbox's relay, the sandbox's directory and a phone of
 * the demo's own, and the embedded wallet.
 */
export const pairing = (): Partial<PorticoOptions> => ({
  connectors: [walletConnect({ relayUrl }), login()],
  apiUrl,
  projectId,
  wallets: [pocket()],
})
