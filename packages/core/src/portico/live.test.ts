import { fakeAdapter, testPortico } from '@portico/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goLive } from './live.js'
import { mount } from './mount.js'
import { stubPage } from './page.test.helper.js'

beforeEach(() => void stubPage())
afterEach(() => {
  vi.doUnmock('./listen.js')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('code that does not load is reported, leaves nobody listening, and loads at the next try', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const adapter = fakeAdapter()
  let discovering = 0
  const portico = testPortico({
    adapters: [
      {
        ...adapter,
        discover: (...parameters) => {
          discovering += 1
          const stop = adapter.discover(...parameters)
          return () => {
            discovering -= 1
            stop()
          }
        },
      },
    ],
  })
  const unmount = mount(portico)
  vi.doMock('./listen.js', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await goLive(portico)).toBeUndefined()
    expect(discovering).toBe(0)
  }
  expect(warn).toHaveBeenCalledTimes(3)
  vi.doUnmock('./listen.js')
  expect(await goLive(portico)).toBeDefined()
  expect(discovering).toBe(1)
  unmount()
  expect(discovering).toBe(0)
})
