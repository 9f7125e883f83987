import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex } from '@portico/ui/colour'
import { palette, patina } from '@portico/ui/palette'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { leastContrast, lowestContrast } from './contrast.js'
import { defaultTheme, readTheme, themeProperties } from './theme.js'

test('S7: the default theme can be read in both modes', () => {
  for (const mode of ['light', 'dark'] as const) {
    expect(lowestContrast(palette(mode, defaultTheme(mode).colours))).toBeGreaterThanOrEqual(leastContrast)
  }
})

test('S7: a theme that hides the text gives way to the default one, whole', () => {
  const hidden = readTheme({ themeMode: 'light', themeVariables: { mix: '#101919', mixStrength: '90%', accent: '#aa0000' } }, 'light')
  expect(hidden.colours).toEqual(defaultTheme('light').colours)
  const fine = readTheme({ themeMode: 'light', themeVariables: { mix: '#ffe9c9', mixStrength: '12%', accent: 'rgb(170, 0, 0)' } }, 'light')
  expect(toHex(fine.colours.accent)).toBe('#aa0000')
  expect(fine.colours.mix?.share).toBe(0.12)
})

test.each([
  ['accent', 'red'],
  ['accent', 'var(--x)'],
  ['accent', '#12345g'],
  ['accent', 'rgb(300 0 0)'],
  ['accent', '#aabbccdd'],
  ['fontSize', '1em'],
  ['fontSize', '40px'],
  ['fontSize', 'calc(10px)'],
  ['radius', '-1px'],
  ['radius', '400px'],
  ['font', 'Comic Sans MS'],
  ['font', 'Inter; color: red'],
  ['tint', '2'],
  ['mixStrength', '101%'],
])('S7: %s "%s" is left out', (name, value) => {
  expect(readTheme({ themeMode: 'light', themeVariables: { [name]: value } }, 'light')).toEqual(defaultTheme('light'))
})

test('S7: listed fonts and lengths in pixels are taken', () => {
  const theme = readTheme(
    { themeMode: 'dark', themeVariables: { font: '"Georgia", Unlisted, serif', fontSize: '11.5px', radius: '0px' } },
    'light',
  )
  expect(theme).toMatchObject({ mode: 'dark', font: ['Georgia', 'serif'], fontSize: 11.5, radius: 0 })
  expect(themeProperties(theme)).toContainEqual(['--po-k-font', '"Georgia", serif'])
})

const hostile = fc.constantFrom(
  'red;background:url(https://evil.example)',
  '}body{display:none',
  'url(javascript:alert(1))',
  'expression(alert(1))',
  '</style><script>',
  '#fff}*{opacity:0',
  '1px;}',
  'var(--po-surface)',
  'color-mix(in srgb, red, blue)',
  '\\',
  '/*',
  '__proto__',
  'Inter"; }',
  '0',
  '',
)
const channel = fc.integer({ min: 0, max: 300 })
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const colour = fc.oneof(
  hex,
  fc.tuple(channel, channel, channel).map((parts) => `rgb(${parts.join(' ')})`),
  hostile,
  fc.string(),
)
const value = fc.oneof(
  colour,
  fc.anything(),
  fc.integer().map((size) => `${size}px`),
  fc.integer({ min: 0, max: 120 }).map((size) => `${size}%`),
)
const variables = fc.record(
  {
    accent: colour,
    mix: colour,
    mixStrength: fc.oneof(
      fc.integer({ min: 0, max: 100 }).map((part) => `${part}%`),
      value,
    ),
    tint: fc.oneof(fc.double(), value),
    font: value,
    fontMono: value,
    fontSize: value,
    radius: value,
    z: value,
    '--po-ink': value,
  },
  { requiredKeys: [] },
)

test('S7: of 10,000 random themes none injects CSS and none makes a screen that cannot be read', () => {
  const counts = { injections: 0, unreadable: 0, taken: 0 }
  const safe =
    /^(?:#[0-9a-f]{6}|\d{1,2}(?:\.\d+)?px|(?:"[A-Za-z ]+"|[a-z-]+|-apple-system|BlinkMacSystemFont)(?:, (?:"[A-Za-z ]+"|[A-Za-z-]+))*)$/
  fc.assert(
    fc.property(fc.constantFrom('light', 'dark', 'system', undefined), fc.oneof(variables, fc.anything()), (themeMode, themeVariables) => {
      const theme = readTheme({ themeMode, themeVariables }, 'light')
      const properties = themeProperties(theme)
      if (properties.some(([name, text]) => !/^--po-[a-z0-9-]+$/.test(name) || !safe.test(text))) counts.injections += 1
      if (lowestContrast(palette(theme.mode, theme.colours)) < 4.5) counts.unreadable += 1
      if (theme.colours.mix || theme.colours.accent !== patina) counts.taken += 1
    }),
    { numRuns: 10_000 },
  )
  expect(counts).toMatchObject({ injections: 0, unreadable: 0 })
  expect(counts.taken).toBeGreaterThan(500)
  recordPromise({
    id: 'S7',
    name: 'random themes',
    runs: 10_000,
    accepted: counts.injections + counts.unreadable,
  })
})
