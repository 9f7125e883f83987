import { expect, test } from 'vitest'
import { imageIdOf, webpSize } from './image.js'

const riff = (chunk: string, body: number[]) => {
  const bytes = new Uint8Array(20 + body.length)
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at)
  text(0, 'RIFF')
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true)
  text(8, 'WEBP')
  text(12, chunk)
  bytes.set(body, 20)
  return bytes
}
const lossy = riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0, 0x40, 0, 0, 0])
const lossless = riff('VP8L', [0x2f, 0x7f, 0xc0, 0x0f, 0, 0, 0, 0, 0, 0])
const extended = riff('VP8X', [0x10, 0, 0, 0, 0x7f, 0, 0, 0x3f, 0, 0])

test('reads the size of the three kinds of WebP', () => {
  expect(webpSize(lossy)).toEqual({ width: 128, height: 64 })
  expect(webpSize(lossless)).toEqual({ width: 128, height: 64 })
  expect(webpSize(extended)).toEqual({ width: 128, height: 64 })
})

test('takes nothing for a WebP that is not one, or is cut off', () => {
  const other = riff(
    'ABCD',
    Array.from({ length: 12 }, () => 0),
  )
  for (const bytes of [new Uint8Array(), new Uint8Array(40), lossy.subarray(0, 31), other, riff('VP8 ', Array(12).fill(1))]) {
    expect(webpSize(bytes)).toBeUndefined()
  }
})

test('another picture has another id', () => {
  expect(imageIdOf(lossy)).toMatch(/^[0-9a-f]{16}$/)
  expect(imageIdOf(lossy)).not.toBe(imageIdOf(lossless))
})
