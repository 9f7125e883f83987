import { afterEach, expect, test, vi } from 'vitest'
import type { LinkDevice } from './links.js'
import { openWalletLink } from './openWalletLink.js'

const phone: LinkDevice = { mobile: true, platform: 'ios', telegram: false }
const telegram: LinkDevice = { ...phone, telegram: true }
afterEach(() => void vi.unstubAllGlobals())

function page({ isActive, ...facts }: { isActive?: boolean; Telegram?: unknown; open?: () => unknown } = {}) {
  const open = vi.fn(facts.open ?? (() => null))
  vi.stubGlobal('window', { ...facts, open })
  vi.stubGlobal('navigator', isActive === undefined ? {} : { userActivation: { isActive } })
  return open
}

test('a native link takes the place of this page, which the app covers', () => {
  const open = page({ isActive: true })
  expect(openWalletLink('lumen://wc?uri=a', phone)).toBe(true)
  expect(open.mock.calls).toEqual([['lumen://wc?uri=a', '_self']])
})

test('an https link gets a context that knows nothing of this page', () => {
  const open = page({ isActive: true })
  expect(openWalletLink('https://lumen.example/wc?uri=a', phone)).toBe(true)
  expect(open.mock.calls).toEqual([['https://lumen.example/wc?uri=a', '_blank', 'noopener,noreferrer']])
})

test('where the browser lets no page open a window now, it says so; where it cannot be asked, it goes by what was done', () => {
  page({ isActive: false })
  expect(openWalletLink('https://lumen.example/', phone)).toBe(false)
  page()
  expect(openWalletLink('https://lumen.example/', phone)).toBe(true)
})

test('inside Telegram an https link is handed to the app', () => {
  const openLink = vi.fn()
  const WebApp = { openLink }
  const open = page({ isActive: true, Telegram: { WebApp } })
  expect(openWalletLink('https://lumen.example/', telegram)).toBe(true)
  expect(openLink.mock.calls).toEqual([['https://lumen.example/']])
  expect(openLink.mock.contexts).toEqual([WebApp])
  expect(open).not.toHaveBeenCalled()
})

const refuses = () => {
  throw new Error('WebAppTgUrlInvalid')
}
test.each([
  ['without its script', undefined],
  ['with another script of that name', { WebApp: 'no' }],
  ['where it refuses', { WebApp: { openLink: refuses } }],
])('inside Telegram, %s, every link gets a context of its own', (_, Telegram) => {
  const open = page({ isActive: true, Telegram })
  expect([openWalletLink('https://lumen.example/', telegram), openWalletLink('lumen://', telegram)]).toEqual([true, true])
  expect(open.mock.calls).toEqual([
    ['https://lumen.example/', '_blank', 'noopener,noreferrer'],
    ['lumen://', '_blank', 'noopener,noreferrer'],
  ])
})

test('S19: a link that may not be opened is not', () => {
  const openLink = vi.fn()
  const open = page({ isActive: true, Telegram: { WebApp: { openLink } } })
  for (const link of [
    'javascript://%0aalert(1)',
    'https://user@lumen.example/',
    'http://lumen.example/',
    'data:text/html,a',
    ' lumen://',
    '',
  ]) {
    expect([openWalletLink(link, phone), openWalletLink(link, telegram)]).toEqual([false, false])
  }
  expect(open).not.toHaveBeenCalled()
  expect(openLink).not.toHaveBeenCalled()
})

test('a window that cannot be opened, and none at all, is no error', () => {
  page({ open: refuses })
  expect(openWalletLink('lumen://', phone)).toBe(false)
  vi.unstubAllGlobals()
  expect(openWalletLink('lumen://', phone)).toBe(false)
})
