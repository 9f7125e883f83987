import {
  activeConnection,
  closeModal,
  connectionStore,
  ConnectionTimeoutError,
  currentAttempt,
  goLive,
  openModal,
  RequestPendingError,
  UserRejectedError,
  type Portico,
  type PorticoOptions,
  type ViewRequest,
} from '@portico/core'
import { currentEntry, recentWalletStore, routerStore, type Adapter, type Grant } from '@portico/core/kit'
import { fakeAdapter, fakeAddress, memoryStorage, testPortico } from '@portico/testing'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { barsOf } from '@portico/ui/qr/bars'
import { modulesOf } from '@portico/ui/qr'
import { ConnectButton, Modal, PorticoProvider } from '../../index.js'
import { chooseFeatures } from '../registered.js'
import { elsewhere } from './elsewhere.js'
import { pairing as pairingFeature } from './feature.js'
import { solana } from '../../stories/chains.js'
import { codes, fakePairing, lumen, onPhone, ready, tern } from '../../stories/links.js'
import { connected } from '../../stories/states.js'
import { harbor } from '../../stories/wallets.js'

let root: Root
let page: HTMLElement
beforeEach(() => {
  page = document.createElement('main')
  document.body.append(page)
  root = createRoot(page)
})
afterEach(() => {
  flushSync(() => root.unmount())
  page.remove()
  document.querySelectorAll('portico-modal').forEach((left) => left.remove())
})

const shadow = () => document.querySelector('portico-modal')?.shadowRoot
const card = () => shadow()?.querySelector('.po-modal')
const said = () => card()?.textContent ?? ''
const named = (selector: string, name: string | RegExp) =>
  [...(shadow()?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
    (one) =>
      !one.closest('.po-view-out') &&
      (typeof name === 'string' ? one.textContent === name || one.ariaLabel === name : name.test(`${one.textContent} ${one.ariaLabel}`)),
  )
const button = (name: string | RegExp) => named('button', name)
const link = (name: string | RegExp) => named('a', name) as HTMLAnchorElement | undefined
const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBeTruthy(), { timeout: 4000 })
async function press(name: string | RegExp) {
  await until(() => button(name))
  await userEvent.click(button(name) as HTMLElement)
}
const view = (portico: Portico) => currentEntry(routerStore(portico).getState())?.view
const attempt = (portico: Portico) => currentAttempt(connectionStore(portico).getState(), 'eip155')
const open = (portico: Portico, request: ViewRequest) => flushSync(() => openModal(portico, request))
/** Whether a code for a text, and no other, is drawn. */
const shows = (text: string | undefined) =>
  text !== undefined && card()?.querySelector('.po-qr:not(.is-old) path')?.getAttribute('d') === barsOf(modulesOf(text, true))

/** A wallet elsewhere: what it answers is decided by the test. */
function wallet() {
  const asked: { resolve: (grant: Grant) => void; reject: (error: Error) => void; signal: AbortSignal }[] = []
  const connect: Adapter['connect'] = ({ signal }) => new Promise((resolve, reject) => void asked.push({ resolve, reject, signal }))
  const last = () => {
    const now = asked.at(-1)
    if (!now) throw new Error('Nobody was asked')
    return now
  }
  return {
    asked,
    connect,
    approves: () => last().resolve({ addresses: [fakeAddress], networkId: 'eip155:1' }),
    refuses: (error: Error) => last().reject(error),
  }
}

interface SiteOptions {
  readonly options?: Partial<PorticoOptions>
  readonly pairing?: ReturnType<typeof fakePairing>
  readonly strict?: boolean
}

/** A site that pairs, and knows Lumen and Tern. */
function site({ options = {}, pairing = fakePairing(), strict = false }: SiteOptions = {}) {
  const phone = wallet()
  const portico = testPortico({
    adapters: [fakeAdapter({ connectors: [harbor, pairing.connector], connect: phone.connect })],
    metadata: { name: 'Meridian' },
    storage: memoryStorage(),
    wallets: [lumen, tern],
    ...options,
  })
  const app = (
    <PorticoProvider portico={portico}>
      <ConnectButton />
      <Modal />
    </PorticoProvider>
  )
  flushSync(() => root.render(strict ? <StrictMode>{app}</StrictMode> : app))
  return { portico, pairing, phone }
}
const lumenView: ViewRequest = { view: 'ConnectingWalletConnect', params: { walletId: lumen.id } }

