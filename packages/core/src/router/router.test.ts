import fc from 'fast-check'
import { testPortico } from '@portico/testing'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { InvalidOptionError } from '../kit/errors.js'
import { closeModal, goBack, replaceView, resetView } from './router.js'
import { registerViews, UnknownViewError } from './knownViews.js'
import { currentEntry, openModal, pushView, routerStore } from './store.js'
import type { ViewRequest } from './views.js'

function setUp() {
  const portico = testPortico()
  const events: string[] = []
  portico.events.on('modal.opened', ({ view }) => events.push(`opened ${view}`))
  portico.events.on('modal.closed', () => events.push('closed'))
  const state = () => routerStore(portico).getState()
  return { portico, events, state, views: () => state().history.map(({ view }) => view) }
}

describe('the history', () => {
  test('opening shows a view and says so once', () => {
    const { portico, events, views, state } = setUp()
    openModal(portico, { view: 'Connect' })
    openModal(portico, { view: 'AllWallets' })
    expect(views()).toEqual(['Connect', 'AllWallets'])
    expect(state().direction).toBe('forward')
    expect(events).toEqual(['opened Connect'])
  })

  test('the view on screen is ignored when it is pushed again', () => {
    const { portico, state } = setUp()
    openModal(portico, { view: 'Connect' })
    pushView(portico, { view: 'ConnectingExternal', params: { connectorId: 'a' } })
    const before = state()
    pushView(portico, { view: 'ConnectingExternal', params: { connectorId: 'a' } })
    openModal(portico, { view: 'ConnectingExternal', params: { connectorId: 'a' } })
    replaceView(portico, { view: 'ConnectingExternal', params: { connectorId: 'a' } })
    expect(state()).toBe(before)
  })

  test('the same view with other parameters is another step, with a key of its own', () => {
    const { portico, state } = setUp()
    openModal(portico, { view: 'ConnectingExternal', params: { connectorId: 'a' } })
    pushView(portico, { view: 'ConnectingExternal', params: { connectorId: 'b' } })
    expect(state().history).toHaveLength(2)
    expect(new Set(state().history.map(({ key }) => key)).size).toBe(2)
  })

  test('parameters may hold what JSON cannot', () => {
    const { portico, state } = setUp()
    const params = { connectorId: 'a', amount: 1n } as { connectorId: string }
    openModal(portico, { view: 'ConnectingExternal', params })
    pushView(portico, { view: 'ConnectingExternal', params: { ...params } })
    expect(state().history).toHaveLength(1)
  })

  test('replacing takes the place of the view on screen', () => {
    const { portico, views } = setUp()
    openModal(portico, { view: 'Connect' })
    pushView(portico, { view: 'AllWallets' })
    replaceView(portico, { view: 'GetWallet' })
    expect(views()).toEqual(['Connect', 'GetWallet'])
  })

  test('replacing by the view before it goes back to that one, so that nobody goes back to where they are', () => {
    const { portico, views, state } = setUp()
    openModal(portico, { view: 'Connect' })
    pushView(portico, { view: 'AllWallets' })
    const [, before] = state().history
    pushView(portico, { view: 'GetWallet' })
    replaceView(portico, { view: 'AllWallets' })
    expect(views()).toEqual(['Connect', 'AllWallets'])
    expect(state().history[1]).toBe(before)
  })

  test('resetting starts the history over, keeping the view that is on screen already', () => {
    const { portico, views, state } = setUp()
    openModal(portico, { view: 'Connect' })
    pushView(portico, { view: 'AllWallets' })
    const shown = currentEntry(state())
    resetView(portico, { view: 'AllWallets' })
    expect(state().history).toEqual([shown])
    resetView(portico, { view: 'Connect' })
    expect(views()).toEqual(['Connect'])
  })

  test('going back returns to the view before, and from the first one closes', () => {
    const { portico, views, events, state } = setUp()
    openModal(portico, { view: 'Connect' })
    pushView(portico, { view: 'AllWallets' })
    goBack(portico)
    expect(views()).toEqual(['Connect'])
    expect(state().direction).toBe('back')
    goBack(portico)
    expect(views()).toEqual([])
    goBack(portico)
    expect(events).toEqual(['opened Connect', 'closed'])
  })

  test('a connected visitor who would come back to Connect comes to Account', () => {
    const { portico, views } = setUp()
    openModal(portico, { view: 'Connect' })
    pushView(portico, { view: 'AllWallets' })
    pushView(portico, { view: 'GetWallet' })
    goBack(portico, { connected: true })
    expect(views()).toEqual(['Connect', 'AllWallets'])
    goBack(portico, { connected: true })
    expect(views()).toEqual(['Account'])
  })

  test('where there is no Account, Connect is what comes back', () => {
    const { portico, views } = setUp()
    registerViews(portico, ['Connect', 'AllWallets'])
    openModal(portico, { view: 'Connect' })
    pushView(portico, { view: 'AllWallets' })
    goBack(portico, { connected: true })
    expect(views()).toEqual(['Connect'])
  })

  test('every way of showing a first view says that the modal opened', () => {
    for (const show of [openModal, pushView, replaceView, resetView]) {
      const { portico, events } = setUp()
      show(portico, { view: 'Account' })
      closeModal(portico)
      closeModal(portico)
      expect(events).toEqual(['opened Account', 'closed'])
    }
  })
})

