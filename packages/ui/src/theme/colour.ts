/** Red, green and blue of sRGB, each 0 to 1. */
export type Rgb = readonly [number, number, number]
/** Lightness 0 to 1, chroma, hue in degrees. */
export type Oklch = readonly [l: number, c: number, h: number]

/** Reads `#rgb`, `#rrggbb`, `rgb(1, 2, 3)` and `rgb(1 2 3)`; anything else is undefined. Transparency is not taken. */
export function parseColour(text: unknown): Rgb | undefined {
  if (typeof text !== 'string' || text.length > 32) return undefined
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
  if (short) return rgbOf(short.slice(1).map((digit) => Number.parseInt(digit + digit, 16)))
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  if (long) return rgbOf(long.slice(1).map((digits) => Number.parseInt(digits, 16)))
  const call = /^rgb\(\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*\)$/.exec(text)
  return call ? rgbOf(call.slice(1).map(Number)) : undefined
}

function rgbOf([red = 0, green = 0, blue = 0]: readonly number[]): Rgb | undefined {
  return Math.max(red, green, blue) > 255 ? undefined : [red / 255, green / 255, blue / 255]
}

export const toHex = (colour: Rgb): string =>
  `#${colour
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

/** Relative luminance of WCAG 2.2, 0 to 1. */
export const luminance = ([red, green, blue]: Rgb): number => 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

type Lab = readonly [number, number, number]

/** OKLab (B. Ottosson, 2020; CSS Color 4, section 9.2). */
export function toOklab(colour: Rgb): Lab {
  const [r, g, b] = [toLinear(colour[0]), toLinear(colour[1]), toLinear(colour[2])]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Lab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

export function toOklch(colour: Rgb): Oklch {
  const [l, a, b] = toOklab(colour)
  return [l, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI]
}

/** Of a colour outside sRGB, parts lie below 0 or above 1: who reckons on with it must not lose that. */
export function unclipped([l, c, h]: Oklch): Rgb {
  const angle = (h * Math.PI) / 180
  return fromOklab([l, c * Math.cos(angle), c * Math.sin(angle)])
}

/** Brings what lies outside sRGB back inside, as a screen does. */
export function clipped([red, green, blue]: Rgb): Rgb {
  const clip = (part: number) => (Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : part > 0 ? 1 : 0)
  return [clip(red), clip(green), clip(blue)]
}

export const fromOklch = (colour: Oklch): Rgb => clipped(unclipped(colour))

/** `color-mix(in oklab, one, other share)`. */
export function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const [from, to] = [toOklab(one), toOklab(other)]
  return clipped(fromOklab([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share]))
}
