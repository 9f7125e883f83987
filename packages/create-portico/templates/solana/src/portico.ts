import { solana } from '@portico/adapter-solana'
import { solana as mainnet, solanaDevnet } from '@portico/adapter-solana/networks'
import { createPortico } from '@portico/core'

// The networks' own public nodes are rate limited: name yours in .env.local, VITE_RPC_URL=https://…
const rpcUrl: string | undefined = import.meta.env.VITE_RPC_URL

export const portico = createPortico({
  metadata: { name: 'My Solana dapp' },
  adapters: [solana({ networks: [mainnet, solanaDevnet], ...(rpcUrl && { rpcUrls: { [mainnet.id]: rpcUrl } }) })],
})
