import { completeDom } from '@portico/testing/dom'
import { expect, test, vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'

await builtinEnvironments['jsdom'].setup(globalThis, {})

test('signals of an older jsdom, as Jest 29 has it, can be asked to throw, and run out', async () => {
  Reflect.deleteProperty(AbortSignal.prototype, 'throwIfAborted')
  Reflect.deleteProperty(AbortSignal, 'timeout')
  completeDom()

  const controller = new AbortController()
  expect(() => controller.signal.throwIfAborted()).not.toThrow()
  controller.abort(new Error('left'))
  expect(() => controller.signal.throwIfAborted()).toThrow('left')

  const signal = AbortSignal.timeout(1)
  await vi.waitFor(() => expect(signal.aborted).toBe(true))
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})
