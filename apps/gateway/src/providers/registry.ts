import { OptionsError } from '@portico/service'
import { alchemy } from './alchemy/alchemy.js'
import { blockscout } from './blockscout/blockscout.js'
import { das } from './das/das.js'
import { esplora } from './esplora/esplora.js'
import { etherscan } from './etherscan/etherscan.js'
import { moralis } from './moralis/moralis.js'
import { nodeProvider } from './node.js'
import { ots } from './ots/ots.js'
import { chainlink } from './prices/chainlink.js'
import { coingecko } from './prices/coingecko.js'
import { llama } from './prices/llama.js'
import { pools } from './prices/pools.js'
import { solanaNode } from './solana/solanaNode.js'
import type { AccountProvider, ProviderFactory, ProviderParameters } from './types.js'

/** By their kind in the configuration. */
const factories: Readonly<Record<string, ProviderFactory>> = {
  alchemy,
  blockscout,
  chainlink,
  coingecko,
  das,
  esplora,
  etherscan,
  helius: das,
  llama,
  moralis,
  ots,
  pools,
}

/** What a chain's own node can tell, by its namespace. */
const nodes: Readonly<Record<string, ProviderFactory>> = { eip155: nodeProvider, solana: solanaNode, bip122: esplora }

/** @throws OptionsError naming the kinds that there are */
export function createProvider(parameters: ProviderParameters): AccountProvider {
  const { chain, options } = parameters
  const [namespace = ''] = chain.id.split(':')
  const own: Readonly<Record<string, ProviderFactory>> = { ...factories, ...(nodes[namespace] && { node: nodes[namespace] }) }
  const make = Object.hasOwn(own, options.kind) ? own[options.kind] : undefined
  if (!make) throw new OptionsError(`chains: ${options.kind} is no provider of ${chain.id}: it is one of ${Object.keys(own).join(', ')}`)
  return make(parameters)
}
