import { OptionsError } from '@portico/service'
import { jupiter } from './jupiter/jupiter.js'
import { lifi } from './lifi/lifi.js'
import { oneinch } from './oneinch/oneinch.js'
import { onchain } from './onchain/onchain.js'
import { zeroex } from './zeroex/zeroex.js'
import { zeroexGasless } from './zeroex/gasless.js'
import { zeroexPermit2 } from './zeroex/permit2.js'
import type { SwapProvider, SwapProviderFactory, SwapProviderParameters } from './types.js'

/** By their kind in the configuration. */
const factories: Readonly<Record<string, SwapProviderFactory>> = {
  jupiter,
  lifi,
  onchain,
  oneinch,
  zeroex,
  'zeroex-gasless': zeroexGasless,
  'zeroex-permit2': zeroexPermit2,
}

/** @throws OptionsError naming the kinds that there are */
export function createSwapProvider(parameters: SwapProviderParameters): SwapProvider {
  const { chain, options } = parameters
  const make = Object.hasOwn(factories, options.kind) ? factories[options.kind] : undefined
  if (!make)
    throw new OptionsError(`chains: ${options.kind} swaps nothing on ${chain.id}: it is one of ${Object.keys(factories).join(', ')}`)
  return make(parameters)
}
