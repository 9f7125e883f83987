import { closeModal, connectionStore, openModal, type Portico } from '@portico/core'
import { pushView } from '@portico/core/kit'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { catalogueCss } from '../styles/catalogue.css.js'
import type { Feature } from '../features/feature.js'
import { Modal, NetworkButton, PorticoButton, PorticoProvider, type ModalProps } from '../index.js'
import { loadModal } from '../loadModal.js'
import { fakeEmbedded } from '../stories/embedded.js'
import { harbor, juniper } from '../stories/wallets.js'
import { entries, sheet } from '../features/login/ways.js'
import { ViewFrame } from './ViewFrame.js'

let root: Root
let site: HTMLElement

beforeEach(() => {
  site = document.createElement('main')
  document.body.append(site)
  root = createRoot(site)
})

afterEach(async () => {
  flushSync(() => root.unmount())
  site.remove()
  await page.viewport(1280, 800)
})

const shadow = () => document.querySelector('portico-modal')?.shadowRoot
const dialog = () => shadow()?.querySelector<HTMLDialogElement>('dialog[open]') ?? null
const title = () => shadow()?.querySelector('#po-title')?.textContent
const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBeTruthy(), { timeout: 4000 })
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

function show(portico: Portico, features: readonly Feature[] = [], without: ModalProps['without'] = []) {
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <PorticoButton />
        <NetworkButton />
        <Modal features={features} without={without} />
      </PorticoProvider>,
    ),
  )
}

const newPortico = () => testPortico({ adapters: [fakeAdapter({ connectors: [harbor, juniper] })], metadata: { name: 'Meridian' } })

async function openConnect() {
  await userEvent.click(site.querySelector('button') as HTMLElement)
  await until(() => dialog()?.open && shadow()?.querySelector('.po-row'))
}

/** A view whose module comes when `arrive` is called. */
function slowView() {
  let arrive = () => {}
  const loaded = new Promise<void>((resolve) => (arrive = resolve))
  const View = () => (
    <ViewFrame title="Slow">
      <p style={{ blockSize: 100 }}>Here</p>
    </ViewFrame>
  )
  const load = () => loaded.then(() => ({ default: View }))
  const feature: Feature = { id: 'slow', views: { GetWallet: load, Networks: load } }
  return { feature, arrive }
}

