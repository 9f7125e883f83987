import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import type { BitcoinNetwork } from './types.js'

/** A network, and what each dialect calls it. */
export interface NetworkNames {
  /** Prefixes of its addresses. */
  readonly forms: typeof NETWORK
  /** Wallet Standard. */
  readonly chain: `bitcoin:${string}`
  /** sats-connect. */
  readonly sats: string
  /** UniSat: `getNetwork`. */
  readonly livenet: 'livenet' | 'testnet'
  /** UniSat: `getChain`. */
  readonly unisat: { readonly enum: string; readonly name: string }
}

const regtestForms = { ...TEST_NETWORK, bech32: 'bcrt' }

const names: Readonly<Record<BitcoinNetwork, NetworkNames>> = {
  mainnet: named(NETWORK, 'mainnet', 'Mainnet', 'livenet'),
  testnet: named(TEST_NETWORK, 'testnet', 'Testnet', 'testnet'),
  testnet4: named(TEST_NETWORK, 'testnet4', 'Testnet4', 'testnet'),
  signet: named(TEST_NETWORK, 'signet', 'Signet', 'testnet'),
  regtest: named(regtestForms, 'regtest', 'Regtest', 'testnet'),
}

function named(forms: typeof NETWORK, name: string, sats: string, livenet: 'livenet' | 'testnet'): NetworkNames {
  const unisat = { enum: `BITCOIN_${name.toUpperCase()}`, name: `Bitcoin ${sats}` }
  return { forms, chain: `bitcoin:${name}`, sats, livenet, unisat }
}

export function namesOf(network: BitcoinNetwork): NetworkNames {
  return names[network]
}

/** The network among `known` that one of the dialects calls this. */
export function findNetwork(name: unknown, known: readonly BitcoinNetwork[]): BitcoinNetwork | undefined {
  return known.find((network) => {
    const { chain, sats, unisat } = names[network]
    return [network, chain, sats, unisat.enum].some((one) => one === name) || (name === 'livenet' && network === 'mainnet')
  })
}
