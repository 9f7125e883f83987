/** As many user-perceived characters as a remote name may have. */
export const maximumGraphemes = 64

// Controls, bidi controls, zero-width and all else that is not to be seen, private use, lone surrogates. U+FE0F only colours an emoji.
const invisible = /(?!\uFE0F)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]/gu
const spaces = /[\s\p{Z}]+/gu
const plain = /^[!-~]+(?: [!-~]+)*$/
// More marks on one letter than any language writes climb out of the line.
const piledMarks = /(\p{M}{4})\p{M}+/gu

/**
 * Remote text made fit to be shown in a line: at most so many graphemes, the last one an ellipsis if it was cut,
 * without control, bidi or zero-width characters (S36). Anything but a string gives ''. It is still shown as a text node only.
 * @param most {@link maximumGraphemes} unless what was cut would be missed
 */
export function safeText(text: unknown, most: number = maximumGraphemes): string {
  if (typeof text !== 'string') return ''
  // Most names are plain, and a long list has many.
  if (text.length <= most && plain.test(text)) return text
  // No name needs more; a megabyte of text is not worth looking at.
  const clean = text
    .slice(0, 4096)
    .replace(spaces, ' ')
    .replace(invisible, '')
    .replace(piledMarks, '$1')
    .normalize('NFC')
    .replace(spaces, ' ')
    .trim()
  if (clean.length <= most) return clean
  const graphemes = Array.from(new Intl.Segmenter().segment(clean), ({ segment }) => segment)
  if (graphemes.length <= most) return clean
  return `${graphemes
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}
