import { clipped, fromOklch, luminance, mix, toHex, toOklch, unclipped, type Rgb } from './colour.js'

export type Mode = 'light' | 'dark'

/** The knobs of the design that change colours. */
export interface PaletteInput {
  /** May lie outside sRGB. */
  readonly accent: Rgb
  /** 0 = neutral greys, 1 = greys lean to the accent. */
  readonly tint: number
  /** Blended into the surface and the wells on it. */
  readonly mix?: { readonly colour: Rgb; readonly share: number }
}

export const colourNames = [
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
export type ColourName = (typeof colourNames)[number]
export type Palette<Colour = Rgb> = Readonly<Record<ColourName, Colour>>

/** The accent of the design, "patina", weathered copper: `oklch(0.475 0.084 196)`, a little outside sRGB. */
export const patina: Rgb = unclipped([0.475, 0.084, 196])

/** The lightness of the accent, brought to a bound; `plus` is added before. */
export interface Bounded {
  readonly bound: 'atMost' | 'atLeast'
  readonly l: number
  readonly plus?: number
}

/** What the formulas of the palettes are made of. They are told once, and painted twice: as numbers, which can be judged, and as CSS. */
export interface Paints<Colour> {
  /** The accent itself. */
  readonly accent: Colour
  readonly white: Colour
  /** Black or white, whichever has more contrast on the accent, and the other one. */
  readonly onAccent: Colour
  readonly offAccent: Colour
  /** The accent's hue with almost no chroma, in one of three steps that the tint scales: the family of neutrals. */
  readonly grey: (l: number, step: 1 | 2 | 3, factor?: number) => Colour
  /** The accent's hue with a lightness of its own or a bounded one, and at most so much chroma. */
  readonly ofAccent: (l: number | Bounded, c: number) => Colour
  /** Oklch: the same for every accent. */
  readonly fixed: (l: number, c: number, h: number) => Colour
  /** With what the site blends into its surfaces. */
  readonly blended: (colour: Colour) => Colour
  /** So much of a colour over a ground, in Oklab. */
  readonly over: (ground: Colour, colour: Colour, share: number) => Colour
  /** A colour that has a name of its own in the palette. */
  readonly named: (name: ColourName, colour: Colour) => Colour
}

/** Chroma of the three steps of neutrals at full tint. */
export const steps = { 1: 0.0035, 2: 0.0075, 3: 0.013 } as const

/** On light, surfaces go down in lightness. */
export function lightColours<Colour>(paints: Paints<Colour>): Palette<Colour> {
  const { accent, white, onAccent, offAccent, grey, ofAccent, fixed, blended, over, named } = paints
  const surface = blended(grey(0.995, 1, 0.4))
  const soft = (colour: Colour, share: number) => over(named('surface', surface), colour, share)
  return {
    surface,
    well: blended(grey(0.966, 1)),
    'well-2': blended(grey(0.938, 2)),
    raised: white,
    ink: grey(0.205, 3),
    'ink-2': grey(0.445, 3),
    'ink-3': grey(0.515, 3),
    accent,
    'accent-hover': over(accent, offAccent, 0.12),
    'on-accent': onAccent,
    'accent-ink': ofAccent({ bound: 'atMost', l: 0.455 }, 0.19),
    'accent-soft': soft(accent, 0.09),
    ok: fixed(0.475, 0.105, 155),
    'ok-soft': soft(fixed(0.62, 0.14, 155), 0.12),
    warn: fixed(0.485, 0.105, 68),
    'warn-soft': soft(fixed(0.78, 0.15, 78), 0.17),
    bad: fixed(0.515, 0.19, 24),
    'bad-soft': soft(fixed(0.62, 0.21, 24), 0.1),
    'bad-fill': fixed(0.525, 0.195, 24),
    'on-bad': white,
  }
}

/** On dark, they go up, and the accent is lifted and takes dark text. */
export function darkColours<Colour>(paints: Paints<Colour>): Palette<Colour> {
  const { grey, ofAccent, fixed, blended, over, named } = paints
  const surface = blended(grey(0.205, 2))
  const accent = ofAccent({ bound: 'atLeast', l: 0.725 }, 0.13)
  const soft = (colour: Colour, share: number) => over(named('surface', surface), colour, share)
  return {
    surface,
    well: blended(grey(0.252, 2, 1.2)),
    'well-2': blended(grey(0.298, 2, 1.3)),
    raised: grey(0.345, 2, 1.4),
    ink: grey(0.965, 1),
    'ink-2': grey(0.765, 2),
    'ink-3': grey(0.695, 2),
    accent,
    'accent-hover': ofAccent({ bound: 'atLeast', l: 0.77, plus: 0.04 }, 0.13),
    'on-accent': ofAccent(0.19, 0.04),
    'accent-ink': ofAccent({ bound: 'atLeast', l: 0.775 }, 0.13),
    'accent-soft': soft(named('accent', accent), 0.13),
    ok: fixed(0.785, 0.125, 155),
    'ok-soft': soft(fixed(0.7, 0.14, 155), 0.15),
    warn: fixed(0.815, 0.125, 80),
    'warn-soft': soft(fixed(0.75, 0.14, 78), 0.15),
    bad: fixed(0.745, 0.145, 22),
    'bad-soft': soft(fixed(0.65, 0.19, 22), 0.17),
    'bad-fill': fixed(0.745, 0.145, 22),
    'on-bad': fixed(0.19, 0.05, 22),
  }
}

/** The colours of one accent as numbers. */
export function palette(mode: Mode, input: PaletteInput): Palette {
  return mode === 'light' ? lightColours(numbers(input)) : darkColours(numbers(input))
}

const white: Rgb = [1, 1, 1]
const black: Rgb = [0, 0, 0]

function numbers({ accent, tint, mix: into }: PaletteInput): Paints<Rgb> {
  const [lightness, chroma, hue] = toOklch(accent)
  // Black and white tie at this luminance, where both reach 4.58:1.
  const isLight = luminance(accent) > 0.1791
  const ofAccent = (l: number, c: number) => fromOklch([l, Math.min(chroma, c), hue])
  return {
    accent: clipped(accent),
    white,
    onAccent: isLight ? black : white,
    offAccent: isLight ? white : black,
    grey: (l, step, factor = 1) => ofAccent(l, tint * steps[step] * factor),
    ofAccent: (l, c) => ofAccent(typeof l === 'number' ? l : bounded(lightness, l), c),
    fixed: (l, c, h) => fromOklch([l, c, h]),
    blended: (colour) => (into ? mix(colour, into.colour, into.share) : colour),
    over: mix,
    named: (_, colour) => colour,
  }
}

const bounded = (lightness: number, { bound, l, plus = 0 }: Bounded) => (bound === 'atMost' ? Math.min : Math.max)(lightness + plus, l)

/** Custom properties of a palette, such as `['--po-ink', '#101919']`. */
export const paletteProperties = (colours: Palette): [property: string, value: string][] =>
  colourNames.map((name) => [`--po-${name}`, toHex(colours[name])])
