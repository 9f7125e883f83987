/** What ERC-7769 answers with, and JSON-RPC itself. */
export const bundlerCodes = {
  /** The entry point refused, or the account or its factory did. */
  validation: -32_500,
  paymaster: -32_501,
  /** Validation does what ERC-7562 forbids. */
  rules: -32_502,
  expired: -32_503,
  /** Banned or throttled for what it did before. */
  reputation: -32_504,
  /** It would be allowed to a factory or a paymaster with a stake. */
  stake: -32_505,
  aggregator: -32_506,
  signature: -32_507,
  /** The paymaster has not paid in enough for all of its operations that wait. */
  deposit: -32_508,
  /** The calls fail; told by an estimate alone. */
  reverted: -32_521,
  invalid: -32_602,
  method: -32_601,
  internal: -32_603,
} as const

/** Of ERC-7677's answers, that nobody pays for this. */
export const notSponsored = -32_001

/** A call of a bundler or a paymaster is refused. The message is for whoever asked. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  /** Of JSON-RPC. */
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
