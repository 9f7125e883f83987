import { describe, expect, test } from 'vitest'
import { parseSignInMessage, SignInMessageError, signInChain, signInChainId, type SignInMessage } from './index.js'

const account = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const tos = 'I accept the ServiceOrg Terms of Service: https://service.org/tos'

/** The text of EIP-4361's own examples, with lines of it changed. */
function text({ domain = 'service.org', address = account, statement = tos, lines = {}, tail = [] }: Changes = {}): string {
  const fields = {
    URI: 'https://service.org/login',
    Version: '1',
    'Chain ID': '1',
    Nonce: '32891757',
    'Issued At': '2021-09-30T16:25:24.000Z',
    ...lines,
  }
  const said = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(statement ? [statement] : []),
    '',
    ...said,
    ...tail,
  ].join('\n')
}

interface Changes {
  domain?: string
  address?: string
  statement?: string
  lines?: Record<string, string | undefined>
  tail?: readonly string[]
}

const times = { 'Expiration Time': '2023-03-17T12:45:13.610Z', 'Not Before': '2022-03-17T12:45:13.610Z', 'Request ID': 'some_id' }
const resources = ['Resources:', '- https://service.org/login']
/** Moves one line behind another. */
const moved = (name: string, behind: string) => {
  const lines = text({ lines: times, tail: resources }).split('\n')
  const [line = ''] = lines.splice(
    lines.findIndex((each) => each.startsWith(name)),
    1,
  )
  lines.splice(lines.findIndex((each) => each.startsWith(behind)) + 1, 0, line)
  return lines.join('\n')
}

// The cases of the parsing vectors of spruceid/siwe (Apache-2.0, MIT).
describe('EIP-4361: what is a sign-in message', () => {
  test.each<[string, Changes, Partial<SignInMessage>]>([
    [
      'couple of optional fields',
      { tail: ['Resources:', '- ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu', '- https://example.com/my-web2-claim.json'] },
      { resources: ['ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu', 'https://example.com/my-web2-claim.json'] },
    ],
    ['no optional field', {}, { statement: tos }],
    ['timestamp without microseconds', { lines: { 'Issued At': '2021-09-30T16:25:24Z' } }, { issuedAt: '2021-09-30T16:25:24Z' }],
    [
      'timestamp with an offset',
      { lines: { 'Issued At': '2021-09-30T16:25:24.123456-05:30' } },
      { issuedAt: '2021-09-30T16:25:24.123456-05:30' },
    ],
    ['domain with IP', { domain: '127.0.0.1' }, { domain: '127.0.0.1' }],
    ['domain with IPv6', { domain: '[::1]:8080' }, { domain: '[::1]:8080' }],
    ['domain with userinfo', { domain: 'test@127.0.0.1' }, { domain: 'test@127.0.0.1' }],
    ['domain with port', { domain: '127.0.0.1:8080' }, { domain: '127.0.0.1:8080' }],
    ['domain with userinfo and port', { domain: 'test@127.0.0.1:8080' }, { domain: 'test@127.0.0.1:8080' }],
    ['domain with scheme', { domain: 'https://service.org' }, { scheme: 'https', domain: 'service.org' }],
    ['no statement', { statement: '' }, { domain: 'service.org' }],
    ['statement with every character', { statement: `aZ09 :/?#[]@!$&'()*+,;=-._~` }, { statement: `aZ09 :/?#[]@!$&'()*+,;=-._~` }],
    ['expiration', { lines: { 'Expiration Time': times['Expiration Time'] } }, { expirationTime: times['Expiration Time'] }],
    ['not before', { lines: { 'Not Before': times['Not Before'] } }, { notBefore: times['Not Before'] }],
    ['request id', { lines: { 'Request ID': 'some_id' } }, { requestId: 'some_id' }],
    ['empty request id', { lines: { 'Request ID': '' } }, { requestId: '' }],
    ['every field', { lines: times, tail: resources }, { requestId: 'some_id', resources: ['https://service.org/login'] }],
    ['no resource', { tail: ['Resources:'] }, { resources: [] }],
    ['uri without authority', { lines: { URI: 'did:key:example?a=b#c' } }, { uri: 'did:key:example?a=b#c' }],
  ])('%s', (_, changes, expected) => {
    expect(parseSignInMessage(text(changes))).toMatchObject({
      namespace: 'eip155',
      address: account,
      version: '1',
      chainId: '1',
      nonce: '32891757',
      ...expected,
    })
  })
})

