import { bitcoin } from '@portico/adapter-bitcoin'
import { bitcoin as bitcoinMainnet } from '@portico/adapter-bitcoin/networks'
import { evm } from '@portico/adapter-evm'
import { mainnet } from '@portico/adapter-evm/networks'
import { solana } from '@portico/adapter-solana'
import { solana as solanaMainnet } from '@portico/adapter-solana/networks'
import { createPortico } from '@portico/core'

// The networks' own public nodes are rate limited: name yours. What they are called differs from family to family.
export const portico = createPortico({
  adapters: [
    evm({ networks: [mainnet], transports: { [mainnet.id]: 'https://eth.example' } }),
    solana({ networks: [solanaMainnet], rpcUrls: { [solanaMainnet.id]: 'https://solana.example' } }),
    bitcoin({ networks: [bitcoinMainnet], esploraUrls: { [bitcoinMainnet.id]: 'https://esplora.example/api' } }),
  ],
})
