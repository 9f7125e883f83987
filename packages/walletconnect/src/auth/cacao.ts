import { chainForm, chainLimit } from '../peer/namespaces.js'
import { isRecord, readText, readTexts } from '../peer/parse.js'

/** What a site asks to be signed in with, for one or more chains (CAIP-122, and EIP-4361 for eip155). */
export interface AuthPayload {
  readonly type: 'caip122'
  /** CAIP-2, the preferred one first. */
  readonly chains: readonly string[]
  readonly domain: string
  /** The page that asks. */
  readonly aud: string
  readonly version: '1'
  readonly nonce: string
  /** ISO 8601. */
  readonly iat: string
  readonly nbf?: string
  readonly exp?: string
  readonly statement?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** What was signed: the payload for one account. Source: CAIP-74. */
export interface CacaoPayload {
  /** `did:pkh:` and a CAIP-10 account. */
  readonly iss: string
  readonly domain: string
  readonly aud: string
  readonly version: string
  readonly nonce: string
  readonly iat: string
  readonly nbf?: string
  readonly exp?: string
  readonly statement?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** A signed-in account as an object that can be carried and checked elsewhere (CAIP-74). Nothing is verified here. */
export interface Cacao {
  readonly h: { readonly t: string }
  readonly p: CacaoPayload
  /** `t` is how it was signed: `eip191`, `eip1271`. */
  readonly s: { readonly t: string; readonly s: string; readonly m?: string }
}

const optional = ['nbf', 'exp', 'statement', 'requestId'] as const

function readFields(value: Readonly<Record<string, unknown>>) {
  const [domain, aud, nonce, iat] = [
    readText(value['domain'], 300),
    readText(value['aud'] ?? value['uri'], 2_000),
    readText(value['nonce'], 200),
    readText(value['iat'], 40),
  ]
  const resources =
    value['resources'] === undefined || value['resources'] === null
      ? undefined
      : readTexts(value['resources'], { limit: 50, pattern: /^[^\n]{1,20000}$/ })
  if (!domain || !aud || !nonce || !iat) return undefined
  const texts: Partial<Record<(typeof optional)[number], string>> = {}
  for (const field of optional) {
    const text = readText(value[field], 2_000)
    if (text) texts[field] = text
  }
  return { domain, aud, nonce, iat, ...texts, ...(resources && { resources }) }
}

/** What a site asks with; undefined for what is not as CAIP-122 says. */
export function readAuthPayload(value: unknown): AuthPayload | undefined {
  if (!isRecord(value)) return undefined
  const fields = readFields(value)
  const chains = readTexts(value['chains'], { pattern: chainForm, limit: chainLimit })
  return fields && chains && chains.length > 0 ? { type: 'caip122', version: '1', chains, ...fields } : undefined
}

/** A CACAO; undefined for what is not as CAIP-74 says. */
export function readCacao(value: unknown): Cacao | undefined {
  if (!isRecord(value) || !isRecord(value['h']) || !isRecord(value['p']) || !isRecord(value['s'])) return undefined
  const { h, p, s } = value
  const fields = readFields(p)
  const [header, iss, type, signature, meta] = [
    readText(h['t'], 40),
    readText(p['iss'], 300),
    readText(s['t'], 40),
    readText(s['s'], 20_000),
    readText(s['m'], 20_000),
  ]
  if (!fields || !header || !iss || !/^did:pkh:[-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}:[-.%a-zA-Z\d]{1,128}$/.test(iss) || !type || !signature)
    return undefined
  return {
    h: { t: header },
    p: { iss, version: readText(p['version'], 10) ?? '1', ...fields },
    s: { t: type, s: signature, ...(meta && { m: meta }) },
  }
}

/** The CAIP-10 account that a CACAO is of. */
export const accountOfIssuer = (iss: string): string => iss.slice('did:pkh:'.length)
