/** What a visitor signs in with, by the wallet's own form (`solana:signIn`). Each field is text of a SIWS message. */
export interface SignInInput {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  /** As the wallet calls it, for example `solana:mainnet`. */
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

export interface SignInOutput {
  readonly address: string
  /** The very bytes that were signed: the wallet writes them. Their fields have to be compared with what was asked. */
  readonly message: Uint8Array
  /** In base58. Checked against address and message. */
  readonly signature: string
}

/**
 * Connects and signs in with one prompt, where the wallet can (Sign-In With Solana).
 * @example
 * const provider = await connector.getProvider('solana')
 * const { address, message, signature } = await signIn(provider, { domain: location.host, statement: 'Sign in to the shop.', nonce })
 * @param provider what the connector's `getProvider('solana')` gave
 * @throws UnsupportedMethodError for a wallet without `solana:signIn`, UserRejectedError, WalletAnswerError
 */
export async function signIn(provider: unknown, input: SignInInput = {}): Promise<SignInOutput> {
  const { signInWith } = await import('./implementation/signInWith.js')
  return signInWith(provider, input)
}
