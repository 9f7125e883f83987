/** Bitcoin Core's codes for what `sendrawtransaction` refuses. */
export const refusals = { deserialization: -22, verify: -25, rejected: -26, alreadyInChain: -27 } as const

/** A transaction that the ledger does not take. `reason` is in the words of Bitcoin Core, `rpcCode` its code. */
export class TransactionRefusedError extends Error {
  override readonly name = 'TransactionRefusedError'
  readonly code = 'transaction-refused'
  readonly rpcCode: number
  readonly reason: string
  constructor(reason: string, rpcCode: number = refusals.rejected) {
    super(`sendrawtransaction RPC error: ${JSON.stringify({ code: rpcCode, message: reason })}`)
    this.rpcCode = rpcCode
    this.reason = reason
  }
}

/** An address that is none, or that belongs to another network. */
export class InvalidAddressError extends Error {
  override readonly name = 'InvalidAddressError'
  readonly code = 'invalid-address'
}
