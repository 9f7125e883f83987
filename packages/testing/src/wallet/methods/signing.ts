import { hashTypedData, hexToString, isAddress, isHex, type TypedDataParameter } from 'viem'
import { keyFor, type Method } from '../core.js'
import { invalidParams, isRecord, param, readAddress, readRecord } from '../params.js'

/** EIP-191 version 0x45. Text that is not hexadecimal is taken as UTF-8, and the two parameters may change places. */
export const personalSign: Method = (core, { origin, params }) => {
  const [first, second] = [param(params, 0), param(params, 1)]
  const swapped = typeof first === 'string' && isAddress(first, { strict: false }) && typeof second === 'string'
  const swap = swapped && !isAddress(second, { strict: false })
  const [data, signer] = swap ? [second, first] : [first, second]
  if (typeof data !== 'string') throw invalidParams('The message must be a string.')
  const key = keyFor(core, origin, readAddress(signer, 'The signer'))
  const message = isHex(data) ? { raw: data } : data
  return {
    ask: `Sign the message: ${isHex(data) ? hexToString(data) : data}`,
    run: () => key.signMessage({ message }),
  }
}

/** EIP-712, as text or as an object. A domain of another chain than the active one is refused, as wallets do. */
export const signTypedData: Method = (core, { origin, params }) => {
  const key = keyFor(core, origin, readAddress(param(params, 0), 'The signer'))
  const typedData = readTypedData(param(params, 1))
  const { chainId } = typedData.domain
  const active = core.getState().chainId
  if (chainId !== undefined && !isSameChain(chainId, active)) {
    throw invalidParams(`Provided chainId ${JSON.stringify(chainId)} must match the active chainId "${active}".`)
  }
  // What cannot be hashed is refused before anybody is asked to sign it.
  const hash = attempt(() => hashTypedData(typedData))
  return {
    ask: `Sign ${typedData.primaryType} for ${nameOf(typedData.domain)}`,
    run() {
      if (!key.sign) throw invalidParams('The account cannot sign a hash.')
      return key.sign({ hash })
    },
  }
}

interface ReadTypedData {
  domain: Record<string, unknown>
  types: Record<string, readonly TypedDataParameter[]>
  primaryType: string
  message: Record<string, unknown>
}

function readTypedData(value: unknown): ReadTypedData {
  const parsed: unknown = typeof value === 'string' ? attempt(() => JSON.parse(value)) : value
  const { types, primaryType, domain, message } = readRecord(parsed, 'The typed data')
  if (typeof primaryType !== 'string') throw invalidParams(`'primaryType' must be a string.`)
  const typesRead: [string, readonly TypedDataParameter[]][] = []
  for (const [name, fields] of Object.entries(readRecord(types, `'types'`))) {
    if (!Array.isArray(fields) || !fields.every(isField)) throw invalidParams(`The type '${name}' must be a list of fields.`)
    typesRead.push([name, fields])
  }
  return {
    types: Object.fromEntries(typesRead),
    primaryType,
    domain: domain === undefined ? {} : readRecord(domain, `'domain'`),
    message: readRecord(message, `'message'`),
  }
}

function isField(value: unknown): value is TypedDataParameter {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string'
}

function isSameChain(value: unknown, active: number): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return false
  return Number(value) === active
}

function nameOf({ name, verifyingContract }: Record<string, unknown>): string {
  return typeof name === 'string' ? name : typeof verifyingContract === 'string' ? verifyingContract : 'an unnamed domain'
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw invalidParams(error instanceof Error ? error.message : 'The typed data cannot be read.')
  }
}
