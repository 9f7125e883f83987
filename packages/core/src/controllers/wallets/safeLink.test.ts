import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { safeWalletLink, walletLinkLimit } from './safeLink.js'

const forbidden =
  'http https javascript data blob file filesystem vbscript about view-source ws wss ftp sftp ssh telnet chrome chrome-extension chrome-untrusted moz-extension edge ' +
  'edge-extension intent content mailto tel sms smsto geo maps market itms itms-apps itms-services facetime android-app ms-msdt ms-settings search-ms jar ' +
  'resource ldap smb x-apple.systempreferences opera brave devtools firefox firefox-focus firefox-private focus googlechrome googlechromes google-chrome chromium ' +
  'microsoft-edge microsoft-edge-https touch-http touch-https duckduckgo ddgquicklink samsunginternet ucbrowser yandexbrowser-open-url vivaldi opera-http ' +
  'org.mozilla.firefox com.google.chrome onionhttps ohttp x-web-search icabmobile'
const schemes = forbidden.split(' ')

test.each([
  ['lumen://', 'lumen://'],
  ['lumen+wc.v2-beta://open/a?b=c', 'lumen+wc.v2-beta://open/a?b=c'],
  ['bybitapp://open/route?targetUrl=by://web3/walletconnect/', 'bybitapp://open/route?targetUrl=by://web3/walletconnect/'],
  ['com.okex.wallet://wc', 'com.okex.wallet://wc'],
  ['LUMEN://wc', 'LUMEN://wc'],
  ...['foxwallet', 'fxwallet', 'myfirefox', 'focuswallet', 'unchromed', 'core', 'goldwallet', 'cryptobrowser'].map((name) => [
    `${name}://`,
    `${name}://`,
  ]),
])('lets a link of a wallet’s own scheme through: %s', (link, expected) => {
  expect(safeWalletLink(link, 'native')).toBe(expected)
  expect(safeWalletLink(link, 'https')).toBeUndefined()
})

test.each([
  ['https://lumen.example', 'https://lumen.example/'],
  ['https://lumen.example:8443/a/?b=c#d', 'https://lumen.example:8443/a/?b=c#d'],
  ['HTTPS://Lumen.Example/', 'https://lumen.example/'],
])('lets an https link through, as the browser reads it: %s', (link, expected) => {
  expect(safeWalletLink(link, 'https')).toBe(expected)
  expect(safeWalletLink(link, 'native')).toBeUndefined()
})

const refused: readonly unknown[] = [
  undefined,
  null,
  1,
  {},
  ['https://lumen.example/'],
  '',
  'lumen',
  'lumen:',
  'lumen:wc',
  '://',
  '//lumen.example',
  '/wc',
  '1lumen://',
  '-lumen://',
  'lu_men://',
  'https:',
  'https://',
  'https:///',
  'https:///lumen.example/',
  'https:lumen.example',
  'https:/lumen.example',
  'https://?a',
  'https://#a',
  'https://:443/',
  'lumen://user:secret@open',
  'https://user@lumen.example/',
  'https://user:secret@lumen.example/',
  'https://@lumen.example/',
  'https://:@lumen.example/',
  'https://lumen.example\\@evil.example/',
  'https://%00/',
  'https://lu men.example/',
  'https://lumen.example:99999/',
  'https://[::1/',
  'http://lumen.example/',
  ' lumen://',
  'lumen:// ',
  'lumen://\n',
  '\u0000lumen://',
  'lumen://a\tb',
  'lumen://\u202egnp',
  'lumen://\u200b',
  '\ufefflumen://',
  'lumen:\\\\wc',
  'lumen://"><b>',
  'java\nscript://%0aalert(1)',
  'javascript://lumen.example/%0aalert(1)',
  'JaVaScRiPt://%0aalert(1)',
  'wc://\u0007',
  'lümen://',
  'lumen://ü',
  `lumen://${'a'.repeat(walletLinkLimit)}`,
  `https://lumen.example/${'a'.repeat(walletLinkLimit)}`,
]
test('S19: refuses what is no such link, whatever its type', () => {
  for (const value of refused) {
    expect([value, safeWalletLink(value, 'https'), safeWalletLink(value, 'native')]).toEqual([value, undefined, undefined])
  }
})

