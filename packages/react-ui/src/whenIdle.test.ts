import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from './whenIdle.js'

const page = { readyState: 'complete' }
let events: EventTarget
let idle: (() => void) | undefined

beforeEach(() => {
  page.readyState = 'complete'
  events = new EventTarget()
  idle = undefined
  const requestIdleCallback = (run: () => void) => {
    idle = run
    return 1
  }
  vi.stubGlobal('window', {
    requestIdleCallback,
    addEventListener: events.addEventListener.bind(events),
  })
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', {})
})
afterEach(() => vi.unstubAllGlobals())

function start() {
  const run = vi.fn()
  const abort = new AbortController()
  whenIdle(run, abort.signal)
  return { run, abort }
}

test("waits for the page's own load, and then for a moment in which it has nothing to do", () => {
  page.readyState = 'interactive'
  const { run } = start()
  expect(idle).toBeUndefined()
  events.dispatchEvent(new Event('load'))
  expect(run).not.toHaveBeenCalled()
  idle?.()
  expect(run).toHaveBeenCalledOnce()
})

test.each([
  ['the visitor saves data', { connection: { saveData: true } }],
  ['the line is 2g', { connection: { effectiveType: '2g' } }],
  ['the line is slower than 2g', { connection: { effectiveType: 'slow-2g' } }],
  ['the device has little memory', { deviceMemory: 1 }],
])('fetches nothing ahead where %s', (_, hints) => {
  vi.stubGlobal('navigator', hints)
  const { run } = start()
  idle?.()
  expect(run).not.toHaveBeenCalled()
})

test.each([
  ['nothing is told', {}],
  ['the line is 4g and memory plenty', { connection: { saveData: false, effectiveType: '4g' }, deviceMemory: 8 }],
])('fetches ahead where %s', (_, hints) => {
  vi.stubGlobal('navigator', hints)
  const { run } = start()
  idle?.()
  expect(run).toHaveBeenCalledOnce()
})

test('does nothing once it is not wanted any more, before the load or before the idle moment', () => {
  const early = start()
  early.abort.abort()
  idle?.()
  expect(early.run).not.toHaveBeenCalled()
  page.readyState = 'loading'
  idle = undefined
  const before = start()
  before.abort.abort()
  events.dispatchEvent(new Event('load'))
  expect(idle).toBeUndefined()
})
