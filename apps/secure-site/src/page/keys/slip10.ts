/** SLIP-10 for ed25519: only hardened children. https://github.com/satoshilabs/slips/blob/master/slip-0010.md */
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The 32-byte ed25519 private key at a path of hardened indices; `[44, 501, 0, 0]` is m/44'/501'/0'/0'.
 * @throws RangeError for an index outside 0 … 2³¹−1
 */
export function deriveEd25519(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed)
  for (const index of path) {
    if (!Number.isInteger(index) || index < 0 || index > 0x7fffffff) throw new RangeError('Not an index of SLIP-10.')
    const data = new Uint8Array(4)
    new DataView(data.buffer).setUint32(0, index + 0x80000000)
    const child = hmac(sha512, node.subarray(32), concatBytes(Uint8Array.of(0), node.subarray(0, 32), data))
    node.fill(0)
    node = child
  }
  const key = node.slice(0, 32)
  node.fill(0)
  return key
}
