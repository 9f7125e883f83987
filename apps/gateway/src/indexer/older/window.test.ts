import { expect, test } from 'vitest'
import { createWindow } from './window.js'

test('halves what was refused and doubles what was answered, and seldom asks again for what was refused', () => {
  const limit = 700
  const window = createWindow()
  let refusals = 0
  for (let asked = 0; asked < 300; asked += 1) {
    if (window.size() > limit) {
      refusals += 1
      window.refused(window.size())
    } else window.answered()
  }
  expect(window.size()).toBeLessThanOrEqual(1000)
  expect(window.size()).toBeGreaterThanOrEqual(500)
  expect(refusals).toBeLessThan(12)
})

test('is never less than a block, and grows where nothing is refused', () => {
  const window = createWindow()
  for (let at = 0; at < 20; at += 1) window.refused(window.size())
  expect(window.size()).toBe(1)
  const wide = createWindow()
  for (let at = 0; at < 30; at += 1) wide.answered()
  expect(wide.size()).toBe(1_000_000)
})
