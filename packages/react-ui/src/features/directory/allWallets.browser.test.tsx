import type { Portico } from '@portico/core'
import { currentEntry, routerStore } from '@portico/core/kit'
import { fakeConnector } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeGateway, gatewayWallets, isPlain, type FakeGatewayOptions } from '../../stories/gateway.js'
import { fakePairing, lumen, tern } from '../../stories/links.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import { cairn, harbor, juniper } from '../../stories/wallets.js'
import { catalogueCss } from '../../styles/catalogue.css.js'
import AllWalletsView from './AllWalletsView.js'
import DownloadsView from './DownloadsView.js'
import GetWalletView from './GetWalletView.js'

/** A view, on a site where wallets elsewhere can be paired with. */
function draw(gateway: FakeGatewayOptions | undefined, more: Partial<ViewStoryProps> = {}) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(catalogueCss)
  document.adoptedStyleSheets = [sheet]
  const place = document.body.appendChild(document.createElement('div'))
  place.className = 'portico'
  place.dataset['theme'] = 'light'
  const root = createRoot(place)
  const { options, asked } = gateway ? fakeGateway(gateway) : { options: {}, asked: [] }
  let portico: Portico | undefined
  const arrange = (made: Portico) => void (portico = made)
  const connectors = [harbor, juniper, cairn, fakePairing().connector]
  flushSync(() =>
    root.render(
      <ViewStory
        View={AllWalletsView}
        adapter={{ connectors }}
        {...more}
        options={{ wallets: [lumen, tern], ...options, ...more.options }}
        arrange={arrange}
      />,
    ),
  )
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const body = place.querySelector('.po-body')
  if (!(body instanceof HTMLElement)) throw new Error('The view was not drawn')
  const names = () => [...place.querySelectorAll('[role=listitem] .po-cell__n')].map((name) => name.textContent)
  const searches = () => asked.filter((query) => query.has('search')).map((query) => query.get('search'))
  const pages = () => asked.filter((searchParams) => isPlain({ pathname: '/v1/wallets', searchParams })).map((query) => query.get('page'))
  const view = () => portico && currentEntry(routerStore(portico).getState())?.view
  return { place, body, asked, names, searches, pages, view }
}
const field = () => page.getByRole('textbox', { name: 'Search wallets' })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBeTruthy(), { timeout: 10_000 })
const failing = () => Response.json({ error: { code: 'no', message: 'No' } }, { status: 400 })
const plain = { wallets: gatewayWallets(540, { certifiedEach: 0 }) }
/** Answers that come when they are let go. */
function held() {
  const waiting: (() => void)[] = []
  return {
    wait: () => new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined))),
    letGo: () => waiting.splice(0).forEach((go) => go()),
    waiting,
  }
}

test('without a gateway, what is known here is the list, at once, and nothing is asked', async () => {
  const { names, asked } = draw(undefined)
  await until(() => names().length > 15)
  expect(names().slice(0, 6)).toEqual(['Harbor', 'Juniper', 'Cairn', 'Lumen', 'Tern', 'Backpack'])
  expect(names()).not.toContain('WalletConnect')
  expect(field().element().getAttribute('placeholder')).toBe('Search 18 wallets')
  expect(asked).toEqual([])
})

test('before the gateway answers, what is known here is shown with places for the rest, and then all are counted', async () => {
  const first = held()
  const { names, place } = draw({ ...plain, intercept: first.wait })
  await until(() => names().includes('Zerion'))
  expect(place.querySelectorAll('.po-grid .po-cell[aria-hidden]').length).toBeGreaterThan(0)
  expect(field().element().getAttribute('placeholder')).toBe('Search wallets')
  await until(() => first.waiting.length > 0)
  const timer = setInterval(first.letGo, 10)
  onTestFinished(() => clearInterval(timer))
  await until(() => names().includes('Alder'))
  expect(names().indexOf('Alder')).toBe(names().indexOf('Zerion') + 1)
  await until(() => Number(/\d+/.exec(field().element().getAttribute('placeholder') ?? '')?.[0]) > 540)
})

test('one page is asked for at first, the next ones as they are scrolled to, and each wallet is there once', async () => {
  const wallets = gatewayWallets(100, { certifiedEach: 0 })
  const installed = fakeConnector({ id: wallets[3]?.id ?? '', rdns: wallets[3]?.id ?? '', name: 'Delta' })
  const { body, names, pages, place } = draw(
    { wallets: wallets.map((wallet) => ({ ...wallet, rdns: wallet.id })) },
    { adapter: { connectors: [harbor, installed] } },
  )
  await until(() => names().includes('Alder'))
  await new Promise((done) => setTimeout(done, 200))
  expect(pages()).toEqual(['1'])
  const seen = new Set<string>()
  await vi.waitFor(
    () => {
      body.scrollTop += 250
      for (const item of place.querySelectorAll('[role=listitem]'))
        seen.add(`${item.getAttribute('aria-posinset')} ${item.querySelector('.po-cell__n')?.textContent}`)
      expect(pages()).toEqual(['1', '2', '3'])
      expect(body.scrollTop + body.clientHeight).toBeGreaterThanOrEqual(body.scrollHeight - 1)
      expect(names()).toContain('Talus Key')
    },
    { timeout: 20_000, interval: 40 },
  )
  const found = [...seen].map((text) => text.replace(/^\d+ /, ''))
  expect(found.filter((name) => name === 'Delta')).toHaveLength(1)
  expect(new Set(found).size).toBe(seen.size)
  expect(place.querySelector('[role=listitem]')?.getAttribute('aria-setsize')).toBe(String(100 + 1 + 2 + 13)) // and Harbor, two of the host, and those of the built-in list for EVM
})

