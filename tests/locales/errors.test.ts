import { readdirSync, readFileSync } from 'node:fs'
import { locales } from '@portico/core/kit'
import { describe, expect, test } from 'vitest'
import { loadMessages } from '../../apps/secure-site/src/page/i18n/index.js'

const root = new URL('../../', import.meta.url)
const files = (folder: string, ending: RegExp) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !/\.test\.|test\//.test(file))
    .map((file) => `${folder}/${file}`)
const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8')

interface ErrorClass {
  readonly name: string
  readonly body: string
}

/** The error classes that a file declares. */
const errorClasses = (file: string): readonly ErrorClass[] =>
  Array.from(textOf(file).matchAll(/^(?:export )?class (\w+Error) extends \w+ \{\n(.*?)^\}/gms), ([, name = '', body = '']) => ({
    name,
    body,
  }))

/** What the modal says in a language: ids of its catalogues. */
const idsOf = (locale: string) =>
  new Set(
    [
      `packages/react-ui/src/locales/${locale}/messages.po`,
      ...files('packages/react-ui/src/features', new RegExp(`locales/${locale}/messages\\.po$`)),
    ].flatMap((file) => Array.from(textOf(file).matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm), ([, id]) => id)),
  )

describe.each(locales)('%s', (locale) => {
  test('every error that the modal can show has a sentence', () => {
    const packages = ['core', 'embedded', 'walletconnect', 'adapter-evm', 'adapter-solana', 'adapter-bitcoin', 'react-ui']
    // An error that is only for developers has no `shown`.
    const sources = packages.flatMap((name) => files(`packages/${name}/src`, /\.tsx?$/))
    const names = sources.flatMap((file) =>
      errorClasses(file).flatMap(({ name, body }) => (/\bshown\b/.test(body) && name !== 'PorticoError' ? [name] : [])),
    )
    expect(names.length).toBeGreaterThan(50)
    const ids = idsOf(locale)
    expect([...new Set(names)].filter((name) => !ids.has(`error.${name}`))).toEqual([])
  })

  test('every refusal of the secure site that decides what a visitor does next has a sentence in the modal', () => {
    const folder = 'apps/secure-site/src/server'
    // What logs in, the page in the frame alone asks for.
    const sources = ['email', 'social', 'sessions', 'device'].flatMap((name) => files(`${folder}/${name}`, /(?<!^logins)\.ts$/))
    // What only a wrong program can cause reads as any other failure.
    const technical = ['invalid', 'too_large', 'invalid_proof', 'proof_time', 'proof_replayed']
    const thrown = [...sources, `${folder}/app.ts`].flatMap((file) =>
      Array.from(textOf(file).matchAll(/new ApiError\(\d+, '(\w+)'/g), ([, code = '']) => code),
    )
    const reasons = [...new Set(thrown)].filter((code) => !technical.includes(code))
    expect(reasons.length).toBeGreaterThan(10)
    const ids = idsOf(locale)
    expect([...reasons, 'unreachable'].filter((reason) => !ids.has(`error.FrameRequestError.${reason}`))).toEqual([])
  })

  test('every error that the page in the frame can show has a sentence', async () => {
    const keys = errorClasses('apps/secure-site/src/page/keys/errors.ts')
    const calls = errorClasses('apps/secure-site/src/page/session/errors.ts').filter(({ name }) => /^(Server|NotLoggedIn)/.test(name))
    const names = [...keys, ...calls].map(({ name }) => name)
    expect(names.length).toBeGreaterThan(10)
    const { error } = await loadMessages(locale)
    expect(names.filter((name) => !Object.hasOwn(error, name))).toEqual([])
  })
})
