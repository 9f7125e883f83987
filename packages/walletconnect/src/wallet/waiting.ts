import { readAuthPayload, type AuthPayload } from '../auth/cacao.js'
import { isKey } from '../crypto/agreement.js'
import type { MessageId } from '../peer/message.js'
import { readMetadata, type Metadata } from '../peer/metadata.js'
import { fiveMinutes } from '../peer/methods.js'
import { readAsked, type AskedNamespaces } from '../peer/namespaces.js'
import { isRecord, readSeconds, seconds } from '../peer/parse.js'

/** A site asks for a session. */
export interface WalletProposal {
  readonly id: number
  /** Topic of the pairing that it came over. */
  readonly pairing: string
  /** Who the site says to be: untrusted text. */
  readonly proposer: Metadata
  readonly required: AskedNamespaces
  readonly optional: AskedNamespaces
  /** Seconds since 1970. */
  readonly expiry: number
  readonly properties?: Readonly<Record<string, unknown>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
}

/** A site asks for something within a session. */
export interface WalletRequest {
  readonly id: MessageId
  readonly topic: string
  /** CAIP-2. */
  readonly chainId: string
  readonly method: string
  readonly params: unknown
  /** Seconds since 1970. */
  readonly expiry: number
}

/** A site asks to be signed in with. */
export interface WalletAuthentication {
  readonly id: number
  readonly pairing: string
  readonly requester: Metadata
  readonly payload: AuthPayload
  readonly expiry: number
}

/** A proposal with the key of its site. */
export interface StoredProposal extends WalletProposal {
  readonly publicKey: string
}
/** The same of a request to be signed in. */
export interface StoredAuthentication extends WalletAuthentication {
  readonly publicKey: string
  /** It came in a universal link, and is answered in one. */
  readonly byLink?: true
}

/** A proposal as others may see it. */
export const publicProposal = ({ publicKey: _publicKey, ...shown }: StoredProposal): WalletProposal => shown

/** The same of a request to be signed in. */
export const publicAuthentication = ({ publicKey: _publicKey, byLink: _byLink, ...shown }: StoredAuthentication): WalletAuthentication =>
  shown

/** A proposal out of its message; undefined for what is not as the protocol says. */
export function proposalOf(pairing: string, id: MessageId, params: unknown): StoredProposal | undefined {
  if (!isRecord(params) || !isRecord(params['proposer'])) return undefined
  const { publicKey, metadata } = params['proposer']
  const [required, optional] = [readAsked(params['requiredNamespaces']), readAsked(params['optionalNamespaces'])]
  const { sessionProperties, scopedProperties } = params
  if (!isKey(publicKey) || !required || !optional || !Number.isSafeInteger(Number(id))) return undefined
  return {
    id: Number(id),
    pairing,
    proposer: readMetadata(metadata),
    required,
    optional,
    publicKey,
    expiry: readSeconds(params['expiryTimestamp']) ?? seconds() + fiveMinutes,
    ...(isRecord(sessionProperties) && { properties: sessionProperties }),
    ...(isRecord(scopedProperties) && { scopedProperties }),
  }
}

/** The same of a request to be signed in. */
export function authenticationOf(pairing: string, id: MessageId, params: unknown, byLink?: true): StoredAuthentication | undefined {
  if (!isRecord(params) || !isRecord(params['requester'])) return undefined
  const { publicKey, metadata } = params['requester']
  const payload = readAuthPayload(params['authPayload'])
  if (!isKey(publicKey) || !payload || !Number.isSafeInteger(Number(id))) return undefined
  return {
    id: Number(id),
    pairing,
    requester: readMetadata(metadata),
    payload,
    publicKey,
    expiry: readSeconds(params['expiryTimestamp']) ?? seconds() + fiveMinutes,
    ...(byLink && { byLink }),
  }
}

/** A stored proposal, when it is sound. */
export function readStoredProposal(value: unknown): StoredProposal | undefined {
  if (!isRecord(value) || !isKey(value['pairing']) || !readSeconds(value['id'])) return undefined
  const { id, pairing, publicKey, proposer, required, optional, expiry, properties, scopedProperties } = value
  return proposalOf(pairing, Number(id), {
    proposer: { publicKey, metadata: proposer },
    requiredNamespaces: required,
    optionalNamespaces: optional,
    expiryTimestamp: expiry,
    sessionProperties: properties,
    scopedProperties,
  })
}

/** The same of a request to be signed in. */
export function readStoredAuthentication(value: unknown): StoredAuthentication | undefined {
  if (!isRecord(value) || !isKey(value['pairing']) || !readSeconds(value['id'])) return undefined
  const { id, pairing, publicKey, requester, payload, expiry } = value
  return authenticationOf(
    pairing,
    Number(id),
    { requester: { publicKey, metadata: requester }, authPayload: payload, expiryTimestamp: expiry },
    value['byLink'] === true ? true : undefined,
  )
}

/** The same of a request. */
export function readRequest(value: unknown): WalletRequest | undefined {
  if (!isRecord(value)) return undefined
  const { id, topic, chainId, method, params } = value
  const expiry = readSeconds(value['expiry'])
  if (
    (typeof id !== 'number' && typeof id !== 'string') ||
    !isKey(topic) ||
    typeof chainId !== 'string' ||
    typeof method !== 'string' ||
    !expiry
  )
    return undefined
  return { id, topic, chainId, method, params, expiry }
}
