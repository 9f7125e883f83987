import { closeModal, openModal } from '@portico/core'
import { goBack } from '@portico/core/kit'
import { fakeAdapter, memoryStorage, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page as viewport, userEvent } from 'vitest/browser'
import { Modal, PorticoButton, PorticoProvider } from '../index.js'
import { buttonsCss } from '../styles/buttons.css.js'
import { connected } from '../stories/states.js'
import { harbor, juniper } from '../stories/wallets.js'

let root: Root
let page: HTMLElement
beforeEach(() => {
  page = document.createElement('main')
  document.body.append(page)
  const sheet = document.createElement('style')
  sheet.textContent = buttonsCss
  page.append(sheet)
  root = createRoot(page.appendChild(document.createElement('div')))
})
afterEach(() => {
  flushSync(() => root.unmount())
  page.remove()
  document.querySelectorAll('portico-modal').forEach((left) => left.remove())
})

const card = () => document.querySelector('portico-modal')?.shadowRoot?.querySelector<HTMLElement>('.po-modal')
const flying = () => card()?.querySelector<HTMLElement>('.po-fly')
const underArch = () => card()?.querySelector<HTMLElement>('.po-span__b .po-tile')
const row = () =>
  [...(card()?.querySelectorAll<HTMLElement>('.po-row') ?? [])].find(({ textContent }) => textContent?.includes(juniper.name))
const middleOf = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2, width }
}
/** Holds what is in the air where it starts, to look at it. */
function held(): Element {
  const [flight] = flying()?.getAnimations() ?? []
  flight?.pause()
  if (flight) flight.currentTime = 0
  return flying() as Element // there is one
}

test('a chosen wallet flies from its row under the arch, back on the way back, and nothing of it stays', async () => {
  const adapter = fakeAdapter({ connectors: [harbor, juniper], connect: () => new Promise(() => undefined) })
  const portico = testPortico({ adapters: [adapter], metadata: { name: 'Meridian' }, storage: memoryStorage() })
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <PorticoButton />
        <Modal />
      </PorticoProvider>,
    ),
  )
  openModal(portico, { view: 'Connect' })
  await vi.waitFor(() => expect(row()).toBeTruthy(), { timeout: 4000 })
  const tile = row()?.querySelector('.po-tile') as Element // a row has one
  const before = middleOf(tile)
  await userEvent.click(row() as HTMLElement)
  await vi.waitFor(() => expect(flying()).toBeTruthy(), { timeout: 4000 })
  const start = middleOf(held())
  expect(start.width).toBeCloseTo(before.width, 0)
  expect(start.x).toBeCloseTo(before.x, 0)
  expect(underArch()?.style.visibility).toBe('hidden')
  expect(flying()?.ariaHidden).toBe('true')
  flying()?.getAnimations()[0]?.finish()
  await vi.waitFor(() => expect(flying()).toBeFalsy())
  expect(underArch()?.style.visibility).toBe('')

  const arch = middleOf(underArch() as Element) // it was found above
  goBack(portico)
  await vi.waitFor(() => expect(flying()).toBeTruthy(), { timeout: 4000 })
  expect(middleOf(held()).x).toBeCloseTo(arch.x, 0)
  flying()?.getAnimations()[0]?.finish()
  await vi.waitFor(() => expect(flying()).toBeFalsy())
  for (const one of card()?.querySelectorAll<HTMLElement>('.po-tile') ?? []) expect(one.style.visibility).toBe('')
})

