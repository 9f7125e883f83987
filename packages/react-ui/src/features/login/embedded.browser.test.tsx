import { closeModal, connectionStore, goLive, openModal, type Portico, type PorticoOptions, type ViewRequest } from '@portico/core'
import { embeddedStore, type CodeOutcome, type EmbeddedWallet } from '@portico/core/embedded'
import { currentEntry, routerStore, toastStore } from '@portico/core/kit'
import { fakeAdapter, memoryStorage, testPortico } from '@portico/testing'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Modal, PorticoProvider, type ModalProps } from '../../index.js'
import { fakeEmbedded, mira, miraUser, newMira, secureOrigin, security, type FakeEmbedded } from '../../stories/embedded.js'
import { connected } from '../../stories/states.js'
import { harbor } from '../../stories/wallets.js'
import { entriesAtHand } from '../../modal/registry.js'

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
const all = <E extends Element = HTMLElement>(selector: string) =>
  [...(shadow()?.querySelectorAll<E>(selector) ?? [])].filter((one) => !one.closest('.po-view-out'))
const named = (selector: string, name: string | RegExp) =>
  all(selector).find((one) =>
    typeof name === 'string' ? one.textContent === name || one.ariaLabel === name : name.test(`${one.textContent} ${one.ariaLabel}`),
  )
const button = (name: string | RegExp) => named('button', name)
const link = (name: string | RegExp) => named('a', name) as HTMLAnchorElement | undefined
const field = () => all<HTMLInputElement>('input')[0] as HTMLInputElement
const until = (check: () => unknown) => vi.waitFor(() => expect(check(), String(check)).toBeTruthy(), { timeout: 15_000 })
async function press(name: string | RegExp) {
  await until(() => button(name))
  await userEvent.click(button(name) as HTMLElement)
}
const view = (portico: Portico) => currentEntry(routerStore(portico).getState())?.view
const open = (portico: Portico, request: ViewRequest) => flushSync(() => openModal(portico, request))
const login = (portico: Portico) => embeddedStore(portico).getState().login
const callsOf = ({ calls }: FakeEmbedded, method: keyof EmbeddedWallet) => calls.filter(([name]) => name === method)

interface SiteOptions {
  readonly answers?: Partial<EmbeddedWallet>
  readonly embedded?: FakeEmbedded
  readonly options?: Partial<PorticoOptions>
  readonly modal?: ModalProps
}

/** Puts text into the field in place of what is there, and sends it. */
async function enter(text: string) {
  await userEvent.fill(field(), text)
  await userEvent.keyboard('{Enter}')
}

/** A site with an embedded wallet, and the wallets of one browser. */
function site({ answers = {}, embedded = fakeEmbedded({ answers }), options = {}, modal = {} }: SiteOptions = {}) {
  const portico = testPortico({
    adapters: [fakeAdapter({ connectors: [harbor] })],
    connectors: [embedded.description],
    metadata: { name: 'Meridian' },
    storage: memoryStorage(),
    connectMethodsOrder: ['email', 'social', 'wallet'],
    ...options,
  })
  flushSync(() =>
    root.render(
      <StrictMode>
        <PorticoProvider portico={portico}>
          <Modal {...modal} />
        </PorticoProvider>
      </StrictMode>,
    ),
  )
  return { portico, embedded }
}

/** Opens Connect, and waits for the ways to log in. */
async function connectView(given?: SiteOptions) {
  const made = site(given)
  open(made.portico, { view: 'Connect' })
  await until(() => field())
  return made
}

