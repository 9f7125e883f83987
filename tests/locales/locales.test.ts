import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { directionOf, localeOf, locales } from '@portico/core/kit'
import { expect, test } from 'vitest'
import { loadMessages } from '../../apps/secure-site/src/page/i18n/index.js'
import { mailDirection, mailLocale, mailLocales } from '../../packages/service/src/mail/letter.js'

const modal = new URL('../../packages/react-ui/src/locales/', import.meta.url)

test('the modal, the frame and the mails speak the same languages', async () => {
  const spoken = readdirSync(modal).filter((name) => name !== 'pseudo' && existsSync(new URL(`${name}/index.ts`, modal)))
  expect(spoken.toSorted()).toEqual([...locales].toSorted())
  expect(new Set(await Promise.all(locales.map(loadMessages))).size).toBe(locales.length)
  // Services share no code with core: the vault's must stay small.
  expect(mailLocales).toEqual(locales)
})

test('they choose a language, and which way it is written, alike', () => {
  const chosen = {
    'de-AT': 'de',
    DE_ch: 'de',
    'ar-EG': 'ar',
    'en-GB': 'en',
    'pt-PT': 'pt',
    in: 'id',
    zh: 'zh',
    'zh-CN': 'zh',
    'zh-Hans-HK': 'zh',
    'zh-TW': 'zh-TW',
    zh_hant: 'zh-TW',
    'zh-Hant-MO': 'zh-TW',
    'zh-HK': 'zh-TW',
    deutsch: 'en',
    arabic: 'en',
    '': 'en',
  }
  const tags = Object.keys(chosen)
  expect(tags.map(localeOf)).toEqual(Object.values(chosen))
  expect([...tags, undefined].map(mailLocale)).toEqual([...tags, undefined].map(localeOf))
  expect(locales.map(mailDirection)).toEqual(locales.map(directionOf))
  expect(locales.filter((locale) => directionOf(locale) === 'rtl')).toEqual(['ar', 'fa'])
  for (const locale of locales)
    expect(readFileSync(new URL(`${locale}/index.ts`, modal), 'utf8')).toContain(`dir: '${directionOf(locale)}'`)
})
