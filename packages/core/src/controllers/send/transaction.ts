import type { AccountParameters } from '../account/target.js'
import type { FeeSpeed } from './capability.js'

/** A transfer or contract call. `value` in the smallest unit (wei), `data` as 0x hex. */
export interface TransactionParameters extends AccountParameters {
  readonly to: string
  readonly value?: bigint
  readonly data?: string
  /** Address of a token (SPL mint): `value` is then in its smallest unit. */
  readonly token?: string
  /** One item of the collection `token` (ERC-721, ERC-1155): `value` is then how many of it, 1 unless said otherwise. */
  readonly tokenId?: bigint
  /** A text that stands beside the transfer for everybody to read (Solana Pay `memo`). */
  readonly memo?: string
  /** Addresses by which whoever is paid finds the transfer: they are named in it, and get nothing (Solana Pay `reference`). */
  readonly references?: readonly string[]
  /** In satoshi for each virtual byte (Bitcoin). */
  readonly feeRate?: number
  /** How fast it should be: see the adapter's `getFeeSpeeds`. Default: on Solana `standard`, else as the wallet means. */
  readonly speed?: FeeSpeed
}

/** What the adapter is asked, of what the action was. */
export const orderOf = ({ to, value, data, token, tokenId, memo, references, feeRate, speed }: TransactionParameters) => ({
  to,
  ...(value !== undefined && { value }),
  ...(data !== undefined && { data }),
  ...(token !== undefined && { token }),
  ...(tokenId !== undefined && { tokenId }),
  ...(memo !== undefined && { memo }),
  ...(references !== undefined && { references }),
  ...(feeRate !== undefined && { feeRate }),
  ...(speed !== undefined && { speed }),
})
