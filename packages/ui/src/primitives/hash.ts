/** FNV-1a over the UTF-16 code units of `text`: 32 bits, unsigned. The same text gets the same colour everywhere. */
export function hash(text: string) {
  let value = 2166136261
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619) >>> 0
  return value
}
