import { PorticoError } from '../../kit/errors.js'

/** 'Token Balance Unavailable'. */
export class BalanceUnavailableError extends PorticoError {
  override readonly name = 'BalanceUnavailableError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Token Balance Unavailable', { shown: 'Token Balance Unavailable', cause })
  }
}

/** The wallet's balance does not cover the transaction. */
export class InsufficientFundsError extends PorticoError {
  override readonly name = 'InsufficientFundsError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The balance does not cover the amount and the network fee.', {
      shown: 'Not enough funds for the amount and the network fee',
      cause,
    })
  }
}

/** The transaction would fail on the chain. */
export class TransactionRevertedError extends PorticoError {
  override readonly name = 'TransactionRevertedError'
  constructor({ reason, cause }: { reason?: string; cause?: unknown } = {}) {
    super(`The transaction would fail${reason ? `: ${reason}` : ''}.`, { shown: 'This transaction would fail', code: -32003, cause })
  }
}

/** It is in a block already, nobody knows of it any more, or it is another account's. */
export class TransactionNotPendingError extends PorticoError {
  override readonly name = 'TransactionNotPendingError'
  constructor({ hash }: { hash: string }) {
    super(`Transaction ${hash} does not wait for a block.`, { shown: 'It is too late: this transaction does not wait any more' })
  }
}

/** No confirmation within 180 s. The transaction may still be mined. */
export class ReceiptTimeoutError extends PorticoError {
  override readonly name = 'ReceiptTimeoutError'
  constructor({ hash }: { hash: string }) {
    super(`No receipt for ${hash} within 180 s.`, { shown: 'Still not confirmed. It may go through later.' })
  }
}

/** A wallet failure that none of the other errors describes. The code is the wallet's own. */
export class WalletRequestError extends PorticoError {
  override readonly name = 'WalletRequestError'
  constructor({ code, message, cause }: { code?: number; message: string; cause?: unknown }) {
    super(message, { shown: 'Something went wrong in your wallet', cause, ...(code !== undefined && { code }) })
  }
}
