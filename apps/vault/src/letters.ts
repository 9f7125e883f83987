import { type Letter, type MailLocale, fill } from '@portico/service/mail'
import { textsOf } from './texts/index.js'

/** Asks the owner to let another browser use the wallet. @param match two digits that stand there, too */
export function recoverLetter({
  locale,
  url,
  match,
  origin,
  browser,
}: {
  locale: MailLocale
  url: string
  match: string
  origin: string
  browser: string
}): Letter {
  const texts = textsOf(locale).recover
  return {
    locale,
    subject: fill(texts.subject, { match }),
    parts: [
      { kind: 'text', text: fill(texts.text, { match, origin, browser }) },
      { kind: 'code', code: match },
      { kind: 'link', url, label: texts.label },
      { kind: 'text', text: texts.end },
    ],
  }
}

/** After a confirmed question whose share waits. @param until milliseconds since 1970 */
export function delayLetter({ locale, url, until }: { locale: MailLocale; url: string; until: number }): Letter {
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(until)
  const texts = textsOf(locale).delay
  return {
    locale,
    subject: texts.subject,
    parts: [
      { kind: 'text', text: fill(texts.text, { when }) },
      { kind: 'link', url, label: texts.label },
    ],
  }
}

export function releasedLetter({ locale, origin, browser }: { locale: MailLocale; origin: string; browser: string }): Letter {
  const { subject, text } = textsOf(locale).released
  return { locale, subject, parts: [{ kind: 'text', text: fill(text, { origin, browser }) }] }
}

/** The ways to recover the wallet are others now. */
export function securityLetter({
  locale,
  readable,
  passkeys,
  recoveryCode,
  passphrase,
}: {
  locale: MailLocale
  readable: boolean
  passkeys: number
  recoveryCode: boolean
  passphrase: boolean
}): Letter {
  const texts = textsOf(locale).security
  const ways = [
    ...(passkeys > 0 ? [passkeys === 1 ? texts.passkey : fill(texts.passkeys, { count: String(passkeys) })] : []),
    ...(recoveryCode ? [texts.recoveryCode] : []),
    ...(passphrase ? [texts.passphrase] : []),
    ...(readable ? [texts.mail] : []),
  ].join(texts.or)
  const text = fill(texts.text, { ways })
  return {
    locale,
    subject: texts.subject,
    parts: [
      { kind: 'text', text: readable ? text : fill(texts.alone, { text }) },
      { kind: 'text', text: texts.end },
    ],
  }
}

/** To the old mailbox: the login has another address. @param until milliseconds since 1970 */
export function ownerLetter({ locale, url, email, until }: { locale: MailLocale; url: string; email: string; until: number }): Letter {
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(until)
  const texts = textsOf(locale).owner
  return {
    locale,
    subject: texts.subject,
    parts: [
      { kind: 'text', text: fill(texts.text, { email, when }) },
      { kind: 'link', url, label: texts.label },
    ],
  }
}

/** To the known mailboxes: another account is to open the wallet. @param until milliseconds since 1970 */
export function identityLetter({ locale, url, name, until }: { locale: MailLocale; url: string; name: string; until: number }): Letter {
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(until)
  const texts = textsOf(locale).identity
  return {
    locale,
    subject: fill(texts.subject, { name }),
    parts: [
      { kind: 'text', text: fill(texts.text, { name, when }) },
      { kind: 'link', url, label: texts.label },
    ],
  }
}
