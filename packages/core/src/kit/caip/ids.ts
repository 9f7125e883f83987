/**
 * The chain families, by CAIP-2 namespace. The last two are valid ids without an adapter yet.
 * @example const known = namespaces.includes('solana')
 */
export const namespaces = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const
export type Namespace = (typeof namespaces)[number]

/** CAIP-2: `namespace:reference`, for example `eip155:1`. */
export type NetworkId = `${Namespace}:${string}`
/** CAIP-10: `namespace:reference:address`, for example `eip155:1:0xd8dA…6045`. */
export type AccountId = `${Namespace}:${string}:${string}`

/** An address as its namespace writes it: 0x hex for EVM, base58 for Solana, bech32 or base58check for Bitcoin. */
export type AddressIn<N extends Namespace = Namespace> = N extends 'eip155' ? `0x${string}` : string

/**
 * True for one of the five namespaces; anything else, of any type, is false.
 * @example isNamespace('solana') // true
 */
export const isNamespace = (value: unknown): value is Namespace => namespaces.some((namespace) => namespace === value)

/**
 * True for a network id that {@link parseNetworkId} takes. Never throws.
 * @example isNetworkId('eip155:1') // true
 */
export function isNetworkId(value: unknown): value is NetworkId {
  if (typeof value !== 'string') return false
  const parts = value.split(':')
  return parts.length === 2 && isNamespace(parts[0]) && /^[-_a-zA-Z0-9]{1,32}$/.test(parts[1] ?? '')
}

/**
 * The namespace of an id that is known to be well formed.
 * @example namespaceOf('eip155:1') // 'eip155'
 */
export const namespaceOf = (id: NetworkId | AccountId): Namespace => id.slice(0, id.indexOf(':')) as Namespace // the type says so
