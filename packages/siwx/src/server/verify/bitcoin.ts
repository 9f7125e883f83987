import type { Verifier } from '../types.js'
import { type BitcoinNetwork, verifyBip322 } from './bip322.js'

/** Networks by the reference of their CAIP-2 id: the first half of their first block's hash. */
const networks: ReadonlyMap<string, BitcoinNetwork> = new Map([
  ['bip122:000000000019d6689c085ae165831e93', 'mainnet'],
  ['bip122:000000000933ea01ad0ee984209779ba', 'testnet'],
  ['bip122:00000000da84f2bafbbc53dee25a72ae', 'testnet'],
  ['bip122:00000008819873e925422c1ff0f99f7c', 'testnet'],
  ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'regtest'],
])

/**
 * Verifies signatures of Bitcoin addresses of a single key: BIP-322, simple and full, and the form before it. Addresses of scripts
 * (multisig, time locks), signatures that are good only later, and proofs of funds sign nobody in.
 * @example const verifiers = { bip122: bitcoinVerifier() }
 */
export function bitcoinVerifier(): Verifier {
  return ({ message: { address }, chain, text, signature }) => {
    const network = networks.get(chain)
    const result = network && verifyBip322({ address, network, message: text, signature })
    return Promise.resolve(result?.lockTime === 0 && result.sequence === 0 ? 'valid' : 'invalid')
  }
}
