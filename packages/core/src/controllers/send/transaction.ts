import type { AccountParameters } from '../account/target.js'

/** A transfer or contract call. `value` in the smallest unit (wei), `data` as 0x hex. */
export interface TransactionParameters extends AccountParameters {
  readonly to: string
  readonly value?: bigint
  readonly data?: string
  /** Address of a token (SPL mint): `value` is then in its smallest unit. */
  readonly token?: string
  /** In satoshi for each virtual byte (Bitcoin). */
  readonly feeRate?: number
}

/** What the adapter is asked, of what the action was. */
export const orderOf = ({ to, value, data, token, feeRate }: TransactionParameters) => ({
  to,
  ...(value !== undefined && { value }),
  ...(data !== undefined && { data }),
  ...(token !== undefined && { token }),
  ...(feeRate !== undefined && { feeRate }),
})
