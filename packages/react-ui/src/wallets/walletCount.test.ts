import { expect, test, vi } from 'vitest'
import type { Locale } from '../i18n/locale.js'
import { countText } from './walletCount.js'

const inLanguage = (code: string, dir: Locale['dir']) => ({ code, dir }) as Locale

test('a number of wallets is written as its language does, and without a number format where that says the same', () => {
  const format = vi.spyOn(Number.prototype, 'toLocaleString')
  expect(['en', 'de', 'hi', 'th', 'ja'].map((code) => countText(530, inLanguage(code, 'ltr')))).toEqual(Array(5).fill('530'))
  expect(format).not.toHaveBeenCalled()
  expect(countText(1530, inLanguage('en', 'ltr'))).toBe('1,530')
  expect(countText(1530, inLanguage('de', 'ltr'))).toBe('1.530')
  expect(countText(530, inLanguage('fa', 'rtl'))).toBe('۵۳۰')
  format.mockRestore()
})
