import { expect, test } from 'vitest'
import { areMarksStale } from '../../scripts/build-marks.mjs'
import { directory } from './builtInWallets.js'
import { marks } from './marks.js'

test('the marks are those that the gateway serves (run scripts/build-marks.mjs)', async () => {
  expect(await areMarksStale()).toBe(false)
})

test('each wallet of the built-in list has a mark, a small WebP, and nobody else does', () => {
  const ids = directory.map(({ id }) => id)
  expect(Object.keys(marks).toSorted()).toEqual(ids.toSorted())
  for (const mark of Object.values(marks)) {
    const bytes = Buffer.from(mark, 'base64')
    expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12), bytes.length < 4096]).toEqual(['RIFF', 'WEBP', true])
  }
})
