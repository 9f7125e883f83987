import { InvalidOptionError } from './errors.js'

// What the types cannot promise to a host that writes JavaScript, said by the path of the option: `metadata.icons[1]`.

/**
 * What is asked of an option, said where it does not hold.
 * @example check('networks', Array.isArray(options.networks), 'expected an array')
 * @throws {@link InvalidOptionError} that names the option
 */
export function check(option: string, isGood: unknown, problem: string, hint?: string): asserts isGood {
  if (!isGood) throw new InvalidOptionError({ option, problem, ...(hint && { hint }) })
}

/**
 * An object, and no list.
 * @example isRecord(JSON.parse(text)) // whether its entries can be read
 */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const httpUrl = /^https?:\/\/[^\s/]/

/**
 * Whether a value is a list of at least one URL, each with the scheme that `scheme` matches; http or https where it is left out.
 * @example areUrls(['https://rpc.example']) // true
 */
export const areUrls = (value: unknown, scheme = httpUrl): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((url) => typeof url === 'string' && scheme.test(url))

/** How a value is called to whoever gave it. */
export const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value)

type Kind = 'string' | 'boolean' | 'function' | 'object' | 'array'

export function checkKind(option: string, value: unknown, kind: Kind) {
  const isKind = Array.isArray(value) ? kind === 'array' : typeof value === kind && value !== null
  check(option, isKind, `expected ${/^[oa]/.test(kind) ? 'an' : 'a'} ${kind}, got ${kindOf(value)}`)
}

/**
 * Throws {@link InvalidOptionError} that names the option, or what of it is not as its type says.
 * @example const isName = ofKind('string') // and so are listOf(isName), recordOf(…) and fieldsOf(…)
 */
export type Check = (option: string, value: unknown) => void

/**
 * Of one kind, as `typeof` tells it, and null is no object.
 * @example ofKind('string')('projectId', options.projectId)
 */
export const ofKind =
  (kind: Kind): Check =>
  (option, value) =>
    checkKind(option, value, kind)

/** One of a few words, all of them named. */
export const oneOf =
  <T extends string>(words: Readonly<Record<T, true>>): Check =>
  (option, value) => {
    checkKind(option, value, 'string')
    const known = Object.keys(words)
    check(option, known.includes(String(value)), `'${String(value)}' is none of ${known.map((word) => `'${word}'`).join(', ')}`)
  }

/**
 * A list, all of whose entries are as one check says.
 * @example listOf(ofKind('string'))('metadata.icons', icons)
 */
export const listOf =
  (entry: Check): Check =>
  (option, value) => {
    checkKind(option, value, 'array')
    if (Array.isArray(value)) value.forEach((one, at) => entry(`${option}[${at}]`, one))
  }

/**
 * Entries under any name that will do.
 * @param expected what a name has to be, for whoever gave another
 * @example recordOf(isNamespace, 'a namespace', listOf(ofKind('string')))('methods', methods)
 */
export const recordOf =
  (isName: (name: string) => boolean, expected: string, entry: Check): Check =>
  (option, value) => {
    checkKind(option, value, 'object')
    for (const [name, one] of Object.entries(value ?? {})) {
      check(`${option}.${name}`, isName(name), `expected ${expected}`)
      if (one !== undefined) entry(`${option}.${name}`, one)
    }
  }

/**
 * An object, and of what it has, what is named here.
 * @example fieldsOf<{ name: string; url: string }>({ name: ofKind('string'), url: ofKind('string') })('site', site)
 */
export const fieldsOf =
  <T>(fields: Readonly<Record<keyof T, Check>>): Check =>
  (option, value) => {
    checkKind(option, value, 'object')
    const given: Readonly<Record<string, unknown>> = Object(value)
    for (const [name, field] of Object.entries<Check>(fields)) if (given[name] !== undefined) field(`${option}.${name}`, given[name])
  }
