import { OptionsError } from '@portico/service'
import { coinbase } from './coinbase/coinbase.js'
import { harbor } from './harbor/harbor.js'
import { meld } from './meld/meld.js'
import { transak } from './transak/transak.js'
import type { OnrampProvider, OnrampProviderFactory, OnrampProviderParameters } from './types.js'

/** By their kind in the configuration. */
const factories: Readonly<Record<string, OnrampProviderFactory>> = { coinbase, harbor, meld, transak }

/** @throws OptionsError naming the kinds that there are */
export function createOnrampProvider(parameters: OnrampProviderParameters): OnrampProvider {
  const { kind } = parameters.options
  const make = Object.hasOwn(factories, kind) ? factories[kind] : undefined
  if (!make) throw new OptionsError(`onramp: ${kind} sells nothing: it is one of ${Object.keys(factories).join(', ')}`)
  return make(parameters)
}