/** Types the address, and comes to where the frame asks for the code. `settle` is the frame, that has what it asked for or gives up. */
async function codeView(answers: Partial<EmbeddedWallet> = {}) {
  const settle = { right: (_: CodeOutcome = {}) => {}, wrong: (_: Error) => {} }
  const enterCode = () =>
    new Promise<CodeOutcome>((resolve, reject) => Object.assign(settle, { right: (outcome = {}) => resolve(outcome), wrong: reject }))
  const made = await connectView({ answers: { connectEmail: () => Promise.resolve({ action: 'VERIFY_OTP' }), enterCode, ...answers } })
  await enter(mira)
  await until(() => view(made.portico) === 'EmailVerifyOtp' && slot() && callsOf(made.embedded, 'enterCode').length > 0)
  return { ...made, settle }
}
const slot = () => all('.po-slot')[0]

describe('Connect', () => {
  test.each([
    ['signs of full width, as Japanese keyboards type them', 'ｍｉｒａ＠ｈａｒｂｏｕｒｍａｉｌ。ｅｘａｍｐｌｅ'],
    ['what is not seen and comes with a copy', `\u200e${mira}\u200b`],
  ])('takes an address with %s, for the one that is read', async (_, typed) => {
    const { embedded } = await connectView({ answers: { connectEmail: () => new Promise<never>(() => undefined) } })
    await enter(typed)
    await until(() => callsOf(embedded, 'connectEmail').length > 0)
    expect(callsOf(embedded, 'connectEmail')[0]).toEqual(['connectEmail', mira])
  })

  test('has the ways in the host’s order, with a rule that says what follows', async () => {
    const { portico, embedded } = await connectView({ options: { connectMethodsOrder: ['wallet', 'social', 'email'] } })
    await goLive(portico)
    await until(() => button(/Harbor/))
    const order = all('.po-row, .po-rule, .po-social, .po-field input').map((one) => one.ariaLabel ?? one.textContent)
    expect(order.indexOf('or use an account')).toBeGreaterThan(order.findIndex((name) => name?.includes('Harbor')))
    expect(order.indexOf('Continue with Google')).toBeGreaterThan(order.indexOf('or use an account'))
    expect(order.indexOf('Email')).toBeGreaterThan(order.indexOf('More ways to sign in'))
    expect(all('.po-social')).toHaveLength(5)
    expect(all('.po-list .po-row').some(({ textContent }) => textContent?.includes('Email'))).toBe(false) // no row for the embedded wallet
    expect(embedded.calls).toEqual([]) // nothing is asked, and the frame is not made
  })

  test('makes the frame ready when the field is reached, and says what is wrong with an address', async () => {
    const { embedded } = await connectView()
    await enter('mira@harbourmail')
    expect(callsOf(embedded, 'prepare').length).toBeGreaterThan(0)
    expect(callsOf(embedded, 'connectEmail')).toEqual([])
    expect(named('[role=alert]', /Enter a full email address/)).toBeTruthy()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(shadow()?.activeElement).toBe(field())
    await userEvent.type(field(), '.example')
    expect(named('[role=alert]', /Enter a full/)).toBeUndefined()
  })

  test('says once that the frame did not come, and no more once it has', async () => {
    const away = Object.assign(new Error('iframe_load_failed'), { name: 'FrameLoadError' })
    const { portico, embedded } = await connectView({ answers: { connectEmail: () => Promise.reject(away) } })
    await enter(mira)
    embedded.show({ frame: 'failed' })
    const alerts = () => all('[role=alert], [role=status]').filter(({ textContent }) => textContent?.includes('Unable to load'))
    await until(() => login(portico).status === 'failed' && alerts().length > 0)
    expect(alerts()).toHaveLength(1)
    embedded.show({ frame: 'ready' })
    await until(() => alerts().length === 0)
    expect(field().getAttribute('aria-invalid')).not.toBe('true')
  })

  test('S27: an address that was mailed a moment ago has to wait, and the seconds count down', async () => {
    const answers = { connectEmail: () => Promise.reject(Object.assign(new Error('Not yet'), { retryAfter: 2 })) }
    const { portico, embedded } = await connectView({ answers })
    await enter(mira)
    await until(() => said().includes('Please try again after 2 seconds'))
    expect(button('Continue with email')?.ariaDisabled).toBe('true')
    await userEvent.keyboard('{Enter}')
    expect(callsOf(embedded, 'connectEmail')).toHaveLength(1)
    await until(() => said().includes('Please try again after 1 seconds'))
    await until(() => button('Continue with email')?.ariaDisabled !== 'true')
    await userEvent.keyboard('{Enter}')
    await until(() => callsOf(embedded, 'connectEmail').length === 2)
    expect(view(portico)).toBe('Connect')
  })

  test('has the wallets behind a button where the host wants that, and back comes to the field with what was typed', async () => {
    const { portico } = await connectView({ modal: { collapseWallets: true } })
    await goLive(portico)
    await userEvent.type(field(), 'mira@')
    expect(button(/Harbor/)).toBeUndefined()
    await press('Use a wallet')
    await until(() => view(portico) === 'ConnectWallets' && button(/Harbor/))
    expect(all('input')).toHaveLength(0)
    await press('Back')
    await until(() => field()?.value === 'mira@')
  })

  test('without an embedded wallet, and for one who is logged in, there are the wallets alone', async () => {
    const embedded = fakeEmbedded()
    const { portico } = site({ embedded })
    connected({ connector: embedded.connector })(portico)
    open(portico, { view: 'Connect' })
    await goLive(portico)
    await until(() => button(/Harbor/))
    expect(all('input')).toHaveLength(0)
    flushSync(() => root.unmount())
    root = createRoot(page)
    const plain = site({ options: { connectors: [] } })
    open(plain.portico, { view: 'Connect' })
    await goLive(plain.portico)
    await until(() => button(/Harbor/))
    expect(entriesAtHand(plain.portico, 'connect.ways')).toEqual([])
  })
})

