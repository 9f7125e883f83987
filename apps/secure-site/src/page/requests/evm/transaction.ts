import { isRecord } from '@portico/core/kit'
import type { AccessList, Address, Hex } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import type { FrameNetwork } from '../../types.js'
import { AccountMismatchError, ChainMismatchError, codes, InvalidParamsError } from '../errors.js'
import { chainNumber, readChainNumber } from '../network.js'

/** An ERC-7702 authorisation: signed by another account already, or to be signed by this one. */
export interface AuthorizationRequest {
  readonly chainId: bigint
  readonly address: Address
  readonly nonce?: bigint
  readonly signature?: { readonly r: Hex; readonly s: Hex; readonly yParity: 0 | 1 }
}

export type TransactionKind = 'legacy' | 'eip2930' | 'eip1559' | 'eip7702'

/** A transaction as the site asks for it. Amounts in wei; what is undefined is filled in from the node. */
export interface AskedTransaction {
  /** Undefined where the fees decide. */
  readonly type?: TransactionKind
  readonly from: Address
  /** Undefined creates a contract. */
  readonly to?: Address
  readonly value: bigint
  readonly data: Hex
  readonly nonce?: bigint
  readonly gas?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly accessList?: AccessList
  readonly authorizationList?: readonly AuthorizationRequest[]
}

const known = [
  'from',
  'to',
  'value',
  'data',
  'input',
  'nonce',
  'gas',
  'gasLimit',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'chainId',
  'type',
  'accessList',
  'authorizationList',
]
/** Types of EIP-2718, by their number and by the names that libraries use. */
const types: ReadonlyMap<unknown, TransactionKind> = new Map([
  ['0x0', 'legacy'],
  ['legacy', 'legacy'],
  ['0x1', 'eip2930'],
  ['eip2930', 'eip2930'],
  ['0x2', 'eip1559'],
  ['eip1559', 'eip1559'],
  ['0x4', 'eip7702'],
  ['eip7702', 'eip7702'],
])
/** What nodes take at the most (EIP-7907 aside), in bytes. */
const largestData = 131_072

const invalid = (problem: string) => new InvalidParamsError({ problem: `transaction: ${problem}` })
const isGiven = (value: unknown) => value !== undefined && value !== null

/**
 * Reads the parameters of eth_sendTransaction strictly: a field that is not known would neither be shown nor signed.
 * @throws InvalidParamsError, AccountMismatchError, ChainMismatchError (-32602) where `chainId` is another chain's (S14)
 */
export function parseTransaction(params: unknown, { own, network }: { own: Address; network: FrameNetwork }): AskedTransaction {
  const [raw] = Array.isArray(params) && params.length === 1 ? (params as readonly unknown[]) : []
  if (!isRecord(raw)) throw invalid('expected one object')
  for (const key of Object.keys(raw)) if (!known.includes(key)) throw invalid(`'${key.slice(0, 40)}' is not a part of it`)
  const from = isGiven(raw['from']) ? readAddress(raw['from'], 'from') : own
  if (from !== own) throw new AccountMismatchError()
  const chain = chainNumber(network)
  if (isGiven(raw['chainId'])) {
    const asked = readChainNumber(raw['chainId'])
    if (asked !== chain) throw new ChainMismatchError({ asked: String(asked), active: String(chain), code: codes.invalidParams })
  }
  const type = types.get(raw['type'])
  if (isGiven(raw['type']) && type === undefined) throw invalid('its type is not one that is signed here')
  const [data, input] = [readData(raw['data']), readData(raw['input'])]
  if (data !== undefined && input !== undefined && data !== input) throw invalid("'data' and 'input' differ")
  if (isGiven(raw['gas']) && isGiven(raw['gasLimit'])) throw invalid("'gas' and 'gasLimit' are both there")
  const to = isGiven(raw['to']) ? readAddress(raw['to'], 'to') : undefined
  const body = data ?? input ?? '0x'
  if (to === undefined && body === '0x') throw invalid('it goes to nobody and has no code')

  const amount = (name: string, most = 2n ** 256n - 1n) => readQuantity(raw[name], name, most)
  const [nonce, gas] = [amount('nonce', 2n ** 64n - 2n), amount('gas', 2n ** 64n - 1n) ?? amount('gasLimit', 2n ** 64n - 1n)]
  const [gasPrice, maxFeePerGas, maxPriorityFeePerGas] = [amount('gasPrice'), amount('maxFeePerGas'), amount('maxPriorityFeePerGas')]
  if (gasPrice !== undefined && (maxFeePerGas ?? maxPriorityFeePerGas) !== undefined) throw invalid('it has two kinds of fees')
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > maxFeePerGas)
    throw invalid('its tip is above its ceiling')
  const accessList = isGiven(raw['accessList']) ? readAccessList(raw['accessList']) : undefined
  const authorizationList = isGiven(raw['authorizationList']) ? readAuthorizations(raw['authorizationList'], chain) : undefined
  if (authorizationList && to === undefined) throw invalid('a delegation needs somebody to call')
  const isOld = type === 'legacy' || type === 'eip2930'
  const contradicts =
    (isOld ? (maxFeePerGas ?? maxPriorityFeePerGas ?? authorizationList) : type === undefined ? undefined : gasPrice) !== undefined ||
    (type === 'legacy' && accessList !== undefined) ||
    (type === 'eip2930' && accessList === undefined) ||
    (type === 'eip1559' && authorizationList !== undefined) ||
    (type === 'eip7702' && authorizationList === undefined)
  if (contradicts || (authorizationList && gasPrice !== undefined)) throw invalid('its type and its parts contradict each other')
  return {
    ...(type && { type }),
    from,
    ...(to !== undefined && { to }),
    value: amount('value') ?? 0n,
    data: body,
    ...(nonce !== undefined && { nonce }),
    ...(gas !== undefined && { gas }),
    ...(gasPrice !== undefined && { gasPrice }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas }),
    ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
    ...(accessList && { accessList }),
    ...(authorizationList && { authorizationList }),
  }
}

