/**
 * A passphrase as a factor: Argon2id (RFC 9106) makes 32 bytes of it, which nothing else gives and nothing keeps. In JavaScript
 * and not in WebAssembly, which the page's policy would have to be opened for; in slices, so that the page goes on drawing.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { WeakPassphraseError } from './errors.js'
import { zero } from './root.js'

/** Characters. */
export const leastPassphrase = 12
/** 64 MiB, three passes, one lane: the second recommendation of RFC 9106, section 4, but for its lanes. */
const cost = { m: 64 * 1024, t: 3, p: 1, dkLen: 32 }
/** Milliseconds of work before the page may draw. */
const slice = 20

/** What counts of what was typed: not how a keyboard composes characters, and not how many spaces are between words. */
export function readPassphrase(typed: string): string {
  return typed.normalize('NFKC').trim().replace(/\s+/gu, ' ')
}

/** The 32 bytes of a wallet's passphrase, about a second's work. Fill them with zeros when done. @throws WeakPassphraseError when it is short */
export async function passphraseSecret(typed: string, walletId: string): Promise<Uint8Array> {
  const passphrase = readPassphrase(typed)
  if ([...passphrase].length < leastPassphrase) throw new WeakPassphraseError('passphrase_short')
  const { argon2idAsync } = await import('@noble/hashes/argon2.js')
  const bytes = utf8ToBytes(passphrase)
  try {
    return await argon2idAsync(bytes, sha256(utf8ToBytes(`portico/passphrase/${walletId}`)), { ...cost, asyncTick: slice })
  } finally {
    zero(bytes)
  }
}
