import { encodeNameAnswer, nameAnswerToSign, offchainNameResolverAbi } from '@portico/contracts/names'
import {
  type Hex,
  decodeAbiParameters,
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionResult,
  hexToBytes,
  isAddress,
  isHex,
  namehash,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { defaultEvm, ethereum } from './coinType.js'
import { NameRefusedError } from './errors.js'
import type { NameRecord } from './store.js'
import { textAt } from './texts.js'

/** Seconds that an answer counts. */
export const answerSeconds = 300
/** Calls of one `multicall`, and requests of one batch. */
const most = 32
/** Characters of a call: of that many calls of one name. */
const longest = 32_768

const recordsAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
  'function multicall(bytes[] calls) view returns (bytes[])',
])
const [addrAbi, addrOfAbi, textAbi, contenthashAbi, multicallAbi] = [
  [recordsAbi[0]],
  [recordsAbi[1]],
  [recordsAbi[2]],
  [recordsAbi[3]],
  [recordsAbi[4]],
] as const

/** ENSIP-21. */
const batchAbi = parseAbi([
  'struct Request { address sender; string[] urls; bytes data; }',
  'function query(Request[] requests) view returns (bool[] failures, bytes[] responses)',
  'error HttpError(uint16 status, string message)',
])

/** The requests of a batch, but for their URLs, which are not asked for: where those stand is a number. */
const requestsType = parseAbiParameters(['Request[] requests', 'struct Request { address sender; uint256 urls; bytes data; }'])
const multicallSelector = toFunctionSelector('multicall(bytes[])')
const batchSelector = toFunctionSelector('query((address,string[],bytes)[])')

const selectorOf = (data: Hex): string => data.slice(0, 10).toLowerCase()
/** How many there are in a list that is the only argument; NaN where it is none. */
const countOf = (data: Hex): number => (Number(`0x${data.slice(10, 74)}`) === 32 ? Number(`0x${data.slice(74, 138)}`) : NaN)

/** The gateway of names (EIP-3668): answers what resolvers send clients to ask. */
export interface Ccip {
  /** @throws NameRefusedError `invalid` for what is no such call, `unknown` for names of others */
  readonly answer: (sender: string, data: string) => Promise<Hex>
  /** Several at once (ENSIP-21). It answers for itself alone, and asks nobody else. @throws NameRefusedError `invalid` */
  readonly batch: (data: string) => Promise<Hex>
}

export interface CcipParameters {
  readonly zones: readonly string[]
  readonly signer: PrivateKeyAccount
  /** A name that stands. */
  readonly find: (name: string) => Promise<NameRecord | undefined>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export function createCcip({ zones, signer, find, clock }: CcipParameters): Ccip {
  const answer: Ccip['answer'] = async (sender, request) => {
    if (!isAddress(sender, { strict: false }) || !isHex(request) || request.length > longest) throw invalid()
    const [dns, call] = readResolve(request)
    const name = readDnsName(dns)
    if (!zones.some((zone) => name === zone || name.endsWith(`.${zone}`))) throw new NameRefusedError('unknown')
    const result = resultOf(namehash(name), await find(name), call)
    if (result === undefined) throw invalid('The resolver has no such record')
    const expires = Math.floor(clock() / 1000) + answerSeconds
    const signature = await signer.sign({ hash: nameAnswerToSign({ resolver: sender, request, result, expires }) })
    return encodeNameAnswer({ result, expires }, signature)
  }

  const batch: Ccip['batch'] = async (data) => {
    const requests = isHex(data) ? readBatch(data) : undefined
    if (!requests) throw invalid()
    const answers = await Promise.all(
      requests.map(async ({ sender, data: request }) => {
        try {
          return { failed: false, response: await answer(sender, request) }
        } catch (error) {
          if (!(error instanceof NameRefusedError)) throw error
          const args = [error.status, error.message] as const
          return { failed: true, response: encodeErrorResult({ abi: batchAbi, errorName: 'HttpError', args }) }
        }
      }),
    )
    const result = [answers.map(({ failed }) => failed), answers.map(({ response }) => response)] as const
    return encodeFunctionResult({ abi: batchAbi, functionName: 'query', result })
  }
  return { answer, batch }
}

/**
 * What a resolver says to a call about a name. Undefined for a call that it does not have.
 * @param within a `multicall`, which has none inside: all its calls may be the same few bytes, each of them again, and so on
 */
function resultOf(node: Hex, record: NameRecord | undefined, call: Hex, within = false): Hex | undefined {
  let decoded
  try {
    // Before it is decoded: they may all be the same bytes, and unfold to so many times their length.
    if (selectorOf(call) === multicallSelector && !(countOf(call) <= most)) return undefined
    decoded = decodeFunctionData({ abi: recordsAbi, data: call })
  } catch {
    return undefined
  }
  if (decoded.functionName === 'multicall') {
    const [calls] = decoded.args
    if (within) return undefined
    return encodeFunctionResult({ abi: multicallAbi, result: calls.map((each) => resultOf(node, record, each, true) ?? '0x') })
  }
  if (decoded.args[0] !== node) return undefined
  switch (decoded.functionName) {
    case 'addr': {
      const [, coinType] = decoded.args
      if (coinType === undefined) return encodeFunctionResult({ abi: addrAbi, result: addressOf(record, BigInt(ethereum)) ?? zeroAddress })
      return encodeFunctionResult({ abi: addrOfAbi, result: addressOf(record, coinType) ?? '0x' })
    }
    case 'text':
      return encodeFunctionResult({ abi: textAbi, result: record ? textAt(record.texts, decoded.args[1]) : '' })
    case 'contenthash':
      return encodeFunctionResult({ abi: contenthashAbi, result: '0x' })
    default:
      return undefined
  }
}

/** The address of a coin type, or of an EVM chain the one that counts for all of them (ENSIP-19). */
function addressOf(record: NameRecord | undefined, coinType: bigint): Hex | undefined {
  if (!record || coinType > 0xffffffffn) return undefined
  const number = Number(coinType)
  const isEvm = number === ethereum || number >= defaultEvm
  const found = record.addresses.get(number) ?? (isEvm ? record.addresses.get(defaultEvm) : undefined)
  return found && isHex(found.address) ? found.address : undefined
}

function readResolve(request: Hex): readonly [Hex, Hex] {
  try {
    const { functionName, args } = decodeFunctionData({ abi: offchainNameResolverAbi, data: request })
    if (functionName === 'resolve') return args
  } catch {
    // Said below.
  }
  throw invalid()
}

function readBatch(data: Hex) {
  try {
    return selectorOf(data) === batchSelector && countOf(data) <= most
      ? decodeAbiParameters(requestsType, `0x${data.slice(10)}`)[0]
      : undefined
  } catch {
    return undefined
  }
}

/** `\x04mira\x03eth\x00` to `mira.eth`. @throws NameRefusedError `invalid` */
function readDnsName(dns: Hex): string {
  const bytes = hexToBytes(dns)
  const labels: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] ?? 0
    if (length === 0 && at === bytes.length - 1) return labels.join('.')
    const label = bytes.subarray(at + 1, at + 1 + length)
    if (length === 0 || label.length < length) break
    labels.push(Buffer.from(label).toString('utf8'))
    at += 1 + length
  }
  throw invalid()
}

const invalid = (description = 'This is no call of a resolver of names (EIP-3668)') => new NameRefusedError('invalid', { description })
