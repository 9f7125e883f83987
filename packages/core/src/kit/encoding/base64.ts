/**
 * Base64 of bytes (RFC 4648), with padding.
 * @example const text = toBase64(new Uint8Array([1, 2, 3])) // 'AQID'
 */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}

/**
 * The same for URLs (RFC 4648, section 5): another alphabet, and no padding.
 * @example const text = toBase64Url(new Uint8Array([251, 255]))
 */
export const toBase64Url = (bytes: Uint8Array): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/**
 * Bytes of base64 of either alphabet, with or without padding; undefined for what is none. Never throws.
 * @example const bytes = fromBase64('AQID')
 */
export function fromBase64(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== 'string' || !/^[\w+/-]*={0,2}$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
