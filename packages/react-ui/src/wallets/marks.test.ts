import { expect, test } from 'vitest'
import { areMarksStale } from '../../scripts/build-marks.mjs'
import { directory } from './builtInWallets.js'
import { marks } from './marks.js'
import { smallMarks } from './smallMarks.js'

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

test('the small marks are of the wallets that the row of all wallets begins with, for each chain family', () => {
  for (const namespace of ['eip155', 'solana', 'bip122'] as const) {
    const first = directory.filter((wallet) => wallet.namespaces?.includes(namespace)).slice(0, 4)
    expect(first.map(({ id }) => id).filter((id) => !(id in smallMarks))).toEqual([])
  }
  for (const mark of Object.values(smallMarks)) expect(Buffer.from(mark, 'base64').length).toBeLessThan(700)
})
