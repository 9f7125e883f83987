import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LookAlike } from '../features/send/Send.stories.js'
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
