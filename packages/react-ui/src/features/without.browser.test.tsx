import { closeModal, goLive, openModal, type Portico } from '@portico/core'
import { canShow, goBack, pushView, viewNames, type BuiltInFeature } from '@portico/core/kit'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Modal, PorticoProvider, type Feature } from '../index.js'
import { connected } from '../stories/states.js'
import { harbor } from '../stories/wallets.js'

let root: Root
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(() => {
  flushSync(() => root.unmount())
  document.querySelectorAll('main, portico-modal').forEach((left) => left.remove())
})

const shadow = () => document.querySelector('portico-modal')?.shadowRoot
const title = () => shadow()?.querySelector('#po-title')?.textContent
const said = () => shadow()?.querySelector('.po-modal')?.textContent ?? ''
const press = (name: string) =>
  [...(shadow()?.querySelectorAll<HTMLElement>('button') ?? [])].find((one) => one.textContent === name || one.ariaLabel === name)?.click()
const until = (check: () => unknown) => vi.waitFor(() => expect(check(), String(check)).toBeTruthy(), { timeout: 10_000 })

const site = () => testPortico({ adapters: [fakeAdapter({ connectors: [harbor] })], metadata: { name: 'Meridian' } })
function show(portico: Portico, without: readonly BuiltInFeature[], features: readonly Feature[] = []) {
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Modal without={without} features={features} />
      </PorticoProvider>,
    ),
  )
}

describe('a site that leaves a feature out', () => {
  test.each(Object.keys(viewNames) as BuiltInFeature[])('%s: the modal still opens, and its views are unknown', async (id) => {
    const portico = site()
    show(portico, [id])
    await goLive(portico)
    const own: readonly string[] = viewNames[id]
    for (const view of own) expect(() => openModal(portico, { view: view as 'Connect' })).toThrow(`Unknown view '${view}'.`)
    flushSync(() => openModal(portico, { view: id === 'connect' ? 'WhatIsAWallet' : 'Connect' }))
    await until(() => title() === (id === 'connect' ? 'What is a wallet?' : 'Connect to Meridian'))
    expect(said().includes('New to wallets?')).toBe(id !== 'help' && id !== 'connect')
    expect(said().includes('Search all wallets')).toBe(id !== 'directory' && id !== 'connect')
  })
})

describe('a view that there is not, opened before the names of views are known', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => vi.restoreAllMocks())

  test.each([
    ['no connection', () => undefined, 'Connect to Meridian'],
    ['a connection', connected(), 'Disconnect'],
  ] as const)(
    'with %s, the visitor comes to where the modal opens by itself, and the console says which there are',
    async (_, connect, expected) => {
      const portico = site()
      connect(portico)
      show(portico, ['swap'])
      openModal(portico, { view: 'Swap' })
      await until(() => said().includes(expected) || title() === expected)
      expect(vi.mocked(console.error).mock.calls).toEqual([
        [expect.objectContaining({ name: 'UnknownViewError', message: expect.stringContaining('Transactions') })],
      ])
      expect(() => pushView(portico, { view: 'Swap' })).toThrow(`Unknown view 'Swap'.`)
    },
  )

  test('what a site changes while the modal is open is known at once', async () => {
    const portico = site()
    show(portico, [])
    openModal(portico, { view: 'WhatIsAWallet' })
    await until(() => title() === 'What is a wallet?')
    show(portico, ['help'])
    await until(() => title() === 'Connect to Meridian')
    expect([canShow(portico, 'WhatIsAWallet'), canShow(portico, 'Swap')]).toEqual([false, true])
  })
})

describe('a feature of the site', () => {
  const feature: Feature = {
    id: 'points',
    views: {},
    entries: {
      'account.actions': { load: () => Promise.resolve(() => <p>Spend points</p>) },
      'account.rows': { load: () => Promise.resolve(({ account }) => <p>Points of {account.wallet?.name}</p>) },
      'account.tabs': { load: () => Promise.resolve({ id: 'points', Label: () => <>Points</>, Panel: () => <p>120 points</p> }) },
      'settings.rows': { load: () => Promise.resolve(() => <p>Club member</p>) },
    },
    sheet: () => Promise.resolve('.points { color: red }'),
  }

  test('puts rows and a tab into Account and Settings, with its own style sheet', async () => {
    const portico = site()
    connected()(portico)
    show(portico, [], [feature])
    flushSync(() => openModal(portico, { view: 'Account' }))
    await until(() => said().includes('Points of Harbor') && said().includes('Spend points'))
    expect(said()).not.toContain('120 points')
    press('Points')
    await until(() => said().includes('120 points'))
    expect(shadow()?.adoptedStyleSheets.some(({ cssRules }) => cssRules[0]?.cssText.startsWith('.points'))).toBe(true)
    flushSync(() => openModal(portico, { view: 'Settings' }))
    await until(() => title() === 'Settings' && said().includes('Club member'))
  })

  test('one that has nothing for this site is not fetched, and one that does not come is left out', async () => {
    const load = vi.fn(() => Promise.reject(new Error('offline')))
    const portico = site()
    connected()(portico)
    show(
      portico,
      [],
      [
        { id: 'elsewhere', views: {}, entries: { 'account.rows': { when: () => false, load } } },
        { id: 'lost', views: {}, entries: { 'account.actions': { load: () => Promise.reject(new Error('offline')) } } },
      ],
    )
    flushSync(() => openModal(portico, { view: 'Account' }))
    await until(() => said().includes('Disconnect'))
    expect(load).not.toHaveBeenCalled()
  })

  test('what it puts into a view stays while the site draws anew, and makes it anew', async () => {
    const portico = site()
    connected()(portico)
    const points = () => ({ ...feature, entries: { 'settings.rows': { load: () => Promise.resolve(() => <p>Club member</p>) } } })
    show(portico, [], [points()])
    openModal(portico, { view: 'Settings' })
    await until(() => said().includes('Club member'))
    show(portico, [], [points()])
    pushView(portico, { view: 'Networks' })
    await until(() => !said().includes('Club member'))
    goBack(portico)
    await until(() => title() === 'Settings')
    expect(said()).toContain('Club member')
  })

  test('one that the site adds later comes with the next visit to a view that was there before', async () => {
    const portico = site()
    connected()(portico)
    show(portico, [])
    openModal(portico, { view: 'Settings' })
    await until(() => title() === 'Settings')
    show(portico, [], [feature])
    closeModal(portico)
    await until(() => !shadow())
    openModal(portico, { view: 'Settings' })
    await until(() => said().includes('Club member'))
  })
})
