import { base58, base64 } from '@scure/base'
import { invalidParams } from './errors.js'

/** Reads a byte string from the front. @throws JsonRpcError (-32602) when there is less than asked for */
export interface Reader {
  byte(): number
  take(length: number): Uint8Array
  /** A length in 1 to 3 bytes of 7 bits each ("compact-u16"). */
  length(): number
  address(): string
  /** Bytes that are left. */
  left(): number
}

export function createReader(bytes: Uint8Array): Reader {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw invalidParams('failed to deserialize transaction: unexpected end of bytes')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  const length = (): number => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if (next >= 0x80) continue
      // There is one way to write a length. The runtime ends the process when it meets another, so it must not.
      if ((shift > 0 && next === 0) || value > 0xffff) break
      return value
    }
    throw invalidParams('failed to deserialize transaction: a length is not written as it should be')
  }
  return { byte, take, length, address: () => base58.encode(take(32)), left: () => bytes.length - at }
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >> 8)
}

export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

export function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

export function readU64(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(at, true)
}

export function readU32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true)
}

/** @throws JsonRpcError (-32602) */
export function decodeText(text: string, encoding: 'base58' | 'base64'): Uint8Array {
  try {
    return encoding === 'base58' ? base58.decode(text) : base64.decode(text)
  } catch {
    throw invalidParams(`invalid ${encoding} encoding`)
  }
}

export const toBase64 = (bytes: Uint8Array): string => base64.encode(bytes)
export const toBase58 = (bytes: Uint8Array): string => base58.encode(bytes)
