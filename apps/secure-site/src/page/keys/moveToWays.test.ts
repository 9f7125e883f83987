import { randomUUID } from 'node:crypto'
import { type Factor, createSealingKeys, publicKeyOf } from '@portico/vault-wire'
import { describe, expect, test, vi } from 'vitest'
import { factorKeys, signFactor } from './factor.js'
import { createRecoveryCode, decodeRecoveryCode } from './recoveryCode.js'
import { failure, lastingStore, testStretch, watchSecrets } from './browser.test.helper.js'
import { type VisitorOptions, fakeServices, refused, splitWallet } from './services.test.helper.js'
import { memoryKeyStore } from './store.js'

const never = () => new AbortController().signal
const byMail = { onMatch: () => {}, signal: never() }
const sealed = expect.stringMatching(/^[\w-]{87}\.[\w-]+$/)
const root = expect.stringMatching(/^[\w-]{80}$/)
const id = expect.stringMatching(/^[0-9a-f-]{36}$/)

async function world(options: VisitorOptions = {}) {
  const services = await fakeServices()
  const [store, other] = [lastingStore(), lastingStore()]
  const made = await splitWallet(services, [store, other])
  const { keys } = services.visitor({ store, ...options })
  const kinds = () => [...services.auth.ways.values()].map(({ way }) => way.kind)
  const signs = async (visitor = keys) => await visitor.withKey('eip155', (key) => key.length)
  return { services, store, other, keys, kinds, signs, ...made }
}
type World = Awaited<ReturnType<typeof world>>

/** A recovery code that the vault holds a share for. */
async function withCode({ services, root: of }: World, only: boolean): Promise<{ code: string; factor: Factor }> {
  const code = createRecoveryCode()
  const publicKey = await publicKeyOf(await factorKeys(decodeRecoveryCode(code), 'recoveryCode', services.walletId))
  const factor = signFactor(of, { id: randomUUID(), kind: 'recoveryCode', publicKey, only })
  services.vault.factors = [factor]
  return { code, factor }
}

