import { InvalidOptionError, type TypedData } from '@portico/core'

/** Fields of a domain in the order of EIP-712. */
const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/**
 * Typed data as the one JSON text that is checked and signed: reading it again later could give something else.
 * Bigints become decimal text, and `EIP712Domain` is derived from the domain when it is left out.
 * @throws InvalidOptionError naming what is wrong
 */
export function serializeTypedData({ domain = {}, types, primaryType, message }: TypedData): { text: string; domain: unknown } {
  const fail = (option: string, problem: string): never => {
    throw new InvalidOptionError({ option: `typedData.${option}`, problem })
  }
  if (typeof types !== 'object' || types === null || !Array.isArray(types[primaryType]))
    return fail('primaryType', `'${String(primaryType)}' is not one of the types`)
  if (typeof message !== 'object' || message === null) return fail('message', 'expected an object')
  const copy: Record<string, unknown> = Object.assign(Object.create(null), domain)
  const derived = domainTypes.filter(({ name }) => copy[name] !== undefined)
  const whole = { types: { EIP712Domain: derived, ...types }, primaryType, domain: copy, message }
  try {
    const text = JSON.stringify(whole, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
    const parsed: { domain?: unknown } = JSON.parse(text)
    return { text, domain: parsed.domain }
  } catch {
    return fail('message', 'expected plain data')
  }
}