describe('what stands on screen', () => {
  test('a view that is still loading is not preceded by the one that the modal was closed with', async () => {
    const portico = newPortico()
    const { feature, arrive } = slowView()
    show(portico, [feature])
    await openConnect()
    flushSync(() => closeModal(portico))
    await until(() => !dialog())
    flushSync(() => openModal(portico, { view: 'GetWallet' }))
    await frame()
    expect(dialog()).toBeNull()
    arrive()
    await until(() => dialog()?.open)
    expect(title()).toBe('Slow')
  })

  test('opened before it was there, it is dressed when it is shown, and has the focus at once where it stays', async () => {
    const portico = newPortico()
    const { showModal } = HTMLDialogElement.prototype
    const seen: { sheets: number; focus: string | undefined }[] = []
    let focused = 0
    HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
      this.addEventListener('focusin', () => (focused += 1))
      showModal.call(this)
      seen.push({ sheets: shadow()?.adoptedStyleSheets.length ?? 0, focus: shadow()?.activeElement?.id })
    }
    openModal(portico, { view: 'Connect' })
    show(portico)
    await until(() => dialog()?.open)
    HTMLDialogElement.prototype.showModal = showModal
    expect(seen).toEqual([{ sheets: shadow()?.adoptedStyleSheets.length, focus: 'po-title' }])
    expect(seen[0]?.sheets).toBeGreaterThan(0)
    expect([focused, shadow()?.querySelector('[autofocus]')]).toEqual([1, null])
  })

  test('taken out of the page by whoever swaps its body, it is closed, leaves the page free, and opens at the next press', async () => {
    const portico = newPortico()
    show(portico)
    await openConnect()
    expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
    document.querySelector('portico-modal')?.remove()
    await until(() => getComputedStyle(document.documentElement).overflow !== 'hidden')
    await openConnect()
    expect(dialog()?.matches(':modal')).toBe(true)
  })

  test('a view that is asked for while the modal closes lets it close, and then opens it', async () => {
    const portico = newPortico()
    const { feature, arrive } = slowView()
    show(portico, [feature])
    await openConnect()
    const opener = site.querySelector('button')
    flushSync(() => closeModal(portico))
    flushSync(() => openModal(portico, { view: 'GetWallet' }))
    await until(() => !dialog())
    arrive()
    await until(() => dialog()?.open && title() === 'Slow')
    flushSync(() => closeModal(portico))
    await until(() => !dialog())
    expect(document.activeElement).toBe(opener)
  })

  test('Connect is drawn in full with the style sheets that come with the modal', async () => {
    const portico = newPortico()
    show(portico)
    await openConnect()
    const sheets = shadow()?.adoptedStyleSheets ?? []
    expect(sheets).toHaveLength(2) // its own, and that of the feature
    const boxes = () =>
      [...(shadow()?.querySelectorAll('.po-modal *') ?? [])].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return `${element.localName}.${element.getAttribute('class')} ${[x, y, width, height].map(Math.round).join()}`
      })
    const alone = boxes()
    expect(alone.some((box) => box.includes('po-quad'))).toBe(true)
    const second = new CSSStyleSheet()
    second.replaceSync(catalogueCss)
    const target = shadow()
    if (target) target.adoptedStyleSheets = [...sheets, second]
    expect(boxes()).toEqual(alone)
  })

  test('on a phone the sheet comes from below, and nothing scrolls it up first', async () => {
    await page.viewport(390, 844)
    const portico = newPortico()
    show(portico)
    let highest = Number.POSITIVE_INFINITY
    let scrolled = 0
    const watch = () => {
      const card = shadow()?.querySelector('.po-modal')
      if (card && dialog()?.open) highest = Math.min(highest, card.getBoundingClientRect().top)
      scrolled = Math.max(scrolled, dialog()?.scrollTop ?? 0)
      running = requestAnimationFrame(watch)
    }
    let running = requestAnimationFrame(watch)
    await openConnect()
    await Promise.all(
      shadow()
        ?.querySelector('.po-modal')
        ?.getAnimations()
        .map(({ finished }) => finished) ?? [],
    )
    await frame()
    cancelAnimationFrame(running)
    const card = shadow()?.querySelector('.po-modal')?.getBoundingClientRect()
    expect(scrolled).toBe(0)
    expect(card?.bottom).toBe(844)
    expect(Math.round(highest)).toBe(Math.round(card?.top ?? 0))
  })
})

describe('the button that was pressed', () => {
  test('says after a moment that the modal is on its way, and the other one does not', async () => {
    const { feature, arrive } = slowView()
    show(newPortico(), [feature])
    const [connect, networks] = site.querySelectorAll('button')
    const busy = () => [connect, networks].map((button) => button?.getAttribute('aria-busy') === 'true')
    networks?.click()
    await frame()
    expect(busy()).toEqual([false, false])
    await until(() => networks?.querySelector('.po-cols'))
    expect(busy()).toEqual([false, true])
    arrive()
    await until(() => dialog()?.open)
    await until(() => !networks?.querySelector('.po-cols'))
    expect(busy()).toEqual([false, false])
  })

  test('no longer says so when the page itself has closed the modal before it came', async () => {
    const portico = newPortico()
    show(portico, [slowView().feature])
    const networks = site.querySelectorAll('button')[1]
    networks?.click()
    await until(() => networks?.querySelector('.po-cols'))
    closeModal(portico)
    await until(() => !networks?.querySelector('.po-cols'))
  })
})

test('R1: a view that was left asks its wallet no more while the modal closes', async () => {
  const adapter = fakeAdapter({ connectors: [harbor], connect: () => new Promise<never>(() => undefined) })
  const portico = testPortico({ adapters: [adapter], metadata: { name: 'Meridian' } })
  show(portico)
  await openConnect()
  const asked = () => adapter.calls.filter((call) => JSON.stringify(call).includes('connect')).length
  await userEvent.click([...(shadow()?.querySelectorAll('.po-row') ?? [])].find((row) => row.textContent.includes('Harbor')) as HTMLElement)
  await until(() => title() === 'Harbor' && asked() === 1)
  await userEvent.keyboard('{Escape}')
  await until(() => !dialog())
  expect(asked()).toBe(1)
  expect(connectionStore(portico).getState().byNamespace.eip155?.attempt).toBeUndefined()
})