describe('a view that must be answered first', () => {
  const must = { view: 'UnsupportedChain', params: { namespace: 'eip155', networkId: 'eip155:5' }, closable: false } as const

  test('refuses to be closed or left, and counts how often it was tried', () => {
    const { portico, views, state, events } = setUp()
    openModal(portico, { view: 'Account' })
    pushView(portico, must)
    closeModal(portico)
    goBack(portico)
    expect(views()).toEqual(['Account', 'UnsupportedChain'])
    expect(state().refusals).toBe(2)
    closeModal(portico, { force: true })
    expect(views()).toEqual([])
    expect(events).toEqual(['opened Account', 'closed'])
  })

  test('as the first view refuses to go back, too', () => {
    const { portico, views } = setUp()
    openModal(portico, must)
    goBack(portico)
    expect(views()).toEqual(['UnsupportedChain'])
  })

  test('is not escaped by going on from it and closing there', () => {
    const { portico, views, state } = setUp()
    openModal(portico, must)
    pushView(portico, { view: 'Networks' })
    closeModal(portico)
    expect(views()).toEqual(['UnsupportedChain', 'Networks'])
    expect(state().refusals).toBe(1)
    goBack(portico, { connected: true })
    expect(views()).toEqual(['UnsupportedChain'])
  })
})

describe('unknown views', () => {
  test.each([
    ['openModal', openModal],
    ['pushView', pushView],
    ['replaceView', replaceView],
    ['resetView', resetView],
  ] as const)('%s: a view that no user interface named is a typed error, and the modal stays as it was', (_, show) => {
    const { portico, state } = setUp()
    registerViews(portico, ['Connect', 'Account'])
    openModal(portico, { view: 'Connect' })
    const before = state()
    expect(() => show(portico, { view: 'Swop' } as unknown as ViewRequest)).toThrow(UnknownViewError)
    expect(() => show(portico, { view: 'Swop' } as unknown as ViewRequest)).toThrow("Unknown view 'Swop'.\n\nThere are Account, Connect.")
    expect(() => show(portico, { view: undefined } as unknown as ViewRequest)).toThrow(InvalidOptionError)
    expect(state()).toBe(before)
  })

  test('views are known until they are taken back', () => {
    const { portico } = setUp()
    const forget = registerViews(portico, ['GetWallet'])
    registerViews(portico, ['Connect'])
    openModal(portico, { view: 'GetWallet' })
    closeModal(portico)
    forget()
    expect(() => openModal(portico, { view: 'GetWallet' })).toThrow(UnknownViewError)
  })
})

test('R22: of 10,000 random walks over the views none strands the visitor', () => {
  const views = [
    'Connect',
    'AllWallets',
    'Account',
    'Wallets',
    'Networks',
    'WhatIsAWallet',
    'WhatIsANetwork',
    'Settings',
    'Disconnect',
    'GetWallet',
  ] as const
  const request = fc.record({ view: fc.constantFrom(...views), closable: fc.boolean().map((value) => value || undefined) })
  type Step = (portico: ReturnType<typeof testPortico>) => void
  const showing = (show: typeof pushView) =>
    request.map(
      ({ view, closable }): Step =>
        (portico) =>
          show(portico, { view, closable: closable ?? view !== 'Settings' }),
    )
  const step = fc.oneof(
    showing(openModal),
    showing(pushView),
    showing(replaceView),
    showing(resetView),
    fc.boolean().map(
      (connected): Step =>
        (portico) =>
          goBack(portico, { connected }),
    ),
    fc.boolean().map(
      (force): Step =>
        (portico) =>
          closeModal(portico, { force }),
    ),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const portico = testPortico()
      const { getState } = routerStore(portico)
      let open = 0
      portico.events.on('modal.opened', () => (open += 1))
      portico.events.on('modal.closed', () => (open -= 1))
      for (const take of steps) {
        take(portico)
        const { history, lastKey } = getState()
        if (new Set(history.map(({ key }) => key)).size !== history.length || history.some(({ key }) => key > lastKey)) return false
        if (open !== (history.length ? 1 : 0)) return false
      }
      // Back, and back again, leads out: to the closed modal, or to the view that must be answered.
      for (let presses = getState().history.length; presses > 0; presses -= 1) goBack(portico)
      const entry = currentEntry(getState())
      if (entry?.closable) return false
      closeModal(portico, { force: true })
      return getState().history.length === 0
    }),
    { numRuns: 10_000 },
  )
  recordPromise({ id: 'R22', name: 'random walks over the views', runs: 10_000, accepted: 0 })
})
