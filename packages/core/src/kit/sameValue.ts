/** Of others, as a Map or an Error, the entries do not say what they hold. */
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  ([Object, Array] as unknown[]).includes((value as object | null)?.constructor)

/**
 * Whether two values are the same, or plain objects or lists of the same values. A property left out is as one undefined.
 * @example sameValue({ namespace: 'eip155' }, { namespace: 'eip155', networkId: undefined }) // true
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b) || a['length'] !== b['length']) return false
  return [a, b].flatMap(Object.keys).every((key) => Object.is(a[key], b[key]))
}
