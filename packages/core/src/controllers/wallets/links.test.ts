import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WalletRecord } from '../../portico/options.js'
import { walletHomeLink, walletLink, walletWebLink, type LinkDevice } from './links.js'
import { takesWalletConnect } from './takesWalletConnect.js'

const uri =
  'wc:7f6e504bfad60b485450578e05678ed3@2?expiryTimestamp=1763730000&relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
const encoded = encodeURIComponent(uri)
const phone: LinkDevice = { mobile: true, platform: 'ios', telegram: false }
const android: LinkDevice = { mobile: true, platform: 'android', telegram: false }
const desktop: LinkDevice = { mobile: false, platform: 'mac', telegram: false }
const lumen = (links: Partial<WalletRecord>): WalletRecord => ({ id: 'io.lumen', name: 'Lumen', ...links })

test.each([
  ['lumen://', 'lumen://wc?uri='],
  ['lumen:///', 'lumen:///wc?uri='],
  ['lumen://wc', 'lumen://wc?uri='],
  ['lumen://wc/', 'lumen://wc?uri='],
  ['lumen://wc?uri=', 'lumen://wc?uri='],
  ['lumen://open/wallet//', 'lumen://open/wallet/wc?uri='],
  ['lumen://abcwc', 'lumen://abcwc/wc?uri='],
  ['lumen://link/wc/', 'lumen://link/wc?uri='],
  ['lumen:///wallet/walletConnect', 'lumen:///wallet/walletConnect/wc?uri='],
  ['lumen://open?app=main', 'lumen://open/wc?app=main&uri='],
  ['lumen://open?to=lu://web3/pair/', 'lumen://open?to=lu://web3/pair/wc?uri='],
])('a phone without a universal link opens %s as %s', (mobileLink, start) => {
  expect(walletLink(lumen({ mobileLink }), uri, { device: phone })).toBe(start + encoded)
})

test.each([
  ['https://lumen.example', 'https://lumen.example/wc?uri='],
  ['https://lumen.example/', 'https://lumen.example/wc?uri='],
  ['https://lumen.example//', 'https://lumen.example/wc?uri='],
  ['https://lumen.example/app', 'https://lumen.example/app/wc?uri='],
  ['https://lumen.example/app/', 'https://lumen.example/app/wc?uri='],
  ['https://lumen.example/wc', 'https://lumen.example/wc?uri='],
  ['https://lumen.example/wc/', 'https://lumen.example/wc?uri='],
  ['https://wc/', 'https://wc/wc?uri='],
  ['https://lumen.example/open?a=b&uri=', 'https://lumen.example/open?a=b&uri='],
  ['https://lumen.example/open?uri=old', 'https://lumen.example/open?uri='],
  ['https://lumen.example/open?a=b', 'https://lumen.example/open/wc?a=b&uri='],
  ['https://lumen.example/#/connect', 'https://lumen.example/#/connect/wc?uri='],
])('the universal link %s becomes %s', (universalLink, start) => {
  expect(walletLink(lumen({ universalLink }), uri, { device: phone })).toBe(start + encoded)
  expect(walletWebLink(lumen({ webLink: universalLink }), uri, { device: desktop })).toBe(start + encoded)
})

test('a phone takes the universal link before the native one, a desktop the program alone', () => {
  const all = lumen({
    universalLink: 'https://lumen.example/',
    mobileLink: 'lumen://',
    desktopLink: 'lumen-desktop://',
    webLink: 'https://web.lumen.example/',
  })
  expect(walletLink(all, uri, { device: phone })).toBe(`https://lumen.example/wc?uri=${encoded}`)
  expect(walletLink(all, uri, { device: android })).toBe(`https://lumen.example/wc?uri=${encoded}`)
  expect(walletLink(all, uri, { device: desktop })).toBe(`lumen-desktop://wc?uri=${encoded}`)
  expect(walletWebLink(all, uri, { device: phone })).toBe(`https://web.lumen.example/wc?uri=${encoded}`)
  expect(walletHomeLink(all, { device: phone })).toBe('https://lumen.example/')
  expect(walletHomeLink(all, { device: desktop })).toBe('lumen-desktop://')
  expect(walletLink(lumen({ mobileLink: 'lumen://' }), uri, { device: desktop })).toBeUndefined()
  expect(walletLink(lumen({ desktopLink: 'lumen://' }), uri, { device: phone })).toBeUndefined()
})