/** Opens one wallet's view, and waits for its code. */
async function openLumen(options?: SiteOptions) {
  const made = site(options)
  open(made.portico, lumenView)
  await until(() => shows(codes[0]) && made.phone.asked.length === 1)
  return made
}

/** Holds back the code that pairs. */
function held(portico: Portico) {
  let settle: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined
  const gate = new Promise<void>((resolve, reject) => (settle = { resolve, reject }))
  const load = () => gate.then(() => elsewhere)
  const late = { ...pairingFeature, entries: { 'wallets.elsewhere': { load } } }
  chooseFeatures(portico, { features: [late], without: [late.id] })
  return {
    arrive: () => settle?.resolve(),
    fail: () => settle?.reject(new TypeError('Failed to fetch')),
    gate,
  }
}

/** What the page opens, without opening it. */
function windows() {
  const opened: unknown[][] = []
  const spy = vi.spyOn(window, 'open').mockImplementation((...call) => {
    opened.push(call)
    return null
  })
  onTestFinished(() => spy.mockRestore())
  return opened
}

describe('a code for any wallet', () => {
  test('has a row of its own, and its code is there from the pointer on', async () => {
    const { portico, pairing } = site()
    open(portico, { view: 'Connect' })
    await until(() => button(/WalletConnect/))
    expect(button(/WalletConnect/)?.textContent).toContain('QR code')
    expect(pairing.calls).toEqual([])
    await userEvent.hover(button(/WalletConnect/) as HTMLElement)
    await until(() => pairing.calls.includes('prepare'))
    await press(/WalletConnect/)
    await until(() => shows(codes[0]))
    expect(shadow()?.querySelector('[role=img]')?.ariaLabel).toBe('QR code for any WalletConnect wallet')
    expect(said()).toContain(`The wallet should show ${location.host}`)
  })

  test('has no row where the site leaves out what shows it, and nor has a wallet that is reached by one', async () => {
    const { portico } = site({ options: { wallets: [] } })
    open(portico, { view: 'Connect' })
    await until(() => button(/WalletConnect/) && button(/MetaMask/))
    flushSync(() => closeModal(portico))
    chooseFeatures(portico, { features: [], without: [pairingFeature.id] })
    open(portico, { view: 'Connect' })
    await until(() => button(/Harbor/) && button(/Search all wallets/))
    expect([button(/WalletConnect/), button(/MetaMask/)]).toEqual([undefined, undefined])
  })

  test('a pointer that rests where the list comes up below it asks for none; one that moves, or presses, does', async () => {
    const { portico, pairing } = site()
    open(portico, { view: 'Connect' })
    await until(() => button(/WalletConnect/))
    const point = (type: string) => button(/WalletConnect/)?.dispatchEvent(new PointerEvent(type, { bubbles: true }))
    point('pointerover')
    await new Promise((done) => setTimeout(done, 300))
    expect(pairing.calls).toEqual([])
    point('pointermove')
    point('pointermove')
    await until(() => pairing.calls.includes('prepare'))
    expect(pairing.calls).toEqual(['prepare'])
    point('pointerout')
    point('pointerover')
    point('pointerdown')
    await until(() => pairing.calls.length === 2)
  })

  test('leaving turns away from the wallet, and coming back shows the same code', async () => {
    const { portico, pairing, phone } = site()
    open(portico, { view: 'Connect' })
    await press(/WalletConnect/)
    await until(() => shows(codes[0]) && phone.asked.length === 1)
    await press('Back')
    await until(() => phone.asked[0]?.signal.aborted && pairing.calls.includes('cancel'))
    expect(attempt(portico)).toBeUndefined()
    await press(/Lumen/)
    await until(() => shows(codes[0]) && phone.asked.length === 2)
    expect(view(portico)).toBe('ConnectingWalletConnect')
  })

  test('leads to all wallets, unless the host hides them', async () => {
    const { portico } = site()
    open(portico, { view: 'ConnectingWalletConnectBasic' })
    await press('All wallets')
    expect(view(portico)).toBe('AllWallets')
    flushSync(() => root.unmount())
    root = createRoot(page)
    const hidden = site({ options: { allWallets: 'hide' } })
    open(hidden.portico, { view: 'Connect' })
    await until(() => button(/WalletConnect/))
    expect(button(/Search all wallets/)).toBeUndefined()
    await press(/WalletConnect/)
    await until(() => shows(codes[0]))
    expect(button('All wallets')).toBeUndefined()
  })

  test('is shown as well where the host sends the connector to the view of an installed wallet', async () => {
    const { portico, phone } = site()
    open(portico, { view: 'ConnectingExternal', params: { connectorId: 'walletConnect' } })
    await until(() => view(portico) === 'ConnectingWalletConnectBasic' && shows(codes[0]))
    expect(phone.asked.filter(({ signal }) => !signal.aborted)).toHaveLength(1)
  })

  test('a code that nobody used is put away when the modal closes', async () => {
    const { portico, pairing } = site()
    open(portico, { view: 'Connect' })
    await until(() => button(/WalletConnect/))
    await userEvent.hover(button(/WalletConnect/) as HTMLElement)
    await until(() => pairing.connector.link?.state().status === 'waiting')
    flushSync(() => closeModal(portico))
    expect(pairing.calls.at(-1)).toBe('cancel')
    expect(pairing.connector.link?.state().status).toBe('idle')
  })
})

