import type { Letter, MailLocale, MailPart } from '@portico/service/mail'

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
function askedFor(locale: MailLocale, { origin, browser }: Asker): string {
  const site = siteName(origin)
  return {
    en: `It was asked for on ${site}, in this browser: ${browser}. If that is not you, give the code to nobody and type it nowhere.`,
    de: `Angefordert wurde er auf ${site}, in diesem Browser: ${browser}. Wenn Sie das nicht sind, geben Sie den Code niemandem und tippen Sie ihn nirgends ein.`,
    ar: `طُلب على ${site}، في هذا المتصفح: ${browser}. إن لم تكن أنت، فلا تعطِ الرمز لأحد ولا تكتبه في أي مكان.`,
  }[locale]
}

/** The code of a login, for the site and the browser that asked. */
export function codeLetter(locale: MailLocale, { code, ...asker }: { code: string } & Asker): Letter {
  const site = siteName(asker.origin)
  const { subject, before, after } = {
    en: {
      subject: `Your code for ${site}`,
      before: `Enter this code to log in to ${site} with your wallet:`,
      after: ['It works for ten minutes, and only in that browser, in the wallet that the site shows.'],
    },
    de: {
      subject: `Ihr Code für ${site}`,
      before: `Geben Sie diesen Code ein, um sich bei ${site} mit Ihrer Wallet anzumelden:`,
      after: ['Der Code gilt zehn Minuten und nur in diesem Browser, in der Wallet, die die Website zeigt.'],
    },
    ar: {
      subject: `رمزك لموقع ${site}`,
      before: `أدخل هذا الرمز لتسجيل الدخول إلى ${site} بمحفظتك:`,
      after: ['يصلح الرمز عشر دقائق، وفي ذلك المتصفح فقط، داخل المحفظة التي يعرضها الموقع.'],
    },
  }[locale]
  return { locale, subject, parts: [text(before), { kind: 'code', code }, text(askedFor(locale, asker)), ...after.map(text)] }
}

/** The link that confirms a browser. */
export function linkLetter(locale: MailLocale, { url, origin, browser }: { url: string; origin: string; browser: string }): Letter {
  const site = siteName(origin)
  const { subject, before, label, after } = {
    en: {
      subject: `Confirm a new browser for ${site}`,
      before: [
        `Somebody wants to log in to ${site} with this address, in a browser that we do not know yet: ${browser}.`,
        'If it is you, open the link and compare the two digits:',
      ],
      label: 'Confirm this browser',
      after: 'The link works for ten minutes, and once. If you did not want to log in, do not open it.',
    },
    de: {
      subject: `Neuen Browser für ${site} bestätigen`,
      before: [
        `Jemand möchte sich mit dieser Adresse bei ${site} anmelden, in einem Browser, den wir noch nicht kennen: ${browser}.`,
        'Wenn Sie das sind, öffnen Sie den Link, und vergleichen Sie die beiden Ziffern:',
      ],
      label: 'Browser bestätigen',
      after: 'Der Link gilt zehn Minuten und nur einmal. Wenn Sie sich nicht anmelden wollten, öffnen Sie ihn nicht.',
    },
    ar: {
      subject: `تأكيد متصفح جديد لموقع ${site}`,
      before: [
        `يريد أحدهم تسجيل الدخول إلى ${site} بهذا العنوان، في متصفح لا نعرفه بعد: ${browser}.`,
        'إذا كنت أنت، فافتح الرابط وقارن الرقمين:',
      ],
      label: 'تأكيد هذا المتصفح',
      after: 'يصلح الرابط عشر دقائق ومرة واحدة. إذا لم تُرد تسجيل الدخول، فلا تفتحه.',
    },
  }[locale]
  return { locale, subject, parts: [...before.map(text), { kind: 'link', url, label }, text(after)] }
}

/** The code of a change of address: to the old one first, then to the new one. */
export function changeCodeLetter(
  locale: MailLocale,
  { code, step, newEmail, ...asker }: { code: string; step: 'primary' | 'secondary'; newEmail: string } & Asker,
): Letter {
  const { subject, primary, secondary, after } = {
    en: {
      subject: 'Your code to change your e-mail address',
      primary: `Enter this code to change the e-mail address of your wallet to ${newEmail}:`,
      secondary: 'Enter this code to use this address for your wallet:',
      after: 'It works for ten minutes.',
    },
    de: {
      subject: 'Ihr Code zum Ändern der E-Mail-Adresse',
      primary: `Geben Sie diesen Code ein, um die E-Mail-Adresse Ihrer Wallet in ${newEmail} zu ändern:`,
      secondary: 'Geben Sie diesen Code ein, um diese Adresse für Ihre Wallet zu verwenden:',
      after: 'Der Code gilt zehn Minuten.',
    },
    ar: {
      subject: 'رمزك لتغيير عنوان البريد',
      primary: `أدخل هذا الرمز لتغيير عنوان بريد محفظتك إلى ${newEmail}:`,
      secondary: 'أدخل هذا الرمز لاستخدام هذا العنوان لمحفظتك:',
      after: 'يصلح الرمز عشر دقائق.',
    },
  }[locale]
  return {
    locale,
    subject,
    parts: [text(step === 'primary' ? primary : secondary), { kind: 'code', code }, text(askedFor(locale, asker)), text(after)],
  }
}

/** Told to both addresses once it is done. */
export function changedLetter(locale: MailLocale, { to, newEmail }: { to: 'old' | 'new'; newEmail: string }): Letter {
  const texts = {
    en: {
      subject: 'The e-mail address of your wallet was changed',
      old: `Your wallet uses ${newEmail} from now on. You can't log in with this address any more.`,
      new: 'You log in with this address from now on.',
      after: 'If it was not you, tell the site that you use your wallet on.',
    },
    de: {
      subject: 'Die E-Mail-Adresse Ihrer Wallet wurde geändert',
      old: `Ihre Wallet verwendet ab jetzt ${newEmail}. Mit dieser Adresse hier können Sie sich nicht mehr anmelden.`,
      new: 'Sie melden sich ab jetzt mit dieser Adresse an.',
      after: 'Wenn Sie das nicht waren, melden Sie sich bei der Website, auf der Sie Ihre Wallet verwenden.',
    },
    ar: {
      subject: 'غُيّر عنوان بريد محفظتك',
      old: `تستخدم محفظتك ${newEmail} من الآن. لم يعد بإمكانك تسجيل الدخول بهذا العنوان.`,
      new: 'تسجّل الدخول من الآن بهذا العنوان.',
      after: 'إذا لم تكن أنت، فأخبر الموقع الذي تستخدم فيه محفظتك.',
    },
  }[locale]
  return { locale, subject: texts.subject, parts: [text(texts[to]), text(texts.after)] }
}
