import { type MailPageText, mailPage } from '@portico/service/http'
import type { MailLocale } from '@portico/service/mail'
import type { AppContext } from '../context.js'

type PageName = 'exportCancel' | 'exportStopped' | 'exportOver'

const english: Readonly<Record<PageName, MailPageText>> = {
  exportCancel: {
    title: 'Stop showing the words',
    text: 'Somebody asked to see the secret words of your wallet. If that was not you, stop it here, and sign out other browsers.',
    confirm: 'Stop it',
  },
  exportStopped: { title: 'Stopped', text: 'The words will not be shown. You can close this page.' },
  exportOver: { title: 'Nothing to stop', text: 'This link is over: nobody waits for the words any more.' },
}

const german: Readonly<Record<PageName, MailPageText>> = {
  exportCancel: {
    title: 'Anzeige der Wörter abbrechen',
    text: 'Jemand hat die geheimen Wörter Ihrer Wallet angefordert. Wenn Sie das nicht waren, brechen Sie es hier ab und melden Sie andere Browser ab.',
    confirm: 'Abbrechen',
  },
  exportStopped: { title: 'Abgebrochen', text: 'Die Wörter werden nicht angezeigt. Sie können diese Seite schließen.' },
  exportOver: { title: 'Nichts abzubrechen', text: 'Dieser Link gilt nicht mehr: Niemand wartet auf die Wörter.' },
}

const arabic: Readonly<Record<PageName, MailPageText>> = {
  exportCancel: {
    title: 'إيقاف إظهار الكلمات',
    text: 'طلب أحدهم رؤية الكلمات السرية لمحفظتك. إذا لم تكن أنت، فأوقف ذلك هنا وسجّل خروج المتصفحات الأخرى.',
    confirm: 'إيقاف',
  },
  exportStopped: { title: 'أُوقف', text: 'لن تُعرض الكلمات. يمكنك إغلاق هذه الصفحة.' },
  exportOver: { title: 'لا شيء لإيقافه', text: 'انتهى هذا الرابط: لا أحد ينتظر الكلمات بعد الآن.' },
}

const dictionaries: Readonly<Record<MailLocale, Readonly<Record<PageName, MailPageText>>>> = { en: english, ar: arabic, de: german }

/** The page behind the link that stops an export. @param action path that the button posts to */
export function exportPage(context: AppContext, { locale, page, action }: { locale: MailLocale; page: PageName; action?: string }) {
  return mailPage(context, { locale, text: dictionaries[locale][page], ...(action !== undefined && { action }) })
}
