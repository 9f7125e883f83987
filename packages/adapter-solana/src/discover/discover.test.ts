import type { Connector } from '@portico/core'
import { createLegacySolanaAdapter, createSolanaWallet, hostileSolanaWallets, registerStandard } from '@portico/testing/solana'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import { isWalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { solana as mainnet } from '../networks.js'
import type { SolanaOptions } from '../options.js'
import { walletAdapter } from '../wallet-adapter.js'
import { discover } from './index.js'
import { readWallet } from './standard.js'

// The library that keeps the page's wallets looks for a page once, when it is first asked.
beforeAll(() => {
  const page = new EventTarget()
  Object.assign(globalThis, {
    window: Object.assign(page, { addEventListener: page.addEventListener.bind(page), dispatchEvent: page.dispatchEvent.bind(page) }),
    document: {},
  })
})

const stops: (() => void)[] = []
let lists: (readonly Connector[])[] = []
beforeEach(() => {
  lists = []
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function follow(options: Partial<SolanaOptions> = {}, ids = new Map<object, string>()) {
  const stop = discover({ options: { networks: [mainnet], ...options }, ids, publish: (list) => void lists.push(list) })
  stops.push(stop)
  return stop
}
const shown = () =>
  (lists.at(-1) ?? []).map(({ id, name, kind, installed, duplicate }) => ({ id, name, kind, installed, ...(duplicate && { duplicate }) }))
const register = (wallet: { readonly wallet: unknown }) => {
  const unregister = registerStandard(wallet)
  stops.push(unregister)
  return unregister
}

describe('wallets of the page', () => {
  test('are listed by their name, and that is their id after a reload too', async () => {
    const wallet = createSolanaWallet()
    register(wallet)
    follow()
    expect(shown()).toEqual([{ id: 'standard:Test Solana Wallet', name: 'Test Solana Wallet', kind: 'announced', installed: true }])
    const [connector] = lists.at(-1) ?? []
    expect(connector).toMatchObject({ namespaces: ['solana'], icon: expect.stringMatching(/^data:image/) })
    await expect(connector?.getProvider('solana')).resolves.toBe(wallet.wallet)
  })

  test('R4: come late, and go', () => {
    follow()
    expect(shown()).toEqual([])
    const unregister = register(createSolanaWallet())
    expect(shown()).toHaveLength(1)
    unregister()
    expect(shown()).toEqual([])
  })

  test('R18: are not followed any more after the end', () => {
    const stop = follow()
    const before = lists.length
    stop()
    register(createSolanaWallet())
    expect(lists).toHaveLength(before)
  })

  test('S34: of the same name are both listed, both marked, and keep their ids while they are there', () => {
    const ids = new Map<object, string>()
    const stop = follow({}, ids)
    const first = register(createSolanaWallet())
    register(createSolanaWallet())
    register(createSolanaWallet({ name: 'TEST solana wallet' }))
    const both = [
      { id: 'standard:Test Solana Wallet', name: 'Test Solana Wallet', kind: 'announced', installed: true, duplicate: true },
      { id: 'standard:Test Solana Wallet#2', name: 'Test Solana Wallet', kind: 'announced', installed: true, duplicate: true },
      { id: 'standard:TEST solana wallet', name: 'TEST solana wallet', kind: 'announced', installed: true, duplicate: true },
    ]
    expect(shown()).toEqual(both)
    stop()
    follow({}, ids)
    expect(shown()).toEqual(both)
    first()
    expect(shown().map(({ id }) => id)).toEqual(['standard:Test Solana Wallet#2', 'standard:TEST solana wallet'])
    register(createSolanaWallet())
    expect(shown().map(({ id }) => id)).toEqual([
      'standard:Test Solana Wallet#2',
      'standard:TEST solana wallet',
      'standard:Test Solana Wallet',
    ])
  })

  test('S34: a name that looks like the id of another one takes nothing from it', () => {
    follow()
    register(createSolanaWallet({ name: 'A' }))
    register(createSolanaWallet({ name: 'A#2' }))
    register(createSolanaWallet({ name: 'A' }))
    expect(new Set(shown().map(({ id }) => id)).size).toBe(3)
  })

  test.each([
    ['no way to connect', { features: ['solana:signMessage'] as const }],
    ['nothing to sign', { features: ['standard:connect', 'standard:events'] as const }],
    ['no chain of Solana', { chains: {} }],
  ])('with %s are not listed', (_, options) => {
    follow()
    register(createSolanaWallet(options))
    expect(shown()).toEqual([])
  })
})

describe('hostile wallets', () => {
  test.each(hostileSolanaWallets.map((hostile) => [hostile.name, hostile] as const))(
    'S34, S35, S36: one that %s leaves the others where they are',
    (_, hostile) => {
      follow()
      register(createSolanaWallet({ name: 'Honest' }))
      register(hostile.apply(createSolanaWallet()))
      expect(shown()[0]).toMatchObject({ id: 'standard:Honest' })
      for (const { name, icon } of lists.at(-1) ?? []) {
        expect([...name].length).toBeLessThanOrEqual(64)
        if (icon !== undefined) expect(icon).toMatch(/^(data:image\/(png|jpe?g|webp|gif|svg\+xml)[;,]|https:\/\/)/i)
      }
    },
  )

  test('S36: a name is text: no control, zero-width or direction characters, 64 characters at the most', () => {
    const honest = createSolanaWallet().wallet
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 10_000 }), (name) => {
        const read = readWallet({ ...honest, name })
        if (!read) return
        expect([...read.name].length).toBeLessThanOrEqual(64)
        expect(read.name).not.toMatch(/[\p{C}]/u)
      }),
      { numRuns: 1_000 },
    )
  })

  test('S37: anything that registers is listed, or it is not, and nothing throws (10,000 of them)', () => {
    const known = Object.getOwnPropertyNames(Object.prototype)
    const claims = fc.record(
      {
        name: fc.oneof(fc.string(), fc.constant('__proto__'), fc.anything()),
        icon: fc.anything(),
        chains: fc.oneof(fc.constant(['solana:mainnet']), fc.anything()),
        features: fc.oneof(
          fc.dictionary(fc.constantFrom('standard:connect', 'solana:signMessage', '__proto__'), fc.anything()),
          fc.anything(),
        ),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(claims, fc.anything()), (wallet) => void readWallet(wallet)),
      { numRuns: 10_000 },
    )
    recordPromise({ id: 'S37', name: 'anything registered as a Solana wallet', runs: 10_000, accepted: 0 })
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(known)
  })
})

