import { mailPage } from '@portico/service/http'
import type { MailLocale } from '@portico/service/mail'
import type { AppContext } from '../context.js'
import { type Texts, textsOf } from '../texts/index.js'

/** The page behind the link that stops an export. @param action path that the button posts to */
export function exportPage(
  context: AppContext,
  { locale, page, action }: { locale: MailLocale; page: keyof Texts['pages']; action?: string },
) {
  return mailPage(context, { locale, text: textsOf(locale).pages[page], ...(action !== undefined && { action }) })
}