describe('how views follow each other', () => {
  test('the one before fades out, and the card grows or shrinks, also where the next one had to be fetched', async () => {
    const portico = newPortico()
    const { feature, arrive } = slowView()
    show(portico, [feature])
    await openConnect()
    const before = shadow()?.querySelector<HTMLElement>('.po-modal')?.offsetHeight ?? 0
    flushSync(() => pushView(portico, { view: 'GetWallet' }))
    await frame()
    expect(title()).toBe('Connect to Meridian')
    arrive()
    await until(() => title() === 'Slow')
    expect(shadow()?.querySelector('.po-view-out')).not.toBeNull()
    const card = shadow()?.querySelector('.po-modal')
    const growing = card
      ?.getAnimations()
      .find(({ effect }) => effect instanceof KeyframeEffect && 'height' in (effect.getKeyframes()[0] ?? {}))
    expect(growing).toBeDefined()
    const [from] = growing?.effect instanceof KeyframeEffect ? growing.effect.getKeyframes() : []
    expect(Number.parseFloat(String(from?.['height']))).toBeCloseTo(before, 0)
  })

  test('a title that is given the focus wears no ring, and a control does', async () => {
    const portico = newPortico()
    show(portico)
    await openConnect()
    await userEvent.keyboard('{Tab}')
    const outline = () => getComputedStyle(shadow()?.activeElement ?? document.body).outlineStyle
    expect(outline()).toBe('solid')
    flushSync(() => pushView(portico, { view: 'WhatIsAWallet' }))
    await until(() => title() === 'What is a wallet?')
    await until(() => shadow()?.activeElement?.id === 'po-title')
    expect(shadow()?.activeElement?.matches(':focus-visible')).toBe(true)
    expect(outline()).toBe('none')
  })
})

describe('Connect on a page whose wallets are still being looked for', () => {
  /** An adapter that lists the wallets of the page when `list` is called. */
  function slowDiscovery() {
    const adapter = fakeAdapter()
    let list = () => {}
    const discover: typeof adapter.discover = (_portico, publish) => {
      list = () => publish([harbor, juniper])
      return () => undefined
    }
    const description = { ...adapter, discover }
    return { portico: testPortico({ adapters: [description], metadata: { name: 'Meridian' } }), list: () => list() }
  }
  const rows = () => [...(shadow()?.querySelectorAll('.po-row') ?? [])].map((row) => (row.ariaHidden === 'true' ? 'place' : 'wallet'))
  const heights = () => {
    const seen = new Set<number>()
    let running = requestAnimationFrame(function look() {
      const card = dialog()?.open ? shadow()?.querySelector<HTMLElement>('.po-modal') : undefined
      if (card) seen.add(card.offsetHeight)
      running = requestAnimationFrame(look)
    })
    return { seen, stop: () => cancelAnimationFrame(running) }
  }

  test('comes up once they are listed, whole', async () => {
    const { portico, list } = slowDiscovery()
    show(portico)
    const { seen, stop } = heights()
    site.querySelector('button')?.click()
    await loadModal(portico)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(dialog()?.open ?? false).toBe(false)
    list()
    await until(() => dialog()?.open && rows().includes('wallet'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    stop()
    expect([...seen]).toHaveLength(1)
  })

  test('where that takes long, comes up with places for them, and never says that there is none', async () => {
    const { portico, list } = slowDiscovery()
    show(portico)
    site.querySelector('button')?.click()
    await until(() => dialog()?.open)
    expect(rows()).toContain('place')
    expect(shadow()?.textContent).not.toContain('No wallet found')
    list()
    await until(() => !rows().includes('place'))
    expect(shadow()?.textContent).toContain('Harbor')
  })

  test.each([
    ['above them, where there is none', []],
    ['below them, where there are some', [harbor]],
  ])('keeps the place of the ways to log in %s', async (_, connectors) => {
    const portico = testPortico({
      adapters: [fakeAdapter({ connectors })],
      connectors: [fakeEmbedded().description],
      metadata: { name: 'Meridian' },
    })
    let arrive = () => {}
    const loaded = new Promise<void>((resolve) => (arrive = resolve))
    const login: Feature = {
      id: 'slow login',
      views: {},
      entries: { 'connect.ways': { load: () => loaded.then(() => entries['connect.ways']) } },
      sheet: () => Promise.resolve(sheet),
    }
    show(portico, [login], ['login'])
    const { seen, stop } = heights()
    site.querySelector('button')?.click()
    await until(() => dialog()?.open)
    await frame()
    const top = () => shadow()?.querySelector<HTMLElement>('.po-list')?.offsetTop
    const before = top()
    arrive()
    await until(() => shadow()?.querySelector('input'))
    await frame()
    stop()
    expect([...seen]).toHaveLength(1)
    expect(top()).toBe(before)
  })
})
