import { contrast, type Rgb } from '@portico/ui/colour'
import type { ColourName, Palette } from '@portico/ui/palette'

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