describe('one wallet', () => {
  test('asks once, also under StrictMode, where the host opened the view', async () => {
    const { portico, phone } = site({ strict: true })
    open(portico, lumenView)
    await until(() => shows(codes[0]))
    expect(phone.asked.filter(({ signal }) => !signal.aborted)).toHaveLength(1)
    expect(shadow()?.querySelector('[role=img]')?.ariaLabel).toBe('QR code to pair with Lumen')
  })

  test('S45: says which site the wallet must show, and keeps the code out of markup, events and the console', async () => {
    const lines: string[] = []
    for (const method of ['log', 'warn', 'error', 'info', 'debug'] as const)
      vi.spyOn(console, method).mockImplementation((...line: unknown[]) => void lines.push(line.join(' ')))
    onTestFinished(() => void vi.restoreAllMocks())
    const made = site()
    const events: unknown[] = []
    for (const name of ['modal.opened', 'modal.closed', 'connection.failed', 'connection.connected'] as const)
      made.portico.events.on(name, (payload) => void events.push(payload))
    open(made.portico, lumenView)
    await until(() => shows(codes[0]) && made.phone.asked.length === 1)
    expect(said()).toContain(`Lumen should show ${location.host}`)
    expect(card()?.outerHTML).not.toContain('symKey')
    made.phone.refuses(new UserRejectedError())
    await until(() => said().includes('Connection declined'))
    expect(JSON.stringify(events)).not.toContain('symKey')
    expect(lines.filter((line) => line.includes('symKey'))).toEqual([])
  })

  test('is chosen by platform with the arrow keys, and the pairing goes on', async () => {
    const { phone } = await openLumen()
    const tabs = () => [...(shadow()?.querySelectorAll('[role=tab]') ?? [])]
    expect(tabs().map(({ textContent }) => textContent)).toEqual(['Mobile', 'Browser', 'Desktop', 'Web'])
    ;(tabs()[0] as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await until(() => said().includes('Lumen is not in this browser'))
    await userEvent.keyboard('{ArrowRight}')
    await until(() => link('Open Lumen')?.getAttribute('href') === `lumen-desktop://wc?uri=${encodeURIComponent(codes[0] ?? '')}`)
    await userEvent.keyboard('{ArrowRight}')
    await until(() => link('Open Lumen')?.getAttribute('href')?.startsWith('https://web.lumen.example/wc?uri='))
    expect(link('Open Lumen')?.rel).toBe('noopener noreferrer')
    expect(shadow()?.querySelector('[role=tabpanel]')?.ariaLabel).toBe('Web')
    await userEvent.keyboard('{Home}')
    await until(() => shows(codes[0]))
    expect(shadow()?.activeElement?.textContent).toBe('Mobile')
    expect(phone.asked).toHaveLength(1)
  })

  test('has no tabs where there is one way, and a way to get it', async () => {
    const { portico } = site()
    open(portico, { view: 'ConnectingWalletConnect', params: { walletId: tern.id } })
    await until(() => shows(codes[0]))
    expect(shadow()?.querySelector('[role=tab]')).toBeNull()
    await press('Get Tern')
    expect(currentEntry(routerStore(portico).getState())).toMatchObject({ view: 'Downloads', params: { walletId: tern.id } })
  })

  test('one that nobody knows is any wallet', async () => {
    const { portico } = site()
    open(portico, { view: 'ConnectingWalletConnect', params: { walletId: 'com.unknown' } })
    await until(() => shows(codes[0]) && said().includes('Scan with any wallet'))
  })

  test('copies the link, says so, and says when the browser does not let it', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce().mockRejectedValueOnce(new Error('denied'))
    const command = vi.spyOn(document, 'execCommand').mockReturnValue(false)
    onTestFinished(() => [write, command].forEach((spy) => spy.mockRestore()))
    await openLumen()
    await press('Copy link')
    await until(() => button('Copied') && said().includes('Link copied'))
    expect(write).toHaveBeenCalledWith(codes[0])
    await until(() => button('Copy link'))
    await press('Copy link')
    await until(() => said().includes('The browser did not allow copying'))
  })

  test('R13: a new code takes the place of the old one by itself, and nobody is asked again', async () => {
    const { pairing, phone } = await openLumen()
    pairing.show(ready(codes[1]))
    await until(() => shows(codes[1]))
    expect(phone.asked).toHaveLength(1)
  })

  test('R13: a code whose time is over fades, and another one is a press away', async () => {
    const { pairing, phone } = await openLumen()
    pairing.show(ready(codes[0], { expiry: Date.now() / 1000 - 1 }))
    await until(() => button('New code'))
    expect(said()).toContain('This code has expired')
    expect(button('Copy link')?.matches(':disabled')).toBe(true)
    pairing.show(ready(codes[1]))
    await until(() => shows(codes[1])) // it came late
    phone.refuses(new ConnectionTimeoutError())
    await until(() => button('New code'))
    await press('New code')
    await until(() => phone.asked.length === 2 && shows(codes[0]))
    expect(card()?.contains(shadow()?.activeElement ?? null)).toBe(true)
  })

  test('R13: a code whose time went by while the machine slept, which timers did as well, fades when the page is seen again', async () => {
    const { pairing } = await openLumen()
    pairing.show(ready(codes[0], { expiry: Date.now() / 1000 + 300 }))
    await until(() => shows(codes[0]))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    document.dispatchEvent(new Event('visibilitychange'))
    await until(() => button('New code'))
  })

  test('a refusal is announced, and trying again asks again', async () => {
    const { phone } = await openLumen()
    phone.refuses(new UserRejectedError())
    await until(() => shadow()?.querySelector('[role=alert]')?.textContent?.includes('The request was declined in Lumen'))
    await press('Try again')
    await until(() => phone.asked.length === 2 && shows(codes[0]))
    expect(shadow()?.querySelector('.po-body [role=status]')?.textContent).toBe('Scan with your phone’s camera or with Lumen')
    expect(card()?.contains(shadow()?.activeElement ?? null)).toBe(true)
  })

  test('from every state there is a way on', async () => {
    const { portico, phone } = await openLumen()
    for (const error of [new UserRejectedError(), new RequestPendingError(), new Error('The relay went away')]) {
      phone.refuses(error)
      await until(() => button('Try again') && button('Use another wallet'))
      const asked = phone.asked.length
      await press('Try again')
      await until(() => phone.asked.length === asked + 1 && shows(codes[0]))
    }
    phone.refuses(new Error('The relay went away'))
    await press('Use another wallet')
    await until(() => view(portico) === 'Connect')
    expect(attempt(portico)).toBeUndefined()
  })

  test('a relay that is away is said in a banner, and the code stays', async () => {
    const { pairing } = await openLumen()
    pairing.show(ready(codes[0], { relay: 'lost' }))
    await until(() => shadow()?.querySelector('.po-banner')?.textContent === 'Wallets can’t be reached. Trying again.')
    expect(shows(codes[0])).toBe(true)
    pairing.show(ready(codes[0]))
    await until(() => !shadow()?.querySelector('.po-banner'))
  })

  test('once connected it says so, is remembered as the wallet that it is, and the modal closes', async () => {
    const { portico, phone } = await openLumen()
    phone.approves()
    await until(() => said().includes('Connected') && said().includes('0x7f'))
    await until(() => view(portico) === undefined)
    expect(recentWalletStore(portico).getState()[0]?.id).toBe(lumen.id)
  })

  test('a second one is paired with while the first is connected', async () => {
    const pairing = fakePairing()
    const { portico, phone } = site({ pairing })
    await goLive(portico)
    connected({ connector: pairing.connector, address: '0x91b2C0dA7e3F45b8169aD2c4E0f6B8a17c7d20fe' })(portico)
    open(portico, lumenView)
    await until(() => shows(codes[0]) && phone.asked.length === 1)
    phone.approves()
    await until(() => said().includes('Connected'))
    expect(activeConnection(connectionStore(portico).getState())?.addresses[0]).toBe(fakeAddress)
  })

  test('one that is installed is asked in the browser instead', async () => {
    const pairing = fakePairing()
    const here = { ...harbor, id: lumen.id, rdns: 'com.lumen', name: 'Lumen' }
    const portico = testPortico({
      adapters: [fakeAdapter({ connectors: [here, pairing.connector], connect: () => new Promise(() => undefined) })],
      wallets: [lumen],
    })
    flushSync(() =>
      root.render(
        <PorticoProvider portico={portico}>
          <Modal />
        </PorticoProvider>,
      ),
    )
    open(portico, lumenView)
    await until(() => shows(codes[0]))
    await userEvent.click(named('[role=tab]', 'Browser') as HTMLElement)
    await press('Open Lumen')
    await until(() => view(portico) === 'ConnectingExternal' && attempt(portico)?.connector.id === lumen.id)
  })

  test('one that knows none of the chain families leads to where it is got', async () => {
    const { portico, phone } = site({
      options: {
        wallets: [
          { ...tern, namespaces: ['bip122', 'eip155'] },
          { ...lumen, walletConnect: false },
        ],
      },
    })
    open(portico, { view: 'Connect' })
    await press(/Lumen/)
    await until(() => view(portico) === 'Downloads')
    expect(phone.asked).toHaveLength(0)
  })

  test('by keyboard alone: to the row, into the view, and out again', async () => {
    const { portico, phone } = site()
    await userEvent.click(page.querySelector('button') as HTMLElement)
    await until(() => button(/WalletConnect/))
    for (let presses = 0; presses < 10 && !/WalletConnect/.test(shadow()?.activeElement?.textContent ?? ''); presses += 1)
      await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await until(() => shows(codes[0]) && shadow()?.activeElement?.id === 'po-title')
    await userEvent.keyboard('{Escape}')
    await until(() => view(portico) === undefined && phone.asked[0]?.signal.aborted)
  })
})

