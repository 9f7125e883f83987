import { expect, test } from 'vitest'
import { guessesOf, judgePassphrase } from './strength.js'

const known = ['mira.harbour@mail.example', 'https://shop.example']
const judged = (typed: string): string => {
  try {
    judgePassphrase(typed, known)
    return 'taken'
  } catch (error) {
    return error instanceof Error && 'reason' in error ? String(error.reason) : String(error)
  }
}

test.each([
  'velvet anchor bishop cradle',
  'my cat hates the blue fridge',
  'Wolkenkratzer tanzen selten Tango',
  'القمر يشرب قهوته مع البحر كل مساء',
  '彼女は毎朝 五時に 鯨を 七頭 数えます。',
  'x7Kq-9vB2mLp',
  'e8!Fq2z@Wm5#Rk1',
])('takes %j', (typed) => {
  expect(judged(typed)).toBe('taken')
})

test.each(['', '   ', 'kq7-Zp!', 'x7Kq-9vB2mL', '🦊🦊🦊', ` x7Kq${' '.repeat(20)}9vB2`])('%j is too short', (typed) => {
  expect(judged(typed)).toBe('passphrase_short')
})

test.each([
  'passwordpassword',
  'Password123456!',
  'aaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabc',
  '123456789012345',
  'qwertyuiopasdfgh',
  '1qaz2wsx3edc4rfv',
  'internationalization',
  'Donaudampfschifffahrt',
  'internationalization1999',
  'mira.harbour@mail.example',
  'harbourharbour1987',
  'iloveyou12345',
  'welcome to shop',
  '20.11.1987 20.11.1987',
  'trustno1trustno1',
])('%j is too easy to guess', (typed) => {
  expect(judged(typed)).toBe('passphrase_guessable')
})

test('a word of a list counts by the list, not by its place in it', () => {
  expect(guessesOf('abandon ability able about', [])).toBeGreaterThan(12)
  expect(guessesOf('abandon ability able', [])).toBeLessThan(12)
})

test('a long one is judged in less than a second', () => {
  const from = performance.now()
  judgePassphrase('one quick brown otter sings '.repeat(200), known)
  expect(performance.now() - from).toBeLessThan(1000)
})
