import { isRecord } from '@portico/core/kit'
import type { Hex } from 'viem'
import { getAddress, hashTypedData, isAddress } from 'viem/utils'
import type { DetailLine } from '../../types.js'
import { InvalidParamsError } from '../errors.js'
import { visible } from '../text.js'
import { freeze } from '../types.js'

/** A value of EIP-712: numbers are bigint, addresses have their checksum, bytes are lower-case hex. */
export type TypedValue = string | bigint | boolean | readonly TypedValue[] | TypedStruct
export interface TypedStruct {
  readonly [field: string]: TypedValue
}
export interface TypedField {
  readonly name: string
  readonly type: string
}

/** Typed data that was read once: each value is of the type that it is signed as, and nothing else is in it. */
export interface TypedData {
  readonly domain: TypedStruct
  readonly types: Readonly<Record<string, readonly TypedField[]>>
  readonly primaryType: string
  readonly message: TypedStruct
}

/** Fields of a domain (EIP-712 "Definition of domainSeparator"). */
const domainFields: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}
const largestText = 100_000
const deepest = 32

const invalid = (problem: string) => new InvalidParamsError({ problem: `typed data: ${problem}` })

/**
 * Reads typed data strictly: each declared field is there and of its type, and nothing that is not declared. So whatever is
 * shown is signed, and whatever is signed is shown (S9).
 * @param value an object, or JSON of one (eth_signTypedData_v4)
 * @throws InvalidParamsError
 */
export function parseTypedData(value: unknown): TypedData {
  const raw = typeof value === 'string' ? fromJson(value) : value
  if (!isRecord(raw)) throw invalid('expected an object')
  for (const key of Object.keys(raw))
    if (!['types', 'domain', 'primaryType', 'message'].includes(key)) throw invalid(`'${key.slice(0, 40)}' is not a part of it`)
  const { primaryType } = raw
  const declared = parseTypes(raw['types'])
  const domainValue = raw['domain'] ?? {}
  if (typeof primaryType !== 'string' || !declared.has(primaryType)) throw invalid('the primary type is not declared')
  if (primaryType === 'EIP712Domain') throw invalid('a domain alone is not signed')
  if (!isRecord(domainValue)) throw invalid('the domain is none')
  const domainType =
    declared.get('EIP712Domain') ?? Object.entries(domainFields).flatMap(([name, type]) => (name in domainValue ? [{ name, type }] : []))
  for (const { name, type } of domainType) {
    if (!Object.hasOwn(domainFields, name) || domainFields[name] !== type)
      throw invalid('the domain has a field that is not one of EIP-712')
  }
  declared.set('EIP712Domain', domainType)
  const domain = readStruct('EIP712Domain', domainValue, declared, 'domain', 0)
  const message = readStruct(primaryType, raw['message'], declared, 'message', 0)
  return freeze({ domain, types: Object.fromEntries(declared), primaryType, message })
}

function fromJson(text: string): unknown {
  if (text.length > largestText) throw invalid('it is too long')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new InvalidParamsError({ problem: 'typed data: it is not JSON', cause })
  }
}

const typeName = /^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/
const sizes = Array.from({ length: 32 }, (_, index) => index + 1)
const atomic: ReadonlySet<string> = new Set([
  ...['address', 'bool', 'string', 'bytes'],
  ...sizes.flatMap((size) => [`bytes${size}`, `uint${size * 8}`, `int${size * 8}`]),
])

function parseTypes(value: unknown): Map<string, readonly TypedField[]> {
  if (!isRecord(value)) throw invalid('it has no types')
  const types = new Map<string, readonly TypedField[]>()
  for (const [name, fields] of Object.entries(value)) {
    if (!typeName.test(name) || atomic.has(name) || name === '__proto__') throw invalid('a type has a name that is none')
    if (!Array.isArray(fields) || fields.length > 100) throw invalid(`the type ${name} is no list of fields`)
    const read = fields.map((field: unknown): TypedField => {
      if (!isRecord(field) || Object.keys(field).length !== 2) throw invalid(`a field of ${name} is not a name and a type`)
      const { name: fieldName, type } = field
      if (typeof fieldName !== 'string' || typeof type !== 'string' || !typeName.test(fieldName) || fieldName === '__proto__')
        throw invalid(`a field of ${name} has a name that is none`)
      return { name: fieldName, type }
    })
    if (new Set(read.map((field) => field.name)).size !== read.length) throw invalid(`the type ${name} has a field twice`)
    types.set(name, read)
  }
  for (const [name, fields] of types) {
    for (const { type } of fields) {
      const base = type.replace(/(\[\d{0,4}\]){0,4}$/, '')
      if (!atomic.has(base) && !types.has(base)) throw invalid(`the type ${name} has a field of an unknown type`)
    }
  }
  return types
}

