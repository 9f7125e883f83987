const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58 of bytes, as Solana writes it. Each zero byte in front is a `1`. */
export function toBase58(bytes: Uint8Array): string {
  let text = ''
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  for (; value > 0n; value /= 58n) text = `${alphabet[Number(value % 58n)]}${text}`
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/** Bytes of base58; undefined for what is none, and for more than 200 characters. */
export function fromBase58(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{0,200}$/.test(text)) return undefined
  const bytes: number[] = []
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter))
  for (; value > 0n; value /= 256n) bytes.unshift(Number(value % 256n))
  return Uint8Array.from([...Array<number>(/^1*/.exec(text)?.[0].length ?? 0).fill(0), ...bytes])
}

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** Bytes of base64; undefined for what is none, and for more than 10,000 characters. */
export function fromBase64(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || !/^[\dA-Za-z+/]{0,10000}={0,2}$/.test(text) || text.length % 4 > 0) return undefined
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
