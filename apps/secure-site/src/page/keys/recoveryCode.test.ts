import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecoveryCodeError } from './errors.js'
import { createRecoveryCode, decodeRecoveryCode, encodeRecoveryCode } from './recoveryCode.js'

const secrets = fc.uint8Array({ minLength: 16, maxLength: 16 })

test('a code is seven groups of four, without letters that look like others', () => {
  expect(createRecoveryCode()).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(createRecoveryCode()).not.toBe(createRecoveryCode())
})

test('a code is its 16 bytes and the first 12 bits of their SHA-256', () => {
  // 374… and 5ac…
  expect(encodeRecoveryCode(new Uint8Array(16))).toBe('0000-0000-0000-0000-0000-0000-00VM')
  expect(encodeRecoveryCode(new Uint8Array(16).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZXDC')
})

test('what was written down is read again, however it is typed', () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const code = encodeRecoveryCode(secret)
      const sloppy = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
      expect(decodeRecoveryCode(code)).toEqual(secret)
      expect(decodeRecoveryCode(sloppy)).toEqual(secret)
      expect(decodeRecoveryCode(code.replaceAll('1', 'i').replaceAll('-', ''))).toEqual(secret)
    }),
  )
})

test.each([
  ['long dashes, as a text processor makes them of short ones', (code: string) => code.replaceAll('-', ' – ')],
  ['hyphens that no line ends at', (code: string) => code.replaceAll('-', '\u2011')],
  [
    'full width, as a Japanese keyboard types',
    (code: string) => code.replaceAll(/[0-9A-Z-]/g, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0)),
  ],
  ['marks that nobody sees, as copies from a page bring them', (code: string) => `\u200e${code.replaceAll('-', '-\u200b')}\u00ad`],
  ['a full stop behind it', (code: string) => `${code}.`],
  ['the digits of Arabic and Persian keyboards', (code: string) => code.replaceAll(/[0-9]/g, (each) => '٠۱٢۳٤۵٦۷٨۹'.charAt(Number(each)))],
])('what was written down is read again with %s', (_, change) => {
  const check = fc.property(secrets, (secret) => {
    expect(decodeRecoveryCode(change(encodeRecoveryCode(secret)))).toEqual(secret)
  })
  fc.assert(check, { numRuns: 20 })
})

test('of 1000 codes with one other character at most one in a thousand is not noticed', () => {
  let noticed = 0
  const check = fc.property(secrets, fc.nat(27), fc.integer({ min: 1, max: 31 }), (secret, position, shift) => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    const code = [...encodeRecoveryCode(secret).replaceAll('-', '')]
    code[position] = alphabet[(alphabet.indexOf(code[position] ?? '0') + shift) % 32] ?? ''
    try {
      expect(decodeRecoveryCode(code.join(''))).not.toEqual(secret)
    } catch (error) {
      expect(error).toBeInstanceOf(RecoveryCodeError)
      noticed += 1
    }
  })
  fc.assert(check, { numRuns: 1000, seed: 5 })
  expect(noticed).toBeGreaterThanOrEqual(999)
})

test.each([
  '',
  '0000',
  `${'0'.repeat(28)}`,
  `${encodeRecoveryCode(new Uint8Array(16))}0`,
  `0${encodeRecoveryCode(new Uint8Array(16))}`,
  'U000-0000-0000-0000-0000-0000-0000',
  // Were a letter that is none taken for the one before the first, this would be the code of sixteen times 255.
  'UZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZXDC',
  '🦊'.repeat(14),
])('RecoveryCodeError for %j', (text) => {
  expect(() => decodeRecoveryCode(text)).toThrow(RecoveryCodeError)
})
