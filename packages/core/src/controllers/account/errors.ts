import { PorticoError } from '../../kit/errors.js'

/**
 * 'Token Balance Unavailable'.
 * @example
 * try {
 *   const held = await getBalances(portico, { address, networkId })
 * } catch (error) {
 *   if (!(error instanceof BalanceUnavailableError)) throw error
 *   showDash() // no balance is not an empty one; offer to try again
 * }
 */
export class BalanceUnavailableError extends PorticoError {
  override readonly name = 'BalanceUnavailableError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Token Balance Unavailable', { shown: 'Token Balance Unavailable', cause })
  }
}

/**
 * The wallet's balance does not cover the transaction.
 * @example
 * try {
 *   await sendTransaction(portico, { to, value })
 * } catch (error) {
 *   if (!(error instanceof InsufficientFundsError)) throw error
 *   show('Your account holds less than the amount and the fee.')
 * }
 */
export class InsufficientFundsError extends PorticoError {
  override readonly name = 'InsufficientFundsError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The balance does not cover the amount and the network fee.', {
      shown: 'Not enough funds for the amount and the network fee',
      cause,
    })
  }
}

/**
 * The transaction would fail on the chain.
 * @example
 * try {
 *   await sendTransaction(portico, { to, data })
 * } catch (error) {
 *   if (!(error instanceof TransactionRevertedError)) throw error
 *   show(`The contract refuses: ${error.message}`) // nothing was sent
 * }
 */
export class TransactionRevertedError extends PorticoError {
  override readonly name = 'TransactionRevertedError'
  constructor({ reason, cause }: { reason?: string; cause?: unknown } = {}) {
    super(`The transaction would fail${reason ? `: ${reason}` : ''}.`, { shown: 'This transaction would fail', code: -32003, cause })
  }
}

/**
 * The network does not carry so little: Bitcoin no coin below its dust limit, Solana nothing that leaves an account with less than its rent.
 * @example
 * try {
 *   await sendTransaction(portico, { to, value })
 * } catch (error) {
 *   if (!(error instanceof AmountTooSmallError)) throw error
 *   show('Send a little more.') // nothing was sent
 * }
 */
export class AmountTooSmallError extends PorticoError {
  override readonly name = 'AmountTooSmallError'
  /** The least that would do, in the smallest unit of the coin. Undefined where the chain does not tell it. */
  readonly least: bigint | undefined
  constructor({ least, cause }: { least?: bigint; cause?: unknown } = {}) {
    super(`The amount is too small for the network${least === undefined ? '' : `: ${least} at the least, in the coin's smallest unit`}.`, {
      shown: 'This amount is too small for this network',
      code: -32003,
      cause,
    })
    this.least = least
  }
}

/**
 * It is in a block already, nobody knows of it any more, or it is another account's.
 * @example
 * try {
 *   await replaceSent(portico, { hash, how: 'cancel' })
 * } catch (error) {
 *   if (!(error instanceof TransactionNotPendingError)) throw error
 *   const receipt = await waitForReceipt(portico, { hash, networkId }) // it is in a block already, or gone
 * }
 */
export class TransactionNotPendingError extends PorticoError {
  override readonly name = 'TransactionNotPendingError'
  constructor({ hash }: { hash: string }) {
    super(`Transaction ${hash} does not wait for a block.`, { shown: 'It is too late: this transaction does not wait any more' })
  }
}

/**
 * No confirmation within 180 s. The transaction may still be mined.
 * @example
 * try {
 *   await waitForReceipt(portico, { hash, networkId })
 * } catch (error) {
 *   if (!(error instanceof ReceiptTimeoutError)) throw error
 *   show('Still on its way.') // not sent again: it may go through. waitForReceipt waits once more
 * }
 */
export class ReceiptTimeoutError extends PorticoError {
  override readonly name = 'ReceiptTimeoutError'
  constructor({ hash, cause }: { hash: string; cause?: unknown }) {
    super(`No receipt for ${hash} within 180 s.`, { shown: 'Still not confirmed. It may go through later.', cause })
  }
}

/**
 * A wallet failure that none of the other errors describes. The code is the wallet's own.
 * @example
 * try {
 *   await sendTransaction(portico, { to, data })
 * } catch (error) {
 *   if (!(error instanceof WalletRequestError)) throw error
 *   show(error.message) // the wallet's own words
 *   report(error.code, error.cause)
 * }
 */
export class WalletRequestError extends PorticoError {
  override readonly name = 'WalletRequestError'
  constructor({ code, message, cause }: { code?: number; message: string; cause?: unknown }) {
    super(message, { shown: 'Something went wrong in your wallet', cause, ...(code !== undefined && { code }) })
  }
}
