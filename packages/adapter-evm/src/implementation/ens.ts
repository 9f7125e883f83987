import { HttpStatusError, send } from '@portico/core/kit'
import { decode, encode } from 'ox/AbiParameters'
import type { Address, Client, Hex } from 'viem'
import { namehash } from 'viem/ens'
import { bytesToHex } from 'viem/utils'

// viem's own ENS actions would do the same. They share their ABI code with what a page that has wagmi loads first, and a bundler
// then cuts that page's first file in pieces: 2.8 kB more for everybody, so that a name can be looked up for some.

const strings = [{ type: 'string[]' }] as const
const bytes = { type: 'bytes' } as const
const text = { type: 'string' } as const
const address = { type: 'address' } as const
const uint = { type: 'uint256' } as const

/** Function and error selectors: the universal resolver's (ENSIP-23), a resolver's (ENSIP-1, 5, 9), the batch gateway's (ENSIP-21). */
export const selectors = {
  resolveWithGateways: '0xa1472844',
  reverseWithGateways: '0xb7d6ca64',
  addr: '0x3b3b57de',
  addrOfCoin: '0xf1cb7e06',
  text: '0x59d1d43c',
  OffchainLookup: '0x556f1830',
  HttpError: '0x01800152',
  Error: '0x08c379a0',
} as const

/** What a resolver's refusal begins with where there simply is no such record. */
export const noRecord = {
  HttpError: selectors.HttpError,
  ResolverError: '0x95c0c752',
  ResolverNotContract: '0x1e9535f2',
  ResolverNotFound: '0x77209fe8',
  ReverseAddressMismatch: '0xef9c03ce',
  UnsupportedResolverProfile: '0x7b1c461b',
} as const

/** In place of a gateway's URL: this page asks the gateways itself, and no third one learns who is looked up (ENSIP-21). */
const here = 'x-batch-gateway:true'
/** Off-chain answers that may lead to another off-chain question (EIP-3668 leaves the bound to the client). */
const mostLookups = 4

/**
 * The primary name of an address for a coin type (ENSIP-3, ENSIP-19), checked forward by the universal resolver, or undefined.
 * @param coinType default: Ethereum's
 * @throws what the node answers, where that is no refusal of the resolver
 */
export async function readEnsName(client: Client, of: Address, coinType = 60n): Promise<string | undefined> {
  const data = join(selectors.reverseWithGateways, encode([bytes, uint, ...strings], [of, coinType, [here]]))
  const answer = await ask(client, data)
  return answer && (decode([text, address, address], answer)[0] || undefined)
}

/**
 * A record of a name in normal form, as its resolver answers (not decoded), or undefined.
 * @throws what the node answers, where that is no refusal of the resolver
 */
async function readEnsRecord(client: Client, name: string, call: Hex): Promise<Hex | undefined> {
  const packet = dnsName(name)
  const answer =
    packet && (await ask(client, join(selectors.resolveWithGateways, encode([bytes, bytes, ...strings], [packet, call, [here]]))))
  const [record] = answer ? decode([bytes, address], answer) : []
  return record === '0x' ? undefined : record
}

/** Address of a name for a coin type: bytes of any length for others than Ethereum's, or undefined. @throws as {@link readEnsName} */
export async function readEnsAddress(client: Client, name: string, coinType: bigint): Promise<Hex | undefined> {
  const node = namehash(name)
  if (coinType === 60n) {
    const record = await readEnsRecord(client, name, join(selectors.addr, node))
    const [found] = record ? decode([address], record) : []
    return found && BigInt(found) > 0n ? found : undefined
  }
  const record = await readEnsRecord(client, name, join(selectors.addrOfCoin, encode([{ type: 'bytes32' }, uint], [node, coinType])))
  const [found] = record ? decode([bytes], record) : []
  return found === '0x' ? undefined : found
}

/** A text of a name (ENSIP-5), or undefined. @throws as {@link readEnsName} */
export async function readEnsText(client: Client, name: string, key: string): Promise<string | undefined> {
  const record = await readEnsRecord(client, name, join(selectors.text, encode([{ type: 'bytes32' }, text], [namehash(name), key])))
  return record && (decode([text], record)[0] || undefined)
}

/** Asks the universal resolver, and the gateways that it names. Undefined where there is no such record. */
async function ask(client: Client, question: Hex): Promise<Hex | undefined> {
  const to = client.chain?.contracts?.['ensUniversalResolver']
  if (!to || !('address' in to)) return undefined
  let data = question
  for (let lookups = 0; ; lookups += 1) {
    try {
      return await client.request({ method: 'eth_call', params: [{ to: to.address, data }, 'latest'] })
    } catch (error) {
      const refusal = revertData(error)
      const selector = refusal?.slice(0, 10)
      if (Object.values(noRecord).some((known) => known === selector)) return undefined
      if (!refusal || selector !== selectors.OffchainLookup || lookups === mostLookups) throw error
      data = await lookUp(to.address, refusal, error)
    }
  }
}

