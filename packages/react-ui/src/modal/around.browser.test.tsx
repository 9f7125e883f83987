import { openModal } from '@portico/core'
import { fakeAdapter, testPortico } from '@portico/testing'
import type { FormEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Modal, PorticoProvider } from '../index.js'
import { harbor, juniper } from '../stories/wallets.js'

/** A view with a field, in place of a built-in one. */
const own = {
  id: 'own',
  views: {
    GetWallet: () =>
      Promise.resolve({
        default: () => (
          <form onSubmit={(event) => event.preventDefault()}>
            <input aria-label="Own" />
          </form>
        ),
      }),
  },
}

/** The modal, rendered into something of the page. @returns its dialog, open */
async function openIn(around: (modal: ReactNode) => ReactNode) {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor, juniper] })] })
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  flushSync(() => root.render(<PorticoProvider portico={portico}>{around(<Modal features={[own]} />)}</PorticoProvider>))
  onTestFinished(() => {
    flushSync(() => root.unmount())
    site.remove()
  })
  openModal(portico, { view: 'GetWallet' })
  return vi.waitFor(() => {
    const found = document.querySelector('portico-modal')?.shadowRoot?.querySelector('dialog')
    expect(found?.querySelector('[aria-label=Own]')).toBeTruthy()
    return found as HTMLDialogElement
  })
}

test('what is typed and sent in the modal is none of a form that it is rendered in', async () => {
  const told = vi.fn((event: FormEvent) => event.preventDefault())
  const dialog = await openIn((modal) => (
    <form onSubmit={told} onChange={told}>
      {modal}
    </form>
  ))
  dialog.querySelector('input')?.focus()
  await userEvent.keyboard('a@b.example{Enter}')
  expect(dialog.querySelector('input')?.value).toBe('a@b.example')
  expect(told).not.toHaveBeenCalled()
})

test('a press in the modal is no press on what it is rendered in, as a menu that closes at one', async () => {
  const told = vi.fn()
  const dialog = await openIn((modal) => <div onClick={told}>{modal}</div>)
  await userEvent.click(dialog.querySelector('input') as HTMLElement)
  dialog.click()
  expect(told).not.toHaveBeenCalled()
})

test('a dialog of the page that closes at a press beside it stays open while wallets are chosen', async () => {
  const told = vi.fn()
  document.addEventListener('pointerdown', told) // as libraries do
  onTestFinished(() => document.removeEventListener('pointerdown', told))
  const dialog = await openIn((modal) => modal)
  await userEvent.click(dialog.querySelector('input') as HTMLElement)
  expect(told).not.toHaveBeenCalled()
})

test.each([
  ['a window', 1280, 800],
  ['a phone', 360, 640],
])('on a page that is zoomed, the modal is no higher than %s', async (_, width, height) => {
  await page.viewport(width, height)
  document.body.style.setProperty('zoom', '1.5')
  onTestFinished(() => {
    document.body.style.removeProperty('zoom')
    return page.viewport(1280, 800)
  })
  const dialog = await openIn((modal) => modal)
  dialog.querySelector('form')?.style.setProperty('height', '2000px')
  const card = dialog.querySelector('.po-modal') as HTMLElement
  await Promise.all(card.getAnimations().map(({ finished }) => finished))
  const { top, bottom } = card.getBoundingClientRect()
  expect(top).toBeGreaterThan(0)
  expect(Math.floor(bottom)).toBeLessThanOrEqual(height)
})

test('a gesture that closes the modal closes no dialog that it is rendered in', async () => {
  const told = vi.fn()
  const dialog = await openIn((modal) => (
    <dialog onCancel={told} onClose={told}>
      {modal}
    </dialog>
  ))
  dialog.dispatchEvent(new Event('cancel', { cancelable: true })) // as Android’s gesture to go back
  dialog.dispatchEvent(new Event('close'))
  await vi.waitFor(() => expect(document.querySelector('portico-modal')).toBeNull())
  expect(told).not.toHaveBeenCalled()
})

test('keys of the modal are no shortcuts of the page below', async () => {
  const keys = vi.fn()
  window.addEventListener('keydown', keys)
  onTestFinished(() => window.removeEventListener('keydown', keys))
  const dialog = await openIn((modal) => modal)
  dialog.querySelector('input')?.focus()
  await userEvent.keyboard('/?g')
  expect(dialog.querySelector('input')?.value).toBe('/?g')
  expect(keys).not.toHaveBeenCalled()
})

test('Escape in the modal closes no dialog of the page that hears keys before all others', async () => {
  const told = vi.fn()
  document.addEventListener('keydown', told, true) // as Radix does
  onTestFinished(() => document.removeEventListener('keydown', told, true))
  const dialog = await openIn((modal) => modal)
  dialog.querySelector('input')?.focus()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(document.querySelector('portico-modal')).toBeNull())
  expect(told).not.toHaveBeenCalled()
})

test('a page that makes all inert that comes beside its dialog leaves the modal to be used', async () => {
  const others = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLElement && !node.closest('[data-react-aria-top-layer]')) node.inert = true // as React Aria does
  })
  others.observe(document.body, { childList: true })
  onTestFinished(() => others.disconnect())
  const dialog = await openIn((modal) => modal)
  await userEvent.click(dialog.querySelector('input') as HTMLElement)
  expect(document.querySelector<HTMLElement>('portico-modal')?.inert).toBe(false)
})

test('a page that keeps itself still below a dialog of its own lets the modal scroll', async () => {
  const lock = (event: Event) => event.preventDefault() // as libraries do, for all that is not theirs
  for (const type of ['wheel', 'touchmove']) {
    document.addEventListener(type, lock, { passive: false })
    onTestFinished(() => document.removeEventListener(type, lock))
  }
  const dialog = await openIn((modal) => modal)
  const field = dialog.querySelector('input') as HTMLElement
  const bubbles = { bubbles: true, composed: true, cancelable: true }
  for (const event of [new WheelEvent('wheel', { ...bubbles, deltaY: 40 }), new TouchEvent('touchmove', bubbles)]) {
    field.dispatchEvent(event)
    expect([event.type, event.defaultPrevented]).toEqual([event.type, false])
  }
})

test('who leaves the page of the modal, and comes back, finds it closed; one that is made anew at once stays open', async () => {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor, juniper] })] })
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  onTestFinished(() => flushSync(() => root.unmount()))
  const app = (key: string) => (
    <PorticoProvider key={key} portico={portico}>
      <Modal features={[own]} />
    </PorticoProvider>
  )
  const isThere = () => document.querySelector('portico-modal') !== null
  const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  flushSync(() => root.render(app('en')))
  openModal(portico, { view: 'GetWallet' })
  await vi.waitFor(() => expect(isThere()).toBe(true))
  flushSync(() => root.render(app('de')))
  await rest(1200)
  expect(isThere()).toBe(true)
  flushSync(() => root.render(null))
  await rest(1200)
  flushSync(() => root.render(app('de')))
  await rest(300)
  expect(isThere()).toBe(false)
})

test('who leaves the page before the modal has come, and comes back, finds it closed', async () => {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor, juniper] })] })
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  onTestFinished(() => flushSync(() => root.unmount()))
  const app = (
    <PorticoProvider portico={portico}>
      <Modal features={[own]} prefetch="none" />
    </PorticoProvider>
  )
  const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  flushSync(() => root.render(app))
  openModal(portico, { view: 'GetWallet' })
  flushSync(() => root.render(null))
  await rest(1200)
  flushSync(() => root.render(app))
  await rest(300)
  expect(document.querySelector('portico-modal')).toBeNull()
})
