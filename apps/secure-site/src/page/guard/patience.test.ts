import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterDrawing } from './patience.js'

let waiting: FrameRequestCallback | undefined
/** Draws a frame at each of these times, in milliseconds. */
const drawAt = (...times: readonly number[]) => {
  for (const time of times) {
    const frame = waiting
    waiting = undefined
    frame?.(time)
  }
}
const everyTenth = (from: number, to: number) => Array.from({ length: (to - from) / 100 + 1 }, (_, index) => from + index * 100)

beforeEach(() => {
  waiting = undefined
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => ((waiting = frame), 1))
  vi.stubGlobal('cancelAnimationFrame', () => (waiting = undefined))
})
afterEach(() => void vi.unstubAllGlobals())

test('what is not seen for three seconds of drawing is over, once', () => {
  const onOver = vi.fn()
  afterDrawing(3000, onOver)
  drawAt(...everyTenth(500, 3400))
  expect(onOver).not.toHaveBeenCalled()
  drawAt(3500)
  expect(onOver).toHaveBeenCalledOnce()
  expect(waiting).toBeUndefined()
})

test('a machine that stands still for a while takes nothing of the time', () => {
  const onOver = vi.fn()
  afterDrawing(3000, onOver)
  drawAt(0, 9000, 30_000, ...everyTenth(30_100, 32_700))
  expect(onOver).not.toHaveBeenCalled()
  drawAt(32_800)
  expect(onOver).toHaveBeenCalledOnce()
})

test('nothing is counted any more once it is stopped', () => {
  const onOver = vi.fn()
  const stop = afterDrawing(3000, onOver)
  drawAt(...everyTenth(0, 2900))
  stop()
  drawAt(3000, 3100)
  expect(onOver).not.toHaveBeenCalled()
})
