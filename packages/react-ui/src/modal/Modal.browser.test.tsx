import { activeConnection, closeModal, connectionStore, openModal, type Portico, goLive } from '@portico/core'
import { currentEntry, pushView, routerStore } from '@portico/core/kit'
import { fakeAdapter, fakeConnector, testPortico, type FakeAdapter } from '@portico/testing'
import { StrictMode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConnectButton, Modal, NetworkButton, PorticoButton, PorticoProvider } from '../index.js'
import type { Locale } from '../i18n/locale.js'
import { de } from '../locales/de/index.js'
import { en } from '../locales/en/index.js'
import { harbor, juniper } from '../stories/wallets.js'

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
const dialog = () => shadow()?.querySelector<HTMLDialogElement>('dialog[open]') ?? undefined
const title = () => shadow()?.querySelector('#po-title')?.textContent
const button = (name: string | RegExp, within: ParentNode = page) =>
  [...within.querySelectorAll('button')].find((one) =>
    typeof name === 'string' ? one.textContent === name || one.ariaLabel === name : name.test(`${one.textContent} ${one.ariaLabel}`),
  )
const inModal = (name: string | RegExp) => {
  const root = shadow()
  return root ? button(name, root) : undefined
}
const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBeTruthy(), { timeout: 4000 })
const never = () => new Promise<never>(() => undefined)

function show(portico: Portico, { strict = false } = {}) {
  const app = (
    <PorticoProvider portico={portico}>
      <button type="button">Before</button>
      <PorticoButton />
      <NetworkButton />
      <button type="button">After</button>
      <Modal />
    </PorticoProvider>
  )
  flushSync(() => root.render(strict ? <StrictMode>{app}</StrictMode> : app))
}

const porticoWith = (adapter: FakeAdapter = fakeAdapter({ connectors: [harbor, juniper] })) =>
  testPortico({ adapters: [adapter], metadata: { name: 'Meridian' } })

async function openConnect() {
  await userEvent.click(button('Connect') as HTMLElement)
  await until(() => dialog()?.open && inModal(/Harbor/))
}

