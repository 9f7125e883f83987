import { html } from 'hono/html'

/** A paragraph of a mail. `code` is set apart, `link` is a button with its address below. */
export type MailPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly url: string; readonly label: string }

export interface Letter {
  readonly locale: MailLocale
  readonly subject: string
  readonly parts: readonly MailPart[]
}

/** Languages that mails are written in: those of the modal and of the frame's page. A test holds the three together, without their code here. */
export const mailLocales = [
  'en',
  'ar',
  'ca',
  'de',
  'es',
  'fa',
  'fr',
  'hi',
  'id',
  'ja',
  'ko',
  'ms',
  'pt',
  'ru',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
  'zh-TW',
] as const
export type MailLocale = (typeof mailLocales)[number]

/** The language of a BCP 47 tag, English where there is no mail in it. @example mailLocale('de-AT') // 'de' */
export function mailLocale(tag: string | undefined): MailLocale {
  return writtenFor(tag ?? '') ?? 'en'
}

/**
 * The first language of an `Accept-Language` header that mails are written in, English where there is none. Browsers name the languages
 * in the order of their weights. @example acceptedLocale('nl, fr-CH;q=0.8') // 'fr'
 */
export function acceptedLocale(header: string | undefined): MailLocale {
  for (const entry of (header ?? '').split(',')) {
    const locale = writtenFor(entry.replace(/;.*/, '').trim())
    if (locale) return locale
  }
  return 'en'
}

function writtenFor(tag: string): MailLocale | undefined {
  const [language, ...rest] = tag.toLowerCase().split(/[-_]/)
  if (language === 'zh') return isTraditional(rest) ? 'zh-TW' : 'zh'
  if (language === 'in') return 'id' // its code before 1989, which Java still writes
  return mailLocales.find((locale) => locale === language)
}

/** Chinese with these subtags: in the script that they name, else in that of the place. */
function isTraditional(subtags: readonly string[]): boolean {
  if (subtags.includes('hans')) return false
  return ['hant', 'tw', 'hk', 'mo'].some((subtag) => subtags.includes(subtag))
}

/** Which way a mail is written. */
export const mailDirection = (locale: string): 'ltr' | 'rtl' => (locale === 'ar' || locale === 'fa' ? 'rtl' : 'ltr')

/** The mail in both forms. Nothing is loaded from anywhere: no pictures, no styles from elsewhere, no counting of readers. */
export async function composeMail({ locale, subject, parts }: Letter): Promise<{ subject: string; text: string; html: string }> {
  const text = parts
    .map((part) => (part.kind === 'text' ? part.text : part.kind === 'code' ? part.code : `${part.label}:\n${part.url}`))
    .join('\n\n')
  const page = await html`<!doctype html>
<html lang="${locale}" dir="${mailDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
${parts.map(htmlOf)}
</div>
</body>
</html>
`
  return { subject, text: `${text}\n`, html: String(page) }
}

function htmlOf(part: MailPart) {
  if (part.kind === 'text') return html`<p style="margin:0 0 16px">${lines(part.text)}</p>\n`
  if (part.kind === 'code') {
    return html`<p dir="ltr" style="margin:0 0 16px;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:6px;text-align:start">${part.code}</p>\n`
  }
  const button = 'display:inline-block;padding:12px 20px;border-radius:12px;background:#1a1a1a;color:#fff;text-decoration:none'
  return html`<p style="margin:0 0 8px"><a href="${part.url}" style="${button}">${part.label}</a></p>
<p dir="ltr" style="margin:0 0 16px;font-size:13px;word-break:break-all">${part.url}</p>\n`
}

function lines(text: string) {
  return text.split('\n').map((line, index) => (index === 0 ? line : html`<br>${line}`))
}