/** An address in any case; one with a checksum must have the right one (EIP-55). */
export function readAddress(value: unknown, name: string): Address {
  if (typeof value === 'string' && isAddress(value, { strict: false })) {
    const digits = value.slice(2)
    if (digits === digits.toLowerCase() || digits === digits.toUpperCase() || getAddress(value) === value) return getAddress(value)
  }
  throw invalid(`'${name}' is not an address`)
}

function readData(value: unknown): Hex | undefined {
  if (!isGiven(value)) return undefined
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw invalid('its data is not hex')
  if (value.length > 2 + 2 * largestData) throw invalid('its data is too long')
  return value.toLowerCase() as Hex // tested above
}

/** 0x hex, or a number that JSON holds exactly. */
function readQuantity(value: unknown, name: string, most: bigint): bigint | undefined {
  if (!isGiven(value)) return undefined
  const number = typeof value === 'string' && !value.startsWith('0x') ? undefined : readChainNumber(value)
  if (number === undefined || number > most) throw invalid(`'${name}' is not a quantity`)
  return number
}

const isHash = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)

function readAccessList(value: unknown): AccessList {
  if (!Array.isArray(value) || value.length > 1000) throw invalid('its access list is none')
  return value.map((entry: unknown) => {
    const keys: unknown = isRecord(entry) ? entry['storageKeys'] : undefined
    if (!isRecord(entry) || Object.keys(entry).length !== 2 || !Array.isArray(keys) || !keys.every(isHash))
      throw invalid('its access list is none')
    return { address: readAddress(entry['address'], 'accessList'), storageKeys: keys }
  })
}

function readAuthorizations(value: unknown, chain: bigint): readonly AuthorizationRequest[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > 10) throw invalid('its authorisations are none')
  return value.map((entry: unknown) => {
    if (!isRecord(entry)) throw invalid('its authorisations are none')
    for (const key of Object.keys(entry)) {
      if (!['chainId', 'address', 'nonce', 'r', 's', 'yParity'].includes(key))
        throw invalid('an authorisation has a part that is not known')
    }
    const chainId = readChainNumber(entry['chainId'])
    // Zero counts on every chain.
    if (chainId !== chain) throw new ChainMismatchError({ asked: String(chainId), active: String(chain), code: codes.invalidParams })
    const { r, s } = entry
    const yParity = readQuantity(entry['yParity'], 'yParity', 1n)
    const isSigned = isGiven(r) || isGiven(s) || yParity !== undefined
    if (isSigned && (!isHash(r) || !isHash(s) || yParity === undefined)) throw invalid('an authorisation has half a signature')
    const nonce = readQuantity(entry['nonce'], 'nonce', 2n ** 64n - 2n)
    if (isSigned && nonce === undefined) throw invalid('a signed authorisation has no nonce')
    return {
      chainId,
      address: readAddress(entry['address'], 'authorizationList'),
      ...(nonce !== undefined && { nonce }),
      ...(isHash(r) && isHash(s) && yParity !== undefined && { signature: { r, s, yParity: yParity === 1n ? 1 : 0 } }),
    }
  })
}
