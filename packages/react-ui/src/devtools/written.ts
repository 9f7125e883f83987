/** What a developer reads of any value: as JSON, with what JSON cannot say in words. A pairing is a secret, and is left out (S45). */
export function written(value: unknown, indent?: number): string {
  const above: unknown[] = []
  const text = JSON.stringify(
    value,
    function (this: unknown, _, one: unknown) {
      while (above.length > 0 && above.at(-1) !== this) above.pop()
      if (typeof one === 'bigint') return `${one}n`
      if (typeof one === 'function') return '[function]'
      if (typeof one === 'symbol') return String(one)
      if (typeof one === 'string') return /wc(:|%3a)/i.test(one) ? '[pairing]' : one.length > 600 ? `${one.slice(0, 600)}…` : one
      if (typeof one !== 'object' || one === null) return one
      if (above.includes(one)) return '[circle]'
      above.push(one)
      if (one instanceof Error) return { name: one.name, message: one.message }
      if (one instanceof Map) return Object.fromEntries([...one].map(([key, held]) => [String(key), held]))
      if (one instanceof Set) return [...one]
      return one
    },
    indent,
  )
  return text ?? String(value)
}