describe('opening and closing', () => {
  test('nothing of the modal is there before a click, and no adapter is loaded', () => {
    const adapter = fakeAdapter()
    show(porticoWith(adapter))
    expect(shadow()).toBeUndefined()
    expect(adapter.calls).toEqual([])
  })

  test('a click opens Connect as a modal dialog named by its title, with focus on it', async () => {
    show(porticoWith())
    await openConnect()
    expect(title()).toBe('Connect to Meridian')
    expect(dialog()?.matches(':modal')).toBe(true)
    expect(dialog()?.getAttribute('aria-labelledby')).toBe('po-title')
    expect(shadow()?.activeElement?.id).toBe('po-title')
  })

  test('only wallets that are in this browser are called installed', async () => {
    const rows = [
      harbor,
      fakeConnector({ id: 'injected', kind: 'injected', rdns: '', name: 'Injected' }),
      fakeConnector({ id: 'sdk', kind: 'external', rdns: '', name: 'External' }),
      fakeConnector({ id: 'own', kind: 'custom', rdns: '', name: 'Custom' }),
    ]
    show(porticoWith(fakeAdapter({ connectors: rows })))
    await openConnect()
    const isSaid = ['Harbor', 'Injected', 'External', 'Custom'].map((name) => inModal(new RegExp(name))?.textContent?.includes('Installed'))
    expect(isSaid).toEqual([true, true, false, false])
  })

  test('Escape closes, and focus goes back to the button that opened it', async () => {
    show(porticoWith())
    const opener = button('Connect')
    await openConnect()
    await userEvent.keyboard('{Escape}')
    await until(() => !dialog())
    expect(document.activeElement).toBe(opener)
  })

  test('the second press of a double click on the button leaves it open', async () => {
    const portico = porticoWith()
    show(portico)
    await openConnect()
    flushSync(() => closeModal(portico))
    await until(() => !dialog())
    await userEvent.dblClick(button('Connect') as HTMLElement) // opens at once now
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(dialog()?.open).toBe(true)
    expect(dialog()?.classList.contains('is-leaving')).toBe(false)
  })

  test('the second press of a double click on the button asks no wallet whose row comes up below it', async () => {
    const adapter = fakeAdapter({ connectors: [harbor, juniper], connect: never })
    show(porticoWith(adapter))
    await openConnect()
    const asked = () => adapter.calls.filter((name) => name === 'connect').length
    const press = (detail: number) =>
      flushSync(() =>
        inModal(/Harbor/)?.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, composed: true, cancelable: true })),
      )
    press(2)
    expect([asked(), title()]).toEqual([0, 'Connect to Meridian'])
    press(1)
    await until(() => title() === 'Harbor' && asked() === 1)
  })

  test('a press while it closes is none on what is still seen of it', async () => {
    const portico = porticoWith()
    show(portico)
    await openConnect()
    await Promise.all(
      shadow()
        ?.querySelector('.po-modal')
        ?.getAnimations()
        .map(({ finished }) => finished) ?? [],
    )
    const { left, top } = inModal(/Harbor/)?.getBoundingClientRect() ?? expect.unreachable('There is no row.')
    const found = () =>
      shadow()
        ?.elementFromPoint(left + 20, top + 20)
        ?.closest('.po-row')
    expect(found()).toBeTruthy()
    flushSync(() => closeModal(portico))
    expect(dialog()?.open).toBe(true)
    expect(found()).toBeFalsy()
  })

  test('a press on the scrim closes; one that began on the card does not', async () => {
    const portico = porticoWith()
    show(portico)
    await openConnect()
    const element = dialog()
    const card = shadow()?.querySelector('.po-modal')
    card?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }))
    element?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
    expect(currentEntry(routerStore(portico).getState())).toBeDefined()
    element?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }))
    element?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
    await until(() => !dialog())
  })

  test('a press on the scrim that is let go of on the card closes nothing', async () => {
    const portico = porticoWith()
    show(portico)
    await openConnect()
    const element = dialog()
    const tell = (type: string, target: Element | null | undefined) =>
      target?.dispatchEvent(new (type === 'click' ? MouseEvent : PointerEvent)(type, { bubbles: true, composed: true }))
    tell('pointerdown', element)
    tell('pointerup', shadow()?.querySelector('.po-modal'))
    tell('click', element) // of what both are in, as browsers do
    expect(currentEntry(routerStore(portico).getState())).toBeDefined()
    for (const type of ['pointerdown', 'pointerup', 'click']) tell(type, element)
    await until(() => !dialog())
  })

  test('the page below does not scroll while it is open, and does again afterwards', async () => {
    show(porticoWith())
    await openConnect()
    expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
    await userEvent.keyboard('{Escape}')
    await until(() => !dialog())
    expect(document.documentElement.style.overflow).toBe('')
  })

  test('opening again while it closes keeps it open', async () => {
    const portico = porticoWith()
    show(portico)
    await openConnect()
    flushSync(() => closeModal(portico))
    flushSync(() => openModal(portico, { view: 'Connect' }))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(dialog()?.open).toBe(true)
  })

  test('R18: under StrictMode there is one dialog, and one again after it was closed and opened', async () => {
    show(porticoWith(), { strict: true })
    await openConnect()
    expect(document.querySelectorAll('portico-modal')).toHaveLength(1)
    expect(dialog()?.matches(':modal')).toBe(true)
    await userEvent.keyboard('{Escape}')
    await until(() => !dialog())
    await openConnect()
    expect(document.querySelectorAll('portico-modal')).toHaveLength(1)
  })

  test('R19: two porticos on a page open their own modals', async () => {
    const [one, two] = [testPortico({ id: 'one', metadata: { name: 'One' } }), testPortico({ id: 'two', metadata: { name: 'Two' } })]
    flushSync(() =>
      root.render(
        <>
          <PorticoProvider portico={one}>
            <ConnectButton>First</ConnectButton>
            <Modal />
          </PorticoProvider>
          <PorticoProvider portico={two}>
            <ConnectButton>Second</ConnectButton>
            <Modal />
          </PorticoProvider>
        </>,
      ),
    )
    await userEvent.click(button('Second') as HTMLElement)
    // Both have an element in the page once their code was fetched.
    const titles = () =>
      [...document.querySelectorAll('portico-modal')].flatMap(
        ({ shadowRoot }) => shadowRoot?.querySelector('dialog[open] #po-title')?.textContent ?? [],
      )
    await until(() => titles().includes('Connect to Two'))
    expect(titles()).toEqual(['Connect to Two'])
    expect(currentEntry(routerStore(one).getState())).toBeUndefined()
  })

  test('R19: one portico in two parts of a page shows one modal, and the other one where the first has gone', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    onTestFinished(() => warn.mockRestore())
    const portico = porticoWith()
    show(portico)
    const other = createRoot(page.appendChild(document.createElement('div')))
    onTestFinished(() => flushSync(() => other.unmount()))
    const part = (
      <PorticoProvider portico={portico}>
        <Modal />
      </PorticoProvider>
    )
    flushSync(() => other.render(part))
    await openConnect()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(document.querySelectorAll('portico-modal')).toHaveLength(1)
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('twice: render it once'))
    flushSync(() => root.render(null))
    await until(() => dialog()?.matches(':modal') && inModal(/Harbor/))
    expect(document.querySelectorAll('portico-modal')).toHaveLength(1)
  })

  test('R19: where two parts that come at once each have a modal, the one that shows says all in words', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    onTestFinished(() => warn.mockRestore())
    const portico = porticoWith()
    flushSync(() =>
      root.render(
        <PorticoProvider portico={portico}>
          <Modal />
          <Modal />
        </PorticoProvider>,
      ),
    )
    openModal(portico, { view: 'Networks' })
    await until(() => dialog()?.matches(':modal') && title())
    expect(title()).toBe('Network')
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('twice: render it once'))
  })

  test('unmounting the provider takes the modal off the page', async () => {
    show(porticoWith())
    await openConnect()
    flushSync(() => root.render(<p>Gone</p>))
    expect(document.querySelector('portico-modal')).toBeNull()
    await vi.waitFor(() => expect(document.documentElement.style.overflow).toBe(''))
  })
})

