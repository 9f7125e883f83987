/**
 * Parses JSON in which whole numbers may be larger than a JavaScript number can hold, as lamports are: those come as text.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const exact = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) ? `"${token}"` : token,
  )
  return JSON.parse(exact)
}

/** A field of a value that may be anything, at any depth; undefined where there is none. For parsed JSON, which has no getters. */
export function field(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = Reflect.get(at, name)
  }
  return at
}

/** A whole number of 64 bits that is not negative, from a number or from text; undefined for anything else. */
export function readUnits(value: unknown): bigint | undefined {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  const isText = typeof value === 'string' && /^\d{1,20}$/.test(value)
  const units = isNumber || isText ? BigInt(value) : undefined
  return units !== undefined && units < 2n ** 64n ? units : undefined
}
