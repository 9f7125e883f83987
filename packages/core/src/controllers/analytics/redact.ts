/** How much of a text is looked at, in characters: what stands behind it is left out before anything is sent. */
const longest = 8192

/**
 * What no text may carry out of the page (S39). Rather too much than too little: a message without its details still counts. None of
 * these can run longer than the text is long: each repeats one class of characters, or words between separators that are in no word.
 */
const secrets: readonly (readonly [RegExp, string])[] = [
  // A pairing's URI holds its key, whatever it is wrapped in.
  [/wc(?::|%3a)[^\s"'<>]*/gi, '[pairing]'],
  [/[^\s"'<>()[\]{},;:=@]{1,128}(?:@|%40)[^\s"'<>()[\]{},;:=@]{1,255}/gi, '[email]'],
  // What follows the address of a page, and who logs in in it.
  [/\b([a-z][a-z\d+.-]{1,20}:\/\/)([^\s"'<>]*)/gi, '$1[address]'],
  [/\b(?:bearer|basic)\s+\S+/gi, '[secret]'],
  [
    /\b(?:bearer|basic|authorization|password|passphrase|secret|token|code|otp|pin|key|mnemonic|seed)[\\"']*\s*(?:[:=]|%3[ad])\s*\S+/gi,
    '[secret]',
  ],
  // Twelve words in a row, in any script and however they are numbered: longer than most sentences can go without a short one.
  [/(?:(?:\d{1,2}[.):]\s*)?(?:[\p{L}\p{M}]{3,}|\p{Lo}+)[\s,;|·、\u3000-]+){11,}(?:\d{1,2}[.):]\s*)?[\p{L}\p{M}]+/gu, '[words]'],
  // Recovery codes, in groups of four.
  [/\b(?:[\da-z]{4}[\s-]+){4,}[\da-z]{1,4}\b/gi, '[secret]'],
  // Keys, hashes, addresses, signatures and tokens: one long word with a digit in it, or one that is longer than words are.
  [/(?<![\w+/=.-])(?=[\w+/=.-]*\d)[\w+/=.-]{20,}/g, '[secret]'],
  [/[\w+/=-]{32,}/g, '[secret]'],
  [/\b0x[\da-f]{8,}/gi, '[secret]'],
  [/\bbc1\w{8,}|\btb1\w{8,}/gi, '[secret]'],
  // Codes: four digits and more, also in groups.
  [/\p{Nd}(?:[\s.–-]?\p{Nd}){3,}/gu, '[number]'],
]

/**
 * A text without what may be somebody's: addresses of mail, codes, keys, tokens, pairings, word lists and whole URLs (S39).
 * @example redact('No mail to mira@example.com, code 123456') // 'No mail to [email], code [number]'
 */
export function redact(text: string): string {
  let clean = text.slice(0, longest)
  // The last word may be the half of something that would be known whole.
  if (text.length > longest) clean = clean.replace(/\S*$/, '')
  for (const [pattern, by] of secrets) clean = clean.replace(pattern, by)
  return clean.replace(/\p{Cc}+/gu, ' ')
}

/** Where a line of a stack points: the file's name without its folder and query, row and column. */
const place = String.raw`[a-z][a-z-]{1,20}:\/\/[^\s()]*?\/([\w$.-]{1,48}\.[cm]?[jt]sx?)(?:[?#][^\s():]*)?:(\d{1,7}):(\d{1,7})`
/** As Chromium writes it, with a function and without, as Firefox and Safari do, and as it is told here. */
const frames = [
  String.raw`\s*at (?:async |new )?([\w$.<>#]{1,48})(?: \[as [\w$.]{1,48}\])? \(${place}\)`,
  String.raw`\s*at (?:async )?()${place}`,
  String.raw`([\w$.<>#/*]{0,48})@${place}`,
  String.raw`at ([\w$.<>#?]{1,48}) \(([\w$.-]{1,48}\.[cm]?[jt]sx?):(\d{1,7}):(\d{1,7})\)`,
].map((line) => new RegExp(`^${line}$`, 'i'))

/**
 * A stack as lines `at name (file:line:column)`, from what Chromium, Firefox and Safari write. The message, and each line that is
 * something else, is left out.
 * @example const stack = redactStack(error.stack ?? '') // 'at pay (shop.js:12:5)'
 */
export function redactStack(stack: string): string {
  return stack
    .slice(0, longest)
    .split('\n')
    .flatMap((line) => {
      const found = line.length < 1024 ? frames.map((frame) => frame.exec(line)).find((match) => match !== null) : undefined
      const [, name = '', file, row, column] = found ?? []
      // A build gives its files a hash of eight: what is longer may be anything.
      const known = file?.replace(/-[\w-]{8}(?=\.\w+$)/, '')
      const isPlain = known !== undefined && redact(name) === name && redact(known) === known
      return isPlain ? [`at ${name || '?'} (${file}:${row}:${column})`] : []
    })
    .slice(0, 20)
    .join('\n')
}

/**
 * Origin and path of a page, the path without what is in it for one visitor alone. Empty for what is no page of the web.
 * @example const page = redactUrl('https://shop.example/orders/8371?mail=mira@example.com') // 'https://shop.example/orders/…'
 */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, origin, pathname } = new URL(url)
  if (!/^https?:$/.test(protocol)) return ''
  const path = pathname.slice(0, 512).split('/').map(segment)
  return origin + path.join('/')
}

function segment(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    return '…'
  }
  return redact(text) === text && /^[\p{L}\d._~-]{0,40}$/u.test(text) ? part : '…'
}
