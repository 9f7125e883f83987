import { PorticoError } from '../../kit/errors.js'

/**
 * The batch asks for something that the wallet cannot do, and does not say `optional: true` (EIP-5792 5700).
 * @example
 * try {
 *   await sendCalls(portico, { calls, capabilities: { paymasterService: { url } } })
 * } catch (error) {
 *   if (!(error instanceof UnsupportedNonOptionalCapabilityError)) throw error
 *   await sendCalls(portico, { calls, capabilities: { paymasterService: { url, optional: true } } }) // the visitor pays the fee
 * }
 */
export class UnsupportedNonOptionalCapabilityError extends PorticoError {
  override readonly name = 'UnsupportedNonOptionalCapabilityError'
  constructor({ capability, cause }: { capability?: string; cause?: unknown } = {}) {
    super(`The wallet does not have the capability${capability === undefined ? '' : ` '${capability}'`} that the batch asks for.`, {
      shown: 'Your wallet cannot do what this needs',
      hint: 'Ask getCapabilities first, or mark it { optional: true }.',
      code: 5700,
      cause,
    })
  }
}

/**
 * The wallet takes no batches on this network (EIP-5792 5710).
 * @example
 * try {
 *   await sendCalls(portico, { calls, networkId })
 * } catch (error) {
 *   if (!(error instanceof UnsupportedChainIdError)) throw error
 *   await switchNetwork(portico, { networkId: 'eip155:8453' }) // one on which getCapabilities says that it takes batches
 * }
 */
export class UnsupportedChainIdError extends PorticoError {
  override readonly name = 'UnsupportedChainIdError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The wallet takes no batches on this network.', { shown: 'Your wallet cannot do this on this network', code: 5710, cause })
  }
}

/**
 * There is a batch of this id already (EIP-5792 5720).
 * @example
 * try {
 *   await sendCalls(portico, { calls, id: order.id })
 * } catch (error) {
 *   if (!(error instanceof DuplicateIdError)) throw error
 *   const status = await getCallsStatus(portico, { id: order.id }) // it was sent already: follow that one
 * }
 */
export class DuplicateIdError extends PorticoError {
  override readonly name = 'DuplicateIdError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('There is a batch with this id already.', {
      shown: 'This was sent already',
      hint: 'Leave `id` out, and one is made.',
      code: 5720,
      cause,
    })
  }
}

/**
 * Nobody knows a batch of this id (EIP-5792 5730).
 * @example
 * try {
 *   const { status } = await getCallsStatus(portico, { id })
 * } catch (error) {
 *   if (!(error instanceof UnknownBundleIdError)) throw error
 *   forgetBatch(id) // wallets forget after a day; the account's activity has what became of it
 * }
 */
export class UnknownBundleIdError extends PorticoError {
  override readonly name = 'UnknownBundleIdError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('There is no batch with this id.', {
      shown: 'Your wallet does not know this batch',
      hint: 'Wallets forget after a day. Ask with the wallet that sent it.',
      code: 5730,
      cause,
    })
  }
}

/**
 * More calls than the wallet takes at once (EIP-5792 5740).
 * @example
 * try {
 *   await sendCalls(portico, { calls })
 * } catch (error) {
 *   if (!(error instanceof BundleTooLargeError)) throw error
 *   await sendCalls(portico, { calls: calls.slice(0, 10) }) // the rest once these are done
 * }
 */
export class BundleTooLargeError extends PorticoError {
  override readonly name = 'BundleTooLargeError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('These are more calls than fit into one batch.', {
      shown: 'That is too much at once for your wallet',
      hint: 'Send them as several batches.',
      code: 5740,
      cause,
    })
  }
}

/**
 * The visitor did not want the upgrade that the account needs for atomic batches (EIP-5792 5750). Nothing was sent.
 * @example
 * try {
 *   await sendCalls(portico, { calls, atomicRequired: true })
 * } catch (error) {
 *   if (!(error instanceof AtomicReadyWalletRejectedUpgradeError)) throw error
 *   await sendCalls(portico, { calls }) // one after the other, where that will do as well
 * }
 */
export class AtomicReadyWalletRejectedUpgradeError extends PorticoError {
  override readonly name = 'AtomicReadyWalletRejectedUpgradeError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The visitor declined the upgrade of the account.', { shown: 'You declined the upgrade of your account', code: 5750, cause })
  }
}

/**
 * The wallet cannot promise that all of a batch happens or nothing (EIP-5792 5760). Nothing was sent.
 * @example
 * try {
 *   await sendCalls(portico, { calls, atomicRequired: true })
 * } catch (error) {
 *   if (!(error instanceof AtomicityNotSupportedError)) throw error
 *   await sendCalls(portico, { calls }) // one after the other, where that will do as well
 * }
 */
export class AtomicityNotSupportedError extends PorticoError {
  override readonly name = 'AtomicityNotSupportedError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The wallet cannot send a batch of which all happens or nothing.', {
      shown: 'Your wallet cannot do all of this at once',
      hint: 'Leave `atomicRequired` out where one by one will do.',
      code: 5760,
      cause,
    })
  }
}

/**
 * No end within the time. The batch may still go through.
 * @example
 * try {
 *   await waitForCalls(portico, { id })
 * } catch (error) {
 *   if (!(error instanceof CallsTimeoutError)) throw error
 *   await showCallsStatus(portico, { id }) // not sent again: it may still go through
 * }
 */
export class CallsTimeoutError extends PorticoError {
  override readonly name = 'CallsTimeoutError'
  constructor({ id, timeout }: { id: string; timeout: number }) {
    super(`Nothing new of batch ${id} within ${timeout / 1000} s.`, { shown: 'Still not done. It may go through later.' })
  }
}

/**
 * The account of a batch is not the one in use: going on would send the rest from another.
 * @example
 * callsErrorStore(portico).subscribe((errors) => {
 *   if (errors[id] instanceof CallsAccountError) show('Switch back to the account that began, or start anew.')
 * })
 */
export class CallsAccountError extends PorticoError {
  override readonly name = 'CallsAccountError'
  constructor({ address }: { address: string }) {
    super(`The batch is of ${address}, which is not the account in use.`, { shown: 'Connect the account that began this, and go on then' })
  }
}
