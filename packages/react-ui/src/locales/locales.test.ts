import { readdir, readFile } from 'node:fs/promises'
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
const arabic = await allOf('ar')
const german = await allOf('de')
const pseudo = await allOf('pseudo')

const source = async () => {
  const files = await readdir(new URL('..', import.meta.url), { recursive: true })
  const code = files.filter((file) => /\.tsx?$/.test(file) && !/locales|stories|\.test\./.test(file))
  return (await Promise.all(code.map((file) => readFile(new URL(`../${file}`, import.meta.url), 'utf8')))).join('\n')
}

test('the compiled catalogues say what the .po files say', async () => {
  expect(await staleLocales()).toEqual([])
})

test('every language has every message, with the same placeholders', () => {
  const placeholders = (message: unknown): string[] =>
    Array.isArray(message)
      ? message.flatMap((part: unknown) => (Array.isArray(part) && typeof part[0] === 'string' ? [part[0]] : [])).sort()
      : []
  for (const messages of [arabic, german, pseudo]) {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort())
    for (const [id, message] of Object.entries(english)) expect([id, placeholders(messages[id])]).toEqual([id, placeholders(message)])
  }
})

test('Arabic is Arabic: no message is left in English', () => {
  const plain = Object.entries(arabic).filter(([, message]) => !/[\u0600-\u06ff]/.test(JSON.stringify(message)))
  expect(plain).toEqual([])
})

test('German is German: what reads the same is a word of both', () => {
  const same = Object.entries(german).flatMap(([id, message]) => (JSON.stringify(message) === JSON.stringify(english[id]) ? [message] : []))
  expect([...new Set(same.flat().map(String))].toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
    'Browser',
    'Explorer',
    'NFTs',
    'Ordinals',
    'Test',
    'Token',
    'Wallets',
    'Web',
    'Website',
  ])
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
