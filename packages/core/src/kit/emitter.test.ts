import { expect, test, vi } from 'vitest'
import type { PorticoEvents } from '../portico/events.js'
import { createEmitter } from './emitter.js'

test('a listener that throws is reported, and the others still hear', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const events = createEmitter<PorticoEvents>()
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
  const events = createEmitter<PorticoEvents>()
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
  const events = createEmitter<PorticoEvents>()
  const heard = vi.fn()
  const stop = events.on('modal.closed', heard)
  events.on('modal.closed', heard)
  stop()
  stop()
  events.emit('modal.closed', undefined)
  expect(heard).toHaveBeenCalledOnce()
})

test('EIP-1193: a function stops by being named, once for each time that it listens', () => {
  const events = createEmitter<PorticoEvents>()
  const heard = vi.fn()
  events.on('modal.closed', heard)
  events.on('modal.closed', heard)
  events.off('modal.closed', heard)
  events.off('modal.opened', heard)
  events.emit('modal.closed', undefined)
  expect(heard).toHaveBeenCalledOnce()
  events.off('modal.closed', heard)
  events.off('modal.closed', heard)
  events.emit('modal.closed', undefined)
  expect(heard).toHaveBeenCalledOnce()
})

test('nobody hears after clearing', () => {
  const events = createEmitter<PorticoEvents>()
  const heard = vi.fn()
  events.on('modal.closed', heard)
  events.clear()
  events.emit('modal.closed', undefined)
  expect(heard).not.toHaveBeenCalled()
})