describe('a press before its code is there', () => {
  test('goes on when that comes, once, with the last wallet pressed', async () => {
    const { portico, phone } = site()
    const { arrive } = held(portico)
    open(portico, { view: 'Connect' })
    for (const name of [/Tern/, /Lumen/, /Lumen/]) await press(name)
    expect(view(portico)).toBe('Connect')
    arrive()
    await until(() => shows(codes[0]))
    expect(currentEntry(routerStore(portico).getState())).toMatchObject({ view: 'ConnectingWalletConnect', params: { walletId: lumen.id } })
    expect(phone.asked).toHaveLength(1)
  })

  test('is forgotten when the modal was closed meanwhile', async () => {
    const { portico, phone, pairing } = site()
    const { arrive, gate } = held(portico)
    open(portico, { view: 'Connect' })
    await press(/Lumen/)
    flushSync(() => closeModal(portico))
    arrive()
    await gate
    await new Promise((done) => setTimeout(done))
    expect(view(portico)).toBeUndefined()
    expect(phone.asked).toEqual([])
    expect(pairing.connector.link?.state().status).not.toBe('waiting')
  })

  test('an installed wallet is asked once', async () => {
    const { portico, phone } = site()
    const { arrive, gate } = held(portico)
    open(portico, { view: 'Connect' })
    await press(/Harbor/)
    await until(() => view(portico) === 'ConnectingExternal' && phone.asked.length === 1)
    arrive()
    await gate
    await new Promise((done) => setTimeout(done))
    expect(phone.asked).toHaveLength(1)
  })

  test('where it cannot be fetched, the view that needs it asks by itself', async () => {
    const { portico, phone } = site()
    const { fail } = held(portico)
    open(portico, { view: 'Connect' })
    await press(/Lumen/)
    fail()
    await until(() => shows(codes[0]))
    expect(view(portico)).toBe('ConnectingWalletConnect')
    expect(phone.asked).toHaveLength(1)
  })

  test('all wallets fetch it from the pointer on, as the first ones do', async () => {
    const { portico, pairing } = site()
    open(portico, { view: 'AllWallets' })
    await until(() => button(/Lumen/))
    expect(pairing.calls).toEqual([])
    await userEvent.hover(button(/Lumen/) as HTMLElement)
    await until(() => pairing.calls.includes('prepare'))
    button(/Lumen/)?.click()
    expect(view(portico)).toBe('ConnectingWalletConnect')
    await until(() => shows(codes[0]))
  })
})