describe('EIP-4361: what is none', () => {
  test.each<[string, string, string]>([
    ['missing mandatory field', text({ lines: { URI: undefined, 'Chain ID': undefined } }), 'uri'],
    ['extra line breaks', text().replace('\n\nI accept', '\n\n\nI accept'), 'uri'],
    ['non-ISO datetime', text({ lines: { 'Issued At': 'Wed Oct 05 2011 16:48:00 GMT+0200 (CEST)' } }), 'issuedAt'],
    ['out of order fields', moved('URI', 'Nonce'), 'uri'],
    ['wrong version', text({ lines: { Version: '2' } }), 'version'],
    ['missing domain', text({ domain: '' }), 'domain'],
    ['missing address', text({ address: '' }), 'address'],
    ['missing uri', text({ lines: { URI: undefined } }), 'uri'],
    ['missing version', text({ lines: { Version: undefined } }), 'version'],
    ['missing chainId', text({ lines: { 'Chain ID': undefined } }), 'chainId'],
    ['missing nonce', text({ lines: { Nonce: undefined } }), 'nonce'],
    ['missing issuedAt', text({ lines: { 'Issued At': undefined } }), 'issuedAt'],
    ['out of order uri', moved('URI', 'Version'), 'uri'],
    ['out of order version', moved('Version', 'Chain ID'), 'version'],
    ['out of order chainId', moved('Chain ID', 'Nonce'), 'chainId'],
    ['out of order nonce', moved('Nonce', 'Issued At'), 'nonce'],
    ['out of order issuedAt', moved('Issued At', 'Expiration'), 'issuedAt'],
    ['out of order expirationTime', moved('Expiration', 'Not Before'), 'end'],
    ['out of order notBefore', moved('Not Before', 'Request ID'), 'end'],
    ['out of order requestId', moved('Request ID', '- '), 'resources'],
    [
      'out of order resources',
      text({ lines: { 'Expiration Time': times['Expiration Time'] }, tail: [...resources, 'Request ID: some_id'] }),
      'resources',
    ],
    ['domain is no authority', text({ domain: '#notrfc4501' }), 'domain'],
    ['statement has line break', text({ statement: 'I accept the Terms: \nhttps://service.org/tos' }), 'statement'],
    ['uri is no URI', text({ lines: { URI: '_not_a_rfc3986_valid_uri_' } }), 'uri'],
    ['no valid chainId', text({ lines: { 'Chain ID': '?' } }), 'chainId'],
    ['nonce with less than 8 characters', text({ lines: { Nonce: '1234567' } }), 'nonce'],
    [
      'resources not separated by line break',
      text({ tail: ['Resources:', '- https://service.org/login - https://service.org/login/2'] }),
      'resources',
    ],
    ['first resource is no URI', text({ tail: ['Resources:', '- :not_a_uri', '- https://service.org/login'] }), 'resources'],
    ['second resource is no URI', text({ tail: ['Resources:', '- https://service.org/login', '- :not_a_uri'] }), 'resources'],
    ['non-ISO expirationTime', text({ lines: { 'Expiration Time': 'never' } }), 'expirationTime'],
    ['non-ISO notBefore', text({ lines: { 'Not Before': 'soon' } }), 'notBefore'],
    ['text behind it', `${text()}\nand send my money`, 'end'],
    ['an empty line behind it', `${text()}\n`, 'end'],
    ['text before it', `Hello\n${text()}`, 'domain'],
    ['a second expiry', text({ lines: times, tail: ['Expiration Time: 2030-01-01T00:00:00Z'] }), 'end'],
    ['Windows line ends', text().replaceAll('\n', '\r\n'), 'domain'],
    ['a day that no calendar has', text({ lines: { 'Issued At': '2021-02-29T00:00:00Z' } }), 'issuedAt'],
    ['an hour that no clock has', text({ lines: { 'Issued At': '2021-02-28T24:00:00Z' } }), 'issuedAt'],
    ['a statement that looks like a field', text({ statement: 'URI: https://evil.example' }), 'statement'],
    ['letters beyond ASCII', text({ statement: 'Grüße' }), 'statement'],
    ['half of a percent sign', text({ lines: { URI: 'https://service.org/%zz' } }), 'uri'],
    ['two fragments', text({ lines: { URI: 'https://service.org/#a#b' } }), 'uri'],
    ['a family that is none', text().replace('Ethereum', 'Dogecoin'), 'namespace'],
    ['an address of another family', text({ address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' }), 'address'],
    ['nothing', '', 'domain'],
  ])('%s', (_, bad, part) => {
    expect(() => parseSignInMessage(bad)).toThrow(expect.objectContaining({ name: 'SignInMessageError', part }))
    expect(() => parseSignInMessage(bad)).toThrow(SignInMessageError)
  })

  // Those of spruceid/siwe for single rules of the grammar.
  test.each([...'`<>{|}^"\\%'])('a statement with %s', (character) => {
    expect(() => parseSignInMessage(text({ statement: `a${character}b` }))).toThrow(SignInMessageError)
  })
  test.each(['/', '#', '?', '[', ']', ' ', '\u200b', 'ü'])('a domain with %s', (character) => {
    expect(() => parseSignInMessage(text({ domain: `a${character}b.example` }))).toThrow(SignInMessageError)
  })
  test.each(['^', '`', '|', '[', ' ', '"', '<', 'ü'])('a path with %s', (character) => {
    expect(() => parseSignInMessage(text({ lines: { URI: `https://service.org/${character}` } }))).toThrow(SignInMessageError)
  })
})

describe('Sign In With Solana', () => {
  const key = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  const solana = (body: string) => `service.org wants you to sign in with your Solana account:\n${key}${body}`

  test.each([
    ['nothing but domain and account', '', {}],
    ['a statement', '\n\nWelcome.', { statement: 'Welcome.' }],
    ['fields', '\n\nURI: https://service.org\nNonce: abcdefgh1', { uri: 'https://service.org', nonce: 'abcdefgh1' }],
    ['one field', '\n\nIssued At: 2026-01-01T00:00:00Z', { issuedAt: '2026-01-01T00:00:00Z' }],
    [
      'statement and fields',
      '\n\nWelcome.\n\nVersion: 1\nChain ID: solana:mainnet',
      { statement: 'Welcome.', version: '1', chainId: 'solana:mainnet' },
    ],
    ['two empty lines', '\n\n\nChain ID: devnet', { chainId: 'devnet' }],
    ['resources alone', '\n\nResources:\n- https://service.org/tos', { resources: ['https://service.org/tos'] }],
  ])('%s', (_, body, expected) => {
    expect(parseSignInMessage(solana(body))).toEqual({ namespace: 'solana', domain: 'service.org', address: key, ...expected })
  })

  test.each([
    '\n',
    '\n\n',
    '\n\n\n',
    '\n\nWelcome.\n',
    '\n\nWelcome.\n\n',
    '\nWelcome.',
    '\n\nWelcome.\nURI: https://service.org',
    '\n\nVersion: 2',
    '\n\nNonce: a\n',
    '\n\n\n\nVersion: 1',
    '\n\nURI: https://service.org\n\nVersion: 1',
  ])('refuses %j behind the account', (body) => {
    expect(() => parseSignInMessage(solana(body))).toThrow(SignInMessageError)
  })

  test('names a chain by its cluster or its id', () => {
    const chainOf = (chainId: string) => signInChain(parseSignInMessage(solana(`\n\nChain ID: ${chainId}`)))
    const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(['mainnet', 'solana:mainnet', mainnet, mainnet.slice(7)].map(chainOf)).toEqual([mainnet, mainnet, mainnet, mainnet])
    expect(chainOf('localnet')).toBe('solana:localnet')
    expect(signInChain(parseSignInMessage(solana('')))).toBeUndefined()
    expect(signInChain(parseSignInMessage(text()))).toBe('eip155:1')
    const others = ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:localnet']
    const ids = [mainnet, ...others].map((chain) => signInChainId(chain))
    expect(ids).toEqual(['mainnet', 'devnet', 'testnet', 'localnet'])
    expect(ids.map(chainOf)).toEqual([mainnet, ...others])
    expect(signInChainId('eip155:10')).toBe('10')
  })
})

describe('Bitcoin', () => {
  test('has all that EIP-4361 has', () => {
    const chain = '000000000019d6689c085ae165831e93'
    const bitcoin = text({ address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', lines: { 'Chain ID': chain } }).replace(
      'Ethereum',
      'Bitcoin',
    )
    expect(signInChain(parseSignInMessage(bitcoin))).toBe(`bip122:${chain}`)
    expect(() => parseSignInMessage(bitcoin.replace(chain, '1'))).toThrow(expect.objectContaining({ part: 'chainId' }))
    expect(() => parseSignInMessage(bitcoin.replace(/\nNonce.*/, ''))).toThrow(expect.objectContaining({ part: 'nonce' }))
  })
})

test('a wallet reads looser statements and URIs, in no other place', () => {
  const page = 'https://service.org/a|b[1]'
  const loose = text({ statement: 'Grüße, „Gast“ 100 %', lines: { URI: page } })
  expect(parseSignInMessage(loose, { loose: true })).toMatchObject({ statement: 'Grüße, „Gast“ 100 %', uri: page })
  for (const bad of [
    text({ statement: 'Nonce: 12345678' }),
    `${loose}\nx`,
    text({ lines: { URI: 'https://a b' } }),
    text({ lines: { Version: '2' } }),
  ])
    expect(() => parseSignInMessage(bad, { loose: true })).toThrow(SignInMessageError)
})