describe('S51: the code', () => {
  test('is asked for by the frame, in its place on the page, which has no field of its own and hears what came of it', async () => {
    const { portico, embedded, settle } = await codeView()
    expect(callsOf(embedded, 'enterCode')).toEqual([['enterCode', 'login']])
    expect(all('input')).toEqual([])
    expect(embedded.placed.filter(Boolean)).toEqual([])
    embedded.show({ frame: 'ready', surface: 'code' })
    await until(() => embedded.placed.at(-1))
    expect(all('input')).toEqual([])
    embedded.show({ surface: undefined })
    settle.right()
    await until(() => view(portico) === undefined)
    expect(embedded.placed.at(-1)).toBeUndefined()
    expect(callsOf(embedded, 'connectOtp')).toEqual([])
    expect(connectionStore(portico).getState().byNamespace.eip155?.connections[0]?.connector.id).toBe('embedded')
  })

  test('that the frame cannot go on with is said, with a way to begin anew', async () => {
    const { portico, settle } = await codeView()
    settle.wrong(new Error('iframe_request_timeout'))
    await until(() => said().includes('Email sign-in did not work'))
    await press('Try again')
    await until(() => view(portico) === 'EmailVerifyOtp' && slot())
  })

  test('a login that is done, or turned away from, never reads as one that is not under way while its view goes', async () => {
    const drawn: string[] = []
    const watched = new MutationObserver(() => drawn.push(said()))
    onTestFinished(() => watched.disconnect())
    const watch = () => watched.observe(shadow() as ShadowRoot, { subtree: true, childList: true, characterData: true })

    const turned = await codeView()
    turned.embedded.show({ frame: 'ready', surface: 'code', height: 300 })
    await until(() => turned.embedded.placed.at(-1))
    watch()
    await userEvent.keyboard('{Escape}')
    turned.embedded.show({ surface: undefined })
    await until(() => card() === undefined || card() === null)
    flushSync(() => root.unmount())
    root = createRoot(page)

    const done = await codeView()
    watch()
    done.settle.right()
    await until(() => drawn.some((text) => text.includes('Signed in')))
    await until(() => card() === undefined || card() === null)
    expect(drawn.filter((text) => text.includes('No sign-in') || text.includes('Preparing'))).toEqual([])
  })

  test('is given up by going back, and the address is still there', async () => {
    const { portico, embedded } = await codeView()
    await press('Back')
    await until(() => view(portico) === 'Connect' && field()?.value === mira)
    expect(login(portico).status).toBe('idle')
    expect(callsOf(embedded, 'abort')).toHaveLength(1)
  })

  test('is given up in the frame, and the address has the focus again', async () => {
    const { portico, settle } = await codeView()
    settle.wrong(Object.assign(new Error('Request was aborted'), { reason: 'aborted' }))
    await until(() => view(portico) === 'Connect' && field()?.value === mira)
    await until(() => shadow()?.activeElement === field())
  })
})

