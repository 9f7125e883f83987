import { namespaceOf, type MessageProtocol, type Namespace, type NetworkId } from '@portico/core'

/** What reads the EVM chains, with viem: a chunk that is fetched when something is asked of a chain, and not before. */
export const loadChain = () => import('./chain.js')

/** What plays by a key of the site's own: fetched with the first game. */
export const loadGame = () => import('./game.js')

export interface SignedText {
  readonly address: string
  readonly message: string
  readonly signature: string
  /** Where the chain family knows several. */
  readonly protocol?: MessageProtocol
}

/** Pairs of a name and a value. */
export type ChainFacts = readonly (readonly [name: string, value: string])[]

/** What the page itself knows of a chain family, without Portico: it checks what comes out of it. */
export interface ChainFamily {
  isAddress(text: string): boolean
  /** Whether a signature of a text was made with the key of an address. Computed here: nobody is asked. */
  verifyText(signed: SignedText): Promise<boolean>
  /** A transaction as the chain has it. @throws when the chain does not know it */
  readTransactionFacts(request: { readonly networkId: NetworkId; readonly hash: string }): Promise<ChainFacts>
  /** What the chain knows of an address. */
  readAddressFacts(request: { readonly networkId: NetworkId; readonly address: string }): Promise<ChainFacts>
}

/** Each family is a chunk of its own. @throws when the page knows nothing of it */
export async function loadFamily(namespace: Namespace): Promise<ChainFamily> {
  if (namespace === 'eip155') return loadChain()
  if (namespace === 'solana') return import('./solana.js')
  if (namespace === 'bip122') return import('./bitcoin.js')
  throw new Error(`The page knows nothing of '${namespace}'.`)
}

export const familyCodeOf = (networkId: NetworkId): Promise<ChainFamily> => loadFamily(namespaceOf(networkId))
