import { expect, test, vi } from 'vitest'
import { inSlices, sliceSize } from './slices.js'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

test('reads a long list whole and in order, and lets others have their turn in between', async () => {
  const turns: number[] = []
  let read = 0
  const other = setInterval(() => turns.push(read), 0)
  const all = await inSlices(numbers(sliceSize * 3 + 1), (at) => ((read += 1), at % 2 === 0 ? at : undefined))
  clearInterval(other)
  expect(all).toEqual(numbers(sliceSize * 3 + 1).filter((at) => at % 2 === 0))
  expect(turns.length).toBeGreaterThan(0)
  for (const turn of turns) expect(turn % sliceSize).toBe(0)
})

test('a short list is read without a timer, and none at all is none', async () => {
  vi.useFakeTimers()
  expect(await inSlices(numbers(sliceSize), (at) => at)).toHaveLength(sliceSize)
  expect(await inSlices([], () => 1)).toEqual([])
  vi.useRealTimers()
})

test('ends where it is told to', async () => {
  const abort = new AbortController()
  const reading = inSlices(numbers(sliceSize * 2), (at) => (at === 5 && abort.abort(), at), abort.signal)
  await expect(reading).rejects.toMatchObject({ name: 'RequestAbortedError' })
})
