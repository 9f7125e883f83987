/** As many user-perceived characters as a name from outside may have (S36). */
export const maximumGraphemes = 64

// Controls, direction marks, zero-width and everything else that is not seen, private use and lone surrogates.
const invisible = /(?!\u{fe0f})[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]/gu

/** A name that a chain or a site chose, fit for one line (S36): without what is not seen, at most 64 graphemes. */
export function cleanName(text: string): string {
  const clean = text
    .slice(0, 4096)
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(invisible, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .normalize('NFC')
    .trim()
  const graphemes = Array.from(new Intl.Segmenter().segment(clean), ({ segment }) => segment)
  return graphemes.length <= maximumGraphemes ? clean : `${graphemes.slice(0, maximumGraphemes - 1).join('')}…`
}

/** Whether letters outside of Latin stand beside Latin ones, as in 'USDС' with a Cyrillic С (S36: such symbols are marked). */
export const isMixedScript = (text: string): boolean =>
  /\p{sc=Latin}/u.test(text) && /(?!\p{sc=Latin}|\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}|\p{sc=Hang})\p{L}/u.test(text)

/**
 * The whole text, with what is not seen written out as `\u{202e}`: for details, where nothing may hide (S9). Line breaks and
 * tabs stay. A text that has any of these has its backslashes doubled, so that no two texts look the same.
 */
export function visible(text: string): string {
  const hidden = /(?![\n\r\t]|\u{fe0f})[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]/u
  if (!hidden.test(text)) return text
  const escaped = text.replaceAll('\\', '\\\\')
  return escaped.replace(new RegExp(hidden.source, 'gu'), (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`)
}

/**
 * Bytes as text, when they are valid UTF-8 in which nothing hides; else undefined. Line breaks and tabs are text, joiners
 * are where they hold an emoji or a script together, and nothing else of Unicode's format characters is.
 */
export function readableText(bytes: Uint8Array): string | undefined {
  const text = decodeUtf8(bytes)
  if (text === undefined) return undefined
  const joined = text.replace(/(?<=[^\p{ASCII}])[\u{200c}\u{200d}](?=[^\p{ASCII}])/gu, '').replace(/[\n\r\t]|\u{fe0f}/gu, '')
  return /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{DI}\u2028\u2029]/u.test(joined) ? undefined : text
}

/** Bytes as UTF-8, a byte order mark included; undefined where they are none. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * A text as a reader takes it in: one case, one form of each letter, one space for each gap. For recognising what pretends
 * to be something, never for what is signed.
 */
export const gist = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}\p{DI}]/gu, '')
    .replace(/[\p{Cc}\s\p{Z}]+/gu, ' ')
    .toLowerCase()