test('a search shows what is known here at once, and what the gateway adds after one question', async () => {
  const answer = held()
  const { names, searches } = draw({ ...plain, intercept: ({ searchParams }) => (searchParams.has('search') ? answer.wait() : undefined) })
  await until(() => names().includes('Alder'))
  await userEvent.type(field(), 'harb')
  expect(searches()).toEqual([])
  await expect.poll(() => names().join(), { timeout: 5000 }).toBe('Harbor')
  await until(() => searches().length > 0)
  expect(searches()).toEqual(['harb'])
  answer.letGo()
  await expect.element(page.getByText('1 wallet matches')).toBeVisible()
  await userEvent.clear(field())
  await expect.poll(() => names().length, { timeout: 5000 }).toBeGreaterThan(20)
  await userEvent.type(field(), 'hub')
  await expect.poll(searches, { timeout: 5000 }).toEqual(['harb', 'hub'])
  expect(names()).not.toContain('Alder Hub')
  answer.letGo()
  await expect.poll(() => names().join(), { timeout: 5000 }).toContain('Alder Hub')
  expect(searches()).toEqual(['harb', 'hub'])
})

test('Enter asks at once', async () => {
  const { names, searches } = draw(plain)
  await until(() => names().includes('Alder'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) // the pause never ends
  onTestFinished(() => void vi.useRealTimers())
  await userEvent.type(field(), 'pro')
  expect(searches()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await until(() => searches().length === 1)
})

test('one character is no search', async () => {
  const { names, searches } = draw(plain)
  await until(() => names().includes('Alder'))
  await userEvent.type(field(), 'z')
  await new Promise((done) => setTimeout(done, 400))
  expect(searches()).toEqual([])
  expect(names().length).toBeGreaterThan(20)
})

test('where nothing is found, a code that any wallet scans is the way on', async () => {
  const { view } = draw(plain)
  await userEvent.type(field(), 'portcullis')
  await expect.element(page.getByText('No wallet called “portcullis”')).toBeVisible()
  await userEvent.click(button('Show QR code'))
  expect(view()).toBe('ConnectingWalletConnectBasic')
})

test('a list that did not load says so, leaves what is known, and comes with another try', async () => {
  let isBroken = true
  const { names } = draw({ ...plain, intercept: () => (isBroken ? failing() : undefined) })
  await expect.element(page.getByText('The full wallet list did not load.')).toBeVisible()
  await until(() => names().includes('Harbor'))
  expect(names()).not.toContain('Alder')
  isBroken = false
  await userEvent.click(button('Try again'))
  await until(() => names().includes('Alder'))
  await expect.element(page.getByText('The full wallet list did not load.')).not.toBeInTheDocument()
})

test('a search that fails with nothing found here offers the code and another try', async () => {
  let isBroken = true
  const { names, view } = draw({
    ...plain,
    intercept: ({ searchParams }) => (isBroken && searchParams.has('search') ? failing() : undefined),
  })
  await userEvent.type(field(), 'mosaic h')
  await expect.element(page.getByText('The wallet list did not load')).toBeVisible()
  isBroken = false
  await userEvent.click(button('Try again'))
  await until(() => names().join() === 'Mosaic Hub,Mosaic Hub 2')
  await userEvent.click(button('Scan with a phone'))
  expect(view()).toBe('ConnectingWalletConnectBasic')
})

test('a page that fails is asked for again only when somebody says so', async () => {
  let isBroken = true
  const { body, names, pages } = draw({
    ...plain,
    wallets: gatewayWallets(60, { certifiedEach: 0 }),
    intercept: (url) => (isBroken && isPlain(url) && url.searchParams.get('page') === '2' ? failing() : undefined),
  })
  await until(() => names().includes('Alder'))
  await vi.waitFor(() => {
    body.scrollTop = body.scrollHeight
    expect(pages()).toEqual(['1', '2'])
  })
  await expect.element(page.getByText('The full wallet list did not load.')).toBeVisible()
  body.scrollTop -= 100
  await new Promise((done) => setTimeout(done, 200))
  expect(pages()).toEqual(['1', '2'])
  isBroken = false
  await userEvent.click(button('Try again'))
  await vi.waitFor(() => {
    body.scrollTop = body.scrollHeight
    expect(names()).toContain('Talus One')
  })
})

test('the page that went offline says so, and asks again once it is back', async () => {
  let online = false
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  onTestFinished(() => void vi.restoreAllMocks())
  const { names } = draw({ ...plain, intercept: () => (online ? undefined : failing()) })
  await expect.element(page.getByText('You’re offline. These are the wallets known so far.')).toBeVisible()
  await until(() => names().includes('Harbor'))
  online = true
  window.dispatchEvent(new Event('online'))
  await until(() => names().includes('Alder'))
})

test('the filter is there where the operator vouches for any wallet, and leaves those', async () => {
  const { names } = draw({ wallets: gatewayWallets(80) }, { options: { wallets: [] } })
  await until(() => names().includes('Basalt'))
  await userEvent.click(page.getByRole('button', { name: 'Certified', exact: true }))
  await until(() => !names().includes('Basalt') && names().includes('Kite'))
  expect(names()).not.toContain('Harbor')
  expect(names()).toHaveLength(8)
})

test('there is no filter where nobody vouches for any', async () => {
  const { names, asked } = draw(plain, { options: { wallets: [tern] } })
  await until(() => names().includes('Alder') && asked.some((query) => query.get('badge') === 'certified'))
  await new Promise((done) => setTimeout(done, 100))
  expect(page.getByRole('button', { name: 'Certified', exact: true }).query()).toBeNull()
})

test('by keyboard alone: from the search through the grid to a wallet', async () => {
  const { names, view } = draw(plain)
  await until(() => names().includes('Alder'))
  const input = field().element()
  if (input instanceof HTMLElement) input.focus()
  const focused = () => document.activeElement?.querySelector('.po-cell__n')?.textContent
  for (let presses = 0; presses < 6 && !focused(); presses += 1) await userEvent.tab()
  expect(focused()).toBe('Harbor')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowUp}')
  expect(focused()).toBe('Juniper')
  await userEvent.keyboard('{PageDown}')
  expect(names()).toContain(focused())
  await userEvent.keyboard('{Home}{Enter}')
  await until(() => view() === 'ConnectingExternal')
})

test('a logo that fails, and one that is slow, have the letter in their place', async () => {
  const svg = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>')}`
  const wallets = [
    { id: 'broken', name: 'Broken', icon: 'data:image/png;base64,AAAA' },
    { id: 'good', name: 'Good', icon: svg },
  ]
  const { place } = draw(undefined, { options: { wallets } })
  const cell = (name: string) =>
    [...place.querySelectorAll('.po-cell')].find((one) => one.querySelector('.po-cell__n')?.textContent === name)
  await until(() => cell('Broken')?.querySelector('.po-tile svg'))
  expect(cell('Broken')?.querySelector('img')).toBeNull()
  await until(() => cell('Good')?.querySelector('img')?.complete)
  await new Promise((done) => setTimeout(done, 700))
  expect(cell('Good')?.querySelector('.po-tile svg')).toBeNull()
})

test('S19: of a wallet’s places, only https links are offered', async () => {
  const scheme = ['java', 'script:alert(1)'].join('')
  const wallet = {
    id: 'mallory',
    name: 'Mallory',
    homepage: scheme,
    extension: 'data:text/html,x',
    ios: 'http://apps.apple.com/app/id1',
    android: 'https://play.google.com/store/apps/details?id=mallory',
  }
  const { place } = draw(undefined, { View: DownloadsView, params: { walletId: 'mallory' }, options: { wallets: [wallet] } })
  await expect.element(page.getByRole('link', { name: 'Google Play' })).toBeVisible()
  expect([...place.querySelectorAll('a')].map(({ href }) => href)).toEqual(['https://play.google.com/store/apps/details?id=mallory'])
})

test('a wallet that only the gateway knows is loaded', async () => {
  const { asked } = draw(plain, { View: DownloadsView, params: { walletId: 'com.alder-hub' } })
  await expect.element(page.getByRole('heading', { name: 'Get Alder Hub' })).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('a wallet that nobody knows leads to all wallets', async () => {
  const { view } = draw(plain, { View: DownloadsView, params: { walletId: '__proto__' } })
  await userEvent.click(button('All wallets'))
  expect(view()).toBe('AllWallets')
})

test('a wallet that did not load comes with another try', async () => {
  let isBroken = true
  draw({ ...plain, intercept: () => (isBroken ? failing() : undefined) }, { View: DownloadsView, params: { walletId: 'com.alder' } })
  await expect.element(page.getByText('The wallet did not load')).toBeVisible()
  isBroken = false
  await userEvent.click(button('Try again'))
  await expect.element(page.getByRole('link', { name: 'App Store' })).toBeVisible()
})

test('the list of wallets to get says in which forms each is had, and leads to one and to all', async () => {
  const { view } = draw(undefined, { View: GetWalletView })
  await expect.element(button(/MetaMask.*Browser, iOS, Android/)).toBeVisible()
  expect(button(/Harbor/).query()).toBeNull()
  await userEvent.click(button(/MetaMask/))
  expect(view()).toBe('Downloads')
})
