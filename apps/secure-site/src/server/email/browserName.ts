import { type MailLocale, fill } from '@portico/service/mail'
import { textsOf } from '../texts/index.js'

/** What a browser calls itself, in a few words of the language: it may say anything, so it is a hint. @example 'Chrome on Windows' */
export function browserName(userAgent: string | undefined, locale: MailLocale): string {
  const text = userAgent ?? ''
  const texts = textsOf(locale).browser
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1] ?? texts.other
  const system = systems.find(([pattern]) => pattern.test(text))?.[1]
  return system ? fill(texts.on, { browser, system }) : browser
}

/** In this order: most of them also claim to be those further down. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]
