import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { isKey, topicOf } from '../crypto/agreement.js'
import { PairingUriError } from '../errors.js'
import { readTexts, seconds } from './parse.js'

/** What a pairing URI says (ERC-1328). */
export interface PairingUri {
  readonly topic: string
  /** Key of the topic, as hex. */
  readonly key: string
  /** Seconds since 1970. */
  readonly expiry?: number
  /** Methods that the site will ask with. */
  readonly methods: readonly string[]
  /** The relay that the site uses, where it is not the hosted one. */
  readonly relayUrl?: string
}

/**
 * Writes a pairing URI. It holds a key: whoever has it can answer in the wallet's place until it expires.
 * @example
 * const expiry = Math.floor(Date.now() / 1000) + uriLifetime
 * const uri = formatUri({ topic, key, expiry, methods: ['wc_sessionPropose'] }) // 'wc:7f6e…@2?relay-protocol=irn&symKey=…'
 */
export function formatUri({ topic, key, expiry, methods, relayUrl }: PairingUri): string {
  const data = relayUrl && bytesToHex(new TextEncoder().encode(relayUrl))
  const query = [
    'relay-protocol=irn',
    ...(data ? [`relay-data=${data}`] : []),
    `symKey=${key}`,
    ...(expiry ? [`expiryTimestamp=${expiry}`] : []),
    ...(methods.length > 0 ? [`methods=${methods.join(',')}`] : []),
  ]
  return `wc:${topic}@2?${query.join('&')}`
}

/**
 * Reads a pairing URI, in each of the forms that phones hand over.
 * @example const { topic, relayUrl } = parseUri(uri)
 * @throws PairingUriError
 */
export function parseUri(uri: unknown): PairingUri {
  const refuse = (problem: string) => new PairingUriError({ problem })
  if (typeof uri !== 'string' || uri.length > 2_000) throw refuse('expected a text')
  const [, topic, version, query = ''] = /^wc:(?:\/\/)?([\da-f]{64})@(\d+)\/?\?(.*)$/i.exec(uri.trim()) ?? []
  if (!topic || !version) throw refuse('expected wc:<topic>@2?…')
  if (version !== '2') throw refuse(`version ${version} is not understood`)
  const fields = new URLSearchParams(query)
  const key = fields.get('symKey')
  if (!isKey(key)) throw refuse('symKey is missing')
  if (topicOf(key) !== topic.toLowerCase()) throw refuse('symKey is not that of the topic')
  if ((fields.get('relay-protocol') ?? 'irn') !== 'irn') throw refuse('the relay protocol is not understood')
  const said = fields.get('expiryTimestamp')
  const expiry = said && /^\d{1,12}$/.test(said) ? Number(said) : undefined
  if (expiry !== undefined && expiry <= seconds()) throw refuse('it has expired')
  const methods = readTexts((fields.get('methods') ?? '').split(/[\s,[\]]+/).filter(Boolean), { limit: 20 }) ?? []
  const relayUrl = readRelayUrl(fields.get('relay-data'))
  return { topic: topic.toLowerCase(), key: key.toLowerCase(), methods, ...(expiry && { expiry }), ...(relayUrl && { relayUrl }) }
}

/** The protocol leaves open what the relay's data is; here it is its URL, as hex. Anything else is nothing. */
function readRelayUrl(data: string | null): string | undefined {
  if (!data || !/^([\da-f]{2}){1,300}$/i.test(data)) return undefined
  const url = new TextDecoder().decode(hexToBytes(data))
  return /^wss?:\/\/[^\s/]+/.test(url) && URL.canParse(url) ? url : undefined
}