test('S30: a browser that is new waits for the link, shows the two digits, and goes on by itself', async () => {
  let confirm: () => void = () => undefined
  const { portico } = await connectView({
    answers: {
      connectEmail: () => Promise.resolve({ action: 'VERIFY_DEVICE', match: '47' }),
      connectDevice: () => new Promise((resolve) => (confirm = resolve)),
    },
  })
  await enter(mira)
  await until(() => view(portico) === 'EmailVerifyDevice' && said().includes('The page that opens must show47'))
  expect(said()).toContain('10 minutes')
  confirm()
  await until(() => view(portico) === 'EmailVerifyOtp' && slot())
})

/** What stands in for the browser's windows. */
function windows(given: () => Window | null) {
  const opened: unknown[][] = []
  const spy = vi.spyOn(window, 'open').mockImplementation((...call) => {
    opened.push(call)
    return given()
  })
  onTestFinished(() => spy.mockRestore())
  return opened
}
const start = { uri: `${secureOrigin}/social/start?flow=1`, match: '47' }

describe('a social account', () => {
  test('has its window opened in the press itself, and a closed one is noticed and opened again', async () => {
    const popup = {
      closed: false,
      close: () => undefined,
      location: { href: 'about:blank', replace: () => undefined },
      focus: () => undefined,
    }
    const opened = windows(() => popup as unknown as Window)
    const { portico } = await connectView({ answers: { getSocialRedirectUri: () => Promise.resolve(start) } })
    await userEvent.hover(button('Continue with Google') as HTMLElement) // on the way to the press, its code comes
    await import('./views.js')
    button('Continue with Google')?.click()
    expect(opened).toHaveLength(1) // when the press is over, a browser opens nothing any more
    await until(() => view(portico) === 'ConnectingSocial' && said().includes('Continue in the Google window'))
    expect(said()).toContain('If the window asks, the number is 47')
    popup.closed = true
    await until(() => named('[role=alert]', /Google window closed/))
    popup.closed = false
    await until(() => button('Open Google again'))
    button('Open Google again')?.click()
    expect(opened).toHaveLength(2)
    await until(() => said().includes('Continue in the Google window'))
  })

  test('has its window opened as soon as its code is here, where the press was quicker', async () => {
    const popup = {
      closed: false,
      close: () => undefined,
      location: { href: 'about:blank', replace: () => undefined },
      focus: () => undefined,
    }
    const opened = windows(() => popup as unknown as Window)
    await connectView({ answers: { getSocialRedirectUri: () => Promise.resolve(start) } })
    button('Continue with Google')?.click()
    await until(() => opened.length === 1)
  })

  test.each([
    ['social_cancelled', 'Sign-in declined', 'You went back before you were logged in.'],
    ['rate_limit', 'Google sign-in did not work', 'Too many tries.'],
  ])('that ends with %s says so, and does not blame the account’s provider', async (reason, title, text) => {
    windows(() => null)
    const refused = Object.assign(new Error('No'), { name: 'FrameRequestError', reason })
    await connectView({ answers: { getSocialRedirectUri: () => Promise.reject(refused) } })
    await press('Continue with Google')
    await until(() => named('[role=alert]', new RegExp(title)))
    expect(said()).toContain(text)
    expect(button('Try again')).toBeDefined()
  })

  test('R23: where the browser opens no window, there is a real link, and a way on in this tab', async () => {
    windows(() => null)
    const { portico } = await connectView({ answers: { getSocialRedirectUri: () => Promise.resolve(start) } })
    await press('Continue with Google')
    await until(() => link('Open Google'))
    expect(said()).toContain('Your browser blocked the window')
    expect(link('Open Google')?.href).toBe(start.uri)
    expect(link('Open Google')?.rel).toBe('noopener noreferrer')
    expect(button('Continue in this tab')).toBeTruthy()
    link('Open Google')?.addEventListener('click', (event) => event.preventDefault()) // no tab for a test
    await userEvent.click(link('Open Google') as HTMLElement)
    await until(() => said().includes('Continue in the Google window'))
    await press('Back')
    await until(() => view(portico) === 'Connect')
    expect(login(portico).status).toBe('idle')
  })

  test('every one of them is behind the last tile, and Farcaster has a code', async () => {
    const { portico } = await connectView({
      answers: {
        getFarcasterUri: () => Promise.resolve({ url: 'https://farcaster.example/siwf?token=1' }),
        connectFarcaster: () => Promise.resolve(undefined),
      },
    })
    await press('More ways to sign in')
    await until(() => view(portico) === 'ConnectSocials' && button('Facebook'))
    expect(all('.po-list button').map(({ textContent }) => textContent)).toEqual([
      'Google',
      'X',
      'Farcaster',
      'Discord',
      'Apple',
      'GitHub',
      'Facebook',
    ])
    await press('Farcaster')
    await until(() => view(portico) === 'ConnectingFarcaster' && named('[role=img]', 'QR code to sign in with Farcaster'))
  })
})

