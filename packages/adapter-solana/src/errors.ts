import { PorticoError } from '@portico/core'

/**
 * The chain's own endpoint failed, not the wallet.
 * @example
 * try {
 *   await sendTransaction(portico, { namespace: 'solana', to, value })
 * } catch (error) {
 *   if (!(error instanceof EndpointError)) throw error
 *   report(error.cause) // public nodes refuse much: solana({ networks, rpcUrls }) names your own
 * }
 */
export class EndpointError extends PorticoError {
  override readonly name = 'EndpointError'
  constructor({ cause, code }: { cause: unknown; code?: number }) {
    const hint = 'Name an endpoint of your own: solana({ rpcUrls }).'
    super('The network endpoint did not answer as expected.', {
      shown: 'The network did not answer. Try again.',
      hint,
      cause,
      ...(code !== undefined && { code }),
    })
  }
}

/**
 * The bytes to sign as a message are a transaction: a signature of them could be sent (S16).
 * @example
 * try {
 *   await signMessage(portico, { namespace: 'solana', message: bytes })
 * } catch (error) {
 *   if (!(error instanceof TransactionMessageError)) throw error
 *   await signTransactions(portico, { transactions: [bytes] })
 * }
 */
export class TransactionMessageError extends PorticoError {
  override readonly name = 'TransactionMessageError'
  constructor() {
    super('The message is a transaction and was not signed.', {
      shown: 'This message is a transaction in disguise. It was not signed.',
      hint: 'Use signTransactions for transactions.',
      code: -32602,
    })
  }
}

/**
 * The transaction's blockhash is too old by now: it was not, and will not be, part of the chain.
 * @example
 * try {
 *   await waitForReceipt(portico, { hash, networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
 * } catch (error) {
 *   if (!(error instanceof TransactionExpiredError)) throw error
 *   await sendAgain() // built anew with a fresh blockhash: the old one cannot go through any more
 * }
 */
export class TransactionExpiredError extends PorticoError {
  override readonly name = 'TransactionExpiredError'
  constructor({ hash }: { hash: string }) {
    super(`The transaction ${hash} expired before it was confirmed.`, {
      shown: 'This transaction took too long and was not carried out. You can send it again.',
    })
  }
}

/**
 * A signer was made for one account, and another one is in use by now.
 * @example
 * try {
 *   await sendTip(tipper) // with a signer that was made for the account in use then
 * } catch (error) {
 *   if (!(error instanceof AccountChangedError)) throw error
 *   await sendTip(makeTipper()) // with one for the account in use now
 * }
 */
export class AccountChangedError extends PorticoError {
  override readonly name = 'AccountChangedError'
  constructor({ wanted, actual }: { wanted: string; actual: string | undefined }) {
    super(`The signer is for ${wanted}, but ${actual ?? 'no account'} is in use.`, {
      shown: 'Another account is in use now',
      hint: 'Make a new signer when the account changes.',
      code: 4100,
    })
  }
}
