/**
 * A recovery code: 128 random bits and 12 bits of checksum as 28 characters in groups of four, in Crockford's alphabet, which
 * has no I, L, O and U. Typing errors are forgiven where they can't be meant: case, all that is neither letter nor digit, O for 0, I and L
 * for 1, and digits and letters of other keyboards.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { RecoveryCodeError } from './errors.js'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Arabic and Persian: each row begins with its zero at a multiple of 16. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

/** Such as `7K2M-…`, seven groups. */
export function createRecoveryCode(): string {
  return encodeRecoveryCode(crypto.getRandomValues(new Uint8Array(16)))
}

export function encodeRecoveryCode(secret: Uint8Array): string {
  let bits = 0n
  for (const byte of secret) bits = (bits << 8n) | BigInt(byte)
  bits = (bits << 12n) | checksum(secret)
  const characters = Array.from({ length: 28 }, (_, index) => alphabet[Number((bits >> BigInt(5 * (27 - index))) & 31n)])
  return characters.join('').replace(/.{4}(?!$)/g, '$&-')
}

/** The 16 bytes of a code. @throws RecoveryCodeError when it is too long, too short, or mistyped */
export function decodeRecoveryCode(code: string): Uint8Array {
  const text = code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(otherDigits, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  if (text.length !== 28) throw new RecoveryCodeError()
  let bits = 0n
  for (const character of text) {
    const value = alphabet.indexOf(character)
    if (value < 0) throw new RecoveryCodeError()
    bits = (bits << 5n) | BigInt(value)
  }
  const secret = Uint8Array.from({ length: 16 }, (_, index) => Number((bits >> BigInt(12 + 8 * (15 - index))) & 255n))
  if (checksum(secret) !== (bits & 0xfffn)) throw new RecoveryCodeError()
  return secret
}

function checksum(secret: Uint8Array): bigint {
  const [first = 0, second = 0] = sha256(secret)
  return BigInt((first << 4) | (second >> 4))
}