describe('keyboard', () => {
  test('Tab stays in the dialog in both directions', async () => {
    show(porticoWith())
    await openConnect()
    for (let i = 0; i < 12; i += 1) {
      await userEvent.keyboard(i < 6 ? '{Tab}' : '{Shift>}{Tab}{/Shift}')
      expect(document.activeElement?.localName).toBe('portico-modal')
      expect(shadow()?.activeElement?.localName).not.toBe('dialog')
    }
  })

  test('focus goes to the title of the next view, and on the way back to the control that was used', async () => {
    show(porticoWith())
    await openConnect()
    const used = inModal('Get started')
    used?.focus()
    await userEvent.keyboard('{Enter}')
    await until(() => title() === 'What is a wallet?')
    expect(shadow()?.activeElement?.id).toBe('po-title')
    await userEvent.click(inModal('Back') as HTMLElement)
    await until(() => title() === 'Connect to Meridian')
    expect(shadow()?.activeElement?.textContent).toBe('Get started')
  })

  test('the control that was used is found again where more has come before it', async () => {
    const adapter = fakeAdapter({ connectors: [harbor] })
    show(porticoWith(adapter))
    await openConnect()
    inModal('Get started')?.focus()
    await userEvent.keyboard('{Enter}')
    await until(() => title() === 'What is a wallet?')
    flushSync(() => adapter.publish([harbor, juniper]))
    await userEvent.click(inModal('Back') as HTMLElement)
    await until(() => title() === 'Connect to Meridian' && inModal(/Juniper/))
    expect(shadow()?.activeElement?.textContent).toBe('Get started')
  })
})

describe('connecting', () => {
  test('a wallet is chosen, waited for, and the modal closes once it has agreed', async () => {
    const portico = porticoWith()
    show(portico)
    await openConnect()
    await userEvent.click(inModal(/Harbor/) as HTMLElement)
    await until(() => activeConnection(connectionStore(portico).getState()))
    await until(() => title() === 'Harbor')
    await until(() => !dialog())
    await until(() => button(/0x7f…c41b09/))
  })

  test('R1: going back while the wallet is silent cancels at once, and another one can be chosen', async () => {
    const portico = porticoWith(fakeAdapter({ connectors: [harbor, juniper], connect: never }))
    show(portico)
    await openConnect()
    await userEvent.click(inModal(/Harbor/) as HTMLElement)
    await until(() => title() === 'Harbor')
    await userEvent.click(inModal('Back') as HTMLElement)
    await until(() => title() === 'Connect to Meridian')
    expect(connectionStore(portico).getState().byNamespace.eip155?.attempt).toBeUndefined()
    await userEvent.click(inModal(/Juniper/) as HTMLElement)
    await until(() => title() === 'Juniper')
    expect(connectionStore(portico).getState().byNamespace.eip155?.attempt?.connector.name).toBe('Juniper')
  })

  test('R4: a wallet that announces itself late appears without reopening', async () => {
    const adapter = fakeAdapter({ connectors: [harbor] })
    show(porticoWith(adapter))
    await openConnect()
    flushSync(() => adapter.publish([harbor, juniper]))
    await until(() => inModal(/Juniper/))
  })

  test('an unsupported network opens a view that cannot be closed', async () => {
    const portico = porticoWith(
      fakeAdapter({ grant: { addresses: ['0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09'], networkId: 'eip155:250' } }),
    )
    show(portico)
    await openConnect()
    await userEvent.click(inModal(/Harbor/) as HTMLElement)
    await until(() => title() === 'Network not supported')
    await new Promise((resolve) => setTimeout(resolve, 800))
    await userEvent.keyboard('{Escape}{Escape}')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(title()).toBe('Network not supported')
    expect(inModal('Close')).toBeUndefined()
    await userEvent.click(inModal('Disconnect') as HTMLElement)
    await until(() => !dialog())
  })
})

