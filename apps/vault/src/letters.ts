import type { Letter, MailLocale } from '@portico/service/mail'

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
  const texts = {
    en: {
      subject: `${match}: open your wallet in a new browser`,
      text: `${browser} on ${origin} wants to use your wallet. If that is you, and you see the digits ${match} there, open this page and confirm:`,
      label: 'Open the confirmation page',
      end: 'The link is good for 10 minutes. If it was not you, open the page and refuse: somebody is logged in as you.',
    },
    de: {
      subject: `${match}: Ihre Wallet in einem neuen Browser öffnen`,
      text: `${browser} auf ${origin} möchte Ihre Wallet benutzen. Wenn Sie das sind und dort die Ziffern ${match} stehen, öffnen Sie diese Seite und bestätigen Sie:`,
      label: 'Bestätigungsseite öffnen',
      end: 'Der Link gilt 10 Minuten. Wenn Sie das nicht sind, öffnen Sie die Seite und lehnen Sie ab: Jemand ist unter Ihrem Namen angemeldet.',
    },
    ar: {
      subject: `${match}: فتح محفظتك في متصفح جديد`,
      text: `يريد ${browser} على ${origin} استخدام محفظتك. إذا كنت أنت، ورأيت الرقمين ${match} هناك، فافتح هذه الصفحة وأكّد:`,
      label: 'فتح صفحة التأكيد',
      end: 'يصلح الرابط 10 دقائق. إذا لم تكن أنت، فافتح الصفحة وارفض: هناك من سجّل الدخول باسمك.',
    },
  }[locale]
  return {
    locale,
    subject: texts.subject,
    parts: [
      { kind: 'text', text: texts.text },
      { kind: 'code', code: match },
      { kind: 'link', url, label: texts.label },
      { kind: 'text', text: texts.end },
    ],
  }
}

/** After a confirmed question whose share waits. @param until milliseconds since 1970 */
export function delayLetter({ locale, url, until }: { locale: MailLocale; url: string; until: number }): Letter {
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(until)
  const texts = {
    en: {
      subject: 'Your wallet opens in a new browser later',
      text: `Because your wallet holds much, it opens in the new browser only from ${when} UTC on. Until then you can still stop it:`,
      label: 'Stop it',
    },
    de: {
      subject: 'Ihre Wallet öffnet sich später in einem neuen Browser',
      text: `Weil Ihre Wallet viel enthält, öffnet sie sich im neuen Browser erst ab ${when} UTC. Bis dahin können Sie es noch abbrechen:`,
      label: 'Abbrechen',
    },
    ar: {
      subject: 'تُفتح محفظتك في متصفح جديد لاحقًا',
      text: `لأن محفظتك تحتوي على الكثير، لا تُفتح في المتصفح الجديد إلا ابتداءً من ${when} بالتوقيت العالمي. حتى ذلك الحين يمكنك إيقافها:`,
      label: 'إيقاف',
    },
  }[locale]
  return {
    locale,
    subject: texts.subject,
    parts: [
      { kind: 'text', text: texts.text },
      { kind: 'link', url, label: texts.label },
    ],
  }
}

export function releasedLetter({ locale, origin, browser }: { locale: MailLocale; origin: string; browser: string }): Letter {
  const texts = {
    en: {
      subject: 'Your wallet was opened in a new browser',
      text: `${browser} on ${origin} can use your wallet now. If that was not you, move what it holds to another wallet.`,
    },
    de: {
      subject: 'Ihre Wallet wurde in einem neuen Browser geöffnet',
      text: `${browser} auf ${origin} kann Ihre Wallet jetzt benutzen. Wenn Sie das nicht waren, übertragen Sie das Guthaben auf eine andere Wallet.`,
    },
    ar: {
      subject: 'فُتحت محفظتك في متصفح جديد',
      text: `يستطيع ${browser} على ${origin} استخدام محفظتك الآن. إذا لم تكن أنت، فانقل ما فيها إلى محفظة أخرى.`,
    },
  }[locale]
  return { locale, subject: texts.subject, parts: [{ kind: 'text', text: texts.text }] }
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
  const texts = {
    en: {
      subject: 'How your wallet is recovered was changed',
      ways: [
        ...(passkeys > 0 ? [passkeys === 1 ? 'your passkey' : `one of your ${passkeys} passkeys`] : []),
        ...(recoveryCode ? ['your recovery code'] : []),
        ...(passphrase ? ['your passphrase'] : []),
        ...(readable ? ['a mail to this address'] : []),
      ].join(', or '),
      text: 'From now on your wallet is recovered by ',
      loss: ' Nobody else can recover it: without them it is lost.',
      end: 'If that was not you, move what it holds to another wallet.',
    },
    de: {
      subject: 'Die Wiederherstellung Ihrer Wallet wurde geändert',
      ways: [
        ...(passkeys > 0 ? [passkeys === 1 ? 'Ihrem Passkey' : `einem Ihrer ${passkeys} Passkeys`] : []),
        ...(recoveryCode ? ['Ihrem Wiederherstellungscode'] : []),
        ...(passphrase ? ['Ihrer Passphrase'] : []),
        ...(readable ? ['einer Mail an diese Adresse'] : []),
      ].join(' oder '),
      text: 'Ihre Wallet wird ab jetzt wiederhergestellt mit ',
      loss: ' Niemand sonst kann sie wiederherstellen: Ohne das ist sie verloren.',
      end: 'Wenn Sie das nicht waren, übertragen Sie das Guthaben auf eine andere Wallet.',
    },
    ar: {
      subject: 'غُيّرت طريقة استرداد محفظتك',
      ways: [
        ...(passkeys > 0 ? [passkeys === 1 ? 'مفتاح المرور' : `أحد مفاتيح المرور (${passkeys})`] : []),
        ...(recoveryCode ? ['رمز الاسترداد'] : []),
        ...(passphrase ? ['عبارة المرور'] : []),
        ...(readable ? ['رسالة إلى هذا العنوان'] : []),
      ].join(' أو '),
      text: 'تُسترد محفظتك من الآن بواسطة ',
      loss: ' لا يستطيع أحد غيرك استردادها: من دونها تضيع.',
      end: 'إذا لم تكن أنت، فانقل ما فيها إلى محفظة أخرى.',
    },
  }[locale]
  const text = `${texts.text}${texts.ways}.${readable ? '' : texts.loss}`
  return {
    locale,
    subject: texts.subject,
    parts: [
      { kind: 'text', text },
      { kind: 'text', text: texts.end },
    ],
  }
}

