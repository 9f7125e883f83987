import { readdir, readFile } from 'node:fs/promises'
import { locales, type LocaleCode } from '@portico/core/kit'
import { expect, test } from 'vitest'
import { staleLocales } from '../../scripts/build-locales.mjs'
import type { SomeMessages } from '../i18n/locale.js'

/** Everything that is said in a language: by the modal itself, and by each feature. */
async function allOf(locale: string): Promise<Readonly<Record<string, unknown>>> {
  const features = (await readdir(new URL('../features/', import.meta.url), { withFileTypes: true })).filter((one) => one.isDirectory())
  const folders = [`./${locale}`, ...features.map(({ name }) => `../features/${name}/locales/${locale}`)]
  const parts: { readonly messages: SomeMessages }[] = await Promise.all(folders.map((folder) => import(`${folder}/messages.js`)))
  const ids = parts.flatMap(({ messages }) => Object.keys(messages))
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  return Object.assign({}, ...parts.map(({ messages }) => messages))
}
const english = await allOf('en')
const spoken = new Map(
  await Promise.all(locales.filter((locale) => locale !== 'en').map(async (locale) => [locale, await allOf(locale)] as const)),
)
const german = spoken.get('de') ?? {}

const source = async () => {
  const files = await readdir(new URL('..', import.meta.url), { recursive: true })
  const code = files.filter((file) => /\.tsx?$/.test(file) && !/locales|stories|\.test\./.test(file))
  return (await Promise.all(code.map((file) => readFile(new URL(`../${file}`, import.meta.url), 'utf8')))).join('\n')
}

test('the compiled catalogues say what the .po files say', async () => {
  expect(await staleLocales()).toEqual([])
})

test('the languages are those of the list, and one that is longer than each, for tests', async () => {
  const folders = (await readdir(new URL('.', import.meta.url), { withFileTypes: true })).filter((one) => one.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...locales, 'pseudo'].sort())
})

test.each([...spoken, ['pseudo', await allOf('pseudo')] as const])('%s has every message, with the same placeholders', (_, messages) => {
  // Forms of plurals differ from language to language, and a value may stand in several of them.
  const placeholders = (message: unknown): string[] => {
    const found = (part: unknown): string[] =>
      Array.isArray(part)
        ? [
            ...(typeof part[0] === 'string' ? [part[0]] : []),
            ...(part[2] !== null && typeof part[2] === 'object' ? Object.values(part[2]).flatMap(inside) : []),
          ]
        : []
    const inside = (parts: unknown): string[] => (Array.isArray(parts) ? parts.flatMap(found) : [])
    return [...new Set(inside(message))].filter((name) => name !== '#').sort()
  }
  expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort())
  for (const [id, message] of Object.entries(english)) expect([id, placeholders(messages[id])]).toEqual([id, placeholders(message)])
})

/** Where a language has a script of its own, each message has a letter of it. */
const scripts: Partial<Record<LocaleCode, RegExp>> = {
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
/** Names and words that are said in English all over the world. */
const alike = /\b(?:NFTs?|OK|Ordinals|QR|Token)\b/g

/** What a message says by itself, without its values. */
function wordsOf(message: unknown): string {
  if (typeof message === 'string') return message
  if (!Array.isArray(message)) return ''
  return message
    .map((part: unknown) => {
      if (typeof part === 'string') return part
      const forms: unknown = Array.isArray(part) ? part[2] : undefined
      return forms !== null && typeof forms === 'object' ? Object.values(forms).map(wordsOf).join(' ') : ' '
    })
    .join('')
}

test.each([...spoken])('%s leaves nothing in English', (locale, messages) => {
  const script = scripts[locale]
  const said = Object.entries(messages).map(([id, message]) => [id, wordsOf(message).replaceAll(alike, ''), wordsOf(english[id])] as const)
  if (script) expect(said.filter(([, words]) => /\p{L}/u.test(words) && !script.test(words))).toEqual([])
  // A word may be the same in both; what is longer is not.
  expect(said.filter(([, words, others]) => words === others && words.trim().split(/\s+/).length > 2)).toEqual([])
  expect(said.filter(([, words, others]) => words === others).length).toBeLessThan(said.length / 20)
})

test('German says Sie to everybody', () => {
  const familiar =
    /\b(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\w*|Prüfe|Nimm|Sende|Füge|Halte|[Vv]ersuche es|Vergleiche|Erlaube|Wähle|Öffne|Bestätige)(?![\wäöüß])/u
  expect(Object.entries(german).filter(([, message]) => familiar.test(JSON.stringify(message)))).toEqual([])
})

test('every message is used, and every message that is used exists', async () => {
  const code = await source()
  const used = new Set([...code.matchAll(/\bt\('([\w.]+)'/g)].map(([, id]) => id))
  const ids = Object.keys(english).filter((id) => !id.startsWith('error.'))
  expect(ids.filter((id) => !used.has(id))).toEqual([])
  expect([...used].filter((id) => id !== undefined && !(id in english))).toEqual([])
})

test('the catalogued sentences of errors are exact', () => {
  expect(english['error.BalanceUnavailableError']).toEqual(['Token Balance Unavailable'])
  expect(english['error.DisconnectError']).toEqual(['Failed to disconnect'])
})
