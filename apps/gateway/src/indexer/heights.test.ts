import { expect, test } from 'vitest'
import { createHeights } from './heights.js'

const { signal } = new AbortController()

/** An index whose newest block is what `numbers` say, one look after the other; the last one stays. */
function indexAt(...numbers: readonly (number | undefined)[]) {
  let looks = 0
  const reached = () => Promise.resolve(numbers[Math.min(looks++, numbers.length - 1)])
  return { reached, looks: () => looks }
}

test('waits until the index has the block that an account was told of', async () => {
  const heights = createHeights()
  heights.tell('0xa', 12)
  const index = indexAt(10, 11, 12, 13)
  await heights.wait('0xa', index.reached, signal)
  expect(index.looks()).toBe(3)
})

test.each([
  ['nobody was told of anything', '0xb', indexAt(10), 0],
  ['the index is there', '0xa', indexAt(12), 1],
  ['there is no index', '0xa', indexAt(undefined), 1],
  ['the index only fills up', '0xa', indexAt(-40), 1],
])('does not wait where %s', async (_, address, index, looks) => {
  const heights = createHeights()
  heights.tell('0xa', 12)
  await heights.wait(address, index.reached, signal)
  expect(index.looks()).toBe(looks)
})

test('gives up after a second, and at once when who asked has gone', async () => {
  const heights = createHeights()
  heights.tell('0xa', 12)
  const index = indexAt(11)
  const from = performance.now()
  await heights.wait('0xa', index.reached, signal)
  expect(performance.now() - from).toBeGreaterThanOrEqual(1000)
  expect(index.looks()).toBeGreaterThan(3)
  const gone = new AbortController()
  const waiting = heights.wait('0xa', index.reached, gone.signal)
  gone.abort()
  await expect(waiting).rejects.toThrow('abort')
})
