import { expect, test } from 'vitest'
import { acceptedLocale, composeMail, fill, mailDirection, mailLocale, mailLocales } from './index.js'

test('a tag is the language that mails are written in', () => {
  expect(['fr', 'fr-CH', 'pt-PT', 'pt_BR', 'in', 'id-ID', 'fa-AF', 'nl', 'zhx'].map(mailLocale)).toEqual([
    'fr',
    'fr',
    'pt',
    'pt',
    'id',
    'id',
    'fa',
    'en',
    'en',
  ])
})

test('Chinese is of the script that is named, else of the place', () => {
  expect(['zh', 'zh-CN', 'zh-SG', 'zh-Hans', 'zh-Hans-HK', 'ZH_cn'].map(mailLocale)).toEqual(Array.from({ length: 6 }, () => 'zh'))
  expect(['zh-TW', 'zh-HK', 'zh-MO', 'zh-Hant', 'zh-Hant-CN', 'zh_tw'].map(mailLocale)).toEqual(Array.from({ length: 6 }, () => 'zh-TW'))
})

test('a browser that lists its languages gets the first that there is', () => {
  expect(acceptedLocale('de,en;q=0.5')).toBe('de')
  expect(acceptedLocale('nl, fr-CH;q=0.8, en;q=0.5')).toBe('fr')
  expect(acceptedLocale('nl;q=1, fr;q=0.8')).toBe('fr')
  expect(acceptedLocale('en-GB,de;q=0.5')).toBe('en')
  expect(acceptedLocale('zh-HK, zh;q=0.9')).toBe('zh-TW')
  for (const header of [undefined, '', '*', 'nl', ';;,,', 'x'.repeat(9000)]) expect(acceptedLocale(header)).toBe('en')
})

test('a mail says its language and which way it is written', async () => {
  for (const locale of mailLocales) {
    const { html } = await composeMail({ locale, subject: 'x', parts: [] })
    expect(html).toContain(`<html lang="${locale}" dir="${mailDirection(locale)}">`)
  }
  expect(mailLocales.filter((locale) => mailDirection(locale) === 'rtl')).toEqual(['ar', 'fa'])
})

test('a sentence takes its values as they are, and none may be missing', () => {
  expect(fill('{a} on {b}: {a}', { a: '$& {b}', b: '<b>' })).toBe('$& {b} on <b>: $& {b}')
  expect(() => fill('{a}', {})).toThrow('{a}')
})
