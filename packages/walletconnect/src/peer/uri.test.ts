import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../test/text.js'
import { hashText, topicOf } from '../crypto/agreement.js'
import { readMetadata } from './metadata.js'
import { seconds } from './parse.js'
import { formatUri, parseUri } from './uri.js'

const key = hashText('key')
const topic = topicOf(key)
const uri = { topic, key, expiry: seconds() + 300, methods: ['wc_sessionPropose'] }

describe('a pairing URI', () => {
  test('is read as it was written, with the relay when it is one’s own', () => {
    expect(parseUri(formatUri(uri))).toEqual(uri)
    expect(parseUri(formatUri({ ...uri, relayUrl: 'wss://relay.example/path' }))).toEqual({ ...uri, relayUrl: 'wss://relay.example/path' })
  })

  test.each([
    ['as phones hand it over', `wc://${formatUri(uri).slice(3)}`],
    ['with spaces around', ` ${formatUri(uri)}\n`],
    ['with methods in brackets', formatUri(uri).replace('methods=wc_sessionPropose', 'methods=[wc_sessionPropose]')],
  ])('is read %s', (_, text) => {
    expect(parseUri(text)).toEqual(uri)
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a number', 7],
    ['an empty text', ''],
    ['a URL', 'https://example.com'],
    ['version 1', formatUri(uri).replace('@2', '@1')],
    ['no key', formatUri(uri).replace(/symKey=\w+/, '')],
    ['another key', formatUri({ ...uri, key: hashText('other') })],
    ['a short key', formatUri(uri).replace(key, key.slice(1))],
    ['another relay protocol', formatUri(uri).replace('irn', 'waku')],
    ['an expired one', formatUri({ ...uri, expiry: seconds() - 1 })],
    ['one of a megabyte', formatUri(uri) + 'x'.repeat(1_000_000)],
  ])('%s is refused', (_, text) => {
    expect(() => parseUri(text)).toThrow(/Invalid pairing URI/)
  })

  test('of 10,000 malformed ones none is read, and each is refused with the same error', () => {
    const good = formatUri(uri)
    const changed = fc
      .tuple(fc.nat(), anyText({ minLength: 1, maxLength: 3 }))
      .map(([at, junk]) => good.slice(0, at % 140) + junk + good.slice((at % 140) + 1))
    fc.assert(
      fc.property(fc.oneof(changed, anyText()), (text) => {
        try {
          return parseUri(text).topic === topic // a change that means nothing
        } catch (error) {
          return error instanceof Error && error.name === 'PairingUriError'
        }
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('links of a wallet (S19)', () => {
  test('that may be opened are kept, and others are as good as none', () => {
    expect(readMetadata({ redirect: { native: 'wallet://', universal: 'https://wallet.example/app' } }).redirect).toEqual({
      native: 'wallet://',
      universal: 'https://wallet.example/app',
    })
    for (const link of ['javascript:alert(1)', 'http://wallet.example', 'data:text/html,x', 7])
      expect(readMetadata({ redirect: { native: link, universal: link } }).redirect).toEqual({})
  })

  test('S36: whatever a peer says of itself is short text', () => {
    const long = 'x'.repeat(100_000)
    const said = readMetadata({
      name: `A\u202e${long}`,
      description: long,
      url: 'javascript:alert(1)',
      icons: Array(50).fill('https://x'),
      redirect: null,
    })
    expect([said.name.length, said.description.length, said.url, said.icons.length]).toEqual([64, 300, '', 10])
    for (const value of [undefined, null, 7, 'x', [], { name: 7, icons: 'x', url: {} }])
      expect(readMetadata(value)).toMatchObject({ name: '', icons: [] })
  })
})
