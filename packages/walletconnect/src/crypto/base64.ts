/** Base64 of bytes (RFC 4648), with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}

/** The same for URLs: another alphabet, and no padding. */
export const toBase64Url = (bytes: Uint8Array): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Bytes of base64 of either alphabet, with or without padding. @throws Error for what is none */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w+/-]*={0,2}$/.test(text)) throw new Error('This is not base64.')
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', ''))
  const bytes = new Uint8Array(plain.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = plain.charCodeAt(at)
  return bytes
}
