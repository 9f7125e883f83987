import { fromBase58 } from '@portico/core/kit'

const signatureLength = 64
const keyLength = 32

/** Where an account's signature is in a serialised transaction, legacy or v0; undefined where it signs nothing there. */
function placeOf(transaction: Uint8Array, address: string): number | undefined {
  const [count, afterCount] = readCount(transaction, 0)
  if (count === undefined || count > 127) return undefined
  let at = afterCount + count * signatureLength
  if ((transaction[at] ?? 0) & 0x80) at += 1 // the version
  const signers = transaction[at] ?? 0
  const [keys, start] = readCount(transaction, at + 3)
  const wanted = fromBase58(address)
  if (!wanted) return undefined
  for (let index = 0; index < Math.min(signers, keys ?? 0, count); index += 1) {
    const key = transaction.subarray(start + index * keyLength, start + (index + 1) * keyLength)
    if (key.length === keyLength && key.every((byte, byteAt) => byte === wanted[byteAt])) return afterCount + index * signatureLength
  }
  return undefined
}

/** Solana's compact-u16. */
function readCount(bytes: Uint8Array, at: number): readonly [count: number | undefined, after: number] {
  let count = 0
  for (let size = 0; size < 3; size += 1) {
    const byte = bytes[at + size]
    if (byte === undefined) return [undefined, at]
    count |= (byte & 0x7f) << (7 * size)
    if (!(byte & 0x80)) return [count, at + size + 1]
  }
  return [undefined, at]
}

/** The transaction with an account's signature in its place; undefined where it has none. */
export function addSignature(transaction: Uint8Array, address: string, signature: Uint8Array): Uint8Array | undefined {
  const place = placeOf(transaction, address)
  if (place === undefined) return undefined
  const signed = transaction.slice()
  signed.set(signature, place)
  return signed
}

/** Whether an account has signed the transaction: its signature is there, and not zeros. */
export function signatureIn(transaction: Uint8Array, address: string): boolean {
  const place = placeOf(transaction, address)
  return place !== undefined && transaction.subarray(place, place + signatureLength).some((byte) => byte !== 0)
}
