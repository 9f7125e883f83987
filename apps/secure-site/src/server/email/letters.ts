import { type Letter, type MailLocale, type MailPart, fill } from '@portico/service/mail'
import { textsOf } from '../texts/index.js'

const text = (line: string): MailPart => ({ kind: 'text', text: line })

/** What a mail names a site by: the host, and the scheme where it is not https. */
export function siteName(origin: string): string {
  return origin.replace(/^https:\/\//, '')
}

/** Who asked for a mail: the verified origin of the site, and what the browser calls itself. */
export interface Asker {
  readonly origin: string
  readonly browser: string
}

/** Which site and which browser asked. Who did not ask there is being deceived, whatever another page says. */
function askedFor(locale: MailLocale, { origin, browser }: Asker): MailPart {
  return text(fill(textsOf(locale).email.asked, { site: siteName(origin), browser }))
}

/** The code of a login, for the site and the browser that asked. */
export function codeLetter(locale: MailLocale, { code, ...asker }: { code: string } & Asker): Letter {
  const site = siteName(asker.origin)
  const texts = textsOf(locale).email.code
  return {
    locale,
    subject: fill(texts.subject, { site }),
    parts: [text(fill(texts.before, { site })), { kind: 'code', code }, askedFor(locale, asker), text(texts.after)],
  }
}

/** The link that confirms a browser. */
export function linkLetter(locale: MailLocale, { url, origin, browser }: { url: string; origin: string; browser: string }): Letter {
  const site = siteName(origin)
  const texts = textsOf(locale).email.link
  return {
    locale,
    subject: fill(texts.subject, { site }),
    parts: [text(fill(texts.who, { site, browser })), text(texts.compare), { kind: 'link', url, label: texts.label }, text(texts.after)],
  }
}

/** The code of a change of address: to the old one first, then to the new one. */
export function changeCodeLetter(
  locale: MailLocale,
  { code, step, newEmail, ...asker }: { code: string; step: 'primary' | 'secondary'; newEmail: string } & Asker,
): Letter {
  const texts = textsOf(locale).email.change
  const before = step === 'primary' ? fill(texts.primary, { email: newEmail }) : texts.secondary
  return { locale, subject: texts.subject, parts: [text(before), { kind: 'code', code }, askedFor(locale, asker), text(texts.after)] }
}

/** Told to both addresses once it is done. */
export function changedLetter(locale: MailLocale, { to, newEmail }: { to: 'old' | 'new'; newEmail: string }): Letter {
  const texts = textsOf(locale).email.changed
  const said = to === 'old' ? fill(texts.old, { email: newEmail }) : texts.new
  return { locale, subject: texts.subject, parts: [text(said), text(texts.after)] }
}

/** Told to the owner where something does not log in any more. @param name of the provider, or an e-mail address */
export function unlinkedLetter(locale: MailLocale, { name, origin, browser }: { name: string } & Asker): Letter {
  const { unlinked, changed } = textsOf(locale).email
  return {
    locale,
    subject: unlinked.subject,
    parts: [text(fill(unlinked.text, { name, site: siteName(origin), browser })), text(changed.after)],
  }
}

/** Told to the owner where an account elsewhere was added to the login. @param provider its name */
export function linkedLetter(locale: MailLocale, { provider, origin, browser }: { provider: string } & Asker): Letter {
  const { linked, changed } = textsOf(locale).email
  return {
    locale,
    subject: linked.subject,
    parts: [text(fill(linked.text, { provider, site: siteName(origin), browser })), text(changed.after)],
  }
}
