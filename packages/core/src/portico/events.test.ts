import { expect, test, vi } from 'vitest'
import { createEvents } from './events.js'

test('a listener that throws is reported, and the others still hear', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const events = createEvents()
  const heard = vi.fn()
  events.on('modal.opened', () => {
    throw new Error('broken listener')
  })
  events.on('modal.opened', heard)
  events.emit('modal.opened', { view: 'Connect' })
  expect(heard).toHaveBeenCalledExactlyOnceWith({ view: 'Connect' })
  expect(report).toHaveBeenCalledOnce()
  report.mockRestore()
})

test('listening ends when told, also in the middle of an event', () => {
  const events = createEvents()
  const late = vi.fn()
  const once = vi.fn(() => stop())
  const stop = events.on('modal.closed', once)
  events.emit('modal.closed', undefined)
  events.on('modal.closed', () => void events.on('modal.closed', late))
  events.emit('modal.closed', undefined)
  expect(once).toHaveBeenCalledOnce()
  expect(late).not.toHaveBeenCalled()
})

test('a function that listens twice hears twice, and stops once for each', () => {
  const events = createEvents()
  const heard = vi.fn()
  const stop = events.on('modal.closed', heard)
  events.on('modal.closed', heard)
  stop()
  stop()
  events.emit('modal.closed', undefined)
  expect(heard).toHaveBeenCalledOnce()
})
