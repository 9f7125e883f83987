/** True for an object that is no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text of 1 to `limit` characters; undefined for anything else. */
export const readText = (value: unknown, limit = 1_000): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= limit ? value : undefined

/** The texts of a list, each once; undefined for what is no list, or holds anything else. */
export function readTexts(
  value: unknown,
  { limit = 200, pattern = /^[^]{1,200}$/ }: { readonly limit?: number; readonly pattern?: RegExp } = {},
): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > limit) return undefined
  const isGood = (entry: unknown): entry is string => typeof entry === 'string' && pattern.test(entry)
  return value.every(isGood) ? [...new Set(value)] : undefined
}

/** Seconds since 1970 as a whole number; undefined for anything else. */
export const readSeconds = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** Now, in seconds since 1970. */
export const seconds = (): number => Math.floor(Date.now() / 1000)

/** JSON; undefined for what is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
