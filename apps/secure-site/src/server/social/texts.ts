import type { SocialProvider } from '@portico/core/embedded'
import { mailLocale, type MailLocale } from '@portico/service/mail'

/** What the windows say, in one language. */
export interface SocialTexts {
  readonly confirmTitle: string
  readonly confirmText: (values: { provider: string; name: string | undefined }) => string
  readonly matchText: string
  readonly confirm: string
  readonly confirmWarning: string
  readonly doneTitle: string
  readonly doneText: string
  readonly cancelledTitle: string
  readonly cancelledText: (provider: string) => string
  readonly failedTitle: string
  readonly failedText: (provider: string) => string
  readonly overTitle: string
  readonly overText: string
  readonly back: string
}

export const providerNames: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
}

const en: SocialTexts = {
  confirmTitle: 'Log in to this site?',
  confirmText: ({ provider, name }) => (name ? `You are logged in with ${provider} as ${name}.` : `You are logged in with ${provider}.`),
  matchText: 'Continue only if the site shows you the same number:',
  confirm: 'Continue',
  confirmWarning: 'Did somebody send you here? Then close this window: whoever shows you this could get into your account.',
  doneTitle: 'You are logged in',
  doneText: 'Close this window and go back to the site.',
  cancelledTitle: 'You are not logged in',
  cancelledText: (provider) => `You went back at ${provider}. Close this window to log in another way.`,
  failedTitle: 'The login did not work',
  failedText: (provider) => `${provider} gave no answer that we could check. Close this window and try again.`,
  overTitle: 'This login is over',
  overText: 'It was used already, took longer than ten minutes, or began in another browser. Close this window and log in again.',
  back: 'Back to the site',
}

const de: SocialTexts = {
  confirmTitle: 'Auf dieser Seite anmelden?',
  confirmText: ({ provider, name }) => (name ? `Sie sind bei ${provider} als ${name} angemeldet.` : `Sie sind bei ${provider} angemeldet.`),
  matchText: 'Fahren Sie nur fort, wenn Ihnen die Seite dieselbe Zahl zeigt:',
  confirm: 'Fortfahren',
  confirmWarning: 'Hat Sie jemand hierher geschickt? Dann schließen Sie dieses Fenster: Wer Ihnen das zeigt, könnte in Ihr Konto gelangen.',
  doneTitle: 'Sie sind angemeldet',
  doneText: 'Schließen Sie dieses Fenster und gehen Sie zur Seite zurück.',
  cancelledTitle: 'Sie sind nicht angemeldet',
  cancelledText: (provider) => `Sie haben bei ${provider} abgebrochen. Schließen Sie dieses Fenster, um sich anders anzumelden.`,
  failedTitle: 'Die Anmeldung hat nicht geklappt',
  failedText: (provider) =>
    `${provider} hat keine Antwort gegeben, die wir prüfen konnten. Schließen Sie dieses Fenster und versuchen Sie es noch einmal.`,
  overTitle: 'Diese Anmeldung ist vorbei',
  overText:
    'Sie wurde schon benutzt, dauerte länger als zehn Minuten oder begann in einem anderen Browser. Schließen Sie dieses Fenster und melden Sie sich neu an.',
  back: 'Zurück zur Seite',
}

const ar: SocialTexts = {
  confirmTitle: 'تسجيل الدخول إلى هذا الموقع؟',
  confirmText: ({ provider, name }) => (name ? `سجّلت الدخول عبر ${provider} باسم ${name}.` : `سجّلت الدخول عبر ${provider}.`),
  matchText: 'تابع فقط إذا عرض لك الموقع الرقم نفسه:',
  confirm: 'متابعة',
  confirmWarning: 'هل أرسلك أحدهم إلى هنا؟ أغلق هذه النافذة إذن: من يعرض عليك هذا قد يدخل إلى حسابك.',
  doneTitle: 'تم تسجيل دخولك',
  doneText: 'أغلق هذه النافذة وارجع إلى الموقع.',
  cancelledTitle: 'لم تسجّل الدخول',
  cancelledText: (provider) => `رجعت عند ${provider}. أغلق هذه النافذة لتسجيل الدخول بطريقة أخرى.`,
  failedTitle: 'لم ينجح تسجيل الدخول',
  failedText: (provider) => `لم يعطِ ${provider} إجابة نستطيع التحقق منها. أغلق هذه النافذة وحاول مجددًا.`,
  overTitle: 'انتهى تسجيل الدخول هذا',
  overText: 'استُخدم من قبل، أو استغرق أكثر من عشر دقائق، أو بدأ في متصفح آخر. أغلق هذه النافذة وسجّل الدخول مجددًا.',
  back: 'الرجوع إلى الموقع',
}

const languages: Readonly<Record<MailLocale, SocialTexts>> = { en, ar, de }

/** Texts by the browser's own list of languages. */
export function textsFor(acceptLanguage: string | undefined): { texts: SocialTexts; locale: MailLocale } {
  const locale = mailLocale(/^\s*([a-z]{2})(?![a-z])/i.exec(acceptLanguage ?? '')?.[1])
  return { texts: languages[locale], locale }
}
