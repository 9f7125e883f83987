/**
 * Typed data that a smart account cannot sign by ERC-7739.
 * @example
 * try {
 *   const toSign = typedDataToSign({ account, chainId, typedData })
 * } catch (error) {
 *   if (!(error instanceof TypedDataUnsignableError)) throw error
 *   show(error.hint)
 * }
 */
export class TypedDataUnsignableError extends Error {
  override readonly name = 'TypedDataUnsignableError'
  /** For the developer: what to change. */
  readonly hint: string

  constructor({ reason, hint }: { reason: string; hint: string }) {
    super(`A smart account cannot sign this: ${reason}`)
    this.hint = hint
  }
}

/**
 * Call data that is not what is said to be in it.
 * @example
 * try {
 *   const calls = decodeExecute(callData)
 * } catch (error) {
 *   if (!(error instanceof CallDataError)) throw error
 *   console.warn('not a call of this account', error.message)
 * }
 */
export class CallDataError extends Error {
  override readonly name = 'CallDataError'

  constructor({ expected, cause }: { expected: string; cause?: unknown }) {
    super(`This is not ${expected}.`, { cause })
  }
}

/**
 * A permission that the contracts would not hold to, or that would hold to nothing.
 * @example
 * try {
 *   const delegation = makeDelegation(terms)
 * } catch (error) {
 *   if (!(error instanceof PermissionError)) throw error
 *   show(error.hint)
 * }
 */
export class PermissionError extends Error {
  override readonly name = 'PermissionError'
  /** For the developer: what to change. */
  readonly hint: string

  constructor({ reason, hint }: { reason: string; hint: string }) {
    super(reason)
    this.hint = hint
  }
}

interface PermissionRefusal {
  code: string
  message: string
  retryAfter?: number
  time?: number
  cause?: unknown
}

/**
 * A permission that was not let be used. Nothing was signed.
 * @example
 * try {
 *   await redeemPermission(parameters)
 * } catch (error) {
 *   if (!(error instanceof PermissionUseError)) throw error
 *   if (error.retryAfter !== undefined) setTimeout(tryAgain, error.retryAfter * 1000)
 *   else await askForPermission() // one that covers the call
 * }
 */
export class PermissionUseError extends Error {
  override readonly name = 'PermissionUseError'
  /**
   * `not_found`: it was stopped, or has ended; ask for a new one. `not_covered`: another contract, method or network, or more than may leave.
   * `invalid_proof`: another key than its holder's. `rate_limit`: again after `retryAfter`. `unreachable`: no answer that can be read.
   */
  readonly code: string
  /** Seconds until it may be asked again. */
  readonly retryAfter: number | undefined
  /** The wallet's clock, in seconds since 1970, where the holder's is off. */
  readonly time: number | undefined

  constructor({ code, message, retryAfter, time, cause }: PermissionRefusal) {
    super(message, { cause })
    this.code = code
    this.retryAfter = retryAfter
    this.time = time
  }
}
