import { fakeConnector, testPortico } from '@portico/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { publishConnectors } from '../connection/connectors.js'
import { embeddedConnector, requireEmbedded } from './connector.js'
import { fakeEmbedded, setUp, type FakeEmbeddedOptions } from './embedded.test.helper.js'
import { EmbeddedNotConfiguredError } from './errors.js'
import { loginMethods } from './methods.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

const methodsOf = (options: FakeEmbeddedOptions = {}, given: Parameters<typeof setUp>[1] = {}) =>
  loginMethods(setUp(fakeEmbedded(options), given).portico)

describe('the order of the ways in', () => {
  test('is e-mail, social accounts, wallets', () => {
    expect(methodsOf().order).toEqual(['email', 'social', 'wallet'])
  })

  test.each([
    ['announces itself', fakeConnector()],
    ['is found in the page', fakeConnector({ kind: 'injected' })],
    ['speaks several chain families', fakeConnector({ kind: 'multiChain' })],
  ])('has wallets first when one %s', (_, connector) => {
    const { portico } = setUp(fakeEmbedded())
    publishConnectors(portico, 'eip155', [connector])
    expect(loginMethods(portico).order).toEqual(['wallet', 'email', 'social'])
  })

  test.each([
    ['is not installed', fakeConnector({ kind: 'injected', installed: false })],
    ['is elsewhere', fakeConnector({ kind: 'walletConnect', installed: false })],
  ])('stays as it is for a wallet that %s', (_, connector) => {
    const { portico } = setUp(fakeEmbedded())
    publishConnectors(portico, 'eip155', [connector])
    expect(loginMethods(portico).order).toEqual(['email', 'social', 'wallet'])
  })

  test("is the host's, whatever is installed; what it does not name comes last", () => {
    const { portico } = setUp(fakeEmbedded(), { connectMethodsOrder: ['social'] })
    publishConnectors(portico, 'eip155', [fakeConnector()])
    expect(loginMethods(portico).order).toEqual(['social', 'email', 'wallet'])
  })

  test('leaves out what there is not', () => {
    expect(methodsOf({ methods: { email: false } }).order).toEqual(['social', 'wallet'])
    expect(methodsOf({ methods: { socials: [], farcaster: false } })).toEqual({ order: ['email', 'wallet'], email: true, socials: [] })
    expect(methodsOf({ methods: { socials: [] } }).socials).toEqual(['farcaster'])
    expect(loginMethods(testPortico())).toEqual({ order: ['wallet'], email: false, socials: [] })
  })
})

describe('social accounts', () => {
  test('are those of the host in its order, with Farcaster third', () => {
    expect(methodsOf().socials).toEqual(['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'])
    expect(methodsOf({ methods: { socials: ['github'] } }).socials).toEqual(['github', 'farcaster'])
  })

  const agents = {
    ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15',
    mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15',
    android: 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36',
    linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
  }
  const inApp = { proxy: { TelegramWebviewProxy: {} }, web: { Telegram: { WebApp: { platform: 'weba' } } } }
  test.each([
    ['ios', 'proxy', ['google']],
    ['mac', 'proxy', ['x']],
    ['android', 'proxy', ['x', 'facebook']],
    ['linux', 'proxy', []],
    ['ios', 'web', ['google']],
  ] as const)('inside a mini-app on %s (%s) some are missing: %j', (platform, how, missing) => {
    vi.stubGlobal('navigator', { userAgent: agents[platform] })
    vi.stubGlobal('window', inApp[how])
    const { socials } = methodsOf()
    expect(
      ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'].filter((one) => !socials.some((social) => social === one)),
    ).toEqual(missing)
  })

  test.each([{}, { Telegram: { WebApp: { platform: 'unknown' } } }, { Telegram: null }, { Telegram: { WebApp: 'x' } }])(
    'outside of one none is missing: %j',
    (window) => {
      vi.stubGlobal('navigator', { userAgent: agents.android })
      vi.stubGlobal('window', window)
      expect(methodsOf().socials).toHaveLength(7)
    },
  )
})

test('the connector is the one that the host handed over, and asking for it loads nothing', () => {
  const fake = fakeEmbedded()
  const { portico } = setUp(fake)
  expect(embeddedConnector(portico)).toMatchObject({ id: 'embedded', kind: 'embedded' })
  expect(embeddedConnector(testPortico())).toBeUndefined()
  expect(() => requireEmbedded(testPortico())).toThrow(EmbeddedNotConfiguredError)
  expect(fake.calls).toEqual([])
})
