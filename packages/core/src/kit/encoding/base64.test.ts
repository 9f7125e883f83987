import { base64, base64urlnopad } from '@scure/base'
import { expect, test } from 'vitest'
import { fromBase64, toBase64, toBase64Url } from './base64.js'

test('bytes of every length come back from either alphabet, as another library writes them', () => {
  for (let length = 0; length < 300; length += 1) {
    const bytes = crypto.getRandomValues(new Uint8Array(length))
    expect([toBase64(bytes), toBase64Url(bytes)]).toEqual([base64.encode(bytes), base64urlnopad.encode(bytes)])
    expect([fromBase64(toBase64(bytes)), fromBase64(toBase64Url(bytes))]).toEqual([bytes, bytes])
  }
})

test('more bytes than a call takes arguments are written', () => {
  const bytes = new Uint8Array(1_000_000).fill(255)
  expect(toBase64(bytes)).toBe(base64.encode(bytes))
})

test('what is none is undefined', () => {
  const none = [undefined, null, 7, {}, 'a', 'AAAAA', 'AA=A', '====', 'A A=', 'AA\n', 'é']
  expect(none.filter((text) => fromBase64(text) !== undefined)).toEqual([])
})
