import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** Bitcoin's alphabet: without 0, O, I and l. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58 of bytes, as Bitcoin, Solana and did:key write it. Each zero byte in front is a `1`. */
export function toBase58(bytes: Uint8Array): string {
  let text = ''
  for (let rest = BigInt(`0x0${bytesToHex(bytes)}`); rest > 0n; rest /= 58n) text = `${alphabet[Number(rest % 58n)]}${text}`
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/** Bytes of base58. @throws Error for what is none, and for more than 10,000 characters */
export function fromBase58(text: string): Uint8Array {
  if (!/^[1-9A-HJ-NP-Za-km-z]{0,10000}$/.test(text)) throw new Error('This is not base58.')
  let value = 0n
  for (const char of text) value = value * 58n + BigInt(alphabet.indexOf(char))
  const hex = value === 0n ? '' : value.toString(16)
  return hexToBytes('00'.repeat(/^1*/.exec(text)?.[0].length ?? 0) + (hex.length % 2 ? '0' : '') + hex)
}
