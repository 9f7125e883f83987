import { expect, test } from 'vitest'
import { createLanguage } from './language.js'
import type { Locale } from './locale.js'

const english: Locale = { code: 'en', dir: 'ltr', buttons: {} as Locale['buttons'] }
const ways = { 'login.or': ['or'], 'login.more': ['More ways to sign in'] }
const views = { ...ways, 'otp.title': ['Confirm email'] }

test('a feature may say its messages in two parts: each is there when it has come', async () => {
  const language = createLanguage(english)
  await language.add('login', ways)
  expect([language.translate('login.or'), language.has('otp.title')]).toEqual(['or', false])
  await language.add('login', views, ' views')
  expect(language.translate('otp.title')).toBe('Confirm email')
})

test('in another language both parts speak it, whichever comes first, and English takes nothing back', async () => {
  const load = () => Promise.resolve({ messages: { 'login.or': ['oder'], 'login.more': ['Mehr'], 'otp.title': ['E-Mail bestätigen'] } })
  for (const order of [
    [ways, views],
    [views, ways],
  ]) {
    const language = createLanguage({ ...english, code: 'de', features: { login: load } })
    const said: string[] = []
    for (const part of order) {
      const added = language.add('login', part, part === views ? ' views' : '')
      if (said.length > 0) expect(language.translate('login.or')).toBe('oder') // while the second is on its way
      await added
      said.push(language.translate('login.or'))
    }
    expect([...said, language.translate('otp.title')]).toEqual(['oder', 'oder', 'E-Mail bestätigen'])
  }
})

test('what does not load is said in English', async () => {
  const load = () => Promise.reject(new Error('offline'))
  const language = createLanguage({ ...english, code: 'de', features: { login: load } })
  await language.add('login', ways)
  expect(language.translate('login.more')).toBe('More ways to sign in')
})
