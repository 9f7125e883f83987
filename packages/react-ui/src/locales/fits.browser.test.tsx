import devanagari from '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?url'
import thai from '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2?url'
import { locales } from '@portico/core/kit'
import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AccountWorth, Settings } from '../features/account/Account.stories.js'
import { Default as Connect } from '../features/login/Connect.stories.js'
import { Amount } from '../features/onramp/Onramp.stories.js'
import { FirstTime } from '../features/send/Send.stories.js'
import { SmartAccount as SignIn } from '../features/siwx/Siwx.stories.js'
import { InAccount, Preview } from '../features/swap/Swap.stories.js'
import { ViewStory } from '../stories/ViewStory.js'
import { catalogueCss } from '../styles/catalogue.css.js'
import { loadLocale } from './index.js'

type Scene = { readonly args?: Partial<ComponentProps<typeof ViewStory>> }
/** An account that can buy, swap, receive and send. */
const Actions: Scene = { args: { ...InAccount.args, options: { ...InAccount.args?.options, onramp: {} } } }
const dense: Readonly<Record<string, Scene>> = { Connect, AccountWorth, Settings, SignIn, Amount, FirstTime, Preview }

beforeAll(async () => {
  await page.viewport(360, 800)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(catalogueCss)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  document.body.style.margin = '0'
  // Without a font, each of their signs would be a box of its own, also those that stand over another.
  for (const [url, unicodeRange] of [
    [devanagari, 'U+0900-097F, U+1CD0-1CF9, U+200C-200D, U+20A8, U+20B9, U+25CC, U+A830-A839, U+A8E0-A8FF'],
    [thai, 'U+0E00-0E7F, U+200C-200D, U+25CC'],
  ] as const)
    document.fonts.add(await new FontFace('Inter', `url(${url})`, { unicodeRange, weight: '100 900' }).load())
})

let clear = () => {}
afterEach(() => clear())

/** Whether a word goes on in the next line. */
function hasBrokenWord(element: Element): boolean {
  const texts = [...element.childNodes].filter((node) => node instanceof Text)
  return texts.some((text) =>
    [...text.data.matchAll(/\S+/g)].some(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
    }),
  )
}

/** What does not fit: a button, title or row whose words are cut, and what is wider than the modal. */
function tooLong(card: Element): string[] {
  const cut = [...card.querySelectorAll('.po-btn__t, .po-head__t, .po-seg button, .po-quick button, .po-badge')].filter(
    (element) =>
      element.scrollWidth > element.clientWidth + 1 || (element.matches('.po-head__t') && element.scrollHeight > element.clientHeight + 1),
  )
  const edge = card.getBoundingClientRect()
  const outside = [...card.querySelectorAll('.po-body *')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 0 && (right > edge.right + 1 || left < edge.left - 1) && !element.closest('.po-sr, [hidden], .po-scroll-x')
  })
  const broken = [...card.querySelectorAll('.po-quick button')].filter(hasBrokenWord)
  return [...cut, ...outside, ...broken].map((element) => `${element.className}: ${element.textContent}`)
}

/** Shows a scene in a language, until nothing in it changes any more. */
async function show(code: string, { args }: Scene): Promise<Element> {
  const locale = await loadLocale([code])
  await Promise.all([locale.load?.(), ...Object.values(locale.features ?? {}).map((load) => load())])
  const host = document.body.appendChild(document.createElement('div'))
  host.className = 'portico'
  host.dataset['theme'] = 'light'
  const root = createRoot(host)
  clear = () => {
    root.unmount()
    host.remove()
  }
  root.render(<ViewStory {...(args as ComponentProps<typeof ViewStory>)} locale={locale} />)
  const card = await vi.waitUntil(() => host.querySelector('.po-modal'))
  let last = ''
  await vi.waitUntil(
    () => {
      const now = card.textContent
      const isStill = now.length > 20 && now === last
      last = now
      return isStill
    },
    { interval: 30, timeout: 5000 },
  )
  return card
}

describe.each(locales)('in a modal of 360 px, %s', (code) => {
  test.each(Object.entries(dense))('%s is not cut and not wider than it', async (_, scene) => {
    const card = await show(code, scene)
    expect(tooLong(card)).toEqual([])
    // It would have been seen.
    const title = card.querySelector('.po-head__t')
    if (title) title.textContent = 'x'.repeat(200)
    expect(tooLong(card)).toHaveLength(1)
  })

  test('four things to do stand side by side, and no word of theirs is broken', async () => {
    const card = await show(code, Actions)
    const buttons = () => [...card.querySelectorAll('.po-quick button')]
    await vi.waitUntil(() => buttons().length === 4, { timeout: 5000 })
    expect(new Set(buttons().map((button) => Math.round(button.getBoundingClientRect().top))).size).toBe(1)
    expect(tooLong(card)).toEqual([])
  })
})