test.each(schemes)('S19: never opens %s:', (scheme) => {
  for (const spelling of [scheme, scheme.toUpperCase(), `${scheme[0]?.toUpperCase()}${scheme.slice(1)}`]) {
    for (const rest of ['://', '://lumen.example/wc', ':///etc/passwd', ':', ':lumen', '://%0aalert(1)']) {
      expect(safeWalletLink(spelling + rest, 'native')).toBeUndefined()
      if (scheme !== 'https') expect(safeWalletLink(spelling + rest, 'https')).toBeUndefined()
    }
  }
})

/** Upper and lower case mixed, and characters between that a URL parser takes out or over. */
const spelled = (text: string) =>
  fc
    .array(fc.tuple(fc.boolean(), fc.constantFrom('', '', '', '', '', '\t', '\n', '\r', ' ', '\u0000', '\u200b', '%0a', '\\')), {
      minLength: text.length,
      maxLength: text.length,
    })
    .map((parts) => [...text].map((char, at) => (parts[at]?.[0] ? char.toUpperCase() : char) + (parts[at]?.[1] ?? '')).join(''))
const scheme = fc.oneof(fc.constantFrom(...schemes, 'lumen', 'https', 'https').chain(spelled), fc.string({ maxLength: 12 }))
const separator = fc.constantFrom('://', '://', '://', ':', ':/', ':///', ':\\\\', '%3a//', '')
const authority = fc.oneof(
  fc.constantFrom(
    'lumen.example',
    'user@lumen.example',
    'user:secret@lumen.example',
    '@',
    '',
    'lumen.example@evil.example',
    'lumen.example\\@evil',
    '[::1]',
    '127.0.0.1',
  ),
  fc.webAuthority({ withUserInfo: true, withPort: true }),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const rest = fc.oneof(
  fc.constantFrom('', '/', '/wc', '?uri=', '#', '%0aalert(1)//', '/\u202e', '\n'),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.webPath(),
)
const lead = fc.constantFrom('', '', '', '', ' ', '\n', '\u0000', '\ufeff', '//', 'view-source:', 'blob:')
const anyUrl = fc.tuple(lead, scheme, separator, authority, rest).map((parts) => parts.join(''))

test('S19: of 10,000 URLs in any spelling, none leaks that acts in the browser or the system, or hides where it goes', () => {
  let passed = 0
  fc.assert(
    fc.property(fc.oneof(anyUrl, fc.webUrl(), fc.string({ unit: 'binary', maxLength: 40 })), (text) => {
      const https = safeWalletLink(text, 'https')
      const native = safeWalletLink(text, 'native')
      expect(https !== undefined && native !== undefined).toBe(false)
      const link = https ?? native
      if (link === undefined) return
      passed += 1
      expect(link).toMatch(/^[!-~]+$/)
      expect(link).not.toContain('\\')
      const url = new URL(link)
      if (https !== undefined) {
        expect(url.protocol).toBe('https:')
        expect(url.hostname).not.toBe('')
        expect([url.username, url.password]).toEqual(['', ''])
        expect(url.href).toBe(https)
      } else {
        expect(schemes).not.toContain(url.protocol.slice(0, -1))
        expect(url.protocol).not.toMatch(/^(chrome|moz|edge|ms-)/)
      }
    }),
    { numRuns: 10_000 },
  )
  expect(passed).toBeGreaterThan(500) // else the property would say little
})

test.each([
  ['localhost', 'http://127.0.0.1:5173/phone', true],
  ['127.0.0.1', 'http://localhost:5173/phone?x=1', true],
  ['[::1]', 'http://[::1]/wc', true],
  ['localhost', 'http://127.0.0.1.example/wc', false],
  ['localhost', 'http://user@127.0.0.1/wc', false],
  ['site.example', 'http://127.0.0.1:5173/phone', false],
  ['localhost', 'http://wallet.example/wc', false],
])('S19: on a page of %s, %s may be opened: %s', (hostname, link, may) => {
  vi.stubGlobal('location', { hostname })
  expect(safeWalletLink(link, 'https') !== undefined).toBe(may)
  expect(safeWalletLink(link, 'native')).toBeUndefined()
  vi.unstubAllGlobals()
})
