import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPack, takesGzip } from './pack.js'

test('knows from the header who takes gzip', () => {
  for (const header of ['gzip', 'br, GZIP;q=0.1', 'deflate, *', '*;q=0.5']) expect(takesGzip(header), header).toBe(true)
  for (const header of [undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.000, br', '*;q=0', 'gzip;q=0, *', 'xgzip']) {
    expect(takesGzip(header), header).toBe(false)
  }
})

test('packs a version once, and forgets the one that was not asked for the longest', async () => {
  const pack = createPack(2)
  const [a, b] = await Promise.all([pack('a', () => 'one'), pack('b', () => 'two')])
  expect(gunzipSync(a).toString()).toBe('one')
  expect(await pack('a', () => 'one')).toBe(a)
  await pack('c', () => 'three')
  expect(await pack('a', () => 'one')).toBe(a)
  expect(await pack('b', () => 'two')).not.toBe(b)
})