/** To the old mailbox: the login has another address. @param until milliseconds since 1970 */
export function ownerLetter({ locale, url, email, until }: { locale: MailLocale; url: string; email: string; until: number }): Letter {
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(until)
  const texts = {
    en: {
      subject: 'Your wallet’s recovery mails are to go elsewhere',
      text: `The address of your login was changed to ${email}. Mails that recover your wallet will go there, too, from ${when} on, or as soon as you agree. If that was not you, refuse:`,
      label: 'Agree or refuse',
    },
    de: {
      subject: 'Die Wiederherstellungs-Mails Ihrer Wallet sollen woandershin gehen',
      text: `Die Adresse Ihrer Anmeldung wurde auf ${email} geändert. Mails, mit denen Ihre Wallet wiederhergestellt wird, gehen ab ${when} ebenfalls dorthin, oder sobald Sie zustimmen. Wenn Sie das nicht waren, lehnen Sie ab:`,
      label: 'Zustimmen oder ablehnen',
    },
    ar: {
      subject: 'ستصل رسائل استرداد محفظتك إلى مكان آخر',
      text: `غُيّر عنوان تسجيل دخولك إلى ${email}. ستصل الرسائل التي تسترد محفظتك إلى هناك أيضًا ابتداءً من ${when}، أو حالما توافق. إذا لم تكن أنت، فارفض:`,
      label: 'الموافقة أو الرفض',
    },
  }[locale]
  return {
    locale,
    subject: texts.subject,
    parts: [
      { kind: 'text', text: texts.text },
      { kind: 'link', url, label: texts.label },
    ],
  }
}

/** To the known mailboxes: another account is to open the wallet. @param until milliseconds since 1970 */
export function identityLetter({ locale, url, name, until }: { locale: MailLocale; url: string; name: string; until: number }): Letter {
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(until)
  const texts = {
    en: {
      subject: `A ${name} account is to open your wallet`,
      text: `A browser that has your wallet added a ${name} account. That account will open your wallet in new browsers from ${when} on, or as soon as you agree. If that was not you, refuse:`,
      label: 'Agree or refuse',
    },
    de: {
      subject: `Ein ${name}-Konto soll Ihre Wallet öffnen`,
      text: `Ein Browser, der Ihre Wallet hat, hat ein ${name}-Konto hinzugefügt. Dieses Konto öffnet Ihre Wallet in neuen Browsern ab ${when}, oder sobald Sie zustimmen. Wenn Sie das nicht waren, lehnen Sie ab:`,
      label: 'Zustimmen oder ablehnen',
    },
    ar: {
      subject: `سيفتح حساب ${name} محفظتك`,
      text: `أضاف متصفح لديه محفظتك حساب ${name}. سيفتح هذا الحساب محفظتك في المتصفحات الجديدة ابتداءً من ${when}، أو حالما توافق. إذا لم تكن أنت، فارفض:`,
      label: 'الموافقة أو الرفض',
    },
  }[locale]
  return {
    locale,
    subject: texts.subject,
    parts: [
      { kind: 'text', text: texts.text },
      { kind: 'link', url, label: texts.label },
    ],
  }
}
