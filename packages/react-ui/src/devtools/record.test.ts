import { closeModal, connectionStatus, connectionStore, openModal } from '@portico/core'
import { currentEntry, dispatchConnection, registerViews, request, routerStore } from '@portico/core/kit'
import { fakeAdapter, fakeAddress, fakeConnector, testPortico } from '@portico/testing'
import * as z from 'zod/mini'
import { expect, test, vi } from 'vitest'
import { notesOn } from '../development/notes.js'
import { record, recordLimit } from './record.js'
import { written } from './written.js'

const setUp = (fetch?: typeof globalThis.fetch) => {
  const portico = testPortico({
    adapters: [fakeAdapter({ connectors: [fakeConnector()] })],
    apiUrl: 'https://gateway.example',
    projectId: 'site',
    ...(fetch && { fetch }),
  })
  registerViews(portico, ['Connect', 'Account'])
  return portico
}

test('events and states are recorded, a step shows the page as it was, and the way back leads to now', () => {
  const portico = setUp()
  const recording = record(portico)
  const view = () => currentEntry(routerStore(portico).getState())?.view
  openModal(portico, { view: 'Connect' })
  closeModal(portico)
  expect(recording.events()).toMatchObject([
    { name: 'modal.opened', payload: '{"view":"Connect"}' },
    { name: 'modal.closed', payload: 'undefined' },
  ])
  expect(recording.steps().map(({ changed }) => changed)).toEqual(['start', 'view', 'view'])
  recording.show(1)
  expect([view(), recording.shown()]).toEqual(['Connect', 1])
  recording.show(undefined)
  expect([view(), recording.shown()]).toEqual([undefined, undefined])
  expect(recording.steps()).toHaveLength(3)
  recording.stop()
})

test('what happens while a step is shown leads back to now, and nothing of it is lost', () => {
  const portico = setUp()
  const recording = record(portico)
  openModal(portico, { view: 'Connect' })
  recording.show(0)
  const grant = { addresses: [fakeAddress], networkId: 'eip155:1' } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
  expect(recording.shown()).toBeUndefined()
  expect(connectionStatus(connectionStore(portico).getState())).toBe('connected')
  expect(currentEntry(routerStore(portico).getState())?.view).toBe('Connect')
  expect(recording.toJson()).toContain(fakeAddress)
  recording.stop()
})

test('requests are recorded without their query, also one that failed; after stop nothing is, and all is as it was', async () => {
  let isUp = true
  const fetch = vi.fn(() => (isUp ? Promise.resolve(Response.json({})) : Promise.reject(new TypeError('offline'))))
  const portico = setUp(fetch)
  const { events, options } = portico
  const recording = record(portico)
  const ask = () => request(portico, { path: '/v1/thing', query: { address: 'somebody' }, schema: z.object({}) })
  await ask()
  isUp = false
  await expect(ask()).rejects.toThrow()
  expect(recording.requests()[0]).toMatchObject({ method: 'GET', url: 'https://gateway.example/v1/thing', status: 200 })
  expect(recording.requests().at(-1)).toMatchObject({ status: 'TypeError' })
  expect(recording.toJson()).not.toContain('somebody')
  const count = recording.requests().length
  recording.stop()
  isUp = true
  await ask()
  openModal(portico, { view: 'Connect' })
  expect([recording.requests().length, recording.events().length]).toEqual([count, 0])
  expect([portico.events, portico.options]).toEqual([events, options])
})

test('only the newest are kept', () => {
  const portico = setUp()
  const recording = record(portico)
  for (let turn = 0; turn <= recordLimit; turn += 1) portico.events.emit('modal.opened', { view: String(turn) })
  expect(recording.events()).toHaveLength(recordLimit)
  expect(recording.events().at(-1)?.payload).toBe(`{"view":"${recordLimit}"}`)
  recording.stop()
})

test('values are written as a developer reads them, and a pairing never', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  const value = {
    units: 5n,
    act: () => 1,
    error: new TypeError('no'),
    map: new Map([['a', 1]]),
    set: new Set([2]),
    circle,
    uri: 'wc:4fa…@2?symKey=1',
  }
  expect(written(value)).toBe(
    '{"units":"5n","act":"[function]","error":{"name":"TypeError","message":"no"},"map":{"a":1},"set":[2],"circle":{"self":"[circle]"},"uri":"[pairing]"}',
  )
  const twice = { x: 1 }
  expect(written([twice, twice])).toBe('[{"x":1},{"x":1}]')
  expect(written(undefined)).toBe('undefined')
})

test('an option that there is not is said, with the one that may have been meant', () => {
  expect(notesOn(setUp())).toEqual([])
  const wrong = testPortico({ featuredWallet: ['io.metamask'], themeMod: 'dark', reconect: false, banana: 1 } as object)
  expect(notesOn(wrong)).toEqual([
    "createPortico has no option 'featuredWallet'. Did you mean 'featuredWallets'?",
    "createPortico has no option 'themeMod'. Did you mean 'themeMode'?",
    "createPortico has no option 'reconect'. Did you mean 'reconnect'?",
    "createPortico has no option 'banana'.",
  ])
})
