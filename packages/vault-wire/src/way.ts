/**
 * A way in: a pair of halves that two parties hold, under which the wallet's root is sealed. Ways are independent of each other:
 * halves of different ways open nothing, and a way ends when one of its halves is destroyed. WebCrypto, the same in page and tests.
 */
import { base64urlnopad } from '@scure/base'

/** What a way belongs to: nothing opens in another's place. */
export interface WayContext {
  readonly user: string
  readonly wallet: string
  readonly way: string
  readonly version: number
}

/** A half is another way's, or the sealed root was changed. */
export class WayError extends Error {
  override readonly name = 'WayError'
  constructor() {
    super('These halves do not open the wallet.')
  }
}

/** Length of a half, in bytes. */
export const halfBytes = 32
const nonceBytes = 12

/** 32 random bytes. Fill them with zeros when done. */
export function newHalf(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(halfBytes))
}

/**
 * AES-256-GCM by HKDF-SHA-256 of both halves, as base64url of nonce, text and tag.
 * @param halves 32 bytes each, in their order
 */
export async function sealRoot(root: Uint8Array, halves: readonly [Uint8Array, Uint8Array], context: WayContext): Promise<string> {
  const { key, info } = await keyOf(halves, context)
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const parameters = { name: 'AES-GCM', iv: nonce, additionalData: info }
  const text = new Uint8Array(await crypto.subtle.encrypt(parameters, key, Uint8Array.from(root)))
  const sealed = new Uint8Array(nonceBytes + text.length)
  sealed.set(nonce)
  sealed.set(text, nonceBytes)
  return base64urlnopad.encode(sealed)
}

/** The root. Fill it with zeros when done. @throws WayError */
export async function openRoot(sealed: string, halves: readonly [Uint8Array, Uint8Array], context: WayContext): Promise<Uint8Array> {
  try {
    const bytes = Uint8Array.from(base64urlnopad.decode(sealed))
    const { key, info } = await keyOf(halves, context)
    const parameters = { name: 'AES-GCM', iv: bytes.subarray(0, nonceBytes), additionalData: info }
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, bytes.subarray(nonceBytes)))
  } catch {
    throw new WayError()
  }
}

async function keyOf([first, second]: readonly [Uint8Array, Uint8Array], { user, wallet, way, version }: WayContext) {
  if (first.length !== halfBytes || second.length !== halfBytes) throw new WayError()
  const both = new Uint8Array(2 * halfBytes)
  both.set(first)
  both.set(second, halfBytes)
  const info = new TextEncoder().encode(['portico way', user, wallet, way, version].join('\n'))
  const material = await crypto.subtle.importKey('raw', both, 'HKDF', false, ['deriveKey'])
  both.fill(0)
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  const key = await crypto.subtle.deriveKey(hkdf, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  return { key, info }
}
