import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { Chip } from '@portico/ui/chip'
import { Columns } from '@portico/ui/columns'
import { close } from '@portico/ui/glyphs'
import { IconButton } from '@portico/ui/icon-button'
import { ListItem } from '@portico/ui/list-item'
import { Otp } from '@portico/ui/otp'
import { Qr } from '@portico/ui/qr'
import { Segmented } from '@portico/ui/segmented'
import { Skeleton } from '@portico/ui/skeleton'
import { Spinner } from '@portico/ui/spinner'
import { Filled } from '../features/swap/Swap.stories.js'
import { ViewStory } from '../stories/ViewStory.js'
import { catalogueCss } from './catalogue.css.js'

beforeAll(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(catalogueCss)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
})

/** Vitest leaves the type of its session to the browser's provider. */
const session: { send?(method: string, parameters: object): Promise<unknown> } = cdp()
const force = (...features: readonly object[]) => session.send?.('Emulation.setEmulatedMedia', { features })

let clear = () => {}
beforeEach(() => force({ name: 'forced-colors', value: 'active' }))
afterEach(async () => {
  clear()
  await force()
})

/** Draws a part of a view. @returns the element of it that is looked for */
function draw(part: ReactNode, selector: string): Element {
  const host = document.body.appendChild(document.createElement('div'))
  host.className = 'portico'
  const root = createRoot(host)
  clear = () => {
    root.unmount()
    host.remove()
  }
  flushSync(() => root.render(part))
  return host.querySelector(selector) ?? expect.unreachable(`There is no ${selector}.`)
}
/** What a colour comes to. */
function colour(name: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.cssText = `forced-color-adjust: none; color: ${name}`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

test('a code is there once where colours are forced: its boxes show it, and the field over them does not', () => {
  const input = draw(<Otp label="Code" value="482" onChange={() => {}} onComplete={() => {}} />, 'input')
  expect(getComputedStyle(input)).toMatchObject({ color: 'rgba(0, 0, 0, 0)', webkitTextFillColor: 'rgba(0, 0, 0, 0)' })
})

test('what says that something is on its way is seen where colours are forced', () => {
  const canvas = colour('Canvas')
  const ofItsOwn = draw(
    <p style={{ color: canvas }}>
      <Columns />
    </p>,
    '.po-cols i',
  )
  expect(getComputedStyle(ofItsOwn).borderTopColor).toBe(colour('CanvasText'))
  clear()
  const place = getComputedStyle(draw(<Skeleton />, '.po-sk'))
  expect(place).toMatchObject({ borderTopStyle: 'solid', borderTopWidth: '1px' })
  clear()
  expect(getComputedStyle(draw(<Qr text={undefined} label="Code" />, '.po-cols i')).borderTopColor).not.toBe(colour('CanvasText'))
  clear()
  const ring = getComputedStyle(draw(<Spinner />, '.po-spin'))
  expect(ring.borderTopColor).not.toBe(ring.borderBottomColor)
})

const chosen: readonly (readonly [string, ReactNode, string])[] = [
  [
    'tab',
    <Segmented key="a" label="Assets" items={[{ id: 'a', label: 'Tokens' }]} value="a" onChange={() => {}} />,
    '[aria-selected=true]',
  ],
  [
    'row',
    <ListItem key="b" selected>
      Base
    </ListItem>,
    '.po-row',
  ],
  [
    'chip',
    <Chip key="c" selected>
      0.5 %
    </Chip>,
    '.po-chip',
  ],
]

test.each(chosen)(
  'a chosen %s that has the focus looks other than one that has not, where colours are forced',
  async (_, part, selector) => {
    const control = draw(part, selector)
    const outline = () => {
      const { outlineWidth, outlineStyle, outlineColor, outlineOffset } = getComputedStyle(control)
      return [outlineWidth, outlineStyle, outlineColor, outlineOffset].join(' ')
    }
    const before = outline()
    expect(before).toContain('2px solid')
    await userEvent.tab()
    expect(document.activeElement).toBe(control)
    expect(outline()).not.toBe(before)
  },
)

test('a chip has an edge where colours are forced, which take its ground', () => {
  expect(getComputedStyle(draw(<Chip>0.5 %</Chip>, '.po-chip'))).toMatchObject({ borderTopStyle: 'solid', borderTopWidth: '1px' })
})

const swap = <ViewStory key="d" {...Filled.args} />
const grounded: readonly (readonly [string, ReactNode, string])[] = [
  ['button that is an icon', <IconButton key="e" glyph={close} label="Close" />, '.po-ib'],
  ['token that is chosen', swap, '.po-tok'],
  ['button that swaps the tokens', swap, '.po-flip button'],
]
test.each(grounded)('a %s has an edge where colours are forced, which take its ground', (_, part, selector) => {
  expect(getComputedStyle(draw(part, selector))).toMatchObject({ borderTopStyle: 'solid', borderTopWidth: '1px' })
})