test('who is known in this browser presses once on Connect: the wallet’s window opens in the press, and is led to it', async () => {
  const popup = { closed: false, close: vi.fn(), location: { replace: vi.fn() } }
  const opened = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  onTestFinished(() => opened.mockRestore())
  let lead: ((uri: string) => boolean) | undefined
  const { portico } = await connectView({
    answers: {
      connectKnown: (given) => {
        lead = given
        return new Promise(() => undefined)
      },
    },
  })
  await userEvent.hover(button('This browser knows my wallet') as HTMLElement)
  await press('This browser knows my wallet')
  await until(() => view(portico) === 'EmailVerifyOtp' && lead)
  expect(opened).toHaveBeenCalledOnce()
  expect(lead?.('https://secure.example/continue#a')).toBe(true)
  expect(popup.location.replace).toHaveBeenCalledWith('https://secure.example/continue#a')
})

test('an address that this browser is known for needs no code', async () => {
  let connect: () => void = () => undefined
  const { portico } = await connectView({
    answers: {
      connectEmail: () => Promise.resolve({ action: 'CONNECT' }),
      getUser: () => new Promise((resolve) => (connect = () => resolve(miraUser))),
    },
  })
  await enter(mira)
  await until(() => named('[role=status]', 'Opening your wallet.'))
  expect(button('Continue with email')?.ariaBusy).toBe('true')
  connect()
  await until(() => view(portico) === undefined)
})

