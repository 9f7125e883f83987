/** Small pages of a service's own origin that are opened from mails: no script, no embedding, forms to themselves alone. */
import type { Context } from 'hono'
import { plainPage } from '../email/plainPage.js'
import { documentHeaders, plainPolicy } from '../frame/policy.js'
import { type MailLocale, escapeHtml } from '../mail/letter.js'
import { randomToken } from '../secrets/secrets.js'

type PageName =
  | 'exportCancel'
  | 'exportStopped'
  | 'exportOver'
  | 'recover'
  | 'recoverConfirmed'
  | 'recoverDeclined'
  | 'recoverOver'
  | 'owner'
  | 'ownerConfirmed'
  | 'ownerDeclined'
  | 'ownerOver'

interface PageText {
  readonly title: string
  readonly text: string
  /** What pressing the buttons means. */
  readonly confirm?: string
  readonly decline?: string
}

const english: Readonly<Record<PageName, PageText>> = {
  exportCancel: {
    title: 'Stop showing the words',
    text: 'Somebody asked to see the secret words of your wallet. If that was not you, stop it here, and sign out other browsers.',
    confirm: 'Stop it',
  },
  exportStopped: { title: 'Stopped', text: 'The words will not be shown. You can close this page.' },
  exportOver: { title: 'Nothing to stop', text: 'This link is over: nobody waits for the words any more.' },
  recover: {
    title: 'Let this browser use your wallet?',
    text: 'Somebody logged in as you wants to use your wallet in a new browser. Continue only if you see these two digits there, too:',
    confirm: 'Yes, that is me',
    decline: 'No, that is not me',
  },
  recoverConfirmed: { title: 'Done', text: 'Your wallet opens in the other browser. You can close this page.' },
  recoverDeclined: {
    title: 'Refused',
    text: 'The other browser does not get your wallet. Change the password of your mailbox if you think that somebody reads it.',
  },
  recoverOver: {
    title: 'This link is over',
    text: 'It was used already, or is older than ten minutes. Ask for a new one where you need it.',
  },
  owner: {
    title: 'Change where your wallet’s recovery mails go?',
    text: 'The e-mail address of your login was changed. From now on the mails that recover your wallet would go to:',
    confirm: 'Yes, change it',
    decline: 'No, keep this address',
  },
  ownerConfirmed: { title: 'Changed', text: 'Recovery mails go to the new address. You can close this page.' },
  ownerDeclined: { title: 'Kept', text: 'Recovery mails still come to this address.' },
  ownerOver: { title: 'This link is over', text: 'The change was answered already.' },
}

const german: Readonly<Record<PageName, PageText>> = {
  exportCancel: {
    title: 'Anzeige der Wörter abbrechen',
    text: 'Jemand hat die geheimen Wörter Ihrer Wallet angefordert. Wenn Sie das nicht waren, brechen Sie es hier ab und melden Sie andere Browser ab.',
    confirm: 'Abbrechen',
  },
  exportStopped: { title: 'Abgebrochen', text: 'Die Wörter werden nicht angezeigt. Sie können diese Seite schließen.' },
  exportOver: { title: 'Nichts abzubrechen', text: 'Dieser Link gilt nicht mehr: Niemand wartet auf die Wörter.' },
  recover: {
    title: 'Darf dieser Browser Ihre Wallet benutzen?',
    text: 'Jemand ist unter Ihrem Namen angemeldet und möchte Ihre Wallet in einem neuen Browser benutzen. Fahren Sie nur fort, wenn dort dieselben zwei Ziffern stehen:',
    confirm: 'Ja, das bin ich',
    decline: 'Nein, das bin ich nicht',
  },
  recoverConfirmed: { title: 'Fertig', text: 'Ihre Wallet öffnet sich im anderen Browser. Sie können diese Seite schließen.' },
  recoverDeclined: {
    title: 'Abgelehnt',
    text: 'Der andere Browser bekommt Ihre Wallet nicht. Ändern Sie das Passwort Ihres Postfachs, wenn Sie glauben, dass es jemand mitliest.',
  },
  recoverOver: {
    title: 'Dieser Link gilt nicht mehr',
    text: 'Er wurde schon benutzt oder ist älter als zehn Minuten. Fordern Sie bei Bedarf einen neuen an.',
  },
  owner: {
    title: 'Wiederherstellungs-Mails an eine andere Adresse?',
    text: 'Die E-Mail-Adresse Ihrer Anmeldung wurde geändert. Die Mails, mit denen Ihre Wallet wiederhergestellt wird, gingen künftig an:',
    confirm: 'Ja, ändern',
    decline: 'Nein, diese Adresse behalten',
  },
  ownerConfirmed: { title: 'Geändert', text: 'Die Mails gehen an die neue Adresse. Sie können diese Seite schließen.' },
  ownerDeclined: { title: 'Behalten', text: 'Die Mails kommen weiter an diese Adresse.' },
  ownerOver: { title: 'Dieser Link gilt nicht mehr', text: 'Die Änderung wurde schon beantwortet.' },
}

const dictionaries: Readonly<Record<MailLocale, Readonly<Record<PageName, PageText>>>> = { en: english, de: german }
const labels = {
  en: { address: 'Address', origin: 'Site', browser: 'Browser' },
  de: { address: 'Adresse', origin: 'Website', browser: 'Browser' },
} as const

export interface MailPageParameters {
  locale: MailLocale
  page: PageName
  /** Path that the buttons post to. */
  action?: string
  /** Two digits, shown large. */
  match?: string
  address?: string
  origin?: string
  browser?: string
}

/** The page, with the same status for links that are good and links that are over: a scanner learns nothing. */
export function mailPage(context: Context, { locale, page, action, match, address, origin, browser }: MailPageParameters): Response {
  const { title, text, confirm, decline } = dictionaries[locale][page]
  const nonce = randomToken(16)
  const names = labels[locale]
  const facts = [
    [names.address, address],
    [names.origin, origin],
    [names.browser, browser],
  ] as const
  const lines = facts.flatMap(([name, fact]) => (fact ? [`<dt>${name}</dt><dd>${escapeHtml(fact)}</dd>`] : []))
  const button = (decision: string, label: string | undefined): string => {
    const main = decision === 'confirm' ? ' class="main"' : ''
    return label ? `<button${main} name="decision" value="${decision}">${escapeHtml(label)}</button>` : ''
  }
  const body = [
    `<p>${escapeHtml(text)}</p>`,
    match && `<p class="match">${escapeHtml(match)}</p>`,
    lines.length > 0 && `<dl>${lines.join('')}</dl>`,
    action && `<form method="post" action="${escapeHtml(action)}">${button('confirm', confirm)}${button('decline', decline)}</form>`,
  ]
  const html = plainPage({ locale, title, body: body.filter(Boolean).join('\n'), nonce })
  const policies = { 'cross-origin-opener-policy': 'same-origin', 'content-security-policy': plainPolicy(nonce) }
  return context.html(html, 200, { ...documentHeaders, ...policies })
}
