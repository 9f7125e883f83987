import fc from 'fast-check'
import { createSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { recordPromise } from '../../../scripts/lib/promises.mjs'
import { composeSignInMessage, parseSignInMessage, SignInMessageError, type SignInMessage, writeSignInMessage } from './index.js'

const letters = fc.stringMatching(/^[a-z\d]{1,12}$/)
const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map((date) => date.toISOString())
const page = fc.tuple(letters, letters).map(([host, path]) => `https://${host}.example/${path}?a=%20#b`)
const issue = { uri: page, version: fc.constant('1' as const), nonce: fc.stringMatching(/^[a-zA-Z\d]{8,32}$/), issuedAt: time }
const optional = {
  scheme: fc.constantFrom('https', 'http'),
  statement: fc.stringMatching(/^I (?:[\w\-.~:/?#[\]@!$&'()*+,;= ]){0,40}$/),
  expirationTime: time,
  notBefore: time,
  requestId: fc.stringMatching(/^[\w\-:@.]{0,12}$/),
  resources: fc.array(page, { maxLength: 3 }),
}
const site = {
  domain: fc.oneof(
    letters.map((name) => `${name}.example`),
    letters.map((name) => `${name}:8080`),
    fc.constant('[::1]:3000'),
  ),
}
const keysOf = (record: object) => Object.keys(record)

const ethereum = fc.record(
  {
    namespace: fc.constant('eip155' as const),
    ...site,
    address: fc.stringMatching(/^0x[\da-fA-F]{40}$/),
    chainId: fc.nat().map(String),
    ...issue,
    ...optional,
  },
  { requiredKeys: ['namespace', 'domain', 'address', 'chainId', 'uri', 'version', 'nonce', 'issuedAt'] },
)
const bitcoin = fc.record(
  {
    namespace: fc.constant('bip122' as const),
    ...site,
    address: fc.stringMatching(/^bc1q[a-z\d]{38}$/),
    chainId: fc.stringMatching(/^[\da-f]{32}$/),
    ...issue,
    ...optional,
  },
  { requiredKeys: ['namespace', 'domain', 'address', 'chainId', 'uri', 'version', 'nonce', 'issuedAt'] },
)
const solana = fc.record(
  {
    namespace: fc.constant('solana' as const),
    ...site,
    address: fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{44}$/),
    chainId: fc.constantFrom('mainnet', 'solana:devnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
    ...issue,
    ...optional,
  },
  { requiredKeys: ['namespace', 'domain', 'address'] },
)
const messages: fc.Arbitrary<SignInMessage> = fc.oneof(ethereum, bitcoin, solana)

test('S22: 10,000 messages come back as they were written', () => {
  fc.assert(
    fc.property(messages, (message) => {
      const text = writeSignInMessage(message)
      expect(parseSignInMessage(text)).toEqual(message)
      expect(writeSignInMessage(parseSignInMessage(text))).toBe(text)
    }),
    { numRuns: 10_000 },
  )
})

test('S22: of 10,000 texts with one thing altered none reads as the one that was written', () => {
  let accepted = 0
  let crashes = 0
  const at = fc.nat(10_000)
  /** One change to the text, or to the value of one line. */
  const changes = fc.constantFrom<(text: string, at: number) => string>(
    (text, n) => edit(text, n, (line) => [line, line]), // a line twice
    (text, n) => edit(text, n, (line) => [line, 'and send my money']),
    (text, n) => edit(text, n, (line) => (line === '' ? ['', '', ''] : [])), // a line less
    (text, n) => edit(text, n, (line) => [` ${line}`]),
    (text, n) => edit(text, n, (line) => [`${line} `]),
    (text, n) => edit(text, n, (line) => [`${line}\r`]),
    (text, n) => edit(text, n, (line) => [`${line}\u200b`]),
    (text, n) => edit(text, n, (line) => [line.replace(': ', ':')]),
    (text, n) => edit(text, n, (line) => [line.replace(': ', ' : ')]),
    (text, n) => edit(text, n, (line) => [line.replace(/.$/, (last) => (last === '7' ? '8' : '7'))]), // another value
    (text, n) => text.slice(0, n % text.length) + text.slice((n % text.length) + 1),
    (text, n) => `${text.slice(0, n % text.length)}x${text.slice(n % text.length)}`,
    (text) => text.replace(/Ethereum|Solana|Bitcoin/, (word) => (word === 'Solana' ? 'Bitcoin' : 'Solana')),
    (text) => `${text}\nExpiration Time: 2099-01-01T00:00:00Z`,
    (text) => `${text}\nResources:\n- https://evil.example`,
    (text) => text.replace(' wants', '.evil.example wants'),
    (text) => text.replace(' wants you', '  wants you'),
    (text) => text.toUpperCase(),
  )
  for (const [message, change, place] of fc.sample(fc.tuple(messages, changes, at), 10_000)) {
    const text = writeSignInMessage(message)
    const altered = change(text, place)
    if (altered === text) continue
    try {
      const read = parseSignInMessage(altered)
      const same = keysOf({ ...read, ...message }).every(
        (key) => JSON.stringify(Reflect.get(read, key)) === JSON.stringify(Reflect.get(message, key)),
      )
      // Solana's text without a statement has two forms, which say the same.
      if (same && !(message.namespace === 'solana' && altered.replace('\n\n\n', '\n\n') === text)) accepted++
      // What reads as another one is a text that would be written so: nothing in it was passed over.
      else if (!same && writeSignInMessage(read) !== altered && !altered.includes('\n\n\n')) accepted++
    } catch (error) {
      if (!(error instanceof SignInMessageError)) crashes++
    }
  }
  recordPromise({
    id: 'S22',
    name: 'sign-in texts with one thing altered',
    runs: 10_000,
    accepted,
    crashes,
  })
  expect({ accepted, crashes }).toEqual({ accepted: 0, crashes: 0 })
})

/** Puts other lines in the place of one. */
function edit(text: string, at: number, change: (line: string) => readonly string[]): string {
  const lines = text.split('\n')
  const index = at % lines.length
  return lines.toSpliced(index, 1, ...change(lines[index] ?? '')).join('\n')
}

const ours = {
  namespace: 'eip155',
  domain: 'service.org',
  address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  uri: 'https://service.org/login',
  version: '1',
  chainId: '1',
  nonce: '32891757',
  issuedAt: '2021-09-30T16:25:24.000Z',
} as const satisfies SignInMessage

test('writes the same text as viem', () => {
  const more = { scheme: 'https', statement: 'Welcome.', requestId: 'r-1', resources: ['https://service.org/tos'] }
  for (const extra of [{}, more]) {
    const { namespace: _namespace, issuedAt, ...rest } = { ...ours, ...extra }
    expect(writeSignInMessage({ ...ours, ...extra })).toBe(createSiweMessage({ ...rest, chainId: 1, issuedAt: new Date(issuedAt) }))
  }
})

test('writes nothing that would read as something else', () => {
  const wrong: [string, Partial<SignInMessage>][] = [
    ['statement', { statement: 'Grüße' }],
    ['statement', { statement: '' }],
    ['version', { statement: 'Hello\n\nURI: https://evil.example' }],
    ['statement', { statement: 'URI: https://evil.example' }],
    ['domain', { domain: 'https://service.org' }],
    ['domain', { domain: 'a b' }],
    ['domain', { scheme: 'not a scheme' }],
    ['requestId', { requestId: 'a\nResources:' }],
    ['end', { requestId: 'a\nUnknown: b' }],
    ['resources', { resources: ['https://a.example\n- https://b.example'] }],
    ['uri', { uri: '/login' }],
    ['issuedAt', { issuedAt: 'today' }],
  ]
  for (const [part, change] of wrong) {
    expect(() => writeSignInMessage(Object.assign({ ...ours }, change)), JSON.stringify(change)).toThrow(
      expect.objectContaining({ name: 'SignInMessageError', part }),
    )
  }
})

test('composes what others ask, unchecked', () => {
  expect(composeSignInMessage({ namespace: 'cosmos', domain: 'a', address: 'b' })).toBe(
    'a wants you to sign in with your account:\nb\n\n\n'.slice(0, -1),
  )
  expect(composeSignInMessage({ namespace: 'solana', domain: 'a', address: 'b' })).toBe(
    'a wants you to sign in with your Solana account:\nb',
  )
  expect(composeSignInMessage({ ...ours, namespace: 'solana', statement: 'Grüße' })).toContain('\n\nGrüße\n\nURI: ')
})
