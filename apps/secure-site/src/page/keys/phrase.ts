/** The recovery phrase of a root (BIP-39: 32 bytes, 24 English words). Only for the owner's eyes it becomes a text. */
import { sha256 } from '@noble/hashes/sha2.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const wordBits = 11
const wordCount = 24
/** No English word has more letters. */
const longestWord = 8
const space = 0x20

/** Which words: eleven bits each, of the root and the first byte of its hash. Fill them with zeros when done. */
function indexesOf(root: Uint8Array): Uint16Array {
  if (root.length !== 32) throw new RangeError('A root has 32 bytes.')
  const bytes = new Uint8Array(33)
  const hash = sha256(root)
  bytes.set(root)
  bytes.set(hash.subarray(0, 1), 32)
  const indexes = new Uint16Array(wordCount)
  for (let bit = 0; bit < wordCount * wordBits; bit += 1) {
    const word = Math.floor(bit / wordBits)
    indexes[word] = ((indexes[word] ?? 0) << 1) | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  }
  bytes.fill(0)
  hash.fill(0)
  return indexes
}

/** The phrase as bytes, which, unlike a text, can be overwritten. Fill them with zeros when done. */
export function phraseOf(root: Uint8Array): Uint8Array {
  const indexes = indexesOf(root)
  const room = new Uint8Array(wordCount * (longestWord + 1))
  let length = 0
  for (const index of indexes) {
    if (length > 0) room[length++] = space
    const word = wordlist[index] ?? ''
    for (let at = 0; at < word.length; at += 1) room[length++] = word.charCodeAt(at)
  }
  const phrase = room.slice(0, length)
  indexes.fill(0)
  room.fill(0)
  return phrase
}

/** The words, for the window that shows them to their owner. */
export function wordsOf(root: Uint8Array): readonly string[] {
  return [...indexesOf(root)].map((index) => wordlist[index] ?? '')
}

/** The 64 bytes that a phrase's keys follow from (PBKDF2-HMAC-SHA-512, 2048 rounds). Fill them with zeros when done. */
export async function seedOf(phrase: Uint8Array): Promise<Uint8Array> {
  const password = Uint8Array.from(phrase)
  try {
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const salt = Uint8Array.from([0x6d, 0x6e, 0x65, 0x6d, 0x6f, 0x6e, 0x69, 0x63]) // 'mnemonic', and no password
    return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 }, key, 512))
  } finally {
    password.fill(0)
  }
}
