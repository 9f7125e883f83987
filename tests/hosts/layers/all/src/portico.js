// All that a site can name: three chain families, WalletConnect and the embedded wallet.
import { bitcoin } from '@portico/adapter-bitcoin'
import { bitcoin as bitcoinMainnet } from '@portico/adapter-bitcoin/networks'
import { evm } from '@portico/adapter-evm'
import { mainnet } from '@portico/adapter-evm/networks'
import { solana } from '@portico/adapter-solana'
import { solana as solanaMainnet } from '@portico/adapter-solana/networks'
import { createPortico } from '@portico/core'
import { embedded } from '@portico/embedded'
import { walletConnect } from '@portico/walletconnect'

export const makePortico = () =>
  createPortico({
    projectId: 'host',
    metadata: { name: 'Host' },
    adapters: [
      evm({ networks: [mainnet], transports: { 1: 'https://rpc.host.test' } }),
      solana({ networks: [solanaMainnet] }),
      bitcoin({ networks: [bitcoinMainnet] }),
    ],
    connectors: [walletConnect({ relayUrl: 'wss://relay.host.test' }), embedded({ url: 'https://wallet.host.test' })],
  })
