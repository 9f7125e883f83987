import { contrast, fromOklch, luminance, mix, toHex, toOklch, type Oklch, type Rgb } from './colour.js'

export type Mode = 'light' | 'dark'

/** What the palette is made from: the knobs of the design that change colours. */
export interface PaletteInput {
  readonly accent: Rgb
  /** 0 = neutral greys, 1 = greys lean to the accent. */
  readonly tint: number
  readonly mix?: { readonly colour: Rgb; readonly share: number }
}

const names = [
  'surface',
  'well',
  'well-2',
  'raised',
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'accent-hover',
  'on-accent',
  'accent-ink',
  'accent-soft',
  'ok',
  'ok-soft',
  'warn',
  'warn-soft',
  'bad',
  'bad-soft',
  'bad-fill',
  'on-bad',
] as const
export type ColourName = (typeof names)[number]
export type Palette = Readonly<Record<ColourName, Rgb>>

/** The accent of the design, "patina". */
export const patina: Rgb = [0, 0x6a / 255, 0x6c / 255]

const white: Rgb = [1, 1, 1]
const black: Rgb = [0, 0, 0]

/** The colours of the design for one accent: the formulas of its tokens, with numbers in the place of CSS, so that they can be judged. */
export function palette(mode: Mode, input: PaletteInput): Palette {
  return mode === 'light' ? lightPalette(input) : darkPalette(input)
}

function lightPalette(input: PaletteInput): Palette {
  const [l, c, h] = toOklch(input.accent)
  const { grey, blend, semantic, c1, c2, c3 } = tools(input)
  const surface = blend(grey(0.995, c1 * 0.4))
  const dark = luminance(input.accent) > 0.1791
  return {
    surface,
    well: blend(grey(0.966, c1)),
    'well-2': blend(grey(0.938, c2)),
    raised: white,
    ink: grey(0.205, c3),
    'ink-2': grey(0.445, c3),
    'ink-3': grey(0.515, c3),
    accent: input.accent,
    'accent-hover': mix(input.accent, dark ? white : black, 0.12),
    'on-accent': dark ? black : white,
    'accent-ink': fromOklch([Math.min(l, 0.455), Math.min(c, 0.19), h]),
    'accent-soft': mix(surface, input.accent, 0.09),
    ok: fromOklch([0.475, 0.105, 155]),
    'ok-soft': semantic(surface, [0.62, 0.14, 155], 0.12),
    warn: fromOklch([0.485, 0.105, 68]),
    'warn-soft': semantic(surface, [0.78, 0.15, 78], 0.17),
    bad: fromOklch([0.515, 0.19, 24]),
    'bad-soft': semantic(surface, [0.62, 0.21, 24], 0.1),
    'bad-fill': fromOklch([0.525, 0.195, 24]),
    'on-bad': white,
  }
}

function darkPalette(input: PaletteInput): Palette {
  const [l, c, h] = toOklch(input.accent)
  const { grey, blend, semantic, c1, c2 } = tools(input)
  const surface = blend(grey(0.205, c2))
  const accent = fromOklch([Math.max(l, 0.725), Math.min(c, 0.13), h])
  return {
    surface,
    well: blend(grey(0.252, c2 * 1.2)),
    'well-2': blend(grey(0.298, c2 * 1.3)),
    raised: grey(0.345, c2 * 1.4),
    ink: grey(0.965, c1),
    'ink-2': grey(0.765, c2),
    'ink-3': grey(0.695, c2),
    accent,
    'accent-hover': fromOklch([Math.max(l + 0.04, 0.77), Math.min(c, 0.13), h]),
    'on-accent': fromOklch([0.19, Math.min(c, 0.04), h]),
    'accent-ink': fromOklch([Math.max(l, 0.775), Math.min(c, 0.13), h]),
    'accent-soft': mix(surface, accent, 0.13),
    ok: fromOklch([0.785, 0.125, 155]),
    'ok-soft': semantic(surface, [0.7, 0.14, 155], 0.15),
    warn: fromOklch([0.815, 0.125, 80]),
    'warn-soft': semantic(surface, [0.75, 0.14, 78], 0.15),
    bad: fromOklch([0.745, 0.145, 22]),
    'bad-soft': semantic(surface, [0.65, 0.19, 22], 0.17),
    'bad-fill': fromOklch([0.745, 0.145, 22]),
    'on-bad': fromOklch([0.19, 0.05, 22]),
  }
}

function tools({ accent, tint, mix: into }: PaletteInput) {
  const [, c, h] = toOklch(accent)
  return {
    c1: tint * 0.0035,
    c2: tint * 0.0075,
    c3: tint * 0.013,
    grey: (l: number, most: number) => fromOklch([l, Math.min(c, most), h]),
    blend: (colour: Rgb) => (into ? mix(colour, into.colour, into.share) : colour),
    semantic: (surface: Rgb, colour: Oklch, share: number) => mix(surface, fromOklch(colour), share),
  }
}

/** Text and the ground that it stands on, wherever the approve screen has the two together. */
const pairs: readonly (readonly [text: ColourName, ground: ColourName])[] = [
  ['ink', 'surface'],
  ['ink', 'well'],
  ['ink', 'well-2'],
  ['ink-2', 'surface'],
  ['ink-2', 'well'],
  ['ink', 'raised'],
  ['ink', 'warn-soft'],
  ['ink', 'bad-soft'],
  ['ink', 'ok-soft'],
  ['warn', 'surface'],
  ['warn', 'well'],
  ['warn', 'warn-soft'],
  ['bad', 'surface'],
  ['bad', 'well'],
  ['bad', 'bad-soft'],
  ['ok', 'surface'],
  ['ok', 'well'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['accent-ink', 'surface'],
  ['accent-ink', 'accent-soft'],
  ['on-bad', 'bad-fill'],
]

/** Least contrast that text needs (WCAG 2.2, 1.4.3, and S7). */
export const leastContrast = 4.5

/** The lowest contrast of any text of the approve screen, as the screen rounds its colours. */
export function lowestContrast(colours: Palette): number {
  const rounded = (name: ColourName): Rgb => {
    const [red, green, blue] = colours[name]
    return [Math.round(red * 255) / 255, Math.round(green * 255) / 255, Math.round(blue * 255) / 255]
  }
  return Math.min(...pairs.map(([text, ground]) => contrast(rounded(text), rounded(ground))))
}

/** Custom properties of the palette, such as `['--po-ink', '#101919']`. */
export const paletteProperties = (colours: Palette): [property: string, value: string][] =>
  names.map((name) => [`--po-${name}`, toHex(colours[name])])
