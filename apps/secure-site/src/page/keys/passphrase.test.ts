import { describe, expect, test, vi } from 'vitest'
import { WeakPassphraseError } from './errors.js'
import { passphraseSecret, readPassphrase } from './passphrase.js'
import { failure, watchZeros } from './browser.test.helper.js'

describe('what counts of a passphrase', () => {
  test.each([
    ['one two three', 'one two three'],
    ['  one   two\tthree\n', 'one two three'],
    ['one\u00a0two', 'one two'],
    ['cafe\u0301 ｆｕｌｌ', 'café full'],
    ['One Two', 'One Two'],
    [`  über\u00a0den  Fluss `.normalize('NFD'), 'über den Fluss'],
  ])('of %j is %j', (typed, read) => {
    expect(readPassphrase(typed)).toBe(read)
  })
})

test('its secret is Argon2id of 64 MiB and three passes', { timeout: 120_000 }, async ({ onTestFinished }) => {
  onTestFinished(() => void vi.restoreAllMocks())
  const zeroed = watchZeros()
  // By another implementation (hash-wasm 4.13.0), with the SHA-256 of `portico/passphrase/…` for its salt.
  const secret = await passphraseSecret(` velvet  anchor\u00a0bishop cradle`, '8f2d3c1a-6b74-4e0e-9a51-0c7d5e2b9f10')
  expect(Buffer.from(secret).toString('hex')).toBe('6dad6eaa525a66f04cf45c178b7a33e0c908e7c3db2ad093fb826273701c0b76')
  expect(zeroed).toContain(Buffer.from('velvet anchor bishop cradle').toString('hex'))
})

test.each(['', 'elevenchars', '     eleven  char      ', '🦊'.repeat(11)])('%j is too short', async (typed) => {
  expect(await failure(passphraseSecret(typed, 'w'))).toMatchObject({
    name: 'WeakPassphraseError',
    reason: 'passphrase_short',
    message: 'Take at least 12 characters.',
  })
})

test('one that is easy to guess is told as such', () => {
  expect(new WeakPassphraseError('passphrase_guessable')).toMatchObject({
    name: 'WeakPassphraseError',
    reason: 'passphrase_guessable',
    message: 'This is too easy to guess. Take four words that do not belong together.',
  })
})
