import { testPortico } from '@portico/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, showToast, toastDurations, toastStore, toastSwitchDelay } from './toast.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const setUp = () => {
  const portico = testPortico()
  return { portico, shown: () => toastStore(portico).getState().toast?.message }
}

test('the first toast shows at once', () => {
  const { portico, shown } = setUp()
  showToast(portico, { variant: 'loading', message: 'Connecting' })
  expect(shown()).toBe('Connecting')
})

test('an open toast closes at once, and the new one follows after 150 ms', () => {
  const { portico, shown } = setUp()
  showToast(portico, { variant: 'loading', message: 'Connecting' })
  showToast(portico, { variant: 'success', message: 'Connected' })
  expect(shown()).toBeUndefined()
  vi.advanceTimersByTime(149)
  expect(shown()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(shown()).toBe('Connected')
})

test('of several that wait, the last one wins', () => {
  const { portico, shown } = setUp()
  const seen = new Set<string | undefined>()
  toastStore(portico).subscribe(({ toast }) => seen.add(toast?.message))
  for (const message of ['one', 'two', 'three']) showToast(portico, { variant: 'error', message })
  vi.advanceTimersByTime(toastSwitchDelay)
  expect(shown()).toBe('three')
  expect(seen).not.toContain('two')
})

test.each(['success', 'error'] as const)('a %s toast closes by itself when its time is up', (variant) => {
  const { portico, shown } = setUp()
  showToast(portico, { variant, message: 'Done' })
  vi.advanceTimersByTime(toastDurations[variant] - 1)
  expect(shown()).toBe('Done')
  vi.advanceTimersByTime(1)
  expect(shown()).toBeUndefined()
})

test('a loading toast stays, and so does one that is told to', () => {
  const { portico, shown } = setUp()
  showToast(portico, { variant: 'loading', message: 'Working' })
  vi.advanceTimersByTime(3_600_000)
  expect(shown()).toBe('Working')
  showToast(portico, { variant: 'error', message: 'Stay', autoClose: false })
  vi.advanceTimersByTime(3_600_000)
  expect(shown()).toBe('Stay')
})

test('the time of an old toast does not shorten a new one', () => {
  const { portico, shown } = setUp()
  showToast(portico, { variant: 'success', message: 'old' })
  vi.advanceTimersByTime(toastDurations.success - 10)
  showToast(portico, { variant: 'success', message: 'new' })
  vi.advanceTimersByTime(toastSwitchDelay + toastDurations.success - 1)
  expect(shown()).toBe('new')
})

test('a closer closes its own toast only, on screen or still waiting', () => {
  const { portico, shown } = setUp()
  const closeFirst = showToast(portico, { variant: 'loading', message: 'first' })
  const closeSecond = showToast(portico, { variant: 'loading', message: 'second' })
  closeFirst()
  vi.advanceTimersByTime(toastSwitchDelay)
  expect(shown()).toBe('second')
  closeFirst()
  expect(shown()).toBe('second')
  const closeThird = showToast(portico, { variant: 'loading', message: 'third' })
  closeSecond()
  closeThird()
  vi.advanceTimersByTime(10_000)
  expect(shown()).toBeUndefined()
  closeThird()
  expect(vi.getTimerCount()).toBe(0)
})

test('closing without a key closes whatever there is', () => {
  const { portico, shown } = setUp()
  closeToast(portico)
  showToast(portico, { variant: 'loading', message: 'first' })
  showToast(portico, { variant: 'loading', message: 'second' })
  closeToast(portico)
  vi.advanceTimersByTime(10_000)
  expect(shown()).toBeUndefined()
})

test('carries the failure it is about, and two porticos have toasts of their own (R19)', () => {
  const { portico } = setUp()
  const other = setUp()
  const error = new Error('why')
  showToast(portico, { variant: 'error', message: 'It failed', error })
  expect(toastStore(portico).getState().toast?.error).toBe(error)
  expect(other.shown()).toBeUndefined()
})
