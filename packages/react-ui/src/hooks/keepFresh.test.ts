import { accountStore } from '@portico/core'
import { dispatchConnection } from '@portico/core/kit'
import { fakeAdapter, fakeAddress, testPortico } from '@portico/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { harbor } from '../stories/wallets.js'
import { keepFresh } from './keepFresh.js'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const connected = (getBalance: () => Promise<bigint>) => {
  const portico = testPortico({ adapters: [fakeAdapter({ getBalance })] })
  dispatchConnection(portico, 'eip155', {
    type: 'adopted',
    connector: harbor,
    grant: { addresses: [fakeAddress], networkId: 'eip155:1' },
    activate: true,
  })
  return portico
}

test('R11: after a failure the balance is asked for once more when 30 s are over, and not before', async () => {
  const getBalance = vi.fn(() => Promise.reject<bigint>(new Error('down')))
  const portico = connected(getBalance)
  keepFresh(portico, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(100)
  expect(accountStore(portico).getState().eip155?.balanceStatus).toBe('failed')
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(getBalance).toHaveBeenCalledTimes(1)
  getBalance.mockResolvedValue(7n)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(accountStore(portico).getState().eip155?.balance?.units).toBe(7n)
})

test('R18: however many ask, one of them reads, and when all have left nothing is left running', async () => {
  const getBalance = vi.fn(() => Promise.resolve(1n))
  const portico = connected(getBalance)
  const askers = [new AbortController(), new AbortController(), new AbortController()]
  for (const { signal } of askers) keepFresh(portico, signal)
  await vi.advanceTimersByTimeAsync(100)
  expect(getBalance).toHaveBeenCalledTimes(1)
  for (const asker of askers) asker.abort()
  await vi.advanceTimersByTimeAsync(31_000)
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(100)
  expect(getBalance).toHaveBeenCalledTimes(1)
})
