import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { directionOf, localeOf, locales } from '@portico/core/kit'
import { expect, test } from 'vitest'
import { messagesFor } from '../../apps/secure-site/src/page/i18n/index.js'
import { mailDirection, mailLocale, mailLocales } from '../../packages/service/src/mail/letter.js'

const modal = new URL('../../packages/react-ui/src/locales/', import.meta.url)

test('the modal, the frame and the mails speak the same languages', () => {
  const spoken = readdirSync(modal).filter((name) => name !== 'pseudo' && existsSync(new URL(`${name}/index.ts`, modal)))
  expect(spoken.toSorted()).toEqual([...locales].toSorted())
  expect(new Set(locales.map(messagesFor)).size).toBe(locales.length)
  // Services share no code with core: the vault's must stay small.
  expect(mailLocales).toEqual(locales)
})

test('they choose a language, and which way it is written, alike', () => {
  const tags = [undefined, '', 'de', 'de-AT', 'DE_ch', 'ar', 'ar-EG', 'en-GB', 'fr', 'deutsch', 'arabic']
  expect(tags.map(mailLocale)).toEqual(tags.map(localeOf))
  expect(locales.map(mailDirection)).toEqual(locales.map(directionOf))
  expect(locales.map(directionOf)).toEqual(['ltr', 'rtl', 'ltr'])
  for (const locale of locales)
    expect(readFileSync(new URL(`${locale}/index.ts`, modal), 'utf8')).toContain(`dir: '${directionOf(locale)}'`)
})
