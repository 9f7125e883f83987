import { type MailPageText, mailPage } from '@portico/service/http'
import type { MailLocale } from '@portico/service/mail'
import type { Context } from 'hono'

type PageName =
  | 'recover'
  | 'recoverConfirmed'
  | 'recoverDeclined'
  | 'recoverOver'
  | 'owner'
  | 'ownerConfirmed'
  | 'ownerDeclined'
  | 'ownerOver'

const english: Readonly<Record<PageName, MailPageText>> = {
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

const german: Readonly<Record<PageName, MailPageText>> = {
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

const arabic: Readonly<Record<PageName, MailPageText>> = {
  recover: {
    title: 'هل تسمح لهذا المتصفح باستخدام محفظتك؟',
    text: 'سجّل أحدهم الدخول باسمك ويريد استخدام محفظتك في متصفح جديد. تابع فقط إذا رأيت هذين الرقمين هناك أيضًا:',
    confirm: 'نعم، هذا أنا',
    decline: 'لا، لست أنا',
  },
  recoverConfirmed: { title: 'تم', text: 'تُفتح محفظتك في المتصفح الآخر. يمكنك إغلاق هذه الصفحة.' },
  recoverDeclined: {
    title: 'رُفض',
    text: 'لن يحصل المتصفح الآخر على محفظتك. غيّر كلمة مرور بريدك إذا ظننت أن أحدًا يقرؤه.',
  },
  recoverOver: { title: 'انتهى هذا الرابط', text: 'استُخدم من قبل، أو مضى عليه أكثر من عشر دقائق. اطلب رابطًا جديدًا حيث تحتاج إليه.' },
  owner: {
    title: 'هل تُغيَّر وجهة رسائل استرداد محفظتك؟',
    text: 'غُيّر عنوان بريد تسجيل دخولك. ستصل الرسائل التي تسترد محفظتك من الآن إلى:',
    confirm: 'نعم، غيّرها',
    decline: 'لا، أبقِ هذا العنوان',
  },
  ownerConfirmed: { title: 'غُيّر', text: 'تصل رسائل الاسترداد إلى العنوان الجديد. يمكنك إغلاق هذه الصفحة.' },
  ownerDeclined: { title: 'بقي كما هو', text: 'ما زالت رسائل الاسترداد تصل إلى هذا العنوان.' },
  ownerOver: { title: 'انتهى هذا الرابط', text: 'أُجيب عن هذا التغيير من قبل.' },
}

const dictionaries: Readonly<Record<MailLocale, Readonly<Record<PageName, MailPageText>>>> = { en: english, ar: arabic, de: german }
const labels = {
  en: { address: 'Address', origin: 'Site', browser: 'Browser' },
  ar: { address: 'العنوان', origin: 'الموقع', browser: 'المتصفح' },
  de: { address: 'Adresse', origin: 'Website', browser: 'Browser' },
} as const

export interface VaultPageParameters {
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

/** A page that one of the vault's mails leads to. */
export function vaultPage(context: Context, { locale, page, action, match, ...facts }: VaultPageParameters) {
  const names = labels[locale]
  const shown = (['address', 'origin', 'browser'] as const).flatMap((fact) => {
    const value = facts[fact]
    return value ? [[names[fact], value] as const] : []
  })
  const text = dictionaries[locale][page]
  return mailPage(context, { locale, text, facts: shown, ...(action !== undefined && { action }), ...(match !== undefined && { match }) })
}
