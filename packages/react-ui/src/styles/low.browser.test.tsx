import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ConnectSheet as Connect } from '../features/connect/Connection.stories.js'
import { WithoutGateway } from '../features/directory/AllWallets.stories.js'
import { Any, Browser } from '../features/pairing/WalletConnect.stories.js'
import { AddAddress, LookAlike } from '../features/send/Send.stories.js'
import { de } from '../locales/de/index.js'
import { ViewStory } from '../stories/ViewStory.js'
import { catalogueCss } from './catalogue.css.js'

beforeAll(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${catalogueCss} body { margin: 0; }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
})

let clear = () => {}
afterEach(() => clear())

/** 1280 × 1024 at 400 % (WCAG 1.4.10), and a small phone held sideways below its browser's bars. */
test.each([
  ['sheet', 320, 256],
  ['modal', 568, 232],
] as const)('in a view of little height what a %s says can be read, and its last button reached', async (form, width, height) => {
  await page.viewport(width, height)
  const host = document.body.appendChild(document.createElement('div'))
  host.className = 'portico'
  if (form === 'sheet') host.dataset['form'] = form
  const root = createRoot(host)
  clear = () => {
    root.unmount()
    host.remove()
  }
  root.render(<ViewStory {...LookAlike.args} form={form} />)
  const foot = await vi.waitUntil(() => host.querySelector('.po-foot button:last-of-type'), { timeout: 5000 })
  const card = host.querySelector('.po-modal') as HTMLElement
  const body = card.querySelector('.po-body') as HTMLElement
  expect(body.scrollHeight).toBeGreaterThan(96)
  expect(body.clientHeight).toBeGreaterThanOrEqual(96)
  expect(card.getBoundingClientRect().height).toBeLessThanOrEqual(height)
  foot.scrollIntoView({ block: 'nearest' })
  expect(foot.getBoundingClientRect().bottom).toBeLessThanOrEqual(card.getBoundingClientRect().bottom)
})

/** A telephone that folds, closed: 280 px, and a window at its narrowest. */
test.each([280, 240])('at a width of %i px nothing of what can be pressed or compared is cut off', async (width) => {
  await page.viewport(width, 640)
  for (const [story, selector] of [
    [WithoutGateway, '.po-cell'],
    [{ args: { ...LookAlike.args, locale: de } }, '.po-alike .po-addr'],
  ] as const) {
    const host = document.body.appendChild(document.createElement('div'))
    host.className = 'portico'
    host.dataset['form'] = 'sheet'
    const root = createRoot(host)
    clear = () => {
      root.unmount()
      host.remove()
    }
    root.render(<ViewStory {...story.args} form="sheet" />)
    await vi.waitUntil(() => host.querySelector(selector), { timeout: 5000 })
    const { left, right } = (host.querySelector('.po-modal') as HTMLElement).getBoundingClientRect()
    for (const part of host.querySelectorAll(selector)) {
      const box = part.getBoundingClientRect()
      expect(box.left).toBeGreaterThanOrEqual(left)
      expect(box.right).toBeLessThanOrEqual(right)
    }
    clear()
  }
})

test.each([
  ['titles', Any, '.po-head__t'],
  ['tabs', Browser, '.po-seg button'],
  ['words in fields', AddAddress, 'textarea'],
] as const)('in German, a third longer than English, %s are whole at a width of 320 px', async (_, { args }, selector) => {
  await page.viewport(320, 640)
  const host = document.body.appendChild(document.createElement('div'))
  host.className = 'portico'
  host.dataset['form'] = 'sheet'
  const root = createRoot(host)
  clear = () => {
    root.unmount()
    host.remove()
  }
  root.render(<ViewStory {...args} locale={de} form="sheet" />)
  await vi.waitUntil(() => host.querySelector(selector), { timeout: 5000 })
  for (const { textContent, scrollWidth, clientWidth, scrollHeight, clientHeight } of host.querySelectorAll(selector))
    expect([textContent, scrollWidth <= clientWidth, scrollHeight <= clientHeight]).toEqual([textContent, true, true])
})

test('on a phone the terms are a word of their sentence: no gap comes after it', async () => {
  await page.viewport(360, 640)
  const host = document.body.appendChild(document.createElement('div'))
  host.className = 'portico'
  host.dataset['form'] = 'sheet'
  const root = createRoot(host)
  clear = () => {
    root.unmount()
    host.remove()
  }
  root.render(<ViewStory {...Connect.args} modal={{ terms: '/terms', privacy: '/privacy' }} form="sheet" />)
  const link = await vi.waitUntil(() => host.querySelector('.po-legal a'), { timeout: 5000 })
  const word = document.createRange()
  word.selectNodeContents(link)
  expect(link.textContent).toBe('Terms')
  expect(link.getBoundingClientRect().width).toBeCloseTo(word.getBoundingClientRect().width, 0)
})