describe('wallets that the host hands in', () => {
  test('are listed by how far they are, beside those of the page', () => {
    const states = ['Installed', 'Loadable', 'NotDetected', 'Unsupported'] as const
    const wallets = states.map((readyState) =>
      walletAdapter(createLegacySolanaAdapter(createSolanaWallet(), { name: readyState, readyState })),
    )
    follow({ wallets })
    register(createSolanaWallet())
    expect(shown()).toEqual([
      { id: 'standard:Test Solana Wallet', name: 'Test Solana Wallet', kind: 'announced', installed: true },
      { id: 'external:Installed', name: 'Installed', kind: 'external', installed: true },
      { id: 'external:Loadable', name: 'Loadable', kind: 'external', installed: true },
      { id: 'external:NotDetected', name: 'NotDetected', kind: 'external', installed: false },
    ])
  })

  test('give way to a wallet of the page that has their name, whenever it comes', () => {
    const legacy = walletAdapter(createLegacySolanaAdapter(createSolanaWallet()))
    follow({ wallets: [legacy, legacy] })
    expect(shown()).toMatchObject([{ id: 'external:Test Solana Wallet', kind: 'external' }])
    const unregister = register(createSolanaWallet({ name: 'TEST Solana Wallet' }))
    expect(shown()).toMatchObject([{ id: 'standard:TEST Solana Wallet', kind: 'announced' }])
    unregister()
    expect(shown()).toMatchObject([{ kind: 'external' }])
  })

  test('are the wallet that they wrap, whatever they are called', () => {
    const wallet = createSolanaWallet()
    if (!isWalletAdapterCompatibleStandardWallet(wallet.wallet)) throw new Error('unreachable')
    const adapter = walletAdapter(new StandardWalletAdapter({ wallet: wallet.wallet }))
    follow({ wallets: [{ ...adapter, name: 'Another name' }] })
    expect(shown()).toMatchObject([{ id: 'external:Another name' }])
    register(wallet)
    expect(shown()).toMatchObject([{ id: 'standard:Test Solana Wallet' }])
  })

  test('are listed anew when they are found, and not listened to afterwards', () => {
    const adapter = createLegacySolanaAdapter(createSolanaWallet(), { name: 'Late', readyState: 'NotDetected' })
    let state = 'NotDetected'
    const late = new Proxy(adapter, { get: (target, field) => (field === 'readyState' ? state : Reflect.get(target, field)) })
    const stop = follow({ wallets: [walletAdapter(late)] })
    expect(shown()).toMatchObject([{ installed: false }])
    state = 'Installed'
    adapter.emit('readyStateChange', 'Installed')
    expect(shown()).toMatchObject([{ installed: true }])
    expect(adapter.listenerCount('readyStateChange')).toBe(1)
    stop()
    expect(adapter.listenerCount('readyStateChange')).toBe(0)
  })

  test('that are no adapters are refused', () => {
    for (const nothing of [undefined, null, {}, 'Phantom', { name: 'x' }])
      expect(() => Reflect.apply(walletAdapter, undefined, [nothing])).toThrow(/adapter/)
  })
})
