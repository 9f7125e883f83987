import { createHmac, hkdfSync } from 'node:crypto'
import { HkdfSha256 } from '@hpke/core'

type Bytes = ArrayBufferLike | ArrayBufferView

/** HKDF-SHA256 for `seal` in a service, by Node in this thread: WebCrypto hands each of its ten steps to another one, which takes longer. */
export function nodeKdf(): HkdfSha256 {
  return Object.assign(new HkdfSha256(), {
    extract: async (salt: Bytes, text: Bytes): Promise<ArrayBuffer> =>
      Uint8Array.from(createHmac('sha256', bytesOf(salt)).update(bytesOf(text)).digest()).buffer,
    extractAndExpand: async (salt: Bytes, key: Bytes, info: Bytes, length: number): Promise<ArrayBuffer> =>
      hkdfSync('sha256', bytesOf(key), bytesOf(salt), bytesOf(info), length),
  })
}

function bytesOf(bytes: Bytes): Uint8Array {
  return ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes)
}
