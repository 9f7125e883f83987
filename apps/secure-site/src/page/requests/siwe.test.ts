import fc from 'fast-check'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { own, ownSolana } from './kit.test.helper.js'
import { readSignIn, resemblesSignIn } from './siwe.js'

const rules = { origin: 'https://app.example', address: own, namespace: 'eip155', chain: '1' } as const
const fields = {
  domain: 'app.example',
  address: own,
  uri: 'https://app.example/login',
  version: '1',
  chainId: 1,
  nonce: 'abcdefgh12345678',
  issuedAt: new Date('2026-01-01T00:00:00Z'),
} as const
const message = (changes: Partial<Parameters<typeof createSiweMessage>[0]> = {}) => createSiweMessage({ ...fields, ...changes })

describe('a sign-in for the site', () => {
  test('is read with all its fields', () => {
    const text = message({
      statement: 'Welcome back.',
      scheme: 'https',
      expirationTime: new Date('2026-01-02T00:00:00Z'),
      notBefore: new Date('2026-01-01T00:00:00Z'),
      requestId: 'r-1',
      resources: ['https://app.example/terms', 'urn:recap:eyJ'],
    })
    expect(readSignIn(text, rules)).toEqual({
      domain: 'app.example',
      values: {
        scheme: 'https',
        domain: 'app.example',
        address: own,
        statement: 'Welcome back.',
        uri: 'https://app.example/login',
        version: '1',
        chainId: '1',
        nonce: 'abcdefgh12345678',
        issuedAt: '2026-01-01T00:00:00.000Z',
        expirationTime: '2026-01-02T00:00:00.000Z',
        notBefore: '2026-01-01T00:00:00.000Z',
        requestId: 'r-1',
      },
      resources: ['https://app.example/terms', 'urn:recap:eyJ'],
      expirationTime: '2026-01-02T00:00:00.000Z',
    })
  })

  test('is read without any of what is optional', () => {
    const signIn = readSignIn(message(), rules)
    expect(Object.keys(signIn?.values ?? {})).toEqual(['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'])
    expect(signIn?.resources).toEqual([])
  })

  test('may have its account in any case of letters, and a statement in any language', () => {
    const text = message({ address: own }).replace(own, own.toLowerCase()).replace('\n\n\n', '\n\nGrüße 👋\n\n')
    expect(readSignIn(text, rules)?.values).toMatchObject({ address: own.toLowerCase(), statement: 'Grüße 👋' })
  })

  test('keeps the port of the site', () => {
    const local = { ...rules, origin: 'http://localhost:5173' }
    expect(readSignIn(message({ domain: 'localhost:5173', uri: 'http://localhost:5173' }), local)?.domain).toBe('localhost:5173')
    expect(() => readSignIn(message({ domain: 'localhost', uri: 'http://localhost:5173' }), local)).toThrow('its domain is not the site')
  })
})

describe('S25: what is refused', () => {
  test.each([
    ['another domain', message({ domain: 'evil.example' }), 'its domain is not the site'],
    ['a longer domain', message({ domain: 'app.example.evil.example' }), 'its domain is not the site'],
    ['a domain below', message({ domain: 'x.app.example' }), 'its domain is not the site'],
    ['another scheme', message({ scheme: 'http' }), 'its scheme is not that of the site'],
    ['another page', message({ uri: 'https://evil.example/login' }), 'its URI is not of the site'],
    ['a page that is none', message().replace('https://app.example/login', 'https://'), 'its URI is not of the site'],
    [
      'the words of another family',
      `app.example wants you to sign in with your Solana account:\n${ownSolana}`,
      'it is not written as the standard has it',
    ],
    ['another account', message({ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }), 'it is for another account'],
    ['another version', message().replace('Version: 1', 'Version: 2'), 'its version is unknown'],
    ['a text behind it', `${message()}\nand more`, 'it is not written as the standard has it'],
    ['a text before it', `Hello\n${message()}`, 'it is not written as the standard has it'],
    ['fields without a head', message().split('\n').slice(3).join('\n'), 'it is not written as the standard has it'],
  ])('%s', (_, text, problem) => {
    expect(() => readSignIn(text, rules)).toThrow(
      expect.objectContaining({ name: 'SignInRefusedError', code: -32602, message: `The sign-in message was refused: ${problem}.` }),
    )
  })

  test('S14: another chain', () => {
    expect(() => readSignIn(message({ chainId: 10 }), rules)).toThrow(expect.objectContaining({ name: 'ChainMismatchError', code: -32602 }))
  })

  test('10,000 near misses of a sign-in: none is taken for one, and none passes as another text', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,12}$/)
    const strange = fc
      .oneof(
        label.map((name) => `${name}.example`),
        label.map((name) => `app.example.${name}`),
        label.map((name) => `${name}.app.example`),
        label.map((name) => `app.example:${name.length}`),
        label.map((name) => `${name}app.example`),
        fc.constantFrom(
          'app.example.',
          'app.exampIe',
          'арр.example',
          'APP.EXAMPLE',
          'app.example@evil.example',
          'evil.example/app.example',
          'app.example?x',
          '',
          ' app.example',
          'app。example',
        ),
      )
      .filter((domain) => domain !== 'app.example')
    // The same sentence in clothes that a lenient verifier might look through.
    const dress = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.replaceAll('\n', '\r\n'),
      (text) => text.replace('wants you', 'wants  you'),
      (text) => text.replace('wants you', 'wants\u200b you'),
      (text) => text.replace('sign in', 'sign\u00a0in'),
      (text) => text.replace('sign in', 'ｓｉｇｎ in'),
      (text) => text.replace('Ethereum', 'Solana'),
      (text) => ` ${text}`,
      (text) => `${text}\n`,
      (text) => text.replace('URI:', 'Uri :').replace('wants you to', 'wants you to'),
      (text) => text.split('\n').slice(1).join('\n'),
    )
    const signed: string[] = []
    for (const [domain, change] of fc.sample(fc.tuple(strange, dress), 10_000)) {
      const text = change(message().replace(/^app\.example/, domain))
      try {
        readSignIn(text, rules)
        signed.push(text)
      } catch (error) {
        expect(error).toMatchObject({ name: 'SignInRefusedError', code: -32602 })
      }
    }
    expect(signed).toEqual([])
    recordPromise({
      id: 'S25',
      name: 'sign-in texts for another site',
      runs: 10_000,
      accepted: signed.length,
    })
  })
})

