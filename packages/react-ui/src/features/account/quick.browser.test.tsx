import { goBack, resetView } from '@portico/core/kit'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Modal, PorticoButton, PorticoProvider } from '../../index.js'
import { connected } from '../../stories/states.js'

let clear = () => {}
afterEach(() => clear())

test('on the way back to the account, what can be done with it is there at once, and what was pressed has the focus', async () => {
  const portico = testPortico({ adapters: [fakeAdapter({ sendTransaction: () => new Promise<never>(() => undefined) })] })
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
        <PorticoButton />
        <Modal />
      </PorticoProvider>,
    ),
  )
  const shadow = () => document.querySelector('portico-modal')?.shadowRoot
  const quick = () => [...(shadow()?.querySelectorAll<HTMLElement>('.po-quick button:not(.po-view-out *)') ?? [])]
  const send = () => quick().find(({ textContent }) => textContent === 'Send')
  const view = (name: string) =>
    vi.waitFor(() => expect(shadow()?.querySelector('.po-modal')?.getAttribute('data-view')).toBe(name), { timeout: 4000 })

  flushSync(() => resetView(portico, { view: 'Account' }))
  await view('Account')
  await vi.waitFor(() => expect(send()).toBeDefined(), { timeout: 4000 })
  send()?.focus()
  await userEvent.keyboard('{Enter}')
  await view('WalletSend')
  flushSync(() => goBack(portico))
  await view('Account')
  expect(send()).toBeDefined()
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(shadow()?.activeElement?.textContent).toBe('Send')
})
