import { evm } from '@portico/adapter-evm'
import { mainnet } from '@portico/adapter-evm/networks'
import { createPortico } from '@portico/core'
import { siwx } from '@portico/core/siwx'
import { embedded } from '@portico/embedded'
import { walletConnect } from '@portico/walletconnect'

// What runs beside this site, each by its address in .env (README.md); without one, what needs it is not offered.
const {
  VITE_RPC_URL: rpcUrl,
  VITE_API_URL: apiUrl,
  VITE_RELAY_URL: relayUrl,
  VITE_SECURE_SITE_URL: secureSite,
  VITE_PROJECT_ID: projectId,
} = import.meta.env

export const portico = createPortico({
  ...(projectId && { projectId }),
  metadata: { name: 'My dapp' },
  adapters: [evm({ networks: [mainnet], ...(rpcUrl && { transports: { [mainnet.id]: rpcUrl } }) })],
  connectors: [
    ...(relayUrl ? [walletConnect({ relayUrl })] : []),
    ...(secureSite ? [embedded({ url: secureSite, defaultAccountTypes: { eip155: 'eoa' } })] : []),
  ],
  ...(apiUrl && { apiUrl }),
  siwx: siwx({ url: '/siwx', statement: 'Sign in to My dapp.' }),
})
