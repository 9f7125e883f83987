/** Random numbers in [0, 1) that are the same every time (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <Value>(random: () => number, values: readonly Value[]): Value | undefined =>
  values[Math.floor(random() * values.length)]

const topic = 'ab'.repeat(32)
const methods = [
  'irn_publish',
  'irn_subscribe',
  'irn_batchSubscribe',
  'irn_unsubscribe',
  'irn_fetchMessages',
  'wc_proposeSession',
  'nothing',
]
const junk: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  2 ** 53,
  '',
  'x',
  '\ud800',
  '\0',
  [],
  {},
  [[[]]],
  { __proto__: null, a: 1 },
  { toString: 'x', then: 1 },
  'a'.repeat(5000),
  topic,
  [topic],
  Array.from({ length: 600 }, () => topic),
]

/** Text that is not a valid request: JSON cut short, of other shapes, with wrong types, or no JSON at all. */
export function malformedFrame(random: () => number): string {
  const value = (): unknown => pick(random, junk)
  const params = { [pick(random, ['topic', 'topics', 'message', 'ttl', 'tag', '__proto__', 'constructor']) ?? '']: value() }
  const valid = JSON.stringify({ id: `${random()}`, jsonrpc: '2.0', method: pick(random, methods), params })
  const kinds: (() => string)[] = [
    () => valid.slice(0, Math.floor(random() * valid.length)),
    () => {
      const at = Math.floor(random() * valid.length)
      return valid.slice(0, at) + String.fromCharCode(Math.floor(random() * 0x300)) + valid.slice(at + 1)
    },
    () => JSON.stringify(value()) ?? 'undefined',
    () => JSON.stringify({ id: value(), jsonrpc: pick(random, ['2.0', '1.0', 2, undefined]), method: value(), params: value() }),
    () => JSON.stringify({ id: value(), jsonrpc: '2.0', result: value() }),
    () => JSON.stringify({ id: value(), jsonrpc: '2.0', error: value() }),
    () => JSON.stringify([JSON.parse(valid), JSON.parse(valid)]),
    () => valid,
    () => `{"id":1,"__proto__":{"x":1},"jsonrpc":"2.0","method":"__proto__","params":{"__proto__":[]}}`,
    () => pick(random, ['[', '{"a":'])?.repeat(Math.floor(random() * 3000)) ?? '',
    () => `{"id":${'9'.repeat(Math.floor(random() * 400))}.5e${Math.floor(random() * 999)},"jsonrpc":"2.0","method":"x"}`,
    () => String.fromCharCode(...Array.from({ length: Math.floor(random() * 200) }, () => Math.floor(random() * 0xd7ff))),
  ]
  return pick(random, kinds)?.() ?? ''
}
