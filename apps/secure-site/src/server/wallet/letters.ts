import type { Letter, MailLocale } from '@portico/service/mail'

interface Common {
  readonly locale: MailLocale
  /** Of the site that embeds the wallet. */
  readonly origin: string
}

/** Somebody asked to see the words: time to stop it. @param notBefore milliseconds since 1970 */
export function exportNoticeLetter({ locale, origin, url, notBefore }: Common & { url: string; notBefore: number }): Letter {
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(notBefore)
  const texts = {
    en: {
      subject: 'Your wallet’s secret words were asked for',
      text: `On ${origin} somebody logged in as you and asked to see the secret words of your wallet. Whoever has the words has the wallet.\nThey can be shown from ${when} UTC on.`,
      label: 'That was not me: stop it',
      end: 'If it was you, there is nothing to do.',
    },
    de: {
      subject: 'Die geheimen Wörter Ihrer Wallet wurden angefordert',
      text: `Auf ${origin} hat jemand unter Ihrem Namen die geheimen Wörter Ihrer Wallet angefordert. Wer die Wörter hat, hat die Wallet.\nSie können ab ${when} UTC angezeigt werden.`,
      label: 'Das war ich nicht: abbrechen',
      end: 'Wenn Sie es waren, ist nichts zu tun.',
    },
    ar: {
      subject: 'طُلبت الكلمات السرية لمحفظتك',
      text: `على ${origin} سجّل أحدهم الدخول باسمك وطلب رؤية الكلمات السرية لمحفظتك. من لديه الكلمات لديه المحفظة.\nيمكن إظهارها ابتداءً من ${when} بالتوقيت العالمي.`,
      label: 'لم أكن أنا: أوقفوا ذلك',
      end: 'إذا كنت أنت، فلا حاجة إلى فعل شيء.',
    },
  }[locale]
  const { subject, text, label, end } = texts
  return {
    locale,
    subject,
    parts: [
      { kind: 'text', text },
      { kind: 'link', url, label },
      { kind: 'text', text: end },
    ],
  }
}

export function exportCodeLetter({ locale, origin, code }: Common & { code: string }): Letter {
  const texts = {
    en: {
      subject: 'Code to show your wallet’s secret words',
      text: `Enter this code on ${origin} to see the secret words of your wallet:`,
      end: 'It is good for 10 minutes. Tell it to nobody: with it and your login the words can be read.',
    },
    de: {
      subject: 'Code für die geheimen Wörter Ihrer Wallet',
      text: `Geben Sie diesen Code auf ${origin} ein, um die geheimen Wörter Ihrer Wallet zu sehen:`,
      end: 'Er gilt 10 Minuten. Sagen Sie ihn niemandem: Mit ihm und Ihrer Anmeldung können die Wörter gelesen werden.',
    },
    ar: {
      subject: 'رمز إظهار الكلمات السرية لمحفظتك',
      text: `أدخل هذا الرمز على ${origin} لرؤية الكلمات السرية لمحفظتك:`,
      end: 'يصلح الرمز 10 دقائق. لا تخبر به أحدًا: به وبتسجيل دخولك يمكن قراءة الكلمات.',
    },
  }[locale]
  return {
    locale,
    subject: texts.subject,
    parts: [
      { kind: 'text', text: texts.text },
      { kind: 'code', code },
      { kind: 'text', text: texts.end },
    ],
  }
}

export function exportDoneLetter({ locale, origin }: Common): Letter {
  const texts = {
    en: {
      subject: 'Your wallet’s secret words were shown',
      text: `The secret words of your wallet were shown on ${origin}. If that was not you, move what the wallet holds to another one now.`,
    },
    de: {
      subject: 'Die geheimen Wörter Ihrer Wallet wurden angezeigt',
      text: `Die geheimen Wörter Ihrer Wallet wurden auf ${origin} angezeigt. Wenn Sie das nicht waren, übertragen Sie das Guthaben jetzt auf eine andere Wallet.`,
    },
    ar: {
      subject: 'عُرضت الكلمات السرية لمحفظتك',
      text: `عُرضت الكلمات السرية لمحفظتك على ${origin}. إذا لم تكن أنت، فانقل ما في المحفظة إلى محفظة أخرى الآن.`,
    },
  }[locale]
  return { locale, subject: texts.subject, parts: [{ kind: 'text', text: texts.text }] }
}
