import { describe, expect, test } from 'vitest'
import {
  changeCodeLetter,
  changedLetter,
  codeLetter,
  linkLetter,
  linkedLetter,
  unlinkedLetter,
} from '../../apps/secure-site/src/server/email/letters.js'
import { browserName } from '../../apps/secure-site/src/server/email/browserName.js'
import { renderWindow } from '../../apps/secure-site/src/server/social/page.js'
import { textsOf as authTexts } from '../../apps/secure-site/src/server/texts/index.js'
import { exportCodeLetter, exportDoneLetter, exportNoticeLetter } from '../../apps/secure-site/src/server/wallet/letters.js'
import { delayLetter, identityLetter, ownerLetter, recoverLetter, releasedLetter, securityLetter } from '../../apps/vault/src/letters.js'
import { textsOf as vaultTexts } from '../../apps/vault/src/texts/index.js'
import { type Letter, type MailLocale, composeMail, mailDirection, mailLocales } from '../../packages/service/src/mail/index.js'

/** Words that are the same in English. */
const same: Readonly<Record<string, readonly MailLocale[]>> = {
  Site: ['fr', 'pt', 'tr'],
  Browser: ['de', 'id'],
  Wallet: ['de'],
}

/** What a language is written in, where that is not Latin. Chinese is told apart by characters that only one of the two has. */
const scripts: Partial<Record<MailLocale, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
}

type Tree = { readonly [key: string]: string | Tree }

/** Every sentence with the path to it. */
const sentencesOf = (tree: Tree, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : sentencesOf(value, `${path}${key}.`),
  )
const placeholdersOf = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).toSorted()
const lettersOf = (sentence: string) => sentence.replace(/\{\w+\}/g, '').match(/\p{L}/u)

describe.each([
  ['the auth service', authTexts],
  ['the vault', vaultTexts],
] as const)('%s', (_, textsOf) => {
  const english = sentencesOf(textsOf('en'))
  const others = mailLocales.filter((locale) => locale !== 'en')

  test.each(others)('says the same in %s', (locale) => {
    const sentences = sentencesOf(textsOf(locale))
    expect(sentences.map(([path]) => path)).toEqual(english.map(([path]) => path))
    for (const [index, [path, sentence]] of sentences.entries()) {
      const original = english[index]?.[1] ?? ''
      expect(placeholdersOf(sentence), path).toEqual(placeholdersOf(original))
      if (!lettersOf(original) || path === 'browser.on') continue
      expect(lettersOf(sentence), path).not.toBeNull()
      if (!same[original]?.includes(locale)) expect(sentence, path).not.toBe(original)
      if (scripts[locale]) expect(sentence, path).toMatch(scripts[locale])
    }
  })

  test('writes Chinese in two scripts, and each language by itself', () => {
    const said = mailLocales.map((locale) => JSON.stringify(textsOf(locale)))
    expect(new Set(said).size).toBe(mailLocales.length)
    expect(JSON.stringify(textsOf('zh'))).not.toMatch(/[錢瀏覽這請驗證]/)
    expect(JSON.stringify(textsOf('zh-TW'))).not.toMatch(/[钱浏览这请验证]/)
    expect(JSON.stringify(textsOf('ru'))).not.toMatch(/[іїєґ]/i)
    expect(JSON.stringify(textsOf('uk'))).not.toMatch(/[ыэъё]/i)
  })
})

const asker = { origin: 'https://shop.example', browser: 'Firefox on Linux' }
const email = 'new@example.org'
const url = 'https://secure.example/x'
const until = Date.UTC(2026, 10, 25, 19, 55)
const factors = { passkeys: 1, recoveryCode: true, passphrase: true, readable: true }

/** Each letter, and what has to stand in it. */
const letters: Readonly<Record<string, readonly [(locale: MailLocale) => Letter, ...said: readonly string[]]>> = {
  code: [(locale) => codeLetter(locale, { code: '042137', ...asker }), '042137', 'shop.example', asker.browser],
  link: [(locale) => linkLetter(locale, { url, ...asker }), url, 'shop.example', asker.browser],
  primary: [(locale) => changeCodeLetter(locale, { code: '042137', step: 'primary', newEmail: email, ...asker }), '042137', email],
  secondary: [(locale) => changeCodeLetter(locale, { code: '042137', step: 'secondary', newEmail: email, ...asker }), '042137'],
  old: [(locale) => changedLetter(locale, { to: 'old', newEmail: email }), email],
  new: [(locale) => changedLetter(locale, { to: 'new', newEmail: email })],
  unlinked: [(locale) => unlinkedLetter(locale, { name: 'GitHub', ...asker }), 'GitHub', 'shop.example', asker.browser],
  linked: [(locale) => linkedLetter(locale, { provider: 'GitHub', ...asker }), 'GitHub', 'shop.example', asker.browser],
  exportNotice: [(locale) => exportNoticeLetter({ locale, origin: asker.origin, url, notBefore: until }), asker.origin, url],
  exportCode: [(locale) => exportCodeLetter({ locale, origin: asker.origin, code: '042137' }), asker.origin, '042137'],
  exportDone: [(locale) => exportDoneLetter({ locale, origin: asker.origin }), asker.origin],
  recover: [(locale) => recoverLetter({ locale, url, match: '73', ...asker }), url, '73', asker.origin, asker.browser],
  delay: [(locale) => delayLetter({ locale, url, until }), url],
  released: [(locale) => releasedLetter({ locale, ...asker }), asker.origin, asker.browser],
  security: [(locale) => securityLetter({ locale, ...factors })],
  securityAlone: [(locale) => securityLetter({ locale, ...factors, passkeys: 3, readable: false }), '3'],
  owner: [(locale) => ownerLetter({ locale, url, email, until }), url, email],
  identity: [(locale) => identityLetter({ locale, url, name: 'Google', until }), url, 'Google'],
}

describe.each(mailLocales)('in %s', (locale) => {
  test.each(Object.entries(letters))('the letter %s is whole', async (_, [letter, ...said]) => {
    const { subject, text, html } = await composeMail(letter(locale))
    expect(subject).toMatch(/\p{L}/u)
    expect(html).toContain(`<html lang="${locale}" dir="${mailDirection(locale)}">`)
    for (const value of said) expect(text).toContain(value)
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined/)
  })

  test('a time is said to be of UTC', async () => {
    const notice = await composeMail(exportNoticeLetter({ locale, origin: asker.origin, url, notBefore: until }))
    expect(notice.text).toMatch(locale === 'ar' ? 'بالتوقيت العالمي' : 'UTC')
    const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(until)
    expect(notice.text).toContain(when)
  })

  test('the window of a social login, and the name of a browser', async () => {
    const page = String(await renderWindow({ kind: 'over' }, `${locale};q=1, en;q=0.5`))
    expect(page).toContain(`<html lang="${locale}" dir="${mailDirection(locale)}">`)
    expect(page).toContain(authTexts(locale).social.overText)
    expect(browserName('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', locale)).toMatch(/Firefox.*Linux/)
    expect(browserName(undefined, locale)).toBe(authTexts(locale).browser.other)
  })
})