test('a wallet whose link for phones is an https one is opened by it', () => {
  expect(walletLink(lumen({ mobileLink: 'https://lumen.example/m' }), uri, { device: phone })).toBe(
    `https://lumen.example/m/wc?uri=${encoded}`,
  )
})

test('Telegram on Android decodes a link once more, so the URI is encoded twice there, and nowhere else', () => {
  const wallet = lumen({ universalLink: 'https://lumen.example/', webLink: 'https://lumen.example/' })
  const twice = `https://lumen.example/wc?uri=${encodeURIComponent(encoded)}`
  expect(walletLink(wallet, uri, { device: { ...android, telegram: true } })).toBe(twice)
  expect(walletWebLink(wallet, uri, { device: { ...android, telegram: true } })).toBe(twice)
  expect(walletLink(wallet, uri, { device: { ...phone, telegram: true } })).toBe(`https://lumen.example/wc?uri=${encoded}`)
})

test('a wallet that takes no pairings has no link for one, but is opened as it is', () => {
  const wallet = lumen({ mobileLink: 'lumen://', webLink: 'https://lumen.example/', walletConnect: false })
  expect(takesWalletConnect(wallet)).toBe(false)
  expect(walletLink(wallet, uri, { device: phone })).toBeUndefined()
  expect(walletWebLink(wallet, uri, { device: phone })).toBeUndefined()
  expect(walletHomeLink(wallet, { device: phone })).toBe('lumen://')
  expect([lumen({}), lumen({ webLink: 'https://lumen.example/' }), lumen({ walletConnect: true })].map(takesWalletConnect)).toEqual([
    false,
    true,
    true,
  ])
})

test.each(['', 'https://lumen.example/', 'WC:a@2', 'wc:', 'wc:a b@2', 'wc:a@2\n', 'wc:\ud800'])(
  '%j is no pairing URI, and makes no link',
  (text) => {
    expect(walletLink(lumen({ mobileLink: 'lumen://' }), text, { device: phone })).toBeUndefined()
  },
)

test('S19: a universal link that may not be opened gives way to a native one that may, and the other way round there is none', () => {
  const wallet = lumen({
    universalLink: 'javascript://lumen.example/',
    mobileLink: 'lumen://',
    desktopLink: 'file:///',
    webLink: 'http://lumen.example/',
  })
  expect(walletLink(wallet, uri, { device: phone })).toBe(`lumen://wc?uri=${encoded}`)
  expect(walletLink(wallet, uri, { device: desktop })).toBeUndefined()
  expect(walletHomeLink(wallet, { device: desktop })).toBeUndefined()
  expect(walletWebLink(wallet, uri, { device: desktop })).toBeUndefined()
})

test('whatever the link and the URI, a wallet that reads the query finds the URI in it', () => {
  const path = fc.array(fc.constantFrom('a', 'wc', '', 'open', 'v1'), { maxLength: 4 }).map((parts) => parts.join('/'))
  const query = fc.constantFrom('', '?', '?a=b', '?uri=', '?a=b&uri=c&d=e')
  const start = fc.constantFrom('lumen://', 'lumen:///', 'https://lumen.example/', 'https://lumen.example:8443/')
  const pairing = fc.stringMatching(/^[!-~]{1,60}$/).map((text) => `wc:${text}`)
  fc.assert(
    fc.property(start, path, query, pairing, (host, parts, search, text) => {
      const link = `${host}${parts}${search}`
      const made = walletLink(lumen(host.startsWith('https') ? { universalLink: link } : { mobileLink: link }), text, { device: phone })
      expect(made && new URL(made).searchParams.getAll('uri')).toEqual([text])
    }),
    { numRuns: 2000 },
  )
})
