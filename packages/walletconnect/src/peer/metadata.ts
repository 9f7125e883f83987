import { isRecord, readText } from './parse.js'

/** Where an app or a site can be called back: by its own scheme, or by an https link that the system gives to it. */
export interface Redirect {
  readonly native?: string
  readonly universal?: string
  /** Whether messages may travel in universal links instead of over the relay. */
  readonly linkMode?: boolean
}

/** Who somebody says to be. Of a peer, it is untrusted text. */
export interface Metadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
  readonly redirect?: Redirect
}

/** Schemes that would run or show something in the browser. What opens a link looks closer (S19). */
const forbidden =
  /^(javascript|data|blob|file|vbscript|about|https?|wss?|ftp|mailto|tel|sms|intent|content|view-source|filesystem|chrome.*)$/

/** A link of an app's own scheme, such as `wallet://`; undefined for what may not be opened (S19). */
function safeNativeLink(value: unknown): string | undefined {
  const link = readText(value, 500)?.trim()
  const scheme = /^([a-z][a-z\d+.-]*):[^\s\p{C}]*$/iu.exec(link ?? '')?.[1]?.toLowerCase()
  return scheme && !forbidden.test(scheme) ? link : undefined
}

/** An https link; undefined for anything else (S19). */
export function safeUniversalLink(value: unknown): string | undefined {
  const link = readText(value, 500)?.trim()
  try {
    return link && new URL(link).protocol === 'https:' && !/[\s\p{C}]/u.test(link) ? link : undefined
  } catch {
    return undefined
  }
}

/** Whether a picture may be shown: https, or an image as data of at most 64 KiB (S35). */
export const safeIcon = (icon: string): boolean =>
  icon.length <= 65_536 && (/^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i.test(icon) || safeUniversalLink(icon) !== undefined)

/** Text that somebody else chose: without control, direction and zero-width characters, and not endless (S36). */
const clean = (value: unknown, limit: number): string =>
  typeof value === 'string'
    ? [
        ...value
          .slice(0, limit * 2)
          .replace(/\p{C}/gu, '')
          .replace(/\p{Z}+/gu, ' ')
          .trim(),
      ]
        .slice(0, limit)
        .join('')
    : ''

/** What a peer says of itself; what is missing or malformed is empty. Never throws. */
export function readMetadata(value: unknown): Metadata {
  const said = isRecord(value) ? value : {}
  const icons = Array.isArray(said['icons'])
    ? said['icons'].slice(0, 10).flatMap((icon) => (typeof icon === 'string' && icon.length <= 65_536 ? icon : []))
    : []
  const redirect = isRecord(said['redirect']) ? said['redirect'] : undefined
  const native = safeNativeLink(redirect?.['native'])
  const universal = safeUniversalLink(redirect?.['universal'])
  return {
    name: clean(said['name'], 64),
    description: clean(said['description'], 300),
    url:
      safeUniversalLink(said['url']) ??
      (typeof said['url'] === 'string' && /^http:\/\/[^\s\p{C}]{1,300}$/u.test(said['url']) ? said['url'] : ''),
    icons,
    ...(redirect && {
      redirect: { ...(native && { native }), ...(universal && { universal }), ...(redirect['linkMode'] === true && { linkMode: true }) },
    }),
  }
}
