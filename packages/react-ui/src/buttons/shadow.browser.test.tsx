import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Modal, PorticoButton, PorticoProvider } from '../index.js'
import { cairn, harbor } from '../stories/wallets.js'
import sheet from '../styles.css?inline'

let clear = () => {}
afterEach(() => clear())

test('in a shadow root of the site a button looks as elsewhere, opens the modal and has the focus back', async () => {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor, cairn] })] })
  const site = document.body.appendChild(document.createElement('site-header'))
  const inside = site.attachShadow({ mode: 'open' })
  const style = new CSSStyleSheet()
  style.replaceSync(sheet)
  inside.adoptedStyleSheets = [style]
  const root = createRoot(inside.appendChild(document.createElement('div')))
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
  const button = inside.querySelector('button')
  if (!button) throw new Error('no button')
  expect(getComputedStyle(button).backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
  button.focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await vi.waitUntil(() => document.querySelector('portico-modal')?.shadowRoot?.querySelector('dialog'), { timeout: 5000 })
  await vi.waitFor(() => expect(document.activeElement?.localName).toBe('portico-modal'))
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(dialog.open).toBe(false), { timeout: 3000 })
  await vi.waitFor(() => expect(inside.activeElement).toBe(button))
})
