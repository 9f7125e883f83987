import type { MessageProtocol } from '@portico/core'
import { fromBase64 } from '@portico/core/kit'
import type { AddressType } from '../implementation/address.js'

/** Legacy addresses have always signed by ECDSA; the newer forms have BIP-322 alone as a standard. */
export const usualProtocol = (form: AddressType): MessageProtocol => (form === 'p2pkh' || form === 'p2sh' ? 'ecdsa' : 'bip322')

/** A message signature as bytes, from base64 or bytes; undefined for what can be none. */
export function readSignature(value: unknown): Uint8Array | undefined {
  const bytes = value instanceof Uint8Array ? value : typeof value === 'string' && value.length < 20_000 ? fromBase64(value) : undefined
  return bytes && bytes.length >= 64 && bytes.length < 10_000 ? bytes : undefined
}

/** 65 bytes with a recovery header (BIP-137) are ECDSA: the form decides, whatever the wallet says. */
export function protocolOf(bytes: Uint8Array): MessageProtocol {
  const header = bytes[0] ?? 0
  return bytes.length === 65 && header >= 27 && header <= 42 ? 'ecdsa' : 'bip322'
}
