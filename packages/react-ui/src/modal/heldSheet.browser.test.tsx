import { closeModal, openModal, type Portico } from '@portico/core'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Modal, PorticoProvider } from '../index.js'
import { fakeEmbedded } from '../stories/embedded.js'
import { cairn, harbor, juniper } from '../stories/wallets.js'

beforeEach(() => page.viewport(360, 640))
afterEach(() => page.viewport(1280, 800))

const newPortico = (id: string) =>
  testPortico({
    id,
    adapters: [fakeAdapter({ connectors: [harbor, juniper, cairn] })],
    connectors: [fakeEmbedded().description],
    metadata: { name: 'Meridian' },
  })

function show(...porticos: Portico[]) {
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  onTestFinished(() => flushSync(() => root.unmount()))
  const modals = porticos.map((portico) => (
    <PorticoProvider key={portico.id} portico={portico}>
      <Modal />
    </PorticoProvider>
  ))
  flushSync(() => root.render(modals))
}

/** The code of what is shown comes with it, on a busy machine later than vitest waits. */
const until = <T,>(check: () => T) => vi.waitFor(check, { timeout: 8_000 })

test('while a sheet is open, its page can be made no smaller than the phone, and a keyboard takes its room from it', async () => {
  const viewport = document.head.appendChild(document.createElement('meta'))
  const others = document.querySelectorAll('meta[name=viewport]')
  for (const other of others) other.remove()
  viewport.name = 'viewport'
  viewport.content = 'width=device-width'
  onTestFinished(() => viewport.replaceWith(...others))
  const [one, two] = [newPortico('one'), newPortico('two')]
  show(one, two)
  openModal(one, { view: 'Connect' })
  await until(() => expect(viewport.content).toBe('width=device-width,minimum-scale=1,interactive-widget=resizes-content'))
  openModal(two, { view: 'Connect' })
  await until(() => expect(viewport.content.match(/minimum-scale/g)).toHaveLength(2))
  closeModal(one)
  await until(() => expect(viewport.content.match(/minimum-scale/g)).toHaveLength(1))
  closeModal(two)
  await until(() => expect(viewport.content).toBe('width=device-width'))
})

test('the field in which somebody types stays in sight where a keyboard comes, or the phone is turned', async () => {
  const portico = newPortico('one')
  show(portico)
  openModal(portico, { view: 'Connect' })
  const field = await until(() => {
    const found = document.querySelector('portico-modal')?.shadowRoot?.querySelector('input')
    expect(found).toBeTruthy()
    return found as HTMLInputElement
  })
  await Promise.all(document.getAnimations().map(({ finished }) => finished))
  field.focus()
  await page.viewport(360, 300)
  await until(() => expect(field.getBoundingClientRect().bottom).toBeLessThan(300))
  const { bottom } = field.getBoundingClientRect()
  const foot = document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-foot')
  expect(bottom).toBeLessThanOrEqual(foot?.getBoundingClientRect().top ?? 0)
})
