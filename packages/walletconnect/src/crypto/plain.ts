import { fromBase64, toBase64Url } from '@portico/core/kit'

/** Longest envelope that is read, in characters. No link is longer. */
const limit = 100_000
/** The type of an envelope that hides nothing and proves nothing. */
const plain = 2

/**
 * A message in an envelope of type 2: `02 | message`, in base64url. Link mode asks with it before there is a key.
 * Source: the open protocol's typed envelopes.
 */
export function writePlain(message: string): string {
  return toBase64Url(Uint8Array.of(plain, ...new TextEncoder().encode(message)))
}

/** The message of an envelope of type 2; undefined for anything else. Whoever hands it over may have written it. Never throws. */
export function readPlain(envelope: unknown): string | undefined {
  const bytes = typeof envelope === 'string' && envelope.length <= limit ? fromBase64(envelope) : undefined
  if (bytes?.[0] !== plain) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(1))
  } catch {
    return undefined
  }
}
