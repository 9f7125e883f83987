import { closeModal, connect, connectorStore, openModal, type Portico } from '@portico/core'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Modal, PorticoButton, PorticoProvider } from '../index.js'
import { prefetchModal } from '../loadModal.js'
import { harbor, juniper } from '../stories/wallets.js'

let root: Root
let site: HTMLElement

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'attachShadow')
  site = document.createElement('main')
  document.body.append(site)
  root = createRoot(site)
})

afterEach(() => {
  flushSync(() => root.unmount())
  site.remove()
  vi.restoreAllMocks()
})

/** The modal's, which is in the page only while the modal is open. */
const shadow = () => vi.mocked(HTMLElement.prototype.attachShadow).mock.results.at(-1)?.value as ShadowRoot | undefined
const dialog = () => shadow()?.querySelector('dialog')
const rows = () => [...(shadow()?.querySelectorAll('.po-row') ?? [])]
const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBeTruthy(), { timeout: 4000 })
const idle = () => new Promise((resolve) => requestIdleCallback(resolve))

function show(portico: Portico) {
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <PorticoButton />
        <Modal />
      </PorticoProvider>,
    ),
  )
  prefetchModal(portico)
}

const newPortico = (connectors = [harbor, juniper]) =>
  testPortico({ adapters: [fakeAdapter({ connectors })], metadata: { name: 'Meridian' } })

describe('the first view is drawn before it is asked for', () => {
  test('a press shows the very rows that were drawn, with the focus in them, and closing puts them away', async () => {
    const portico = newPortico()
    show(portico)
    await until(() => rows().length > 0)
    expect(dialog()?.open).toBe(false)
    expect(document.querySelector('portico-modal')).toBeNull()
    const drawn = rows()
    site.querySelector('button')?.click()
    await until(() => dialog()?.open)
    expect(rows()).toEqual(drawn)
    expect(shadow()?.activeElement).not.toBeNull()
    flushSync(() => closeModal(portico))
    await until(() => !dialog()?.open)
    expect(document.activeElement).toBe(site.querySelector('button'))
  })

  test('the browser works out once how it looks, between two frames, and nobody sees it', async () => {
    const seen: string[] = []
    const note = (nodes: NodeList, what: string) => nodes.forEach(({ nodeName }) => seen.push(`${nodeName} ${what}`))
    const watch = new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) {
        note(addedNodes, 'comes')
        note(removedNodes, 'goes')
      }
    })
    watch.observe(document.body, { childList: true })
    const toggled = vi.fn()
    document.addEventListener('toggle', toggled, { capture: true })
    const inFrames: (Element | null)[] = []
    const look = () => {
      inFrames.push(document.querySelector('portico-modal'))
      if (!seen.includes('PORTICO-MODAL goes')) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    show(newPortico())
    await until(() => seen.includes('PORTICO-MODAL goes'))
    watch.disconnect()
    expect(seen.filter((one) => one.startsWith('PORTICO'))).toEqual(['PORTICO-MODAL comes', 'PORTICO-MODAL goes'])
    expect(inFrames.filter(Boolean)).toEqual([])
    await idle()
    expect([dialog()?.open, toggled.mock.calls]).toEqual([false, []])
    document.removeEventListener('toggle', toggled, { capture: true })
    site.querySelector('button')?.click()
    await until(() => dialog()?.open)
    expect(getComputedStyle(rows()[0] as Element).visibility).toBe('visible')
  })

  test('nothing is drawn ahead for one who is connected, and what was drawn goes on connecting', async () => {
    const portico = newPortico()
    show(portico)
    await until(() => rows().length > 0)
    const connector = Object.values(connectorStore(portico).getState())
      .flat()
      .find(({ name }) => name === harbor.name)
    await connect(portico, { connectorId: connector?.id ?? '' })
    await until(() => !dialog())
    await idle()
    expect(dialog()).toBeFalsy()
  })

  test('another view than the first does not take the place of what was drawn', async () => {
    const portico = newPortico()
    show(portico)
    await until(() => rows().length > 0)
    flushSync(() => openModal(portico, { view: 'WhatIsAWallet' }))
    await until(() => dialog()?.open)
    expect(shadow()?.querySelectorAll('#po-title')).toHaveLength(1)
    expect(shadow()?.querySelector('.po-modal')?.getAttribute('data-view')).toBe('WhatIsAWallet')
  })

  test('a picture from elsewhere is asked for when it is seen, not before (S35)', async () => {
    const portico = newPortico([{ ...harbor, icon: 'https://pictures.invalid/harbor.png' }, juniper])
    const picture = () => shadow()?.querySelector('img[src^="https:"]')
    show(portico)
    await until(picture)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(picture()).toBeTruthy() // one that was asked for fails, and gives way to a letter
    site.querySelector('button')?.click()
    await until(() => dialog()?.open && !picture())
  })
})
