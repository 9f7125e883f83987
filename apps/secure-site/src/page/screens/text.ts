/** A piece of a text that is signed: as it is, or a character that cannot be seen and is named instead. */
export type TextPiece = { readonly text: string } | { readonly hidden: string; readonly kind: 'bidi' | 'invisible' | 'control' }

type Hidden = Extract<TextPiece, { hidden: string }>['kind']

/** Characters that cannot be seen, by first and last code point: controls, marks of direction, fillers, joiners, variation selectors, tags, halves of pairs. */
const hidden: readonly (readonly [first: number, last: number, kind: Hidden])[] = [
  [0x0, 0x8, 'control'],
  [0xb, 0x1f, 'control'],
  [0x7f, 0x9f, 'control'],
  [0xad, 0xad, 'invisible'],
  [0x34f, 0x34f, 'invisible'],
  [0x61c, 0x61c, 'bidi'],
  [0x115f, 0x1160, 'invisible'],
  [0x17b4, 0x17b5, 'invisible'],
  [0x180b, 0x180f, 'invisible'],
  [0x200b, 0x200d, 'invisible'],
  [0x200e, 0x200f, 'bidi'],
  [0x2028, 0x2029, 'invisible'],
  [0x202a, 0x202e, 'bidi'],
  [0x202f, 0x202f, 'invisible'],
  [0x205f, 0x2065, 'invisible'],
  [0x2066, 0x2069, 'bidi'],
  [0x206a, 0x206f, 'invisible'],
  [0x2800, 0x2800, 'invisible'],
  [0x3164, 0x3164, 'invisible'],
  [0xd800, 0xdfff, 'invisible'],
  [0xfe00, 0xfe0f, 'invisible'],
  [0xfeff, 0xfeff, 'invisible'],
  [0xffa0, 0xffa0, 'invisible'],
  [0xfff0, 0xfffb, 'invisible'],
  [0x1d173, 0x1d17a, 'invisible'],
  [0xe0000, 0xe0fff, 'invisible'],
]

/**
 * What holds an emoji or a script together, and the two halves of a line break: text, as `readableText` takes it. Joiners stand between
 * emoji, and in the scripts that are written with them.
 */
const holding =
  /\r\n|(?<=\p{ExtPict}[\u{fe0f}\p{EMod}]?)\u{200d}(?=\p{ExtPict})|(?<=[\p{ExtPict}\p{EMod}])\u{fe0f}|(?<=[\d#*])\u{fe0f}(?=\u{20e3})|(?<=\p{L}\p{M}*)[\u{200c}\u{200d}](?=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}])/gu

/** White space that leaves a box empty, or pushes what follows out of it. */
const gap = /^\s+$|(?:[^\S\n]*\n){8,}|[^\S\n]{80,}/gu

/** Takes a text apart, so that what changes its direction, or cannot be seen, is shown by its code point. Line breaks and tabs stay. */
export function piecesOfText(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  const held = new Set(Array.from(text.matchAll(holding), ({ index }) => index))
  let plain = ''
  const name = (hidden: string, kind: Hidden) => {
    if (plain !== '') pieces.push({ text: plain })
    plain = ''
    pieces.push({ hidden, kind })
  }
  let at = 0
  const read = (until: number) => {
    while (at < until) {
      const point = text.codePointAt(at) ?? 0
      const found = held.has(at) ? undefined : hidden.find(([first, last]) => point >= first && point <= last)
      if (found) name(codePoint(point), found[2])
      else plain += String.fromCodePoint(point)
      at += point > 0xffff ? 2 : 1
    }
  }
  for (const { 0: blank, index } of text.matchAll(gap)) {
    read(index)
    for (const [run, unit = ''] of blank.matchAll(/(\r\n|[^])\1*/gu)) {
      const times = run.length / unit.length
      name(Array.from(unit, (one) => codePoint(one.codePointAt(0) ?? 0)).join(' ') + (times > 1 ? ` ×${times}` : ''), 'invisible')
    }
    at = index + blank.length
  }
  read(text.length)
  return plain === '' ? pieces : [...pieces, { text: plain }]
}

const codePoint = (point: number) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`

/** An origin as people read it: the host alone where it is https, whole where it is not. */
export const siteName = (origin: string): string => origin.replace(/^https:\/\//, '')
