import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { createPortico } from '@portico/core'
import { siwx } from '@portico/core/siwx'
import { embedded } from '@portico/embedded'
import { walletConnect } from '@portico/walletconnect'

// What you run beside this site, each by its address in .env.local; without one, what needs it is not offered.
// VITE_RPC_URL: a node of yours, for the networks' own are rate limited. VITE_API_URL: the gateway. VITE_RELAY_URL: the relay, wss://…
// VITE_SECURE_SITE_URL: the secure site, for logins by e-mail and social accounts.
const { VITE_RPC_URL: rpcUrl, VITE_API_URL: apiUrl, VITE_RELAY_URL: relayUrl, VITE_SECURE_SITE_URL: secureSite } = import.meta.env

export const portico = createPortico({
  metadata: { name: 'My dapp' },
  adapters: [evm({ networks: [mainnet, base], ...(rpcUrl && { transports: { [mainnet.id]: rpcUrl } }) })],
  connectors: [...(relayUrl ? [walletConnect({ relayUrl })] : []), ...(secureSite ? [embedded({ url: secureSite })] : [])],
  ...(apiUrl && { apiUrl }),
  siwx: siwx({ url: '/siwx', statement: 'Sign in to My dapp.' }),
})
