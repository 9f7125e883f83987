import { base58 } from '@scure/base'

/** The 32 bytes of an address, or undefined for anything else. A point of the curve or not. Never throws. */
export function readAddress(value: unknown): Uint8Array | undefined {
  return readBase58(value, 32)
}

/** Bytes of a known length, from base58 in its one right form. Never throws. */
export function readBase58(value: unknown, length: number): Uint8Array | undefined {
  if (typeof value !== 'string' || value.length < length || value.length > length * 1.4) return undefined
  try {
    const bytes = base58.decode(value)
    return bytes.length === length ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Copies bytes of a wallet, whichever page or frame they come from; undefined for anything else. Never throws. */
export function readBytes(value: unknown, limit: number): Uint8Array | undefined {
  try {
    if (!ArrayBuffer.isView(value) || value.byteLength > limit) return undefined
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
  } catch {
    return undefined
  }
}

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

export function concat(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A whole number in the little end first order of Solana's programs. */
export function littleEndian(value: bigint, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
}

export { base58 }
