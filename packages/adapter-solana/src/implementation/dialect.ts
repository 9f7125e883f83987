/** What a failure says of itself, at any depth. */
export interface Dialect {
  readonly codes: readonly number[]
  /** Names of errors, and codes in words. */
  readonly words: readonly string[]
  readonly texts: readonly string[]
  /** What the programs of a transaction wrote while they ran. */
  readonly logs: readonly string[]
}

const nested = ['cause', 'data', 'error', 'originalError', 'context', 'err']

/** Reads codes, names, texts and logs out of whatever was thrown, through wrappers and cycles. Never throws. */
export function readDialect(thrown: unknown): Dialect {
  const [codes, words, texts, logs]: [number[], string[], string[], string[]] = [[], [], [], []]
  const seen = new Set<unknown>()
  const visit = (value: unknown, depth: number) => {
    if (typeof value === 'string') return void texts.push(value.slice(0, 2_000))
    if (typeof value !== 'object' || value === null || seen.has(value) || depth > 8) return
    seen.add(value)
    const read = (field: string): unknown => {
      try {
        return Reflect.get(value, field)
      } catch {
        return undefined
      }
    }
    for (const code of [read('code'), read('__code'), read('errorCode')]) {
      if (typeof code === 'number') codes.push(code)
      else if (typeof code === 'string' && /^-?\d{1,9}$/.test(code)) codes.push(Number(code))
      else if (typeof code === 'string') words.push(code.slice(0, 100))
    }
    const name = read('name')
    if (typeof name === 'string') words.push(name.slice(0, 100))
    const message = read('message')
    if (typeof message === 'string' && message.trim()) texts.push(message.slice(0, 2_000))
    const lines = read('logs')
    if (Array.isArray(lines))
      logs.push(
        ...lines
          .slice(0, 500)
          .filter((line) => typeof line === 'string')
          .map((line) => line.slice(0, 500)),
      )
    // How the chain names a failure: text, or an object with one key.
    const said = read('err')
    if (typeof said === 'object' && said !== null) words.push(...keysOf(said))
    for (const field of nested) {
      const inner = read(field)
      if (typeof inner === 'object') visit(inner, depth + 1)
      else if (field === 'err' && typeof inner === 'string') words.push(inner.slice(0, 100))
    }
  }
  visit(thrown, 0)
  return { codes, words, texts, logs }
}

function keysOf(value: object): string[] {
  try {
    return Object.keys(value)
      .slice(0, 4)
      .map((key) => key.slice(0, 100))
  } catch {
    return []
  }
}