describe('the secure frame’s place', () => {
  const box = () => {
    const { top, left, width, height } = slot()?.getBoundingClientRect() ?? { top: 0, left: 0, width: 0, height: 0 }
    return { top, left, width, height }
  }

  test('S10: is measured where it stands still, follows the page, and is gone the moment that the view is left', async () => {
    const { portico, embedded } = site({ answers: { isOpen: () => true, isConnected: () => Promise.resolve(true) } })
    await goLive(portico)
    await until(() => callsOf(embedded, 'isConnected').length > 0)
    embedded.show({ frame: 'ready', surface: 'approve' })
    await until(() => view(portico) === 'ApproveTransaction' && slot())
    await until(() => embedded.placed.length > 0)
    await until(() => JSON.stringify(embedded.placed.at(-1)) === JSON.stringify(box()))
    expect(box().width).toBeGreaterThanOrEqual(Math.min(360, innerWidth))
    expect(said()).toContain('Review request')
    for (let part: Element | null | undefined = slot(); part; part = part.parentElement) {
      const { opacity, transform, filter, scale, translate, maskImage } = getComputedStyle(part)
      expect({ opacity, transform, filter, scale, translate, maskImage }).toEqual({
        opacity: '1',
        transform: 'none',
        filter: 'none',
        scale: 'none',
        translate: 'none',
        maskImage: 'none',
      })
    }
    const before = embedded.placed.length
    ;(slot() as HTMLElement).style.marginBlockEnd = '20px'
    window.dispatchEvent(new Event('resize'))
    await until(() => embedded.placed.length > before && JSON.stringify(embedded.placed.at(-1)) === JSON.stringify(box()))
    await press('Close')
    expect(embedded.placed.at(-1)).toBeUndefined()
    await until(() => callsOf(embedded, 'abort').length > 0)
  })

  test('is as high as the frame says, and its header is the only one: the way back goes back inside of the frame first', async () => {
    let inside = 1
    const { portico, embedded } = site({ answers: { back: () => Promise.resolve(inside-- > 0) } })
    await goLive(portico)
    connected({ connector: embedded.connector })(portico)
    open(portico, { view: 'Settings' })
    await press(/Wallet safety/)
    embedded.show({ frame: 'ready', surface: 'security' })
    await until(() => embedded.placed.at(-1))
    for (const height of [330, 512]) {
      embedded.show({ height })
      await until(() => Math.round(box().height) === Math.min(height, innerHeight - 16 - 56))
      await until(() => JSON.stringify(embedded.placed.at(-1)) === JSON.stringify(box()))
    }
    const card = all('.po-modal')[0]?.getBoundingClientRect()
    expect(Math.round((card?.bottom ?? 0) - (box().top + box().height))).toBe(0) // no band below it
    await press('Back')
    await until(() => callsOf(embedded, 'back').length === 1)
    expect(view(portico)).toBe('WalletSecurity')
    await press('Back')
    await until(() => view(portico) === 'Settings')
  })

  test('a frame that says late that it does not go back moves nobody who is elsewhere by then', async () => {
    let answer: (handled: boolean) => void = () => undefined
    let done: () => void = () => undefined
    const { portico, embedded } = site({
      answers: {
        back: () => new Promise((resolve) => (answer = resolve)),
        openSecurity: () => new Promise((resolve) => (done = resolve)),
      },
    })
    await goLive(portico)
    connected({ connector: embedded.connector })(portico)
    open(portico, { view: 'Settings' })
    await press(/Wallet safety/)
    await until(() => view(portico) === 'WalletSecurity' && callsOf(embedded, 'openSecurity').length === 1)
    embedded.show({ frame: 'ready', surface: 'security' })
    await until(() => embedded.placed.at(-1))
    await press('Back')
    await until(() => callsOf(embedded, 'back').length === 1)
    embedded.show({ surface: undefined })
    done()
    await until(() => view(portico) === 'Settings')
    answer(false)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(view(portico)).toBe('Settings')
  })

  test('closing it by the keyboard turns the question away, and the frame that is done goes back to where the visitor was', async () => {
    let done: () => void = () => undefined
    const { portico, embedded } = site({ answers: { openSecurity: () => new Promise((resolve) => (done = resolve)) } })
    await goLive(portico)
    connected({ connector: embedded.connector })(portico)
    open(portico, { view: 'Settings' })
    await press(/Wallet safety/)
    await until(() => view(portico) === 'WalletSecurity' && callsOf(embedded, 'openSecurity').length === 1)
    expect(embedded.placed.filter(Boolean)).toEqual([]) // it does not want to be seen yet
    embedded.show({ frame: 'ready', surface: 'security' })
    await until(() => embedded.placed.at(-1))
    embedded.show({ surface: undefined })
    done()
    await until(() => view(portico) === 'Settings')
    expect(embedded.placed.at(-1)).toBeUndefined()
    await press(/Wallet safety/)
    await until(() => slot())
    embedded.show({ surface: 'security' })
    await until(() => embedded.placed.at(-1))
    await userEvent.keyboard('{Escape}')
    await until(() => view(portico) === undefined && callsOf(embedded, 'abort').length > 0)
  })
})

