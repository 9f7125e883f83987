import { isNetworkId, type Namespace, type NetworkId } from '../../../kit/caip/ids.js'
import type { PaymentNote } from './store.js'

/** Whom a payment code is for. */
export interface PaymentCode {
  readonly text: string
  /** The one network on which it is good, where it names one. */
  readonly networkId?: NetworkId
  /** By what whoever is paid will know the payment (Solana Pay). */
  readonly note?: PaymentNote
}

const schemes: Readonly<Partial<Record<Namespace, string>>> = { eip155: 'ethereum', bip122: 'bitcoin', solana: 'solana' }

/** A transaction of Solana is a single packet: this much fits beside a transfer, in bytes of UTF-8. */
const longestMemo = 256
const mostReferences = 8

/** The parameters of a code, by their names in small letters: QR codes are often all in capitals (BIP-321). */
export const askedBy = (code: string): URLSearchParams =>
  new URLSearchParams([...new URLSearchParams(code.split('?').slice(1).join('?'))].map(([name, value]) => [name.toLowerCase(), value]))

/**
 * What was typed without blanks around it; an address also without invisible marks, as chats put in, and where its form tells it from
 * words, without the breaks of a line.
 */
export function trimmed(typed: string): string {
  const seen = typed.replace(/\p{Cf}/gu, '').trim()
  const whole = seen.replace(/\s+/g, '')
  if (/^(?:0x[\da-f]{40}|(?:bc|tb|bcrt)1[\da-z]{11,87})$/i.test(whole)) return whole
  return /^[\da-z]{26,90}$/i.test(seen) ? seen : typed.trim()
}

/**
 * Takes the recipient out of what was typed, pasted or scanned: a plain address or name, or a payment code of the chain family
 * (EIP-681, BIP-21, Solana Pay). A code that calls a contract is none: its address is the contract's. Amounts in it are not taken, the
 * `memo` and each `reference` of Solana Pay are: without them whoever is paid does not know for what.
 * @returns undefined for a code that is not of this chain family, calls something, or requires what is not known here
 */
export function readPaymentCode(typed: string, namespace: Namespace): PaymentCode | undefined {
  const text = trimmed(typed.slice(0, 2_000))
  const scheme = /^(ethereum|bitcoin|solana):/i.exec(text)?.[1]
  if (scheme === undefined) return { text }
  if (scheme.toLowerCase() !== schemes[namespace]) return undefined
  const match = /^\w+:(?:pay-)?([^@/?:]+)(?:@(\d{1,20}))?(?:\?.*)?$/s.exec(text)
  if (!match?.[1]) return undefined
  // BIP-21: what a code requires and nobody here knows makes it one that cannot be paid.
  if ([...askedBy(text).keys()].some((name) => name.startsWith('req-'))) return undefined
  const networkId = match[2] && `eip155:${match[2]}`
  const note = namespace === 'solana' ? noteOf(askedBy(text)) : {}
  return note && { text: match[1], ...(isNetworkId(networkId) && { networkId }), ...(Object.keys(note).length > 0 && { note }) }
}

/** @returns undefined for what cannot be put into a transfer */
function noteOf(asked: URLSearchParams): PaymentNote | undefined {
  const [references, memo] = [asked.getAll('reference'), asked.get('memo')]
  const isGood = references.length <= mostReferences && references.every((each) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(each))
  if (!isGood || new TextEncoder().encode(memo ?? '').length > longestMemo) return undefined
  return { ...(memo && { memo }), ...(references.length > 0 && { references }) }
}