describe('views that fail', () => {
  test('an unknown view is a typed error, and the page stays usable', async () => {
    const portico = porticoWith()
    show(portico)
    await goLive(portico)
    expect(() => openModal(portico, { view: 'Nowhere' as 'Connect' })).toThrow("Unknown view 'Nowhere'.")
    await openConnect()
  })

  test('a view of the host that does not load says so, and offers a way on', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const portico = porticoWith()
    const broken = { id: 'broken', views: { GetWallet: () => Promise.reject(new Error('offline')) } }
    flushSync(() =>
      root.render(
        <PorticoProvider portico={portico}>
          <PorticoButton />
          <Modal features={[broken]} />
        </PorticoProvider>,
      ),
    )
    await openConnect()
    flushSync(() => pushView(portico, { view: 'GetWallet' }))
    await until(() => inModal('Try again'))
    expect(shadow()?.activeElement?.textContent).toBe(title()) // which is read out
    await userEvent.click(inModal('Try again') as HTMLElement)
    await until(() => inModal('Reload the page'))
    await userEvent.click(inModal('Back') as HTMLElement)
    await until(() => title() === 'Connect to Meridian')
    report.mockRestore()
  })
})

test('a view that the site brings after the built-in one of its name was seen takes its place, and leaves it again', async () => {
  const portico = porticoWith()
  const own = { id: 'own', views: { GetWallet: () => Promise.resolve({ default: () => <p id="own">Our own</p> }) } }
  const draw = (features: readonly (typeof own)[]) =>
    flushSync(() =>
      root.render(
        <PorticoProvider portico={portico}>
          <Modal features={features} />
        </PorticoProvider>,
      ),
    )
  const see = async (sign: string) => {
    openModal(portico, { view: 'GetWallet' })
    await until(() => shadow()?.querySelector(`[data-view=GetWallet] ${sign}`))
    closeModal(portico)
    await until(() => !dialog()?.open)
  }
  draw([])
  await see('#po-title')
  draw([own])
  await see('#own')
  draw([])
  await see('#po-title')
})

test('a view that breaks while it is shown has the focus on what is said of it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const portico = porticoWith()
  function Fragile() {
    const [broken, setBroken] = useState(false)
    if (broken) throw new Error('broken')
    return <button onClick={() => setBroken(true)}>Break</button>
  }
  const fragile = { id: 'fragile', views: { GetWallet: () => Promise.resolve({ default: Fragile }) } }
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Modal features={[fragile]} />
      </PorticoProvider>,
    ),
  )
  openModal(portico, { view: 'GetWallet' })
  await until(() => inModal('Break'))
  flushSync(() => inModal('Break')?.click())
  await until(() => inModal('Start again'))
  expect(shadow()?.activeElement?.id).toBe('po-title')
})

test('Escape that ends a composition leaves the modal open', async () => {
  const portico = porticoWith()
  show(portico)
  openModal(portico, { view: 'AllWallets' })
  await until(() => shadow()?.querySelector('input'))
  // Safari tells of it by the code alone, once the composition has ended.
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true, cancelable: true, ...composing })
    shadow()?.querySelector('input')?.dispatchEvent(escape)
    expect(currentEntry(routerStore(portico).getState())?.view).toBe('AllWallets')
    expect(escape.defaultPrevented).toBe(true) // the browser itself would close the dialog
  }
  await userEvent.keyboard('{Escape}')
  await until(() => !dialog())
})

test('the page scrolls again once both modals of a page are closed, whichever was first', async () => {
  const porticos = [porticoWith(), porticoWith()] as const
  const app = porticos.map((portico, at) => (
    <PorticoProvider key={at} portico={portico}>
      <Modal />
    </PorticoProvider>
  ))
  flushSync(() => root.render(app))
  const count = () => document.querySelectorAll('portico-modal').length
  const { style } = document.documentElement
  for (const [at, portico] of porticos.entries()) {
    openModal(portico, { view: 'WhatIsAWallet' })
    await until(() => count() === at + 1)
  }
  closeModal(porticos[0])
  await until(() => count() === 1)
  expect(style.overflow).toBe('hidden')
  closeModal(porticos[1])
  await until(() => count() === 0)
  expect(style.overflow).toBe('')
})

test('a language that is chosen while the modal is open leaves it there, with what was typed', async () => {
  const portico = porticoWith()
  const draw = (locale: Locale) =>
    flushSync(() =>
      root.render(
        <PorticoProvider portico={portico} locale={locale}>
          <Modal />
        </PorticoProvider>,
      ),
    )
  draw(en)
  openModal(portico, { view: 'AllWallets' })
  const field = () => shadow()?.querySelector('input')
  await until(field)
  const [before, { placeholder }] = [dialog(), field() as HTMLInputElement]
  await userEvent.fill(field() as HTMLInputElement, 'har')
  draw(de)
  await until(() => field()?.placeholder !== placeholder)
  expect(dialog()).toBe(before)
  expect(field()?.value).toBe('har')
})