describe('an account of the embedded wallet', () => {
  const user = { ...miraUser, security: security('user') }
  function account(answers: Partial<EmbeddedWallet> = {}) {
    const embedded = fakeEmbedded({ state: { frame: 'ready', user }, answers })
    const made = site({ embedded })
    connected({ connector: embedded.connector })(made.portico)
    return made
  }

  test('says at all times how safe the wallet is, and offers no account type that there is not', async () => {
    const { portico, embedded } = account()
    open(portico, { view: 'Account' })
    await until(() => button(/Only you can open it/))
    embedded.show({ user: { ...user, security: security('assisted') } })
    await until(() => button(/Protect your account/))
    await press('Settings')
    await until(() => said().includes('Standard account'))
    expect(button(/Account type/)).toBeUndefined()
    expect(button(new RegExp(mira))).toBeTruthy()
  })

  test('S33, S51: the codes for a new address are asked for by the frame', async () => {
    let done: (outcome: CodeOutcome) => void = () => undefined
    const { portico, embedded } = account({
      updateEmail: () => Promise.resolve({ action: 'VERIFY_PRIMARY_OTP' }),
      enterCode: () => new Promise((resolve) => (done = resolve)),
    })
    open(portico, { view: 'Settings' })
    await press(new RegExp(mira))
    await until(() => view(portico) === 'UpdateEmailWallet' && field())
    await userEvent.fill(field(), mira)
    expect(named('[role=alert]', 'This is already your email')).toBeTruthy()
    expect(button('Continue')?.matches(':disabled')).toBe(true)
    await enter(newMira)
    await until(() => view(portico) === 'UpdateEmailCode' && slot())
    embedded.show({ surface: 'code' })
    await until(() => embedded.placed.at(-1))
    await press('Back')
    await until(() => field()?.value === newMira) // what was typed is still there
    expect(embedded.placed.at(-1)).toBeUndefined()
    await press('Continue')
    await until(() => view(portico) === 'UpdateEmailCode' && embedded.placed.at(-1))
    embedded.show({ surface: undefined })
    done({ newEmail: newMira })
    await until(() => view(portico) === 'Settings')
    expect(embedded.calls.filter(([name]) => name.startsWith('updateEmail') || name === 'enterCode')).toEqual([
      ['updateEmail', newMira],
      ['enterCode', 'emailUpdate'],
    ])
    expect(toastStore(portico).getState().toast?.message).toBe('Email updated')
    flushSync(() => closeModal(portico))
  })
})

test('words and styles of the views behind the ways to log in come with those, not with Connect', async () => {
  await userEvent.hover(document.documentElement, { position: { x: 1, y: 1 } }) // a pointer on a way to log in fetches what is behind it
  const { portico } = site()
  const has = (selector: string) =>
    shadow()?.adoptedStyleSheets.some(({ cssRules }) => [...cssRules].some(({ cssText }) => cssText.startsWith(selector))) ?? false
  open(portico, { view: 'Connect' })
  await until(() => said().includes('or use a wallet'))
  expect([has('.po-field'), has('.po-rule'), has('.po-mailto')]).toEqual([true, true, false])
  open(portico, { view: 'ConnectSocials' })
  await until(() => view(portico) === 'ConnectSocials' && said().includes('More ways to sign in'))
  expect(has('.po-mailto')).toBe(true)
  expect(said()).not.toMatch(/\b(login|otp|social)\.[a-z]/)
})
