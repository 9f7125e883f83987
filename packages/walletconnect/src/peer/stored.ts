import { isKey } from '../crypto/agreement.js'
import { readMetadata, type Metadata } from './metadata.js'
import { readApproved, readAsked, type AskedNamespaces, type Namespaces } from './namespaces.js'
import { isRecord, readSeconds } from './parse.js'

/** A connection between a site and a wallet, as both see it. */
export interface Session {
  readonly topic: string
  /** Who the other side says to be: untrusted text. */
  readonly peer: Metadata
  readonly namespaces: Namespaces
  /** Seconds since 1970. */
  readonly expiry: number
  /** What the wallet told about the session as a whole, and about single chains (CAIP-25). */
  readonly properties?: Readonly<Record<string, unknown>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
  /** Link that messages of this session may travel in instead of over the relay, when both sides said so. */
  readonly link?: string
}

/** A session with what only this side may know. */
export interface StoredSession extends Session {
  readonly key: string
  readonly side: 'dapp' | 'wallet'
  /** Public keys of the two sides, as hex. */
  readonly self: string
  readonly other: string
  readonly asked: AskedNamespaces
  /** Id of the newest update: older ones are outdated. */
  readonly updateId: number
  /** The pairing that it came from. */
  readonly pairing: string
}

/** A shared topic on which a site can propose. */
export interface StoredPairing {
  readonly topic: string
  readonly key: string
  /** Seconds since 1970. */
  readonly expiry: number
  readonly side: 'dapp' | 'wallet'
  /** Who answered over it: from then on it is kept, for the next proposal. */
  readonly peer?: Metadata
}

/** A pairing over which the other side has answered: a site may propose again there, without a code. */
export interface Pairing {
  readonly topic: string
  /** Who the other side said to be: untrusted text. */
  readonly peer: Metadata
  /** Seconds since 1970. */
  readonly expiry: number
}

const topicOfRecord = (value: Readonly<Record<string, unknown>>) =>
  isKey(value['topic']) && isKey(value['key']) ? { topic: value['topic'], key: value['key'] } : undefined
const sideOf = (value: unknown) => (value === 'dapp' || value === 'wallet' ? value : undefined)

/** A stored session, when it is sound. */
export function readSession(value: unknown): StoredSession | undefined {
  if (!isRecord(value)) return undefined
  const own = topicOfRecord(value)
  const side = sideOf(value['side'])
  const namespaces = readApproved(value['namespaces'])
  const asked = readAsked(value['asked'])
  const expiry = readSeconds(value['expiry'])
  const { self, other, updateId, pairing, properties, scopedProperties, link } = value
  if (!own || !side || !namespaces || !asked || !expiry || !isKey(self) || !isKey(other)) return undefined
  return {
    ...own,
    side,
    namespaces,
    asked,
    expiry,
    self,
    other,
    peer: readMetadata(value['peer']),
    updateId: readSeconds(updateId) ?? 0,
    pairing: isKey(pairing) ? pairing : '',
    ...(isRecord(properties) && { properties }),
    ...(isRecord(scopedProperties) && { scopedProperties }),
    ...(typeof link === 'string' && { link }),
  }
}

/** A stored pairing, when it is sound. */
export function readPairing(value: unknown): StoredPairing | undefined {
  if (!isRecord(value)) return undefined
  const own = topicOfRecord(value)
  const side = sideOf(value['side'])
  const expiry = readSeconds(value['expiry'])
  const peer = isRecord(value['peer']) ? { peer: readMetadata(value['peer']) } : {}
  return own && side && expiry ? { ...own, side, expiry, ...peer } : undefined
}

/** The answered ones as others may see them: without their keys. */
export const publicPairings = (pairings: readonly StoredPairing[], wanted: StoredPairing['side']): readonly Pairing[] =>
  pairings.flatMap(({ topic, peer, expiry, side }) => (peer && side === wanted ? { topic, peer, expiry } : []))

/** A session as others may see it: without its key. */
export function publicSession({ topic, peer, namespaces, expiry, properties, scopedProperties, link }: StoredSession): Session {
  return {
    topic,
    peer,
    namespaces,
    expiry,
    ...(properties && { properties }),
    ...(scopedProperties && { scopedProperties }),
    ...(link && { link }),
  }
}