describe('on a phone', () => {
  beforeEach(() => onPhone())
  afterEach(() => void Reflect.deleteProperty(navigator, 'userAgentData'))

  test('the code is made as soon as wallets are listed, and made again when it was put away', async () => {
    const { portico, pairing } = site()
    open(portico, { view: 'Connect' })
    await until(() => pairing.connector.link?.state().status === 'waiting')
    expect(button(/WalletConnect/)).toBeUndefined()
    pairing.connector.link?.cancel()
    expect(pairing.connector.link?.state().status).toBe('waiting')
    flushSync(() => closeModal(portico))
    expect(pairing.connector.link?.state().status).toBe('idle')
  })

  test('a tap opens the wallet at once, by its universal link, and the view waits for it', async () => {
    const opened = windows()
    const { portico, pairing, phone } = site()
    open(portico, { view: 'Connect' })
    await until(() => pairing.connector.link?.state().status === 'waiting')
    button(/Lumen/)?.click() // what is not there when this returns came too late for a phone
    expect(opened).toEqual([[`https://lumen.example/app/wc?uri=${encodeURIComponent(codes[0] ?? '')}`, '_blank', 'noopener,noreferrer']])
    expect(pairing.opened).toEqual([{ mobileLink: lumen.mobileLink, universalLink: lumen.universalLink }])
    await until(() => link('Open Lumen again') && said().includes('then come back to this page'))
    expect(shadow()?.querySelector('.po-qr')).toBeNull()
    phone.approves()
    await until(() => said().includes('Connected'))
    await until(() => view(portico) === undefined)
  })

  test('a tap before its code is there opens nothing, and the view has the link to tap', async () => {
    const opened = windows()
    const { portico, phone } = site()
    const { arrive } = held(portico)
    open(portico, { view: 'Connect' })
    await press(/Tern/)
    await press(/Lumen/)
    expect(view(portico)).toBe('Connect')
    arrive()
    await until(() => link('Open Lumen')?.getAttribute('href')?.startsWith('https://lumen.example/app/wc?uri='))
    expect(phone.asked).toHaveLength(1)
    expect(opened).toEqual([])
  })

  test('the button is busy until there is a code, and a real link then', async () => {
    const opened = windows()
    const pairing = fakePairing({ prepared: { status: 'loading' } })
    const { portico } = site({ pairing })
    open(portico, { view: 'Connect' })
    await press(/Tern/)
    await until(() => button('Open Tern')?.ariaBusy === 'true')
    expect(opened).toEqual([])
    pairing.show(ready())
    await until(() => link('Open Tern'))
    expect(link('Open Tern')?.getAttribute('href')).toBe(`tern://wc?uri=${encodeURIComponent(codes[0] ?? '')}`)
    expect(link('Open Tern')?.rel).toBe('noopener noreferrer')
    await userEvent.click(link('Open Tern') as HTMLElement)
    expect(opened).toEqual([[`tern://wc?uri=${encodeURIComponent(codes[0] ?? '')}`, '_self']])
    await until(() => said().includes('Tern did not open')) // nothing took the page's place
    await press('Get it')
    expect(view(portico)).toBe('Downloads')
  })

  test('a code for any wallet is there for another device, and its link for this one', async () => {
    const { portico } = site()
    open(portico, { view: 'ConnectingWalletConnectBasic' })
    await until(() => shows(codes[0]) && button('Copy link'))
    expect(said()).toContain('paste the link into one on this phone')
  })

  test('a wallet that takes no pairing opens the page in its own browser', async () => {
    const opened = windows()
    const { portico } = site({
      options: {
        adapters: [fakeAdapter({ namespace: 'solana', networks: [solana], connectors: [] })],
        wallets: [{ id: 'app.phantom', name: 'Phantom', namespaces: ['solana'] }],
      },
    })
    open(portico, { view: 'Connect' })
    await press(/Phantom/)
    await until(() => opened.length > 0)
    expect(opened[0]?.[0]).toMatch(/^https:\/\/phantom\.app\/ul\/browse\//)
    expect(view(portico)).toBe('Connect')
  })
})
