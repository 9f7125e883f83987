/** Bitcoin's alphabet: without 0, O, I and l. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Base58 of bytes, as Bitcoin, Solana and did:key write it. Each zero byte in front is a `1`.
 * @example const text = toBase58(new Uint8Array([1, 2, 3]))
 */
export function toBase58(bytes: Uint8Array): string {
  let text = ''
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  for (; value > 0n; value /= 58n) text = `${alphabet[Number(value % 58n)]}${text}`
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/**
 * Bytes of base58; undefined for what is none, and for more than 10,000 characters. Never throws.
 * @example const bytes = fromBase58('Ldp')
 */
export function fromBase58(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{0,10000}$/.test(text)) return undefined
  const bytes: number[] = []
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter))
  for (; value > 0n; value /= 256n) bytes.push(Number(value % 256n))
  for (const letter of text) {
    if (letter !== '1') break
    bytes.push(0)
  }
  return Uint8Array.from(bytes.reverse())
}
