import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anyText } from '../test/text.js'
import { hashText } from '../crypto/agreement.js'
import { readMetadata } from '../peer/metadata.js'
import { reopen, requestLink } from './reopen.js'

const sent = { topic: hashText('topic'), id: 1_700_000_000_000_001, method: 'personal_sign' }
const query = `requestId=${sent.id}&sessionTopic=${sent.topic}`
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const laptop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const both = { universalLink: 'https://lumen.example/app', mobileLink: 'lumen://' }

let opened: (readonly [string, string])[] = []
function onDevice({
  userAgent = iPhone,
  visibilityState = 'visible',
  ...more
}: {
  readonly userAgent?: string
  readonly visibilityState?: string
  readonly Telegram?: object
  readonly TelegramWebviewProxy?: object
} = {}) {
  vi.stubGlobal('navigator', { userAgent })
  vi.stubGlobal('document', { visibilityState })
  vi.stubGlobal('window', { open: (url: string, target: string) => void opened.push([url, target]), ...more })
}
beforeEach(() => {
  opened = []
  onDevice()
})
afterEach(() => vi.unstubAllGlobals())

describe('the link to a request in the wallet', () => {
  test.each([
    [both, `https://lumen.example/app/wc?${query}`],
    [{ mobileLink: 'lumen://' }, `lumen://wc?${query}`],
    [{ mobileLink: 'lumen://wc' }, `lumen://wc?${query}`],
    [{ mobileLink: 'lumen://open/' }, `lumen://open/wc?${query}`],
    [{ mobileLink: 'https://lumen.example' }, `https://lumen.example/wc?${query}`],
    [{ universalLink: 'https://lumen.example/wc/' }, `https://lumen.example/wc?${query}`],
    [{ universalLink: 'https://lumen.example/?ref=a#b' }, `https://lumen.example/wc?ref=a&${query}`],
    [{ universalLink: 'lumen://', mobileLink: 'javascript:alert(1)' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (links, link) => {
    expect(requestLink(links, sent)).toBe(link)
  })
})

describe('a phone', () => {
  test('is taken to the wallet by the universal link in a context of its own, and by the native one in its place', () => {
    reopen(sent, { opened: both })
    reopen(sent, { opened: { mobileLink: 'lumen://' } })
    expect(opened).toEqual([
      [`https://lumen.example/app/wc?${query}`, '_blank'],
      [`lumen://wc?${query}`, '_self'],
    ])
  })

  test('goes to the wallet that was opened, else to where the session’s wallet says to be', async () => {
    const redirect = { universal: 'https://other.example', native: 'metamask://' }
    reopen(sent, { opened: { mobileLink: 'lumen://' }, redirect })
    reopen(sent, { opened: { mobileLink: 'javascript:alert(1)' }, redirect })
    reopen(sent, { redirect: { native: 'metamask://' } })
    await vi.waitFor(() => expect(opened).toHaveLength(3), 20_000)
    expect(opened.map(([link]) => link)).toEqual([`lumen://wc?${query}`, `https://other.example/wc?${query}`, `metamask://wc?${query}`])
  })

  test('S19: is taken by what a wallet says of itself to no other program: browsers, other apps, near misses of a wallet’s scheme', async () => {
    const near = ['firefox://', 'slack://', 'metamaskk://', 'meta-mask://', 'metamas://', 'xmetamask://', 'metamask.evil://', 'lumen://']
    for (const native of near) reopen(sent, { redirect: { native } })
    reopen(sent, { redirect: { native: 'METAMASK://' } }) // comes after the others
    await vi.waitFor(() => expect(opened).not.toEqual([]), 20_000)
    expect(opened).toEqual([[`METAMASK://wc?${query}`, '_self']])
  })

  test('stays where it is for what a wallet answers by itself, while the page is hidden, and without a link', () => {
    for (const method of [
      'wallet_getCapabilities',
      'wallet_getCallsStatus',
      'wallet_getAssets',
      'getAccountAddresses',
      'solana_getAccounts',
    ])
      reopen({ ...sent, method }, { opened: both })
    reopen(sent, {})
    reopen(sent, { opened: {}, redirect: {} })
    onDevice({ visibilityState: 'hidden' })
    reopen(sent, { opened: both })
    expect(opened).toEqual([])
  })

  test('in Telegram goes through Telegram by https, and by another scheme to a new context', () => {
    const asked: string[] = []
    const Telegram = { WebApp: { openLink: (url: string) => void asked.push(url) } }
    onDevice({ TelegramWebviewProxy: {}, Telegram })
    reopen(sent, { opened: both })
    reopen(sent, { opened: { mobileLink: 'lumen://' } })
    expect([asked, opened]).toEqual([[`https://lumen.example/app/wc?${query}`], [[`lumen://wc?${query}`, '_blank']]])
    onDevice({ TelegramWebviewProxy: {} })
    reopen(sent, { opened: both })
    expect(opened[1]).toEqual([`https://lumen.example/app/wc?${query}`, '_blank'])
  })

  test('a site that opens links itself is handed the same link', () => {
    const open = vi.fn()
    reopen(sent, { opened: both }, { openLink: open })
    expect([open.mock.calls, opened]).toEqual([[[`https://lumen.example/app/wc?${query}`]], []])
  })
})

test('on a laptop nothing is opened', () => {
  onDevice({ userAgent: laptop })
  reopen(sent, { opened: both })
  expect(opened).toEqual([])
})

test('S19: of 10,000 links of wallets, whoever names them, none opens anything but https or an app', () => {
  const bad = [
    'javascript',
    'data',
    'blob',
    'file',
    'vbscript',
    'http',
    'about',
    'view-source',
    'filesystem',
    'ws',
    'wss',
    'ftp',
    'intent',
    'content',
    'chrome-extension',
    'mailto',
    'tel',
    'sms',
  ]
  const scheme = fc.oneof(
    fc.constantFrom(...bad),
    fc.constantFrom(...bad).map((name) => name.toUpperCase()),
    fc
      .tuple(fc.constantFrom(...bad), fc.constantFrom(' ', '\t', '\n', '\0', '\u200b', '\u202e', '%20'), fc.nat(4))
      .map(([name, odd, at]) => name.slice(0, at) + odd + name.slice(at)),
  )
  const hostile = fc
    .tuple(scheme, fc.constantFrom('', '//', '///', '\t//', '\\\\'), anyText({ maxLength: 30 }))
    .map(([name, slashes, rest]) => `${name}:${slashes}${rest}`)
  const other = fc.oneof(
    fc.webUrl(),
    anyText(),
    fc.constantFrom<unknown>('lumen://', 'https://a@evil.example', 'https:evil', '//evil.example', undefined, null, 7, {}, []),
  )
  let total = 0
  fc.assert(
    fc.property(fc.oneof(hostile, hostile, other), fc.oneof(hostile, other), (universalLink, mobileLink) => {
      opened = []
      total += 1
      const { redirect } = readMetadata({ redirect: { native: mobileLink, universal: universalLink } })
      reopen(sent, { opened: { universalLink, mobileLink } })
      reopen(sent, { opened: universalLink, redirect })
      reopen(sent, { redirect: { universal: String(universalLink), native: String(mobileLink) } })
      return opened.every(([link]) => {
        const { protocol, username } = new URL(link)
        return protocol === 'https:' ? username === '' : /^[a-z][a-z\d+.-]*:$/.test(protocol) && !bad.includes(protocol.slice(0, -1))
      })
    }),
    { numRuns: 10_000 },
  )
  expect(total).toBe(10_000)
})
