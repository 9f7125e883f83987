import { bitcoin } from '@portico/adapter-bitcoin'
import { bitcoin as bitcoinMainnet } from '@portico/adapter-bitcoin/networks'
import { evm } from '@portico/adapter-evm'
import { solana } from '@portico/adapter-solana'
import type { Portico, PorticoOptions } from '@portico/core'
import { networks, onramp, swap } from './networks.js'
import { pairing } from './pairing.js'
import { bitcoinUrl, explorerOf, solanaDevnetUrl, solanaUrl } from './nodes.js'
import { createSitePortico } from './site.js'
import { solanaNetworks } from './solanaNetworks.js'

const [mainnet, devnet] = solanaNetworks
const bitcoinNetworks = [{ ...bitcoinMainnet, blockExplorers: explorerOf(bitcoinMainnet.id) }]

/** The portico of a page that works on three chain families at once. */
export const createTreasuryPortico = (options: Partial<PorticoOptions> = {}): Portico =>
  createSitePortico({
    ...pairing(),
    swap,
    onramp,
    names: {},
    adapters: [
      evm({ networks }),
      solana({ networks: solanaNetworks, rpcUrls: { [mainnet.id]: solanaUrl, [devnet.id]: solanaDevnetUrl } }),
      bitcoin({ networks: bitcoinNetworks, esploraUrls: { [bitcoinMainnet.id]: bitcoinUrl } }),
    ],
    ...options,
  })
