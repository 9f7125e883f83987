import { isKey } from '../crypto/agreement.js'
import type { RelayMessage } from '../relay/types.js'
import { safeUniversalLink, type Metadata } from './metadata.js'

/** A universal link that carries an envelope: `…?wc_ev=…&topic=…`. */
export function linkUrl(universal: string, topic: string, envelope: string): string {
  const url = new URL(universal)
  url.searchParams.set('wc_ev', envelope)
  url.searchParams.set('topic', topic)
  return url.href
}

/** The message in a universal link; undefined where there is none. */
export function readLink(link: string): RelayMessage | undefined {
  try {
    const { searchParams } = new URL(link)
    const [topic, message] = [searchParams.get('topic'), searchParams.get('wc_ev')]
    return isKey(topic) && message ? { topic, message, byLink: true } : undefined
  } catch {
    return undefined
  }
}

/** Where messages to the other side may travel as links: only when both sides declare link mode and have a universal link. */
export function agreedLink(own: Metadata, other: Metadata): string | undefined {
  const allows = ({ redirect }: Metadata) => redirect?.linkMode === true && safeUniversalLink(redirect.universal) !== undefined
  return allows(own) && allows(other) ? other.redirect?.universal : undefined
}
