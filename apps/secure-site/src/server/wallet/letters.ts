import { type Letter, type MailLocale, fill } from '@portico/service/mail'
import { textsOf } from '../texts/index.js'

interface Common {
  readonly locale: MailLocale
  /** Of the site that embeds the wallet. */
  readonly origin: string
}

/** Somebody asked to see the words: time to stop it. @param notBefore milliseconds since 1970 */
export function exportNoticeLetter({ locale, origin, url, notBefore }: Common & { url: string; notBefore: number }): Letter {
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(notBefore)
  const { subject, text, label, end } = textsOf(locale).words.notice
  return {
    locale,
    subject,
    parts: [
      { kind: 'text', text: fill(text, { origin, when }) },
      { kind: 'link', url, label },
      { kind: 'text', text: end },
    ],
  }
}

export function exportCodeLetter({ locale, origin, code }: Common & { code: string }): Letter {
  const { subject, text, end } = textsOf(locale).words.code
  return {
    locale,
    subject,
    parts: [
      { kind: 'text', text: fill(text, { origin }) },
      { kind: 'code', code },
      { kind: 'text', text: end },
    ],
  }
}

export function exportDoneLetter({ locale, origin }: Common): Letter {
  const { subject, text } = textsOf(locale).words.done
  return { locale, subject, parts: [{ kind: 'text', text: fill(text, { origin }) }] }
}
