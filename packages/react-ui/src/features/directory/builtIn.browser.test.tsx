import { openModal, type Portico } from '@portico/core'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Locale } from '../../i18n/locale.js'
import { Modal, PorticoProvider } from '../../index.js'
import { de } from '../../locales/de/index.js'
import { en } from '../../locales/en/index.js'
import { fa } from '../../locales/fa/index.js'
import { fakeGateway, gatewayWallets } from '../../stories/gateway.js'
import { fakePairing } from '../../stories/links.js'
import { harbor, juniper } from '../../stories/wallets.js'

function draw(portico: Portico, locale: Locale = en) {
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico} locale={locale}>
        <Modal />
      </PorticoProvider>,
    ),
  )
  onTestFinished(() => {
    root.unmount()
    site.remove()
  })
  const card = () => document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-modal')
  const row = () => [...(card()?.querySelectorAll('.po-row') ?? [])].find((one) => one.textContent.includes('Search all wallets'))
  const placeholder = () => card()?.querySelector('input')?.placeholder
  return { card, row, placeholder }
}
const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBeTruthy(), { timeout: 8000 })
const connectors = [harbor, juniper, fakePairing().connector]

test('without a directory, the row that leads to all wallets counts what is behind it', async () => {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors })] })
  const { row, placeholder } = draw(portico)
  flushSync(() => openModal(portico, { view: 'Connect' }))
  await until(() => /\d/.test(row()?.textContent ?? ''))
  const count = /\d+/.exec(row()?.textContent ?? '')?.[0]
  row()?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await until(placeholder)
  expect(placeholder()).toBe(`Search ${count} wallets`)
})

test('with a directory, no number is said before it is known, and then it is one in both places', async () => {
  const { options } = fakeGateway({ wallets: gatewayWallets(540, { certifiedEach: 0 }) })
  const portico = testPortico({ adapters: [fakeAdapter({ connectors })], ...options })
  const { card, row, placeholder } = draw(portico)
  flushSync(() => openModal(portico, { view: 'Connect' }))
  await until(row)
  expect(row()?.textContent).toMatch(/Search all wallets$/)
  const said = new Set<string>()
  const watch = setInterval(() => said.add(placeholder() ?? ''), 5)
  onTestFinished(() => clearInterval(watch))
  row()?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await until(() => /\d/.test(placeholder() ?? ''))
  await new Promise((done) => setTimeout(done, 500))
  expect([...said].filter((text) => /\d/.test(text))).toHaveLength(1)
  const count = /\d+/.exec(placeholder() ?? '')?.[0]
  card()?.querySelector<HTMLElement>('[aria-label="Back"]')?.click()
  await until(row)
  expect(row()?.textContent).toMatch(new RegExp(`Search all wallets${count}$`))
})

test('built-in wallets have their marks from one file, where the directory never answers', async () => {
  const { options } = fakeGateway({ wallets: gatewayWallets(540), intercept: () => new Promise(() => undefined) })
  const portico = testPortico({ adapters: [fakeAdapter({ connectors })], ...options })
  const { card } = draw(portico)
  flushSync(() => openModal(portico, { view: 'AllWallets' }))
  const cell = (name: string) => [...(card()?.querySelectorAll('.po-cell') ?? [])].find((one) => one.textContent.includes(name))
  await until(() => cell('MetaMask')?.querySelector('img')?.naturalWidth === 128)
  await until(() => cell('Rabby')?.querySelector('img[src^="data:image/webp"]'))
  // Only the rows near what is seen are drawn: the last ones where the view is high enough.
  const body = card()?.querySelector('.po-body')
  await until(() => {
    body?.scrollBy(0, 40)
    return cell('Taho')?.querySelector('img[src^="data:image/webp"]')
  })
})

test('what opens the list has its first page asked for as soon as the pointer is on it, and the list asks for no other', async () => {
  const { options, asked } = fakeGateway({ wallets: gatewayWallets(40, { certifiedEach: 0 }) })
  const portico = testPortico({ adapters: [fakeAdapter({ connectors })], ...options })
  const { card, row } = draw(portico)
  flushSync(() => openModal(portico, { view: 'Connect' }))
  await until(row)
  expect(asked).toEqual([])
  row()?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  const first = () => asked.filter((query) => query.get('badge') === null)
  await until(() => first().length === 2) // in its own order, and what it knows of those on this page
  await new Promise((done) => setTimeout(done, 100)) // the answers
  row()?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await until(() => card()?.querySelector('[role=listitem]'))
  // Drawn with the first page from the first row on.
  expect(card()?.querySelector('[role=listitem]')?.getAttribute('aria-setsize')).toBe('55')
  await new Promise((done) => setTimeout(done, 300))
  expect(first()).toHaveLength(2)
})

test('what was asked for ahead in vain is asked for again by the list, which then says so', async () => {
  let tries = 0
  const { options } = fakeGateway({
    intercept: () => ((tries += 1), Response.json({ error: { code: 'no', message: 'No' } }, { status: 400 })),
  })
  const portico = testPortico({ adapters: [fakeAdapter({ connectors })], ...options })
  const { card, row } = draw(portico)
  flushSync(() => openModal(portico, { view: 'Connect' }))
  await until(row)
  row()?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  await until(() => tries === 2)
  await new Promise((done) => setTimeout(done, 100))
  const said: string[] = []
  const watch = new MutationObserver(() => said.push(card()?.textContent ?? ''))
  watch.observe(card() as Node, { childList: true, subtree: true, characterData: true })
  row()?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await until(() => said.some((text) => text.includes('did not load')))
  watch.disconnect()
  expect(tries).toBeGreaterThan(2)
})

test.each([
  ['German', de, 1234, /\d\.\d{3}/],
  ['Persian', fa, 540, /[۰-۹]{3}/],
])('in %s, how many wallets there are is written as its other numbers are, in both places', async (_, locale, count, written) => {
  const { options } = fakeGateway({ wallets: gatewayWallets(count, { certifiedEach: 0 }) })
  const portico = testPortico({ adapters: [fakeAdapter({ connectors })], ...options })
  const { card, placeholder } = draw(portico, locale)
  flushSync(() => openModal(portico, { view: 'AllWallets' }))
  await until(() => /[\d۰-۹]/.test(placeholder() ?? ''))
  const said = written.exec(placeholder() ?? '')?.[0]
  expect(said).toBeDefined()
  flushSync(() => openModal(portico, { view: 'Connect' }))
  const badges = () => [...(card()?.querySelectorAll('.po-row .po-badge') ?? [])].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(badges()).toContain(said), { timeout: 4000 })
})
