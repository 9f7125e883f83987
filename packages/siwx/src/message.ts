/** The chain families that have a sign-in message. */
export type SignInNamespace = 'eip155' | 'solana' | 'bip122'

interface Common {
  /** `https`, where the message says so. */
  readonly scheme?: string
  /** Host of the site that asks, with its port where it is not the usual one (RFC 3986 authority). */
  readonly domain: string
  /** The account that signs. Its checksum is not looked at here. */
  readonly address: string
  /** What the visitor is told: one line of ASCII. */
  readonly statement?: string
  /** RFC 3339, as the next ones. */
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  /** URIs. A recap is the last one ({@link recapStatement}). */
  readonly resources?: readonly string[]
}

interface Issue {
  /** What the visitor signs in to. */
  readonly uri: string
  readonly version: '1'
  /** As the text has it: a number for `eip155`, the reference of a CAIP-2 id for `bip122`. For `solana` see {@link signInChain}. */
  readonly chainId: string
  /** 8 letters and digits or more. */
  readonly nonce: string
  /** RFC 3339. */
  readonly issuedAt: string
}

/**
 * What a sign-in message says, field by field. Solana's needs nothing but domain and address.
 * @see https://eips.ethereum.org/EIPS/eip-4361
 * @see https://github.com/phantom/sign-in-with-solana
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export type SignInMessage = Common &
  (({ readonly namespace: 'eip155' | 'bip122' } & Issue) | ({ readonly namespace: 'solana' } & Partial<Issue>))

/** A part of the text. */
export type SignInPart = Exclude<keyof Common | keyof Issue, 'scheme'> | 'namespace' | 'end'

/** What the head line calls an account. Bitcoin has no standard of its own: it is EIP-4361 with that word. */
export const families: Readonly<Record<SignInNamespace, string>> = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }

export const namespaces = ['eip155', 'solana', 'bip122'] as const

/** The fields behind the statement, in the order that all standards have. */
export const fields = [
  ['uri', 'URI: '],
  ['version', 'Version: '],
  ['chainId', 'Chain ID: '],
  ['nonce', 'Nonce: '],
  ['issuedAt', 'Issued At: '],
  ['expirationTime', 'Expiration Time: '],
  ['notBefore', 'Not Before: '],
  ['requestId', 'Request ID: '],
] as const

export type FieldName = (typeof fields)[number][0]

/** Solana's words for its networks, which no CAIP-2 id has. */
export const clusters: ReadonlyMap<string, string> = new Map([
  ['mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['testnet', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
])

const words: ReadonlyMap<string, string> = new Map([...clusters].map(([word, reference]) => [reference, word]))

/**
 * How a message names a chain (CAIP-2): `1` for `eip155:1`, and Solana's clusters by word, as wallets know them: `mainnet`.
 * @example const chainId = signInChainId('eip155:8453') // '8453'
 */
export function signInChainId(chain: string): string {
  const [namespace = '', reference = ''] = chain.split(':')
  return (namespace === 'solana' && words.get(reference)) || reference
}

/**
 * The chain of a message as CAIP-2; undefined where it names none. Solana's may be named by its cluster, and either by its whole id.
 * @example const chain = signInChain(signed) // 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', where the text says `mainnet`
 */
export function signInChain({ namespace, chainId }: SignInMessage): string | undefined {
  if (chainId === undefined) return undefined
  const reference = chainId.startsWith(`${namespace}:`) ? chainId.slice(namespace.length + 1) : chainId
  return `${namespace}:${(namespace === 'solana' && clusters.get(reference)) || reference}`
}
