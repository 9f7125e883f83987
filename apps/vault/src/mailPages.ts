import { mailPage } from '@portico/service/http'
import type { MailLocale } from '@portico/service/mail'
import type { Context } from 'hono'
import { type Texts, textsOf } from './texts/index.js'

export interface VaultPageParameters {
  locale: MailLocale
  page: keyof Texts['pages']
  /** Path that the buttons post to. */
  action?: string
  /** Two digits, shown large. */
  match?: string
  /** Whose account elsewhere, such as `Google`. */
  account?: string
  address?: string
  origin?: string
  browser?: string
}

/** A page that one of the vault's mails leads to. */
export function vaultPage(context: Context, { locale, page, action, match, ...facts }: VaultPageParameters) {
  const { pages, facts: names } = textsOf(locale)
  const shown = (['account', 'address', 'origin', 'browser'] as const).flatMap((fact) => {
    const value = facts[fact]
    return value ? [[names[fact], value] as const] : []
  })
  return mailPage(context, {
    locale,
    text: pages[page],
    facts: shown,
    ...(action !== undefined && { action }),
    ...(match !== undefined && { match }),
  })
}