describe('what resembles a sign-in', () => {
  test.each([
    'app.example wants you to sign in with your Ethereum account:',
    'We want you to sign in',
    'app.example wants you to signin',
    'app.example wants you to log in',
    'app.example wants you to login',
    'SIGN  IN with\u200b your MetaMask account',
  ])('%j, by its sentence', (text) => {
    expect(resemblesSignIn(text)).toBe(true)
    expect(() => readSignIn(text, rules)).toThrow(expect.objectContaining({ name: 'SignInRefusedError' }))
  })

  test('by any four of its five fields, and by no three', () => {
    const labels = ['URI: x', 'Version: 1', 'Chain ID: 1', 'Nonce: 1', 'Issued At: 1']
    const without = (...left: readonly number[]) => labels.filter((_, index) => !left.includes(index)).join('\n')
    for (const [one] of labels.entries()) {
      expect(resemblesSignIn(without(one))).toBe(true)
      for (const [two] of labels.entries()) if (two !== one) expect(resemblesSignIn(without(one, two))).toBe(false)
    }
  })
})

describe('other texts', () => {
  test.each(['Hello', 'Please sign this to log in to app.example', '', 'URI: x', 'I agree to the terms. Version: 2, Nonce: 3'])(
    '%j is no sign-in',
    (text) => {
      expect(resemblesSignIn(text)).toBe(false)
      expect(readSignIn(text, rules)).toBeUndefined()
    },
  )
})

describe('on Solana', () => {
  const cluster = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const ours = { ...rules, namespace: 'solana', address: ownSolana, chain: cluster } as const
  const text = (body: string, domain = 'app.example') => `${domain} wants you to sign in with your Solana account:\n${ownSolana}${body}`

  test.each([
    ['nothing but domain and account', '', { domain: 'app.example', account: ownSolana }],
    ['a statement', '\n\nWelcome.', { statement: 'Welcome.' }],
    [
      'fields',
      `\n\nWelcome.\n\nURI: https://app.example\nVersion: 1\nChain ID: ${cluster}\nNonce: abcdefgh1\nIssued At: 2026-01-01T00:00:00Z`,
      { chainId: cluster, nonce: 'abcdefgh1' },
    ],
    ['a cluster by its word', '\n\nURI: https://app.example\nVersion: 1\nChain ID: mainnet', { chainId: 'mainnet' }],
    [
      'a cluster by its whole id',
      `\n\n\nURI: https://app.example\nVersion: 1\nChain ID: solana:${cluster}`,
      { chainId: `solana:${cluster}` },
    ],
  ])('%s', (_, body, expected) => {
    const { account, ...rest } = { account: undefined, ...expected }
    expect(readSignIn(text(body), ours)?.values).toMatchObject({ ...rest, address: account ?? ownSolana })
  })

  // In base58 the case of a letter counts.
  const otherCase = ownSolana.replace(/[a-hj-km-np-z]/, (letter) => letter.toUpperCase())
  test.each([
    ['another domain', text('', 'evil.example'), 'its domain is not the site'],
    ['another account', text('').replace(ownSolana, '11111111111111111111111111111111'), 'it is for another account'],
    ['an account with a letter in another case', text('').replace(ownSolana, otherCase), 'it is for another account'],
    ['the words of the other family', text('').replace('Solana', 'Ethereum'), 'it is not written as the standard has it'],
  ])('%s is refused', (_, each, problem) => {
    expect(() => readSignIn(each, ours)).toThrow(
      expect.objectContaining({ name: 'SignInRefusedError', code: -32602, message: `The sign-in message was refused: ${problem}.` }),
    )
  })

  test('another cluster is refused', () => {
    expect(() => readSignIn(text('\n\nURI: https://app.example\nVersion: 1\nChain ID: devnet'), ours)).toThrow(
      expect.objectContaining({
        name: 'ChainMismatchError',
        code: -32602,
        message: `The request is for devnet, and the active chain is ${cluster}.`,
      }),
    )
  })
})
