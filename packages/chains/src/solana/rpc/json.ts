/** JSON in which a bigint is a number of as many digits as it has: balances and the rent epoch need 64 bits. */
export function stringify(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map((each) => stringify(each ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${stringify(field)}`).join(',')}}`
  }
  return JSON.stringify(value ?? null)
}
