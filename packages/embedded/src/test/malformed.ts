import fc from 'fast-check'

/** A message on the wire. */
export interface Wire {
  readonly type: string
  readonly id: string
  readonly payload?: unknown
}

type Path = readonly (string | number)[]

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Paths of everything below a value, those of objects and lists too. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  const inner = Array.isArray(value)
    ? value.map((one: unknown, at): [number, unknown] => [at, one])
    : isObject(value)
      ? Object.entries(value)
      : []
  return [path, ...inner.flatMap(([name, one]) => pathsOf(one, [...path, name]))]
}

const read = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown>)[name], value)

function change(value: unknown, [name, ...rest]: Path, next: (inner: unknown) => unknown): unknown {
  if (name === undefined) return next(value)
  if (Array.isArray(value)) return value.map((one: unknown, at) => (at === name ? change(one, rest, next) : one))
  return { ...(value as object), [name]: change((value as Record<string, unknown>)[name], rest, next) }
}

/** No field of the protocol takes any of these. */
const wrong: readonly unknown[] = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1n,
  new Map([['a', 1]]),
  new Set([1]),
  new Date(0),
  /x/,
  new Error('x'),
  new Uint8Array(4),
  undefined,
]

const alien: readonly unknown[] = [
  null,
  undefined,
  0,
  '',
  'APP_SIGN_OUT',
  true,
  [],
  {},
  [['type', 'APP_SIGN_OUT']],
  { type: 'APP_SIGN_OUT' },
  { id: '7d444840-9dc0-41d1-b245-5ffdce74fad2' },
]

/**
 * Messages that are wrong in one thing: a field too many, one too few, one of the wrong type, another type, another id, no
 * message at all.
 * @param required names that a payload of that type must have
 */
export function malformed(
  samples: readonly Wire[],
  takesAnything: (type: string, path: Path) => boolean,
): fc.Arbitrary<{ readonly label: string; readonly data: unknown }> {
  const made = (label: string, data: unknown) => ({ label, data })
  return fc
    .tuple(fc.constantFrom(...samples), fc.nat(), fc.nat(), fc.constantFrom('extra', 'wrong', 'type', 'id', 'missing', 'alien', 'wrapped'))
    .map(([sample, one, two, kind]) => {
      const inside = pathsOf(sample.payload).filter((path) => sample.payload !== undefined && !takesAnything(sample.type, path))
      const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T
      if (kind === 'extra') {
        const objects: readonly Path[] = [
          [],
          ...inside.filter((path) => isObject(read(sample.payload, path))).map((path) => ['payload', ...path]),
        ]
        const name = pick(['extra', 'Type', '', 'toString', 'constructor', 'hasOwnProperty', 'valueOf', 'payload2', 'targetOrigin'], two)
        return made(
          kind,
          change(sample, pick(objects, one), (inner) => ({ ...(inner as object), [name]: 1 })),
        )
      }
      if (kind === 'wrong' && inside.length > 0)
        return made(
          kind,
          change(sample, ['payload', ...pick(inside, one)], () =>
            pick(
              wrong.filter((value) => value !== undefined),
              two,
            ),
          ),
        )
      if (kind === 'type') {
        const { type } = sample
        const others = [
          `${type} `,
          ` ${type}`,
          type.toLowerCase(),
          `${type}_`,
          `@w3m-app/${type.slice(4)}`,
          type.replace(/^(APP|FRAME)/, 'FRAMES'),
          `${type}\n`,
          '__proto__',
          'APP_constructor',
          'FRAME_toString',
          1,
          null,
          [type],
        ]
        return made(kind, { ...sample, type: pick(others, two) })
      }
      if (kind === 'id') {
        const { id } = sample
        const others = [
          '',
          '1',
          7,
          null,
          undefined,
          id.toUpperCase(),
          `${id}\n`,
          id.slice(1),
          id.replace(/-/g, ''),
          [id],
          '7d444840-9dc0-11d1-b245-5ffdce74fad2',
        ]
        return made(kind, { ...sample, id: pick(others, two) })
      }
      if (kind === 'missing')
        return made(kind, Object.fromEntries(Object.entries(sample).filter(([name]) => name !== pick(['type', 'id'], one))))
      if (kind === 'wrapped') {
        const inner = [
          { ...sample, payload: [sample.payload] },
          { ...sample, payload: JSON.stringify(sample.payload ?? null) },
        ]
        return made(
          kind,
          pick<unknown>([[sample], JSON.stringify(sample), { data: sample }, ...inner, new Map(Object.entries(sample))], two),
        )
      }
      return made('alien', pick(alien, two))
    })
}
