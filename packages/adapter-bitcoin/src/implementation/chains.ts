import type { NetworkId } from '@portico/core'

/** A Bitcoin chain, as wallets and addresses tell it apart. */
export interface Chain {
  readonly id: NetworkId
  /** As Wallet Standard names it, after `bitcoin:`. */
  readonly name: string
  /** Prefix of its segwit addresses (BIP-173). */
  readonly hrp: 'bc' | 'tb' | 'bcrt'
}

/** Genesis block's hash, name and address prefix. */
const known: readonly Chain[] = [
  { id: 'bip122:000000000019d6689c085ae165831e93', name: 'mainnet', hrp: 'bc' },
  { id: 'bip122:000000000933ea01ad0ee984209779ba', name: 'testnet', hrp: 'tb' },
  { id: 'bip122:00000008819873e925422c1ff0f99f7c', name: 'signet', hrp: 'tb' },
  { id: 'bip122:00000000da84f2bafbbc53dee25a72ae', name: 'testnet4', hrp: 'tb' },
  { id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', name: 'regtest', hrp: 'bcrt' },
]

/** The chain of a network id; one that is not known has test addresses, and its reference for a name. */
export const chainOf = (id: NetworkId): Chain =>
  known.find((chain) => chain.id === id) ?? { id, name: id.slice('bip122:'.length), hrp: 'tb' }

/**
 * The chain that a wallet names, in any dialect: `livenet`, `Mainnet`, `BITCOIN_SIGNET`, `bitcoin:testnet`. A name that
 * nobody here knows stays that name, so that it is told apart from every network of the site. Undefined for what is none.
 */
export function readChain(said: unknown): Chain | undefined {
  if (typeof said !== 'string' || !/^[\w:-]{1,64}$/.test(said)) return undefined
  const name = said
    .toLowerCase()
    .replace(/^bitcoin[:_]/, '')
    .replace(/^(livenet|main)$/, 'mainnet')
  return known.find((chain) => chain.name === name) ?? chainOf(`bip122:${said.replace(/[^\w-]/g, '_').slice(0, 32)}`)
}

/** Whether the address form of a chain is known here. */
export const isKnown = ({ id }: Chain): boolean => known.some((chain) => chain.id === id)

/** The chain that an address can be of: by its first characters, which test chains share. The preferred one where it can be that. */
export function chainOfAddress(address: string, preferred?: Chain): Chain {
  const lower = address.toLowerCase()
  const hrp = lower.startsWith('bcrt1') ? 'bcrt' : /^(bc1|[13])/.test(lower) ? 'bc' : 'tb'
  const isLegacyTest = hrp === 'tb' && !lower.startsWith('tb1')
  if (preferred && (preferred.hrp === hrp || (isLegacyTest && preferred.hrp !== 'bc'))) return preferred
  return known.find((chain) => chain.hrp === hrp) ?? chainOf('bip122:000000000019d6689c085ae165831e93')
}
