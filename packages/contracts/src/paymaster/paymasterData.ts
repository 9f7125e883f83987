import { type Hex, concatHex, hexToNumber, numberToHex, size, slice } from 'viem'
import { CallDataError } from '../errors.js'

export interface PaymasterData {
  /** Seconds since 1970 of the chain's clock; 0 is always. */
  validAfter: number
  /** Seconds since 1970 of the chain's clock; 0 is for ever. */
  validUntil: number
  signature: Hex
}

/** Of the length of a signature and for no operation: for estimating gas. */
export const stubPaymasterSignature: Hex =
  '0xfffffffffffffffffffffffffffffff0000000000000000000000000000000007aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1c'

/** `paymasterData` of a user operation, for our paymaster. */
export function encodePaymasterData({ validAfter, validUntil, signature }: PaymasterData): Hex {
  return concatHex([numberToHex(validAfter, { size: 6 }), numberToHex(validUntil, { size: 6 }), signature])
}

/** @throws CallDataError */
export function decodePaymasterData(data: Hex): PaymasterData {
  if (size(data) !== 77) throw new CallDataError({ expected: 'what the paymaster reads: two times of 6 bytes, and a signature of 65' })
  return { validAfter: hexToNumber(slice(data, 0, 6)), validUntil: hexToNumber(slice(data, 6, 12)), signature: slice(data, 12) }
}