function readStruct(
  type: string,
  value: unknown,
  types: ReadonlyMap<string, readonly TypedField[]>,
  path: string,
  depth: number,
): TypedStruct {
  if (!isRecord(value)) throw invalid(`${path} is not a ${type}`)
  if (depth > deepest) throw invalid(`${path} is too deep`)
  const fields = types.get(type) ?? []
  for (const key of Object.keys(value))
    if (!fields.some(({ name }) => name === key)) throw invalid(`${path} has a field that is not declared`)
  return Object.fromEntries(
    fields.map(({ name, type: fieldType }) => {
      if (!Object.hasOwn(value, name)) throw invalid(`${path}.${name} is missing`)
      return [name, readValue(fieldType, value[name], types, `${path}.${name}`, depth)]
    }),
  )
}

function readValue(
  type: string,
  value: unknown,
  types: ReadonlyMap<string, readonly TypedField[]>,
  path: string,
  depth: number,
): TypedValue {
  if (type.endsWith(']')) {
    const at = type.lastIndexOf('[')
    const [element, length] = [type.slice(0, at), type.slice(at + 1, -1)]
    if (!Array.isArray(value) || (length && value.length !== Number(length))) throw invalid(`${path} is not a ${type}`)
    if (depth > deepest) throw invalid(`${path} is too deep`)
    return value.map((each: unknown, index) => readValue(element, each, types, `${path}[${index}]`, depth + 1))
  }
  if (types.has(type)) return readStruct(type, value, types, path, depth + 1)
  if (type === 'string') {
    // A lone surrogate has no bytes: what is shown would not be what is signed.
    if (typeof value === 'string' && !/\p{Cs}/u.test(value)) return value
  } else if (type === 'bool') {
    if (typeof value === 'boolean') return value
  } else if (type === 'address') {
    if (typeof value === 'string' && isAddress(value, { strict: false })) return getAddress(value)
  } else if (type.startsWith('bytes')) {
    const size = type.slice('bytes'.length)
    if (typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value) && (!size || value.length === 2 + 2 * Number(size)))
      return value.toLowerCase()
  } else {
    const number = readInteger(value)
    const size = BigInt(type.replace(/\D+/, ''))
    const [least, most] = type.startsWith('u') ? [0n, 2n ** size - 1n] : [-(2n ** (size - 1n)), 2n ** (size - 1n) - 1n]
    if (number !== undefined && number >= least && number <= most) return number
  }
  throw invalid(`${path} is not a ${type}`)
}

/** A whole number as sites write it: a number that JSON holds exactly, decimal digits, or 0x hex. */
function readInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && /^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value) ? BigInt(value) : undefined
}

/** The hash that is signed (EIP-712). */
export function typedDataHash({ domain, types, primaryType, message }: TypedData): Hex {
  const mutable = Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]]))
  return hashTypedData<Record<string, unknown>, string>({ domain: { ...domain }, types: mutable, primaryType, message: { ...message } })
}

/** Every value and every declared field, in the order of the types (S9). */
export function typedDataDetails({ domain, types, primaryType, message }: TypedData): readonly DetailLine[] {
  const declared = Object.entries(types).flatMap(([type, fields]) =>
    fields.map(({ name, type: fieldType }, index) => ({ path: `types.${type}[${index}]`, value: `${fieldType} ${name}` })),
  )
  return [...leaves(domain, 'domain'), { path: 'primaryType', value: primaryType }, ...leaves(message, 'message'), ...declared]
}

function leaves(value: TypedValue, path: string): readonly DetailLine[] {
  if (typeof value !== 'object') return [{ path, value: typeof value === 'string' ? visible(value) : String(value) }]
  const parts: readonly (readonly [string, TypedValue])[] = isList(value)
    ? value.map((each, index) => [`${path}[${index}]`, each] as const)
    : Object.entries(value).map(([name, each]) => [`${path}.${name}`, each] as const)
  return parts.length === 0 ? [{ path, value: isList(value) ? '[]' : '{}' }] : parts.flatMap(([at, each]) => leaves(each, at))
}

export const isList = (value: TypedValue): value is readonly TypedValue[] => Array.isArray(value)
export const isStruct = (value: TypedValue | undefined): value is TypedStruct => typeof value === 'object' && !Array.isArray(value)
