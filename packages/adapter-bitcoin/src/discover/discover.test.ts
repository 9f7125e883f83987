import { nameLimit } from '@portico/core/kit'
import {
  createBitcoinWallet,
  registerLeather,
  registerListed,
  registerOkx,
  registerStandard,
  registerUnisat,
  registerXverse,
} from '@portico/testing/bitcoin'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { follow, testPage } from '../test/page.js'

let page: EventTarget
const stops: (() => void)[] = []
const following = () => {
  const followed = follow(page)
  stops.push(followed.stop)
  return followed
}
const walletOf = (name = 'Test Bitcoin Wallet') => createBitcoinWallet({ name })

beforeEach(() => {
  page = testPage()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

/** A Wallet Standard wallet that is only looked at. */
const standardWallet = (over: object = {}) => ({
  version: '1.0.0',
  name: 'Some Wallet',
  icon: 'data:image/png;base64,AAAA',
  chains: ['bitcoin:mainnet'],
  features: { 'bitcoin:connect': { version: '1.0.0' } },
  accounts: [],
  ...over,
})
const register = (wallet: unknown) =>
  void page.dispatchEvent(
    Object.assign(new Event('wallet-standard:register-wallet'), {
      detail: (api: { register: (wallet: unknown) => void }) => api.register(wallet),
    }),
  )
const provider = (over: object = {}) => ({ request: async () => undefined, ...over })

describe('the list', () => {
  test('is told at once, also when it is empty', () => {
    expect(following().published).toEqual([[]])
  })

  test('has wallets of all three sources, each with an id that is the same on every visit', () => {
    registerStandard(walletOf('Standard'), { window: page })
    registerListed(walletOf('Listed'), { window: page })
    registerUnisat(walletOf(), { window: page })
    registerOkx(walletOf(), { window: page })
    registerLeather(walletOf(), { window: page })
    registerXverse(walletOf(), { window: page })
    const ids = [
      'standard:Standard',
      'btc:test_headless_bitcoin.BitcoinProvider',
      'direct:unisat',
      'direct:okx',
      'direct:leather',
      'direct:xverse',
    ]
    expect(following().ids()).toEqual(ids)
    expect(
      following()
        .list()
        .map(({ name, kind, duplicate }) => [name, kind, duplicate]),
    ).toEqual([
      ['Standard', 'announced', undefined],
      ['Listed', 'announced', undefined],
      ['UniSat', 'injected', undefined],
      ['OKX Wallet', 'injected', undefined],
      ['Leather', 'injected', undefined],
      ['Xverse Wallet', 'injected', undefined],
    ])
  })

  test('R4: has wallets that come late, by event or within 10 s, and is not looked through for ever', async () => {
    vi.useFakeTimers()
    const { ids } = following()
    registerStandard(walletOf('Standard'), { window: page })
    expect(ids()).toEqual(['standard:Standard'])
    registerUnisat(walletOf(), { window: page, late: 300 })
    registerListed(walletOf('Listed'), { window: page, late: 9_900 })
    await vi.advanceTimersByTimeAsync(600)
    expect(ids()).toEqual(['standard:Standard', 'direct:unisat'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ids()).toEqual(['standard:Standard', 'btc:test_headless_bitcoin.BitcoinProvider', 'direct:unisat'])
    expect(vi.getTimerCount()).toBe(0)
    registerLeather(walletOf(), { window: page })
    page.dispatchEvent(new Event('focus'))
    expect(ids()).toContain('direct:leather')
  })

  test('has a wallet no more once it has unregistered', () => {
    const { ids } = following()
    const unregister = registerStandard(walletOf('Standard'), { window: page })
    expect(ids()).toEqual(['standard:Standard'])
    unregister()
    expect(ids()).toEqual([])
  })

  test('leaves out wallets that speak no Bitcoin', () => {
    const { ids } = following()
    register(standardWallet({ chains: ['solana:mainnet'] }))
    register(standardWallet({ features: { 'standard:events': {} } }))
    register(standardWallet({ name: '' }))
    expect(ids()).toEqual([])
    register(standardWallet({ chains: ['solana:mainnet', 'bitcoin:testnet'], features: { 'standard:connect': {} } }))
    expect(ids()).toEqual(['standard:Some Wallet'])
  })

  test('has window.BitcoinProvider as a wallet without a name when it is the only one', () => {
    Object.assign(page, { BitcoinProvider: provider() })
    const { list, ids } = following()
    expect(list()).toMatchObject([{ id: 'direct:BitcoinProvider', name: 'Browser Wallet', generic: true }])
    register(standardWallet())
    expect(ids()).toEqual(['standard:Some Wallet'])
  })

  test('hands out the object that was listed', async () => {
    const wallet = standardWallet()
    const { list } = following()
    register(wallet)
    expect(await list()[0]?.getProvider('bip122')).toBe(wallet)
  })
})

describe('beside other listeners', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test('finds what @wallet-standard/app finds, whichever of the two and of the wallets comes first', async () => {
    vi.stubGlobal('window', page)
    registerStandard(walletOf('Early'), { window: page })
    const { list } = following()
    const { getWallets } = await import('@wallet-standard/app')
    const { get } = getWallets()
    registerStandard(walletOf('Late'), { window: page })
    expect(get().map(({ name }) => name)).toEqual(['Early', 'Late'])
    expect(await Promise.all(list().map(({ getProvider }) => getProvider('bip122')))).toEqual(get())
  })
})

describe('one wallet in several places', () => {
  test('stands once, from the source that tells most of it: the same object', () => {
    const same = provider()
    Object.assign(page, {
      XverseProviders: { BitcoinProvider: same },
      BitcoinProvider: same,
      btc_providers: [{ id: 'XverseProviders.BitcoinProvider', name: 'Other name', icon: '' }],
    })
    expect(following().ids()).toEqual(['btc:XverseProviders.BitcoinProvider'])
  })

  test('stands once by its name, with or without the word wallet', () => {
    Object.assign(page, { unisat: { requestAccounts: async () => [] } })
    const { ids } = following()
    expect(ids()).toEqual(['direct:unisat'])
    register(standardWallet({ name: 'UniSat Wallet' }))
    expect(ids()).toEqual(['standard:UniSat Wallet'])
  })

  test('stands once by the object that its sats-connect feature hands out', () => {
    const same = provider()
    Object.assign(page, { XverseProviders: { BitcoinProvider: same } })
    const { ids } = following()
    register(standardWallet({ features: { 'bitcoin:connect': {}, 'sats-connect:': { provider: same } } }))
    expect(ids()).toEqual(['standard:Some Wallet'])
  })

  test('registers as often as it likes and stands once', () => {
    const wallet = standardWallet()
    const { published, ids } = following()
    for (let time = 0; time < 5; time += 1) register(wallet)
    expect(ids()).toEqual(['standard:Some Wallet'])
    expect(published).toHaveLength(2)
  })
})

describe('S34: two wallets of one name', () => {
  test('in one source are both listed, both marked, and told apart', () => {
    const [real, other] = [standardWallet(), standardWallet()]
    const { list } = following()
    register(other)
    register(real)
    expect(list().map(({ id, duplicate }) => [id, duplicate])).toEqual([
      ['standard:Some Wallet', true],
      ['standard:Some Wallet#2', true],
    ])
  })

  test('in btc_providers are both listed under their paths', () => {
    Object.assign(page, {
      a: provider(),
      b: provider(),
      btc_providers: [
        { id: 'a', name: 'Same' },
        { id: 'b', name: 'same wallet' },
        { id: 'a', name: 'Same' },
      ],
    })
    expect(
      following()
        .list()
        .map(({ id, duplicate }) => [id, duplicate]),
    ).toEqual([
      ['btc:a', true],
      ['btc:b', true],
    ])
  })
})

describe('hostile wallets', () => {
  test('S35, S36: names are cleaned, and icons that may not be shown are left out', () => {
    const { list } = following()
    register(standardWallet({ name: `\u202eEvil\u0000\u200b  Wallet${'x'.repeat(500)}`, icon: 'javascript:alert(1)' }))
    register(standardWallet({ name: 'Big', icon: `data:image/png;base64,${'A'.repeat(70_000)}` }))
    expect(list()[0]?.name).toMatch(/^Evil Walletx+$/)
    expect(list()[0]?.name).toHaveLength(nameLimit)
    expect(list().map(({ icon }) => icon)).toEqual([undefined, undefined])
  })

  test('a name that changes after it was read changes nothing', () => {
    let reads = 0
    const { list } = following()
    register(
      standardWallet({
        get name() {
          return `Name ${(reads += 1)}`
        },
      }),
    )
    expect([list()[0]?.name, reads]).toEqual(['Name 1', 1])
  })

  test('S37: no garbage in any of the places throws, or changes a prototype (10,000 pages)', () => {
    const anything = fc.anything({ withNullPrototype: true })
    const thrower = fc.constant({
      get request(): unknown {
        throw new Error('no')
      },
      get id(): unknown {
        throw new Error('no')
      },
      get name(): unknown {
        throw new Error('no')
      },
    })
    const entry = fc.oneof(
      anything,
      thrower,
      fc.record({
        id: fc.oneof(fc.constantFrom('__proto__', 'constructor.prototype', 'a', 'a.b', 'toString', 'unisat'), fc.string()),
        name: fc.oneof(fc.string(), anything),
        icon: anything,
      }),
    )
    const garbage = fc.record({
      btc_providers: fc.oneof(anything, thrower, fc.array(entry)),
      unisat: fc.oneof(anything, thrower),
      okxwallet: fc.oneof(anything, fc.record({ bitcoin: anything })),
      LeatherProvider: fc.oneof(anything, thrower),
      XverseProviders: fc.oneof(anything, fc.record({ BitcoinProvider: anything })),
      BitcoinProvider: anything,
      a: fc.oneof(anything, fc.record({ request: fc.constant(() => undefined) })),
    })
    const keys = [Object.keys(Object.prototype), Object.keys(Function.prototype)]
    fc.assert(
      fc.property(
        garbage,
        fc.array(fc.oneof(anything, thrower, fc.record({ name: anything, chains: anything, features: anything, icon: anything }))),
        (properties, wallets) => {
          page = testPage(properties)
          const { stop, list } = follow(page)
          for (const wallet of wallets) register(wallet)
          stop()
          const ids = list().map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          for (const { id, name } of list())
            expect([id.length > 4, name.length > 0, [...name].length <= nameLimit]).toEqual([true, true, true])
        },
      ),
      { numRuns: 10_000 },
    )
    recordPromise({ id: 'S37', name: 'pages with garbage in the place of Bitcoin wallets', runs: 10_000, accepted: 0 })
    expect([Object.keys(Object.prototype), Object.keys(Function.prototype)]).toEqual(keys)
  }, 60_000)

  test('a wallet that throws while it registers harms nobody else', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { ids } = following()
    page.dispatchEvent(
      Object.assign(new Event('wallet-standard:register-wallet'), {
        detail: () => {
          throw new Error('no')
        },
      }),
    )
    page.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: 'no' }))
    register(standardWallet())
    expect(ids()).toEqual(['standard:Some Wallet'])
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockRestore()
  })

  test('a list without an end is not read to its end', () => {
    Object.assign(page, {
      a: provider(),
      btc_providers: Array.from({ length: 100_000 }, (_, at) => ({ id: `w${at}`, name: `w${at}` })),
      ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`w${at}`, provider()])),
    })
    expect(following().ids()).toHaveLength(100)
  })
})

describe('the end', () => {
  test('leaves no listener and no timer, and is deaf to what comes afterwards', () => {
    vi.useFakeTimers()
    const added: string[] = []
    const removed: string[] = []
    vi.spyOn(page, 'addEventListener').mockImplementation((event) => void added.push(event))
    vi.spyOn(page, 'removeEventListener').mockImplementation((event) => void removed.push(event))
    let api: { register: (wallet: unknown) => void } | undefined
    vi.spyOn(page, 'dispatchEvent').mockImplementation((event) => {
      api = Reflect.get(event, 'detail')
      return true
    })
    const { stop, published } = follow(page)
    stop()
    expect(removed.toSorted()).toEqual(added.toSorted())
    expect(vi.getTimerCount()).toBe(0)
    api?.register(standardWallet())
    expect(published).toEqual([[]])
  })
})
