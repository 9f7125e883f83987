/**
 * A value as text that JSON alone would lose on the way: bytes, undefined, bigint, NaN, errors with code and data, keys such
 * as `__proto__`. Functions and symbols become undefined, and so does what is nested deeper than 32.
 *
 * This function and {@link decode} are sent to the page as text, so they refer to nothing outside themselves.
 */
export function encode(value: unknown): string {
  const toWire = (item: unknown, depth: number): unknown => {
    if (item === null || typeof item === 'string' || typeof item === 'boolean') return item
    if (typeof item === 'number') return Number.isFinite(item) ? item : { type: 'number', value: String(item) }
    if (typeof item === 'bigint') return { type: 'bigint', value: String(item) }
    if (typeof item !== 'object' || depth > 32) return { type: 'undefined' }
    if (ArrayBuffer.isView(item)) {
      const bytes = new Uint8Array(item.buffer, item.byteOffset, item.byteLength)
      return { type: 'bytes', value: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') }
    }
    if (Array.isArray(item)) return item.map((one: unknown) => toWire(one, depth + 1))
    const isError = item instanceof Error
    const entries: [string, unknown][] = Object.entries(item)
    if (isError) entries.push(['message', item.message], ['name', item.name])
    return { type: isError ? 'error' : 'object', value: entries.map(([key, one]) => [key, toWire(one, depth + 1)]) }
  }
  return JSON.stringify(toWire(value, 0))
}

/**
 * The value that {@link encode} was given; bytes of any view are a `Uint8Array`.
 * @throws SyntaxError when the text is not its work
 */
export function decode(text: string): unknown {
  const fromWire = (item: unknown): unknown => {
    if (typeof item !== 'object' || item === null) return item
    if (Array.isArray(item)) return item.map((one: unknown) => fromWire(one))
    const type: unknown = Reflect.get(item, 'type')
    const value: unknown = Reflect.get(item, 'value')
    if (type === 'number') return Number(value)
    if (type === 'bigint') return BigInt(String(value))
    if (type === 'bytes') return Uint8Array.from(String(value).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
    if (type === 'undefined' || !Array.isArray(value)) return undefined
    const target = type === 'error' ? new Error() : {}
    for (const entry of value) {
      const [key, one]: unknown[] = Array.isArray(entry) ? entry : []
      // Defined, not assigned: a key called __proto__ is a key.
      const enumerable = type !== 'error' || (key !== 'name' && key !== 'message')
      Object.defineProperty(target, String(key), { value: fromWire(one), enumerable, configurable: true, writable: true })
    }
    return target
  }
  return fromWire(JSON.parse(text))
}
