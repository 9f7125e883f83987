import { openModal } from '@portico/core'
import { startSend } from '@portico/core/send'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Modal, PorticoProvider } from '../../index.js'
import { connected } from '../../stories/states.js'

const shadow = () => document.querySelector('portico-modal')?.shadowRoot
const until = (check: () => unknown) => vi.waitFor(() => expect(check(), String(check)).toBeTruthy(), { timeout: 10_000 })

/** The form of an account that can send, its field for the recipient on screen. */
async function setUp(): Promise<HTMLTextAreaElement> {
  const portico = testPortico({ adapters: [fakeAdapter({ sendTransaction: () => new Promise<never>(() => undefined) })] })
  connected()(portico)
  startSend(portico)
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    site.remove()
  })
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Modal />
      </PorticoProvider>,
    ),
  )
  openModal(portico, { view: 'WalletSend' })
  await until(() => shadow()?.querySelector('textarea'))
  return shadow()?.querySelector('textarea') as HTMLTextAreaElement
}

test('Shift+Tab goes from the recipient to the control before it', async () => {
  const field = await setUp()
  field.focus()
  await userEvent.tab({ shift: true })
  expect(shadow()?.activeElement?.ariaLabel).toBe('Close')
})

test('a page where the clipboard cannot be read, as one that is not served safely, says so', async () => {
  await setUp()
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'))
  const paste = [...(shadow()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Paste')
  await userEvent.click(paste as HTMLElement)
  await until(() => shadow()?.querySelector('[role=alert]'))
})
