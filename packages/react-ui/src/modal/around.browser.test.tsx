import { openModal } from '@portico/core'
import { fakeAdapter, testPortico } from '@portico/testing'
import type { FormEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
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

test('what is sent in the modal is none of a form that it is rendered in', async () => {
  const told = vi.fn((event: FormEvent) => event.preventDefault())
  const dialog = await openIn((modal) => <form onSubmit={told}>{modal}</form>)
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

test('a gesture that closes the modal closes no dialog that it is rendered in', async () => {
  const told = vi.fn()
  const dialog = await openIn((modal) => <dialog onCancel={told}>{modal}</dialog>)
  dialog.dispatchEvent(new Event('cancel', { cancelable: true })) // as Android’s gesture to go back
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
