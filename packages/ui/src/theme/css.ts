import { toHex } from './colour.js'
import {
  colourNames,
  darkColours,
  lightColours,
  palette,
  patina,
  steps,
  type Bounded,
  type Mode,
  type Paints,
  type Palette,
} from './palette.js'

const accent = 'var(--po-k-accent)'

/** 1 or 0 by the accent's luminance Y, as CSS: which of black and white has more contrast. */
const blackOrWhite = (isWhite: string) =>
  `color(from ${accent} xyz-d65 calc(0.9505 * clamp(0, ${isWhite}, 1)) clamp(0, ${isWhite}, 1) calc(1.089 * clamp(0, ${isWhite}, 1)))`

const ofAccent = (l: number | string, c: number | string) => `oklch(from ${accent} ${l} min(c, ${c}) h)`
const bounded = ({ bound, l, plus }: Bounded) => `${bound === 'atMost' ? 'min' : 'max'}(l${plus === undefined ? '' : ` + ${plus}`}, ${l})`

/** The paints as CSS, which derives a palette from whatever colour the site calls its accent. */
const paints: Paints<string> = {
  accent,
  white: '#fff',
  onAccent: blackOrWhite('(0.1791 - y) * 100000'),
  offAccent: blackOrWhite('(y - 0.1791) * 100000'),
  grey: (l, step, factor) => ofAccent(l, `var(--po-c${step})${factor === undefined ? '' : ` * ${factor}`}`),
  ofAccent: (l, c) => ofAccent(typeof l === 'number' ? l : bounded(l), c),
  fixed: (l, c, h) => `oklch(${l} ${c} ${h})`,
  blended: (colour) => `color-mix(in oklab, ${colour}, var(--po-k-mix) var(--po-k-mix-strength))`,
  over: (ground, colour, share) => `color-mix(in oklab, ${ground}, ${colour} ${Number((share * 100).toFixed(2))}%)`,
  named: (name) => `var(--po-${name})`,
}

const declarations = (colours: Palette<string>) => colourNames.map((name) => `--po-${name}: ${colours[name]};`)
const chroma = Object.entries(steps).map(([step, most]) => `--po-c${step}: calc(var(--po-k-tint) * ${most});`)

/** What stands between the marks of `styles/tokens.css`, by the name of the mark. */
const colourRules = (): Readonly<Record<string, readonly string[]>> => ({
  'light, of the default accent': standing('light'),
  'dark, of the default accent': standing('dark'),
  'light, of any accent': [...chroma, ...declarations(lightColours(paints))],
  'dark, of any accent': declarations(darkColours(paints)),
})

/** For engines without relative colours: the palette of the design's own accent. */
function standing(mode: Mode): string[] {
  const colours = palette(mode, { accent: patina, tint: 1 })
  return colourNames.map((name) => `--po-${name}: ${toHex(colours[name])};`)
}

/** The style sheet of the tokens with its colours as the formulas say. @throws Error where the sheet lacks a mark */
export function withColours(tokens: string): string {
  return Object.entries(colourRules()).reduce((css, [name, rules]) => {
    const [start, end] = [`/* colours: ${name} */\n`, '/* colours end */']
    const from = css.indexOf(start)
    const to = css.indexOf(end, from)
    if (from < 0 || to < 0) throw new Error(`tokens.css has no place for the colours: ${name}`)
    const indent = /[ ]*$/.exec(css.slice(0, from))?.[0] ?? ''
    return css.slice(0, from + start.length) + rules.map((rule) => `${indent}${rule}\n`).join('') + indent + css.slice(to)
  }, tokens)
}
