import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { createPortico } from '@portico/core'

// The networks' own public nodes are rate limited: name yours in .env.local, VITE_RPC_URL=https://…
const rpcUrl: string | undefined = import.meta.env.VITE_RPC_URL

export const portico = createPortico({
  metadata: { name: 'My dapp' },
  adapters: [evm({ networks: [mainnet, base], ...(rpcUrl && { transports: { [mainnet.id]: rpcUrl } }) })],
})
