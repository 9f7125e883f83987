import { getAddress, isAddress, isHex, type Address, type Hex } from 'viem'
import { rpcError, rpcErrorCodes, type ProviderRpcError } from './errors.js'

/** -32602 with a sentence that names what is wrong. */
export function invalidParams(message: string): ProviderRpcError {
  return rpcError(rpcErrorCodes.invalidParams, message)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The n-th positional parameter, `undefined` when there is none. */
export function param(params: unknown, index: number): unknown {
  return Array.isArray(params) ? params[index] : undefined
}

export function readRecord(value: unknown, name: string): Record<string, unknown> {
  if (!isRecord(value)) throw invalidParams(`${name} must be an object.`)
  return value
}

export function readAddress(value: unknown, name: string): Address {
  if (typeof value !== 'string' || !isAddress(value, { strict: false })) throw invalidParams(`${name} must be an address.`)
  return getAddress(value)
}

export function readHex(value: unknown, name: string): Hex {
  if (!isHex(value)) throw invalidParams(`${name} must be a hexadecimal string.`)
  return value
}

/** A JSON-RPC quantity. @returns undefined when it is absent */
export function readQuantity(value: unknown, name: string): bigint | undefined {
  if (value === undefined || value === null) return undefined
  if (!isHex(value) || value === '0x') throw invalidParams(`${name} must be a hexadecimal quantity.`)
  return BigInt(value)
}

/** The id in a request to switch or add a chain: hexadecimal, without leading zeros (EIP-3326, EIP-3085). */
export function readChainId(value: unknown): number {
  const valid = typeof value === 'string' && /^0x[1-9a-f][0-9a-f]*$/i.test(value)
  const chainId = valid ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(chainId)) throw invalidParams(`Expected 0x-prefixed, unpadded, hexadecimal 'chainId'.`)
  return chainId
}
