import type { ThemeVariables } from '@portico/core'
import { themeProperties } from '@portico/core/kit'
import { afterEach, expect, test } from 'vitest'
import { buttonsCss } from './buttons.css.js'
import { catalogueCss } from './catalogue.css.js'

type Change = readonly [value: string | number, selector: string, property: string]

/** Every variable: another value than the default, and what it changes. A new variable has to have its line. */
const changes: Readonly<Record<keyof ThemeVariables, readonly Change[]>> = {
  accent: [
    ['#7b3fe4', '.po-btn.is-primary', 'background-color'],
    ['#7b3fe4', '.po-host.is-primary', 'background-color'],
  ],
  accentText: [
    ['rgb(1, 2, 3)', '.po-btn.is-primary', 'color'],
    ['rgb(1, 2, 3)', '.po-host.is-primary', 'color'],
  ],
  tint: [[0, '.po-card', 'background-color']],
  mix: [['#ff0000', '.po-modal', 'background-color']],
  mixStrength: [['40%', '.po-modal', 'background-color']],
  font: [['Georgia, serif', '.po-modal', 'font-family']],
  fontMono: [['"Courier New", monospace', '.po-whole', 'font-family']],
  fontSize: [['12px', '.po-row__t', 'font-size']],
  radius: [
    ['9px', '.po-modal', 'border-top-left-radius'],
    ['9px', '.po-row', 'border-top-left-radius'],
    ['9px', '.po-btn', 'border-top-left-radius'],
    ['9px', '.po-host', 'border-top-left-radius'],
  ],
  radiusModal: [
    ['3px', '.po-modal', 'border-top-left-radius'],
    ['3px', '[data-form=sheet] .po-modal', 'border-top-left-radius'],
  ],
  radiusButton: [
    ['3px', '.po-btn', 'border-top-left-radius'],
    ['3px', '.po-btn.is-md', 'border-top-left-radius'],
    ['3px', '.po-btn.is-sm', 'border-top-left-radius'],
    ['3px', '.po-host', 'border-top-left-radius'],
    ['3px', '.po-host.is-sm', 'border-top-left-radius'],
  ],
  radiusRow: [['3px', '.po-row', 'border-top-left-radius']],
  z: [[5, '.po-overlay', 'z-index']],
  width: [['300px', '.po-modal', 'width']],
  overlay: [['rgb(4, 5, 6)', '.po-overlay', 'background-color']],
  overlayFilter: [['blur(8px)', '.po-overlay', 'backdrop-filter']],
  borderWidth: [
    ['3px', '.po-modal', 'box-shadow'],
    ['3px', '[data-form=sheet] .po-modal', 'box-shadow'],
  ],
  borderColor: [['rgb(7, 8, 9)', '.po-modal', 'box-shadow']],
  shadow: [
    ['0 0 9px red', '.po-modal', 'box-shadow'],
    ['0 0 9px red', '[data-form=sheet] .po-modal', 'box-shadow'],
  ],
  qrColor: [['rgb(10, 11, 12)', '.po-qr', 'color']],
  qrBackground: [['rgb(253, 254, 255)', '.po-qr', 'background-color']],
}
/** What a variable needs beside it to be seen. */
const beside: Readonly<Partial<Record<keyof ThemeVariables, ThemeVariables>>> = {
  mix: { mixStrength: '30%' },
  mixStrength: { mix: '#ff0000' },
}

const parts = `
  <div class="po-overlay"><section class="po-modal">
    <button class="po-row"><span class="po-row__m"><span class="po-row__t">Harbor</span></span></button>
    <button class="po-btn is-primary">Go on</button><button class="po-btn is-md">Go</button><button class="po-btn is-sm">Go</button>
    <div class="po-card"></div><div class="po-qr"></div><p class="po-whole po-addr">0x</p>
  </section></div>
  <div data-form="sheet"><section class="po-modal"></section></div>
  <button class="po-host portico is-primary">Connect</button><button class="po-host portico is-sm">Account</button>`

afterEach(() => document.querySelectorAll('main').forEach((left) => left.remove()))

/** The parts that a theme changes, with these variables. */
function dressed(variables: ThemeVariables, mode: 'light' | 'dark') {
  const main = document.body.appendChild(document.createElement('main'))
  const root = main.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${catalogueCss} ${buttonsCss} .portico *, .portico { transition: none !important; animation: none !important }`)
  root.adoptedStyleSheets = [sheet]
  const portico = root.appendChild(document.createElement('div'))
  portico.className = 'portico'
  portico.dataset['theme'] = mode
  portico.innerHTML = parts
  for (const host of root.querySelectorAll<HTMLElement>('.po-host')) host.dataset['theme'] = mode
  // On the element around it, as a site's own style sheet has them.
  for (const [name, value] of themeProperties(variables)) main.style.setProperty(name, value)
  return (selector: string, property: string) => {
    const element = root.querySelector(selector)
    if (!element) throw new Error(`There is no ${selector}`)
    return getComputedStyle(element).getPropertyValue(property)
  }
}

const rows = Object.entries(changes).flatMap(([name, list]) =>
  list.map(([value, selector, property]) => [name as keyof ThemeVariables, value, selector, property] as const),
)
test.each(rows)('%s: %s changes %s %s, in light and dark', (name, value, selector, property) => {
  for (const mode of ['light', 'dark'] as const) {
    const before = dressed(beside[name] ?? {}, mode)(selector, property)
    const after = dressed({ ...beside[name], [name]: value }, mode)(selector, property)
    expect(before).not.toBe('')
    expect(after, mode).not.toBe(before)
  }
})

test('a variable of one part comes before the one of all', () => {
  const style = dressed({ radius: '9px', radiusModal: '1px', radiusButton: '2px', radiusRow: '3px' }, 'light')
  expect(['.po-modal', '.po-btn', '.po-row', '.po-card'].map((part) => style(part, 'border-top-left-radius'))).toEqual([
    '1px',
    '2px',
    '3px',
    '28px',
  ])
})
