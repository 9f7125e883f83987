import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import type { Verifier } from '../types.js'

/**
 * Verifies signatures of Solana accounts: by the key that the address in the text is, and no other that comes with it. The signature is
 * base58 or base64.
 * @example const verifiers = { solana: solanaVerifier() }
 */
export function solanaVerifier(): Verifier {
  return ({ message: { address }, text, signature }) => {
    const key = decode(base58, address)
    const bytes = decode(signature.endsWith('=') ? base64 : base58, signature)
    const isValid =
      key?.length === 32 && bytes?.length === 64 && isSound(key) && signedForms(text, key).some((form) => verify(bytes, form, key))
    return Promise.resolve(isValid ? 'valid' : 'invalid')
  }
}

const domain = [0xff, ...new TextEncoder().encode('solana offchain')]

/** What a wallet may have signed: the text, or the off-chain message that hardware wallets put around it, with the short header or the whole one. */
function signedForms(text: string, key: Uint8Array): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(text)
  const length = [bytes.length & 0xff, bytes.length >> 8]
  const version = 0
  const forms = [bytes]
  if (bytes.length > 0xffff) return forms
  // ASCII or UTF-8, or what is longer than a small device shows: wallets differ in what they call a line end.
  for (const format of bytes.length > 1212 ? [2] : [0, 1]) {
    forms.push(Uint8Array.from([...domain, version, format, ...length, ...bytes]))
    forms.push(Uint8Array.from([...domain, version, ...new Uint8Array(32), format, 1, ...key, ...length, ...bytes]))
  }
  return forms
}

/** For a key of small order there are signatures of everything, which nobody has made. */
function isSound(key: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(key).isSmallOrder()
  } catch {
    return false
  }
}

function verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    return false
  }
}

function decode(code: { readonly decode: (text: string) => Uint8Array }, text: string): Uint8Array | undefined {
  try {
    return code.decode(text)
  } catch {
    return undefined
  }
}
