import { closeModal, disconnect } from '@portico/core'
import { resetView } from '@portico/core/kit'
import { fakeAdapter, memoryStorage, testPortico } from '@portico/testing'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AccountButton, ConnectButton, Modal, NetworkButton, PorticoProvider } from '../index.js'
import { connected } from '../stories/states.js'
import { cairn, harbor, juniper } from '../stories/wallets.js'

let clear = () => {}
afterEach(() => clear())

const shadow = () => document.querySelector('portico-modal')?.shadowRoot
const button = (label: string) => shadow()?.querySelector<HTMLElement>(`button[aria-label="${label}"]`)

test('who takes a row away with the keyboard stays in the view: its title has the focus, not the page below', async () => {
  const storage = memoryStorage({ '@portico/portico/recent': JSON.stringify([{ id: 'com.cairn', name: 'Cairn' }]) })
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor, juniper, cairn] })], storage })
  connected()(portico)
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  clear = () => {
    flushSync(() => root.unmount())
    site.remove()
  }
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Modal />
      </PorticoProvider>,
    ),
  )
  flushSync(() => resetView(portico, { view: 'Wallets' }))
  const forget = await vi.waitUntil(() => button('Forget Cairn'), { timeout: 5000 })
  forget.focus()
  expect(shadow()?.activeElement).toBe(forget)
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(button('Forget Cairn')).toBeNull())
  await vi.waitFor(() => expect(shadow()?.activeElement?.id).toBe('po-title'))
})

test('a row that has the focus keeps it when the list is put in another order', async () => {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor] })] })
  let reorder = (_: readonly string[]) => {}
  function Rows() {
    const [names, setNames] = useState<readonly string[]>(['A', 'B', 'C'])
    reorder = (next) => flushSync(() => setNames(next))
    return names.map((name) => <button key={name}>{name}</button>)
  }
  const own = { id: 'own', views: { GetWallet: () => Promise.resolve({ default: () => <Rows /> }) } }
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  clear = () => {
    flushSync(() => root.unmount())
    site.remove()
  }
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Modal features={[own]} />
      </PorticoProvider>,
    ),
  )
  flushSync(() => resetView(portico, { view: 'GetWallet' }))
  const rows = () => [...(shadow()?.querySelectorAll('.po-modal > button') ?? [])]
  await vi.waitFor(() => expect(rows()).toHaveLength(3), { timeout: 5000 })
  const [, , last] = rows()
  const [, middle] = rows()
  for (const row of [middle, last]) {
    if (row instanceof HTMLElement) row.focus()
    for (const order of [
      ['C', 'B', 'A'],
      ['B', 'A', 'C'],
      ['A', 'B', 'C'],
    ]) {
      reorder(order)
      await new Promise((done) => setTimeout(done))
      expect([order.join(''), shadow()?.activeElement?.textContent]).toEqual([order.join(''), row?.textContent])
    }
  }
})

test('where the button that opened the modal is gone when it closes, as the account’s is after disconnecting, another one has the focus', async () => {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor] })] })
  connected()(portico)
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  clear = () => {
    flushSync(() => root.unmount())
    site.remove()
  }
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <ConnectButton />
        <AccountButton />
        <Modal />
      </PorticoProvider>,
    ),
  )
  const [other, opener] = site.querySelectorAll('button')
  opener?.focus()
  await userEvent.keyboard('{Enter}')
  await vi.waitUntil(() => shadow()?.querySelector('dialog[open] #po-title'), { timeout: 5000 })
  await disconnect(portico)
  closeModal(portico)
  await vi.waitUntil(() => !shadow()?.querySelector('dialog[open]'))
  expect(opener?.isConnected).toBe(false)
  await vi.waitFor(() => expect(document.activeElement).toBe(other))
})

test('where that button is in a menu that has closed meanwhile, another one has the focus', async () => {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor] })] })
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  clear = () => {
    flushSync(() => root.unmount())
    site.remove()
  }
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <NetworkButton />
        <menu>
          <ConnectButton />
        </menu>
        <Modal />
      </PorticoProvider>,
    ),
  )
  const [other, opener] = site.querySelectorAll('button')
  opener?.focus()
  await userEvent.keyboard('{Enter}')
  await vi.waitUntil(() => shadow()?.querySelector('dialog[open] #po-title'), { timeout: 5000 })
  site.querySelector('menu')?.style.setProperty('display', 'none')
  await userEvent.keyboard('{Escape}')
  await vi.waitUntil(() => !shadow()?.querySelector('dialog[open]'))
  await vi.waitFor(() => expect(document.activeElement).toBe(other))
})
