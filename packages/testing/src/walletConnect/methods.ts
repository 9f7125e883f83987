import { bitcoinMethods } from './bip122.js'
import { evmMethods } from './eip155.js'
import { solanaMethods } from './solana.js'

/** The methods that the wallet grants in a namespace. */
export function methodsOf(family: string): readonly string[] {
  if (family === 'eip155') return evmMethods
  if (family === 'solana') return solanaMethods
  return family === 'bip122' ? bitcoinMethods : []
}
