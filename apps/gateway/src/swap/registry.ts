import { OptionsError } from '@portico/service'
import { onchain } from './onchain/onchain.js'
import type { SwapProvider, SwapProviderFactory, SwapProviderParameters } from './types.js'

/** By their kind in the configuration. */
const factories: Readonly<Record<string, SwapProviderFactory>> = { onchain }

/** @throws OptionsError naming the kinds that there are */
export function createSwapProvider(parameters: SwapProviderParameters): SwapProvider {
  const { chain, options } = parameters
  const make = Object.hasOwn(factories, options.kind) ? factories[options.kind] : undefined
  if (!make)
    throw new OptionsError(`chains: ${options.kind} swaps nothing on ${chain.id}: it is one of ${Object.keys(factories).join(', ')}`)
  return make(parameters)
}
