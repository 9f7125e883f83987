import { resetView } from '@portico/core/kit'
import { fakeAdapter, memoryStorage, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Modal, PorticoProvider } from '../index.js'
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
