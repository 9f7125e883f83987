import { expect, onTestFinished, test } from 'vitest'
import tokens from '../styles/tokens.css?inline'
import { parseColour, toHex } from './colour.js'
import { colourNames, palette, patina, type PaletteInput } from './palette.js'

/** A colour as it comes out on a screen. */
function onScreen(css: string, pen: OffscreenCanvasRenderingContext2D): string {
  pen.clearRect(0, 0, 1, 1)
  pen.fillStyle = css
  pen.fillRect(0, 0, 1, 1)
  return `#${[...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const steps = (one: string, other: string) =>
  Math.max(...[1, 3, 5].map((at) => Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16))))

const accents = [
  '#006a6c',
  '#000000',
  '#ffffff',
  '#777777',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffcc00',
  '#7c3aed',
  '#f472b6',
  '#0b1f33',
  '#e8e0d0',
]

test('S7: what the formulas reckon is what the style sheet shows, for light and dark accents, tints and blends', () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(tokens)
  document.adoptedStyleSheets = [sheet]
  const root = document.body.appendChild(document.createElement('div'))
  root.className = 'portico'
  const probe = root.appendChild(document.createElement('i'))
  onTestFinished(() => {
    root.remove()
    document.adoptedStyleSheets = []
  })
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas')
  const off: unknown[] = []
  const compare = (input: PaletteInput, knobs: Record<string, string>) => {
    root.removeAttribute('style')
    for (const [name, value] of Object.entries(knobs)) root.style.setProperty(`--portico-${name}`, value)
    for (const mode of ['light', 'dark'] as const) {
      root.dataset['theme'] = mode
      const colours = palette(mode, input)
      for (const name of colourNames) {
        probe.style.color = `var(--po-${name})`
        const shown = onScreen(getComputedStyle(probe).color, pen)
        if (steps(shown, toHex(colours[name])) > 1) off.push([mode, name, shown, toHex(colours[name]), knobs])
      }
    }
  }
  compare({ accent: patina, tint: 1 }, {})
  for (const accent of accents) {
    const colour = parseColour(accent) ?? patina
    compare({ accent: colour, tint: 1 }, { accent })
    compare({ accent: colour, tint: 0 }, { accent, tint: '0' })
    compare(
      { accent: colour, tint: 1, mix: { colour: [1, 0xe9 / 255, 0xc9 / 255], share: 0.12 } },
      { accent, mix: '#ffe9c9', 'mix-strength': '12%' },
    )
  }
  expect(off).toEqual([])
})
