import type { SocialProvider } from '@portico/core/embedded'

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
  confirmText: ({ provider, name }) => (name ? `Du bist bei ${provider} als ${name} angemeldet.` : `Du bist bei ${provider} angemeldet.`),
  matchText: 'Fahre nur fort, wenn dir die Seite dieselbe Zahl zeigt:',
  confirm: 'Fortfahren',
  confirmWarning: 'Hat dich jemand hierher geschickt? Dann schließe dieses Fenster: Wer dir das zeigt, könnte in dein Konto gelangen.',
  doneTitle: 'Du bist angemeldet',
  doneText: 'Schließe dieses Fenster und geh zur Seite zurück.',
  cancelledTitle: 'Du bist nicht angemeldet',
  cancelledText: (provider) => `Du hast bei ${provider} abgebrochen. Schließe dieses Fenster, um dich anders anzumelden.`,
  failedTitle: 'Die Anmeldung hat nicht geklappt',
  failedText: (provider) =>
    `${provider} hat keine Antwort gegeben, die wir prüfen konnten. Schließe dieses Fenster und versuche es noch einmal.`,
  overTitle: 'Diese Anmeldung ist vorbei',
  overText:
    'Sie wurde schon benutzt, dauerte länger als zehn Minuten oder begann in einem anderen Browser. Schließe dieses Fenster und melde dich neu an.',
  back: 'Zurück zur Seite',
}

/** Texts by the browser's own list of languages. */
export function textsFor(acceptLanguage: string | undefined): { texts: SocialTexts; locale: 'en' | 'de' } {
  const first = /^\s*([a-z]{2})/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase()
  return first === 'de' ? { texts: de, locale: 'de' } : { texts: en, locale: 'en' }
}
