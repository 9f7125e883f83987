import { expect, test } from 'vitest'
import { directionOf, localeOf, locales } from './locales.js'

test('a tag is one of our languages, English where it is none', () => {
  expect(['fr-CH', 'pt-PT', 'PT_br', 'in', 'in-ID', 'id', 'fa-AF', 'nl', 'zhx', '', undefined].map(localeOf)).toEqual([
    'fr',
    'pt',
    'pt',
    'id',
    'id',
    'id',
    'fa',
    'en',
    'en',
    'en',
    'en',
  ])
  expect(locales.map(localeOf)).toEqual(locales)
})

test('Chinese is of the script that is named, else of the place', () => {
  expect(['zh', 'zh-CN', 'zh-SG', 'zh-Hans', 'zh-Hans-HK', 'ZH_cn'].map(localeOf)).toEqual(Array.from({ length: 6 }, () => 'zh'))
  expect(['zh-TW', 'zh-HK', 'zh-MO', 'zh-Hant', 'zh-Hant-CN', 'zh_tw'].map(localeOf)).toEqual(Array.from({ length: 6 }, () => 'zh-TW'))
})

test('Arabic and Persian are written from the right', () => {
  expect(locales.filter((locale) => directionOf(locale) === 'rtl')).toEqual(['ar', 'fa'])
})
