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
  | 'identity'
  | 'identityAdded'
  | 'identityRefused'
  | 'identityShown'
  | 'identityFailed'
  | 'identityDeclined'
  | 'identityOver'

const english: Readonly<Record<PageName, MailPageText>> = {
  recover: {
    title: 'Let this browser use your wallet?',
    text: 'Somebody logged in as you wants to use your wallet in a new browser. Continue only if you see these two digits there, too:',
    confirm: 'Yes, that is me',
    decline: 'No, that is not me',
  },
  recoverConfirmed: { title: 'Done', text: 'Your wallet opens in the browser that asked. You can close this page.' },
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
  identity: {
    title: 'Let this account open your wallet?',
    text: 'A browser that has your wallet added an account, which would open it in new browsers:',
    confirm: 'Yes, let it',
    decline: 'No, take it away',
  },
  identityAdded: { title: 'Added', text: 'The account opens your wallet in new browsers. You can close this page.' },
  identityRefused: { title: 'Taken away', text: 'The account does not open your wallet.' },
  identityShown: { title: 'Done', text: 'Your wallet knows this account now. You can close this page and go back to the site.' },
  identityFailed: {
    title: 'This account does not open the wallet',
    text: 'Go back to the site and try again with the account that you added to your wallet.',
  },
  identityDeclined: { title: 'Nothing was done', text: 'You went back before you were signed in. You can close this page.' },
  identityOver: { title: 'This page is over', text: 'It was used already, or is older than ten minutes. Start again where you came from.' },
}

const german: Readonly<Record<PageName, MailPageText>> = {
  recover: {
    title: 'Darf dieser Browser Ihre Wallet benutzen?',
    text: 'Jemand ist unter Ihrem Namen angemeldet und möchte Ihre Wallet in einem neuen Browser benutzen. Fahren Sie nur fort, wenn dort dieselben zwei Ziffern stehen:',
    confirm: 'Ja, das bin ich',
    decline: 'Nein, das bin ich nicht',
  },
  recoverConfirmed: { title: 'Fertig', text: 'Ihre Wallet öffnet sich in dem Browser, der gefragt hat. Sie können diese Seite schließen.' },
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
  identity: {
    title: 'Darf dieses Konto Ihre Wallet öffnen?',
    text: 'Ein Browser, der Ihre Wallet hat, hat ein Konto hinzugefügt, das sie in neuen Browsern öffnen würde:',
    confirm: 'Ja, erlauben',
    decline: 'Nein, entfernen',
  },
  identityAdded: { title: 'Hinzugefügt', text: 'Das Konto öffnet Ihre Wallet in neuen Browsern. Sie können diese Seite schließen.' },
  identityRefused: { title: 'Entfernt', text: 'Das Konto öffnet Ihre Wallet nicht.' },
  identityShown: {
    title: 'Fertig',
    text: 'Ihre Wallet kennt dieses Konto jetzt. Sie können diese Seite schließen und zur Website zurückkehren.',
  },
  identityFailed: {
    title: 'Dieses Konto öffnet die Wallet nicht',
    text: 'Kehren Sie zur Website zurück und versuchen Sie es mit dem Konto, das Sie Ihrer Wallet hinzugefügt haben.',
  },
  identityDeclined: {
    title: 'Nichts wurde geändert',
    text: 'Sie sind zurückgegangen, bevor Sie angemeldet waren. Sie können diese Seite schließen.',
  },
  identityOver: {
    title: 'Diese Seite gilt nicht mehr',
    text: 'Sie wurde schon benutzt oder ist älter als zehn Minuten. Beginnen Sie dort neu, woher Sie kamen.',
  },
}

const arabic: Readonly<Record<PageName, MailPageText>> = {
  recover: {
    title: 'هل تسمح لهذا المتصفح باستخدام محفظتك؟',
    text: 'سجّل أحدهم الدخول باسمك ويريد استخدام محفظتك في متصفح جديد. تابع فقط إذا رأيت هذين الرقمين هناك أيضًا:',
    confirm: 'نعم، هذا أنا',
    decline: 'لا، لست أنا',
  },
  recoverConfirmed: { title: 'تم', text: 'تُفتح محفظتك في المتصفح الذي طلب ذلك. يمكنك إغلاق هذه الصفحة.' },
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
  identity: {
    title: 'هل تسمح لهذا الحساب بفتح محفظتك؟',
    text: 'أضاف متصفح لديه محفظتك حسابًا يفتحها في المتصفحات الجديدة:',
    confirm: 'نعم، اسمح له',
    decline: 'لا، أزله',
  },
  identityAdded: { title: 'أُضيف', text: 'يفتح الحساب محفظتك في المتصفحات الجديدة. يمكنك إغلاق هذه الصفحة.' },
  identityRefused: { title: 'أُزيل', text: 'لا يفتح الحساب محفظتك.' },
  identityShown: { title: 'تم', text: 'تعرف محفظتك هذا الحساب الآن. يمكنك إغلاق هذه الصفحة والعودة إلى الموقع.' },
  identityFailed: { title: 'هذا الحساب لا يفتح المحفظة', text: 'عُد إلى الموقع وحاول بالحساب الذي أضفته إلى محفظتك.' },
  identityDeclined: { title: 'لم يتغير شيء', text: 'رجعت قبل أن تسجّل الدخول. يمكنك إغلاق هذه الصفحة.' },
  identityOver: { title: 'انتهت هذه الصفحة', text: 'استُخدمت من قبل، أو مضى عليها أكثر من عشر دقائق. ابدأ من جديد حيث كنت.' },
}

const dictionaries: Readonly<Record<MailLocale, Readonly<Record<PageName, MailPageText>>>> = { en: english, ar: arabic, de: german }
const labels = {
  en: { account: 'Account', address: 'Address', origin: 'Site', browser: 'Browser' },
  ar: { account: 'الحساب', address: 'العنوان', origin: 'الموقع', browser: 'المتصفح' },
  de: { account: 'Konto', address: 'Adresse', origin: 'Website', browser: 'Browser' },
} as const

export interface VaultPageParameters {
  locale: MailLocale
  page: PageName
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
  const names = labels[locale]
  const shown = (['account', 'address', 'origin', 'browser'] as const).flatMap((fact) => {
    const value = facts[fact]
    return value ? [[names[fact], value] as const] : []
  })
  const text = dictionaries[locale][page]
  return mailPage(context, { locale, text, facts: shown, ...(action !== undefined && { action }), ...(match !== undefined && { match }) })
}