test.each([
  ['', 1280],
  [', and on a phone', 390],
])('what flies lands where it stays%s, and the card grows or shrinks no further; also where the page is zoomed', async (_, width) => {
  await viewport.viewport(width, 800)
  document.body.style.setProperty('zoom', '1.25')
  onTestFinished(() => {
    document.body.style.removeProperty('zoom')
    return viewport.viewport(1280, 800)
  })
  const adapter = fakeAdapter({ connectors: [harbor, juniper], connect: () => new Promise(() => undefined) })
  const portico = testPortico({ adapters: [adapter], metadata: { name: 'Meridian' }, storage: memoryStorage() })
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Modal />
      </PorticoProvider>,
    ),
  )
  openModal(portico, { view: 'Connect' })
  await vi.waitFor(() => expect(row()).toBeTruthy(), { timeout: 4000 })
  await userEvent.click(row() as HTMLElement)
  await vi.waitFor(() => expect(flying()).toBeTruthy(), { timeout: 4000 })
  held()
  const [flight] = flying()?.getAnimations() ?? []
  if (flight) flight.currentTime = Number(flight.effect?.getTiming().duration) - 0.01
  const landed = middleOf(flying() as Element)
  const growing = card()
    ?.getAnimations()
    .find(({ effect }) => effect instanceof KeyframeEffect && 'height' in (effect.getKeyframes()[1] ?? {}))
  const [, to] = growing?.effect instanceof KeyframeEffect ? growing.effect.getKeyframes() : []
  flight?.finish()
  await vi.waitFor(() => expect(card()?.querySelector('.po-fly, .po-view-out, .po-view-in')).toBeFalsy())
  await vi.waitFor(() => expect(card()?.getAnimations()).toEqual([]))
  expect(landed.x).toBeCloseTo(middleOf(underArch() as Element).x, 0)
  expect(Number.parseFloat(String(to?.['height']))).toBe(card()?.offsetHeight)
})

test('once it has connected it goes on to be the account’s picture in the page’s button', async () => {
  const adapter = fakeAdapter({ connectors: [harbor, juniper] })
  const portico = testPortico({ adapters: [adapter], metadata: { name: 'Meridian' }, storage: memoryStorage() })
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <PorticoButton />
        <Modal />
      </PorticoProvider>,
    ),
  )
  openModal(portico, { view: 'Connect' })
  await vi.waitFor(() => expect(row()).toBeTruthy(), { timeout: 4000 })
  await userEvent.click(row() as HTMLElement)
  await vi.waitFor(() => expect(underArch()).toBeTruthy(), { timeout: 4000 })
  const face = () => page.querySelector('.po-host__acc .po-tile')
  await vi.waitFor(() => expect(face()?.getAnimations()).toHaveLength(1), { timeout: 4000, interval: 10 })
  const [travel] = face()?.getAnimations() ?? []
  travel?.pause()
  if (travel) travel.currentTime = 0
  // The modal itself moves a little as it goes.
  expect(middleOf(face() as Element).x).toBeCloseTo(middleOf(underArch() as Element).x, -1)
  travel?.finish()
  await vi.waitFor(() => expect(face()?.getAnimations()).toEqual([]))
})

test('one that is left before it has connected stays where it is, beside an account that is in use', async () => {
  const adapter = fakeAdapter({ connectors: [harbor, juniper], connect: () => new Promise(() => undefined) })
  const portico = testPortico({ adapters: [adapter], metadata: { name: 'Meridian' }, storage: memoryStorage() })
  connected()(portico)
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <PorticoButton />
        <Modal />
      </PorticoProvider>,
    ),
  )
  const face = () => page.querySelector('.po-host__acc .po-tile')
  await vi.waitFor(() => expect(face()).toBeTruthy(), { timeout: 4000 })
  openModal(portico, { view: 'Connect' })
  await vi.waitFor(() => expect(row()).toBeTruthy(), { timeout: 4000 })
  await userEvent.click(row() as HTMLElement)
  await vi.waitFor(() => expect(underArch()).toBeTruthy(), { timeout: 4000 })
  closeModal(portico)
  await vi.waitFor(() => expect(card()?.closest('dialog')?.classList.contains('is-leaving')).toBe(true), { interval: 5 })
  expect(face()?.getAnimations()).toEqual([])
})
