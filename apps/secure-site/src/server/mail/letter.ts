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

/** Languages that mails are written in. */
export const mailLocales = ['en', 'de'] as const
export type MailLocale = (typeof mailLocales)[number]

/** The language of a BCP 47 tag, English where there is no mail in it. @example mailLocale('de-AT') // 'de' */
export function mailLocale(tag: string | undefined): MailLocale {
  const language = (tag ?? '').toLowerCase().split(/[-_]/)[0]
  return mailLocales.find((locale) => locale === language) ?? 'en'
}

/** The mail in both forms. Nothing is loaded from anywhere: no pictures, no styles from elsewhere, no counting of readers. */
export function composeMail({ locale, subject, parts }: Letter): { subject: string; text: string; html: string } {
  const text = parts
    .map((part) => (part.kind === 'text' ? part.text : part.kind === 'code' ? part.code : `${part.label}:\n${part.url}`))
    .join('\n\n')
  const body = parts.map(htmlOf).join('\n')
  const html = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
${body}
</div>
</body>
</html>
`
  return { subject, text: `${text}\n`, html }
}

function htmlOf(part: MailPart): string {
  if (part.kind === 'text') return `<p style="margin:0 0 16px">${escapeHtml(part.text).replaceAll('\n', '<br>')}</p>`
  if (part.kind === 'code') {
    return `<p style="margin:0 0 16px;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:6px">${escapeHtml(part.code)}</p>`
  }
  const [url, label] = [escapeHtml(part.url), escapeHtml(part.label)]
  const button = 'display:inline-block;padding:12px 20px;border-radius:12px;background:#1a1a1a;color:#fff;text-decoration:none'
  return `<p style="margin:0 0 8px"><a href="${url}" style="${button}">${label}</a></p>
<p style="margin:0 0 16px;font-size:13px;word-break:break-all">${url}</p>`
}

/** Text that is safe between tags and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
