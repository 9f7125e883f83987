/** From how many characters on a search is one, and how many count: the directory takes 64 UTF-16 units. */
const minimum = 2
const maximum = 32

/**
 * What to search for, of what a visitor typed: without case, diacritics, widths and what nobody sees, as a direction mark, which do not
 * count in the directory either, so that 'Ｍéta ' and 'meta' are one question. Undefined below two characters: no search yet.
 * @example const search = searchTermOf('Ｍéta ') // 'meta'
 */
export function searchTermOf(text: string | undefined): string | undefined {
  const term = (text ?? '')
    .slice(0, 1024)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[\s\p{Z}]+/gu, ' ')
    .trim()
  const cut = [...term].slice(0, maximum).join('').trim()
  return [...cut].length < minimum ? undefined : cut
}