/** Asks gateways for what a contract does not have on chain (EIP-3668). @returns the call that goes on with their answer */
async function lookUp(contract: Address, refusal: Hex, cause: unknown): Promise<Hex> {
  const [sender, urls, callData, callback, extra] = decode([address, ...strings, bytes, { type: 'bytes4' }, bytes], rest(refusal))
  // Another contract's question, passed on: its answer would go to the wrong one.
  if (sender.toLowerCase() !== contract.toLowerCase()) throw cause
  const answer = await askGateway({ sender, urls, data: callData })
  return join(callback, encode([bytes, bytes], [answer, extra]))
}

interface Query {
  readonly sender: Address
  readonly urls: readonly string[]
  readonly data: Hex
}

const queries = {
  type: 'tuple[]',
  components: [
    { ...address, name: 'sender' },
    { ...strings[0], name: 'urls' },
    { ...bytes, name: 'data' },
  ],
} as const

function askGateway(query: Query): Promise<Hex> {
  return query.urls.includes(here) ? askEach(query.data) : askInTurn(query)
}

/**
 * Asks the gateways that stand in for each other until one answers; one that says no (4xx) speaks for all. Whoever owns a name has chosen
 * them, the site's own server perhaps: they are sent no cookies, and have 10 s each (R9).
 */
async function askInTurn({ sender, urls, data }: Query): Promise<Hex> {
  const path = 'the gateway of a name'
  let failure: unknown = new TypeError('The name has no gateway.')
  for (const url of urls) {
    if (!/^https?:\/\//i.test(url)) continue
    const place = url.replace('{sender}', sender.toLowerCase()).replace('{data}', data)
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data, sender }) }
    const init: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer', ...(!url.includes('{data}') && post) }
    try {
      const { ok, status, text } = await send({ fetch, url: place, path, init, retries: 0 })
      const answer = ok ? dataOf(text) : undefined
      if (answer) return answer
      failure = ok ? new TypeError('The gateway of a name answered in another form.') : new HttpStatusError({ status, path })
      if (status >= 400 && status < 500) break
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** What a gateway answered: in JSON, or as it is. */
function dataOf(text: string): Hex | undefined {
  let said: unknown = text
  try {
    said = (JSON.parse(text) as { data?: unknown } | null)?.data
  } catch {
    // As it is.
  }
  return typeof said === 'string' && /^0x([\da-f]{2})*$/i.test(said) ? (said as Hex) : undefined
}

/** A batch of questions, answered by each one's own gateway: the answers, and for each whether it is an error (ENSIP-21). */
async function askEach(data: Hex): Promise<Hex> {
  const [batch] = decode([queries], rest(data))
  const answers = await Promise.all(
    batch.map((query) =>
      askGateway(query).then(
        (answer) => ({ failed: false, answer }),
        (error: unknown) => ({ failed: true, answer: errorData(error) }),
      ),
    ),
  )
  return encode([{ type: 'bool[]' }, { type: 'bytes[]' }], [answers.map(({ failed }) => failed), answers.map(({ answer }) => answer)])
}

/** An error of a gateway as a contract reads it. */
function errorData(error: unknown): Hex {
  const { status } = Object(error) as { status?: unknown }
  return typeof status === 'number'
    ? join(selectors.HttpError, encode([{ type: 'uint16' }, text], [status, 'HTTP request failed.']))
    : join(selectors.Error, encode([text], [error instanceof Error ? error.message : '']))
}

/** What a contract reverted with, wherever in the chain of causes a node's answer has it. */
function revertData(error: unknown): Hex | undefined {
  for (let at: unknown = error, depth = 0; typeof at === 'object' && at !== null && depth < 10; depth += 1) {
    const { data, cause } = at as { data?: unknown; cause?: unknown }
    const found = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data
    if (typeof found === 'string' && /^0x[\da-f]{8}/i.test(found)) return found.toLowerCase() as Hex
    at = cause
  }
  return undefined
}

/** The name in DNS wire format (RFC 1035), or undefined where a label is longer than that can hold. */
function dnsName(name: string): Hex | undefined {
  const labels = name.split('.').map((label) => new TextEncoder().encode(label))
  if (labels.some(({ length }) => length === 0 || length > 255)) return undefined
  return bytesToHex(Uint8Array.from([...labels.flatMap((label) => [label.length, ...label]), 0]))
}

const join = (selector: Hex, data: Hex): Hex => `${selector}${data.slice(2)}`
/** What stands behind a selector. */
const rest = (data: Hex): Hex => `0x${data.slice(10)}`
