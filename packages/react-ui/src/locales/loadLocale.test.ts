import { locales } from '@portico/core/kit'
import { expect, test } from 'vitest'
import { loadLocale } from './index.js'

test.each(locales)('%s is loaded by its tag, and says so', async (locale) => {
  expect((await loadLocale([locale])).code).toBe(locale)
})

test("the first language that is spoken is taken, English if it is the visitor's or there is none", async () => {
  const of = async (...tags: string[]) => (await loadLocale(tags)).code
  expect(await of('tlh', 'de-AT', 'ar')).toBe('de')
  expect(await of('en-GB', 'de')).toBe('en')
  expect(await of('tlh')).toBe('en')
  expect(await of()).toBe('en')
})
