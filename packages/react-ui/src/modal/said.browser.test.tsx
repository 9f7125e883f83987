import { openModal } from '@portico/core'
import { showToast } from '@portico/core/kit'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Modal, PorticoProvider } from '../index.js'
import { harbor, juniper } from '../stories/wallets.js'

/** The modal at Connect. */
async function open() {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor, juniper] })] })
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Modal />
      </PorticoProvider>,
    ),
  )
  onTestFinished(() => {
    flushSync(() => root.unmount())
    site.remove()
  })
  openModal(portico, { view: 'Connect' })
  const card = await vi.waitFor(() => {
    const found = document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-modal')
    expect(found?.querySelector('.po-row')).toBeTruthy()
    return found as Element
  })
  return { portico, card }
}
const regions = (card: Element) => [...card.querySelectorAll('[role=status]')]

test('a toast comes into a live region that is there before it: screen readers miss one that comes with its text', async () => {
  const { portico, card } = await open()
  const before = regions(card)
  flushSync(() => void showToast(portico, { variant: 'success', message: 'Address copied' }))
  await vi.waitFor(() => expect(card.querySelector('.po-toast')?.textContent).toBe('Address copied'))
  expect(before).toContain(card.querySelector('.po-toast')?.closest('[role=status]'))
})

test('a toast that says what failed interrupts, and is no part of the region of the others', async () => {
  const { portico, card } = await open()
  flushSync(() => void showToast(portico, { variant: 'error', message: 'It failed' }))
  await vi.waitFor(() => expect(card.querySelector('.po-toast[role=alert]')?.textContent).toBe('It failed'))
  expect(card.querySelector('.po-toast')?.closest('[role=status]')).toBeNull()
})

test('a banner comes into a live region that is there before it', async () => {
  const { card } = await open()
  const before = regions(card)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => onLine.mockRestore())
  flushSync(() => window.dispatchEvent(new Event('offline')))
  await vi.waitFor(() => expect(card.querySelector('.po-banner')).toBeTruthy())
  expect(before).toContain(card.querySelector('.po-banner')?.closest('[role=status]'))
})
