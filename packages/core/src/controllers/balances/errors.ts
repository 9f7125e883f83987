import { PorticoError } from '../../kit/errors.js'

/** Why there is no token: the text is no address, there is no contract at it, or one that is no token with decimals. */
export type NoTokenReason = 'address' | 'account' | 'contract'

const shown = {
  address: 'This is not an address on this network',
  account: 'There is no contract at this address',
  contract: 'There is no token at this address on this network',
} as const

/**
 * There is no such token on the network.
 * @example
 * try {
 *   const found = await lookUpToken(portico, { address, networkId, token })
 * } catch (error) {
 *   if (!(error instanceof TokenNotFoundError)) throw error
 *   markField(error.shown ?? error.message)
 * }
 */
export class TokenNotFoundError extends PorticoError {
  override readonly name = 'TokenNotFoundError'
  readonly reason: NoTokenReason
  constructor({ token, networkId, reason }: { token: string; networkId: string; reason: NoTokenReason }) {
    super(`There is no token '${token.slice(0, 128)}' on '${networkId}'.`, {
      shown: shown[reason],
      hint: 'Hand in the address of the contract or mint, or leave it out for the native currency.',
    })
    this.reason = reason
  }
}

/**
 * The token stands in the account's list already.
 * @example
 * try {
 *   await addToken(portico, { address, networkId, token })
 * } catch (error) {
 *   if (!(error instanceof TokenListedError)) throw error
 *   showToken(portico, { address, networkId, token }) // it may have been hidden
 * }
 */
export class TokenListedError extends PorticoError {
  override readonly name = 'TokenListedError'
  constructor({ symbol }: { symbol: string }) {
    super(`The token '${symbol.slice(0, 64)}' is in the list already.`, { shown: 'This token is in your list already' })
  }
}
