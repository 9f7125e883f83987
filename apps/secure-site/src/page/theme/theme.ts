import { isRecord } from '@portico/core/kit'
import { parseColour, type Rgb } from '@portico/ui/colour'
import { palette, paletteProperties, patina, type Mode, type PaletteInput } from '@portico/ui/palette'
import { leastContrast, lowestContrast } from './contrast.js'

/** What the site sends by APP_SYNC_THEME. Nothing of it reaches the page as it came (S7). */
export interface SiteTheme {
  readonly themeMode?: unknown
  readonly themeVariables?: unknown
}

/** A theme that was read and judged: numbers, listed names, and colours that can be read. */
export interface Theme {
  readonly mode: Mode
  readonly colours: PaletteInput
  /** Master size of the type and of the corners, in CSS pixels. */
  readonly fontSize: number
  readonly radius: number
  readonly font: readonly string[]
  readonly fontMono: readonly string[]
}

/** Families that a theme may name: they are in the system or they are not, and none is loaded. */
const listedFonts: readonly string[] = [
  'Inter',
  'system-ui',
  'ui-sans-serif',
  'ui-serif',
  'ui-rounded',
  'ui-monospace',
  'sans-serif',
  'serif',
  'monospace',
  '-apple-system',
  'BlinkMacSystemFont',
  'Segoe UI',
  'Roboto',
  'Helvetica',
  'Helvetica Neue',
  'Arial',
  'Noto Sans',
  'Open Sans',
  'Ubuntu',
  'Cantarell',
  'Verdana',
  'Tahoma',
  'Georgia',
  'Times New Roman',
  'SF Pro',
  'SF Mono',
  'SFMono-Regular',
  'Cascadia Mono',
  'Menlo',
  'Monaco',
  'Consolas',
  'Courier New',
  'DejaVu Sans',
  'DejaVu Sans Mono',
  'Liberation Mono',
  'Roboto Mono',
]

export const defaultTheme = (mode: Mode): Theme => ({
  mode,
  colours: { accent: patina, tint: 1 },
  fontSize: 10,
  radius: 4,
  font: ['Inter', 'ui-sans-serif', 'system-ui', '-apple-system', 'Segoe UI', 'Roboto', 'sans-serif'],
  fontMono: ['ui-monospace', 'SF Mono', 'Cascadia Mono', 'Menlo', 'Consolas', 'DejaVu Sans Mono', 'monospace'],
})

/** Reads a site's theme. What is not a listed value of the right kind is left out; colours that cannot be read give way to the default. */
export function readTheme({ themeMode, themeVariables }: SiteTheme, preferred: Mode): Theme {
  const mode = themeMode === 'light' || themeMode === 'dark' ? themeMode : preferred
  const base = defaultTheme(mode)
  const knob = (name: string): unknown =>
    isRecord(themeVariables) && Object.hasOwn(themeVariables, name) ? themeVariables[name] : undefined
  const wanted = coloursOf(knob)
  return {
    mode,
    colours: wanted && isReadable(wanted) ? wanted : base.colours,
    fontSize: pixels(knob('fontSize'), 9, 13) ?? base.fontSize,
    radius: pixels(knob('radius'), 0, 12) ?? base.radius,
    font: fonts(knob('font')) ?? base.font,
    fontMono: fonts(knob('fontMono')) ?? base.fontMono,
  }
}

/** Both modes have to be readable: the visitor's system may change from one to the other. */
const isReadable = (colours: PaletteInput): boolean =>
  lowestContrast(palette('light', colours)) >= leastContrast && lowestContrast(palette('dark', colours)) >= leastContrast

function coloursOf(knob: (name: string) => unknown): PaletteInput | undefined {
  const accent = parseColour(knob('accent')) ?? patina
  const tint = share(knob('tint'), 1) ?? 1
  const colour: Rgb | undefined = parseColour(knob('mix'))
  const strength = share(knob('mixStrength'), 100)
  return colour && strength ? { accent, tint, mix: { colour, share: strength / 100 } } : { accent, tint }
}

/** A number from 0 to `most`, also as text, with a percent sign where `most` is 100. */
function share(value: unknown, most: 1 | 100): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > 8) return undefined
  const match = /^(\d{1,3}(?:\.\d{1,3})?)(%?)$/.exec(text)
  if (!match || (match[2] === '%') !== (most === 100)) return undefined
  const number = Number(match[1])
  return number <= most ? number : undefined
}

function pixels(value: unknown, least: number, most: number): number | undefined {
  const match = typeof value === 'string' && value.length <= 10 ? /^(\d{1,2}(?:\.\d{1,3})?)px$/.exec(value) : null
  const number = match ? Number(match[1]) : Number.NaN
  return number >= least && number <= most ? number : undefined
}

function fonts(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'string' || value.length > 300) return undefined
  const families = value.split(',').map((family) => family.trim().replace(/^(['"])(.*)\1$/, '$2'))
  const known = families.flatMap((family) => listedFonts.find((font) => font.toLowerCase() === family.toLowerCase()) ?? [])
  return known.length > 0 ? known : undefined
}

const generic = /^(?:-apple-system|BlinkMacSystemFont|system-ui|ui-.*|sans-serif|serif|monospace)$/
const familyList = (families: readonly string[]) => families.map((family) => (generic.test(family) ? family : `"${family}"`)).join(', ')

/** Custom properties of a theme, for `style.setProperty`. Each value was made here, from numbers and listed names. */
export function themeProperties(theme: Theme): [property: string, value: string][] {
  const colours = palette(theme.mode, theme.colours)
  return [
    // No third ink: who approves a request reads all of it, on every ground and in every theme.
    ...paletteProperties({ ...colours, 'ink-3': colours['ink-2'] }),
    ['--po-k-font-size', `${theme.fontSize}px`],
    ['--po-k-radius', `${theme.radius}px`],
    ['--po-k-font', familyList(theme.font)],
    ['--po-k-font-mono', familyList(theme.fontMono)],
  ]
}