describe('a wallet that an earlier release split', () => {
  test('gets ways in where a browser with a share opens it: for it, for the others, and by mail', async () => {
    const at = await world()
    const { services, store, other, keys, addresses } = at
    const { walletId } = services
    const [here, there] = services.auth.split?.devices ?? []
    expect(await keys.open()).toEqual(addresses)
    await keys.settled()
    expect(services.auth.said).toEqual([
      {
        to: 'auth',
        wallet: walletId,
        follows: 1,
        addresses,
        check: services.auth.made?.check,
        add: [
          { kind: 'device', id, version: 1, sealed: root, half: sealed, device: here?.id, lasting: true },
          { kind: 'device', id, version: 1, sealed: root, half: sealed, device: there?.id, lasting: true, left: sealed },
          { kind: 'assisted', id, version: 1, sealed: root, half: sealed },
        ],
        remove: [],
      },
    ])
    expect(services.vault.said).toMatchObject([{ add: [{ id }] }, { add: [], keep: [services.auth.said[0]?.add[2]?.id] }])
    expect(services.vault.shares).toBe(false)
    expect(store.wallets.get(walletId)).toMatchObject({ shares: [], halves: [{ id: services.auth.said[0]?.add[0]?.id }] })
    expect(await at.signs()).toBe(32)
    const second = services.visitor({ store: other }).keys
    await second.open()
    expect(await second.signs()).toBe('lasting')
    expect(await at.signs(second)).toBe(32)
    // What was left for it is kept by now.
    const reloaded = services.visitor({ store: other }).keys
    await reloaded.open()
    expect(await at.signs(reloaded)).toBe(32)
  })

  test('leaves no share and no root in memory', async ({ onTestFinished }) => {
    onTestFinished(() => void vi.restoreAllMocks())
    const { keys } = await world()
    const secrets = watchSecrets()
    await keys.open()
    await keys.settled()
    const { seen, left } = secrets()
    expect(seen).toBeGreaterThan(6)
    expect(left).toBe(0)
  })

  test('is signed with, with its shares, where no way gets through, and they stay', async () => {
    const { services, store, keys, kinds, signs } = await world({
      calls: (api) => ({ ...api, writeWays: () => Promise.reject(refused('http-503')) }),
    })
    await keys.open()
    await keys.settled()
    expect(await signs()).toBe(32)
    expect(await keys.signs()).toBe('lasting')
    expect(kinds()).toEqual([])
    expect(store.wallets.get(services.walletId)?.shares).toHaveLength(1)
    expect(await keys.security()).toMatchObject({ device: true, recoverable: true })
  })

  test('is not opened by a browser that has no share', async () => {
    const { services, kinds, signs } = await world()
    const { keys } = services.visitor()
    await keys.open()
    await keys.settled()
    expect(kinds()).toEqual([])
    expect(await keys.signs()).toBe('no')
    expect(await failure(signs(keys))).toMatchObject({ name: 'WalletLockedError' })
  })

  test('is opened by the vault’s share after its mail, and gets ways in', async () => {
    const { services, kinds, signs, split, addresses } = await world()
    const { keys } = services.visitor()
    await keys.open()
    await keys.settled()
    await keys.recoverByMail(byMail)
    expect(services.vault.asked).toContainEqual({ eip155: addresses.eip155, way: null, by: undefined })
    expect(kinds()).toEqual(['device', 'device', 'device', 'assisted'])
    expect(split.devices).toHaveLength(2)
    expect(await signs(keys)).toBe(32)
  })

  test('is not opened by the vault where no way gets through', async () => {
    const { services } = await world()
    const { keys } = services.visitor({ calls: (api) => ({ ...api, writeWays: () => Promise.reject(refused('http-503')) }) })
    await keys.open()
    await keys.settled()
    expect(await failure(keys.recoverByMail(byMail))).toMatchObject({ code: 'http-503' })
    expect(await keys.signs()).toBe('no')
  })

  test('is not opened by a vault that gives another share, and nothing of it stays in memory', async ({ onTestFinished }) => {
    onTestFinished(() => void vi.restoreAllMocks())
    const { services } = await world()
    services.auth.split?.vault.fill(7)
    const { keys } = services.visitor()
    await keys.open()
    await keys.settled()
    const secrets = watchSecrets()
    expect(await failure(keys.recoverByMail(byMail))).toMatchObject({ name: 'RootMismatchError' })
    expect(secrets()).toEqual({ seen: expect.any(Number), left: 0 })
  })

  test.each([true, false])('is opened by a factor, which gets a way without being at hand (alone: %s)', async (only) => {
    const at = await world()
    const { services, keys, kinds, signs } = at
    const { code, factor } = await withCode(at, only)
    await keys.open()
    await keys.settled()
    expect(kinds()).toEqual(['device', 'device', 'factor', ...(only ? [] : ['assisted'])])
    expect(services.auth.said[0]?.add[2]).toEqual({ kind: 'factor', id: factor.id, version: 1, sealed: root, factor, enclosed: sealed })
    const next = services.visitor().keys
    await next.open()
    await next.recoverByCode(code)
    expect(await signs(next)).toBe(32)
  })

  test('is opened by the vault’s share, and its root is zeroed after', async ({ onTestFinished }) => {
    onTestFinished(() => void vi.restoreAllMocks())
    const { services, root: of } = await world()
    const { keys } = services.visitor()
    await keys.open()
    await keys.settled()
    const zeroed: string[] = []
    const { fill } = Uint8Array.prototype
    vi.spyOn(Uint8Array.prototype, 'fill').mockImplementation(function (this: Uint8Array, ...given) {
      if (given[0] === 0) zeroed.push(this.join())
      return fill.apply(this, given)
    })
    await keys.recoverByMail(byMail)
    expect(zeroed).toContain(of.join())
  })

  test('is opened by the share of a factor before it has ways', async ({ onTestFinished }) => {
    onTestFinished(() => void vi.restoreAllMocks())
    const at = await world()
    const { services, kinds, signs } = at
    const { code } = await withCode(at, true)
    const { keys } = services.visitor()
    await keys.open()
    await keys.settled()
    const secrets = watchSecrets()
    await keys.recoverByCode(code)
    // What was inside the challenge goes to the vault, and opens nothing.
    expect(secrets()).toEqual({ seen: expect.any(Number), left: 1 })
    expect(services.vault.asked).toContainEqual({ eip155: at.addresses.eip155, split: true })
    expect(kinds()).toEqual(['device', 'device', 'device', 'factor'])
    expect(await signs(keys)).toBe(32)
  })

  test('of its owner alone gets no assisted way, and none at all where the vault has lost the factors', async () => {
    const at = await world()
    const { services, keys, kinds, signs } = at
    services.auth.split = { ...at.split, mode: 'user' }
    await keys.open()
    await keys.settled()
    expect(kinds()).toEqual([])
    expect(await signs()).toBe(32)
    const { code } = await withCode(at, false)
    const next = services.visitor().keys
    await next.open()
    await next.recoverByCode(code)
    expect(kinds()).toEqual(['device', 'device', 'device', 'factor'])
  })

  test('says which factors are missing to who would recover it', async () => {
    const { services, split } = await world()
    services.auth.split = { ...split, mode: 'user' }
    const { keys } = services.visitor()
    await keys.open()
    await keys.settled()
    expect(await failure(keys.recoverByMail(byMail))).toMatchObject({
      name: 'KeyServiceError',
      code: 'factors-missing',
      message: 'The recovery service lost the factors.',
    })
  })

  test('that this browser knows to be its owner’s alone gets no assisted way, whatever the services say', async () => {
    const at = await world()
    const { services, store, keys, kinds } = at
    const stored = store.wallets.get(services.walletId)
    if (!stored) throw new Error('It has a share.')
    store.wallets.set(services.walletId, { ...stored, ownerOnly: true })
    await withCode(at, false)
    await keys.open()
    await keys.settled()
    expect(kinds()).toEqual(['device', 'device', 'factor'])
  })

  test('gives no way to what a service slipped in', async () => {
    const at = await world()
    const { services, keys, kinds } = at
    const { factor } = await withCode(at, true)
    const publicKey = await publicKeyOf(await createSealingKeys())
    services.vault.factors = [{ ...factor, publicKey }]
    services.auth.split = { ...at.split, devices: at.split.devices.map((device) => ({ ...device, publicKey })) }
    await keys.open()
    await keys.settled()
    expect(kinds()).toEqual(['device', 'assisted'])
  })

  test('gets this browser a way where another window has made ways meanwhile', async () => {
    let first: (() => Promise<void>) | undefined
    const at = await world({
      calls: (api) => ({
        ...api,
        writeWays: async (request) => {
          const before = first
          first = undefined
          await before?.()
          return await api.writeWays(request)
        },
      }),
    })
    const { services, other, keys, kinds, signs } = at
    const second = services.visitor({ store: other }).keys
    first = async () => {
      await second.open()
      await second.settled()
    }
    await keys.open()
    await keys.settled()
    expect(kinds()).toEqual(['device', 'assisted', 'device'])
    expect(services.auth.said.map(({ follows, add, remove }) => [follows, add.length, remove])).toEqual([
      [1, 3, []],
      [2, 1, []],
    ])
    expect([await signs(), await signs(second)]).toEqual([32, 32])
  })

  test('a page that stores nothing is recovered for its life, and stores nothing', async () => {
    const { services, signs } = await world()
    const store = memoryKeyStore()
    const { keys } = services.visitor({ store })
    await keys.open()
    await keys.settled()
    await keys.recoverByMail(byMail)
    expect(await signs(keys)).toBe(32)
    expect(await store.get(services.walletId)).toBeUndefined()
  })

  test.each(['addPassphrase', 'removePassphrase'] as const)('is moved before %s, where that did not get through before', async (call) => {
    let failures = 2
    const at = await world({
      stretch: testStretch(),
      calls: (api) => ({ ...api, writeWays: (request) => (failures-- > 0 ? Promise.reject(refused('http-503')) : api.writeWays(request)) }),
    })
    const { services, keys, kinds } = at
    await keys.open()
    await keys.settled()
    expect([services.auth.said, failures]).toEqual([[], 1])
    if (call === 'removePassphrase') await keys.removePassphrase()
    else await keys.addPassphrase('correct horse battery staple')
    expect(kinds()).toEqual(['device', 'device', call === 'addPassphrase' ? 'factor' : 'assisted'])
  })

  test('is moved before a factor is added or taken away', async () => {
    const at = await world({ stretch: testStretch() })
    const { keys, kinds } = at
    await keys.open()
    await keys.addPassphrase('correct horse battery staple')
    expect(kinds()).toEqual(['device', 'device', 'factor'])
    expect(await failure(keys.removePassphrase())).toMatchObject({ name: 'LastFactorError' })
  })
})
