import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, parseColour, toHex } from './colour.js'
import { withColours } from './css.js'
import { palette, paletteProperties, patina } from './palette.js'

test('the tokens have the colours that the formulas say (run scripts/build-colours.mjs)', () => {
  const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8')
  expect(withColours(tokens)).toBe(tokens)
})

test('the palette of the default accent is the one of the design', () => {
  const design = {
    light: {
      surface: '#fcfefe',
      well: '#f1f4f4',
      ink: '#101919',
      'ink-2': '#4c5656',
      'accent-ink': '#006566',
      'warn-soft': '#faf0df',
      bad: '#bc1f2b',
      'bad-soft': '#feecea',
    },
    dark: {
      surface: '#131818',
      well: '#1d2323',
      ink: '#f1f4f4',
      'ink-2': '#adb4b4',
      accent: '#60b7b7',
      'on-accent': '#00191a',
      'warn-soft': '#2d2b20',
      bad: '#fb8482',
    },
  }
  for (const mode of ['light', 'dark'] as const) {
    const colours = Object.fromEntries(paletteProperties(palette(mode, { accent: patina, tint: 1 })))
    expect(colours).toMatchObject(Object.fromEntries(Object.entries(design[mode]).map(([name, value]) => [`--po-${name}`, value])))
  }
})

test('colours are read as CSS reads them', () => {
  expect(parseColour('#abc')).toEqual(parseColour('#aabbcc'))
  expect(toHex(parseColour('rgb(0, 106, 108)') ?? [1, 1, 1])).toBe(toHex(patina))
  expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21)
})
