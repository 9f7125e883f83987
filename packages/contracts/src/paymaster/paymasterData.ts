import { type Hex, concatHex, hexToNumber, numberToHex, size, slice } from 'viem'
import { CallDataError } from '../errors.js'

export interface PaymasterData {
  /** Seconds since 1970 of the chain's clock; 0 is always. */
  validAfter: number
  /** Seconds since 1970 of the chain's clock; 0 is for ever. */
  validUntil: number
  signature: Hex
}

/**
 * Of the length of a signature and for no operation: for estimating gas.
 * @example
 * const times = { validAfter: now, validUntil: now + 300 }
 * const paymasterData = encodePaymasterData({ ...times, signature: stubPaymasterSignature }) // of pm_getPaymasterStubData (ERC-7677)
 */
export const stubPaymasterSignature: Hex =
  '0xfffffffffffffffffffffffffffffff0000000000000000000000000000000007aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1c'

/**
 * `paymasterData` of a user operation, for our paymaster.
 * @example
 * const times = { validAfter: now, validUntil: now + 300 } // seconds since 1970
 * const signature = await signer.signTypedData(sponsorshipToSign({ paymaster, chainId: 8453, operation, ...times }))
 * const paymasterData = encodePaymasterData({ ...times, signature })
 */
export function encodePaymasterData({ validAfter, validUntil, signature }: PaymasterData): Hex {
  return concatHex([numberToHex(validAfter, { size: 6 }), numberToHex(validUntil, { size: 6 }), signature])
}

/**
 * Reads the `paymasterData` of a user operation, as {@link encodePaymasterData} writes it.
 * @example const { validUntil } = decodePaymasterData(operation.paymasterData) // seconds since 1970; 0 is for ever
 * @throws CallDataError
 */
export function decodePaymasterData(data: Hex): PaymasterData {
  if (size(data) !== 77) throw new CallDataError({ expected: 'what the paymaster reads: two times of 6 bytes, and a signature of 65' })
  return { validAfter: hexToNumber(slice(data, 0, 6)), validUntil: hexToNumber(slice(data, 6, 12)), signature: slice(data, 12) }
}
