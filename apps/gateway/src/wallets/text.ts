/** As many user-perceived characters as a name may have, and a description. */
export const nameLimit = 64
export const descriptionLimit = 280

// Controls, bidi controls, zero-width and all else that is not to be seen, private use, lone surrogates. U+FE0F only colours an emoji.
const invisible = /(?!\uFE0F)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]/gu
const spaces = /[\s\p{Z}]+/gu
// More marks on one letter than any language writes climb out of the line.
const piledMarks = /(\p{M}{4})\p{M}+/gu

/**
 * Text of others made fit to be shown in a line: without control, bidi or zero-width characters, at most `limit` graphemes, the
 * last one an ellipsis if it was cut (S36). Cleaning clean text changes nothing.
 */
export function cleanText(text: string, limit = nameLimit): string {
  const clean = text
    .slice(0, 4096)
    .replace(spaces, ' ')
    .replace(invisible, '')
    .replace(piledMarks, '$1')
    .normalize('NFC')
    .replace(spaces, ' ')
    .trim()
  const graphemes = Array.from(new Intl.Segmenter().segment(clean), ({ segment }) => segment)
  if (graphemes.length <= limit) return clean
  const kept = graphemes.slice(0, limit - 1).join('')
  return `${kept.trimEnd()}…`
}

/** Text as it is compared in a search: compatibility forms resolved, without diacritics and what nobody sees, in lower case. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(spaces, ' ')
    .trim()
}
