import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { isHttpsUrl, isNativeLink } from './links.js'

test.each(['https://metamask.app.link', 'https://uniswap.org/app', 'https://wallet.example.com/a?b=c', 'https://xn--bcher-kva.example/'])(
  '%s is a plain https URL',
  (url) => expect(isHttpsUrl(url)).toBe(true),
)

test.each([
  'http://example.com/',
  'https://example.com:8443/',
  'https://user:secret@example.com/',
  'https://example.com/#a',
  'https://example.com/#',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://localhost/',
  'https://example.com/<script>',
  'https://example.com/ a',
  'https://bücher.example/',
  'HTTPS://example.com/',
  'https://example.com/../a',
  `https://example.com/${'a'.repeat(200)}`,
  '//example.com',
  '',
])('%s is none', (url) => expect(isHttpsUrl(url)).toBe(false))

test.each([
  'metamask://',
  'bw://app/connect',
  'bybitapp://open/route?targetUrl=by://web3/walletconnect/',
  'com.oice://',
  'unstoppable.money://',
])("%s is a wallet's own link", (link) => expect(isNativeLink(link)).toBe(true))

test.each([
  'https://example.com',
  'http://',
  'wc://',
  'myapp://home',
  'Metamask://',
  'metamask:',
  'a b://',
  'one://,two://',
  'a://b#c',
  'a://"',
  'edge://settings',
])("%s is none of a wallet's own", (link) => expect(isNativeLink(link)).toBe(false))

test('S19: of 10,000 links to schemes that act in the browser or on the phone, none passes in any spelling', () => {
  const scheme = fc.constantFrom('javascript', 'data', 'blob', 'file', 'vbscript', 'about', 'intent', 'view-source', 'tel', 'sms', 'mailto')
  const spelt = scheme.chain((name) =>
    fc
      .tuple(fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }), fc.constantFrom('', ' ', '\t', '\u0000', '\u200b'))
      .map(([upper, before]) => before + [...name].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join('')),
  )
  fc.assert(
    fc.property(spelt, fc.constantFrom(':', '://', ':/'), fc.string({ maxLength: 40 }), (name, colon, rest) => {
      expect(isNativeLink(name + colon + rest)).toBe(false)
      expect(isHttpsUrl(name + colon + rest)).toBe(false)
    }),
    { numRuns: 10_000 },
  )
  recordPromise({ id: 'S19', name: 'links to schemes that act in the browser or on the phone', runs: 10_000, accepted: 0 })
})
