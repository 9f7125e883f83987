import { statementSigner } from '@portico/vault-wire'
import { describe, expect, test, vi } from 'vitest'
import type { KeyApi } from './api.js'
import { failure, lastingStore, testStretch, watchSecrets } from './browser.test.helper.js'
import { type Services, fakeServices, refused } from './services.test.helper.js'
import { memoryKeyStore } from './store.js'

const never = () => new AbortController().signal
const passphrase = 'correct horse battery staple'
const sealed = expect.stringMatching(/^[\w-]{87}\.[\w-]+$/)
const root = expect.stringMatching(/^[\w-]{80}$/)
const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
const kindsOf = ({ auth }: Services) => [...auth.ways.values()].map(({ way }) => way.kind)

describe('the first write', () => {
  test('says to the vault which half it keeps, and to the auth service all of the wallet', async () => {
    const services = await fakeServices()
    const store = lastingStore()
    const { keys } = services.visitor({ store })
    const addresses = await keys.open()
    const stored = store.wallets.get(services.walletId)
    const [device, assisted] = services.auth.said[0]?.add ?? []
    expect(services.auth.said).toEqual([
      {
        to: 'auth',
        wallet: services.walletId,
        follows: 0,
        check: services.auth.made?.check,
        addresses,
        add: [
          { kind: 'device', id, version: 1, sealed: root, half: sealed, device: stored?.deviceId, lasting: true },
          { kind: 'assisted', id, version: 1, sealed: root, half: sealed },
        ],
        remove: [],
      },
    ])
    expect(services.auth.asked).toEqual([{ receipt: id, deviceId: stored?.deviceId }])
    expect(services.vault.said).toEqual([
      {
        to: 'vault',
        ticket: expect.any(String),
        wallet: services.walletId,
        eip155: addresses.eip155,
        add: [{ id: assisted?.id, half: sealed }],
        contact: sealed,
      },
    ])
    expect(services.vault.contacts).toEqual(['ada@example.com'])
    expect(stored).toMatchObject({ halves: [{ id: device?.id, half: sealed }], shares: [], contact: 'ada@example.com' })
    await keys.settled()
  })

  test('without an address that was typed tells the vault none', async () => {
    const services = await fakeServices()
    const store = lastingStore()
    await services.visitor({ store, typed: async () => undefined }).keys.open()
    expect(services.vault.said[0]).not.toHaveProperty('contact')
    expect(store.wallets.get(services.walletId)).not.toHaveProperty('contact')
  })

  test('of a page that stores nothing stores nothing', async () => {
    const services = await fakeServices()
    const store = memoryKeyStore()
    await services.visitor({ store }).keys.open()
    expect(await store.get(services.walletId)).toBeUndefined()
    expect(services.auth.said[0]?.add[0]).toMatchObject({ kind: 'device', device: id, lasting: false })
    expect(services.auth.asked).toEqual([{ receipt: id, deviceId: undefined }])
    expect(services.vault.contacts).toEqual(['ada@example.com'])
  })

  test('a storage that does not take the address is no reason to fail', async () => {
    const services = await fakeServices()
    const store = lastingStore()
    const put: typeof store.put = (walletId, wallet) =>
      wallet.contact === undefined ? store.put(walletId, wallet) : Promise.reject(new Error('full'))
    const { keys } = services.visitor({ store: { ...store, put } })
    await keys.open()
    expect(await keys.signs()).toBe('lasting')
  })

  test('of two browsers one wins, and both have its wallet', async () => {
    const services = await fakeServices()
    const [one, two] = [services.visitor().keys, services.visitor().keys]
    const [first, second] = await Promise.all([one.open(), two.open()])
    expect(second).toEqual(first)
    expect(services.auth.said).toHaveLength(1)
    expect([await one.signs(), await two.signs()].toSorted()).toEqual(['lasting', 'no'])
  })

  test('that does not get through is told, and made at the next login', async () => {
    const services = await fakeServices()
    let down = true
    const { keys } = services.visitor({
      calls: (api) => ({ ...api, writeWays: (request) => (down ? Promise.reject(refused('http-503')) : api.writeWays(request)) }),
    })
    expect(await failure(keys.open())).toMatchObject({ code: 'http-503' })
    expect(keys.addresses()).toBeUndefined()
    down = false
    await keys.open()
    expect(await keys.signs()).toBe('lasting')
  })

  test('that fails where the service is gone as well is told as it is', async () => {
    const services = await fakeServices()
    let asked = 0
    const { keys } = services.visitor({
      calls: (api) => ({
        ...api,
        open: (device) => (asked++ === 0 ? api.open(device) : Promise.reject(new TypeError('offline'))),
        writeWays: () => Promise.reject(refused('http-503')),
      }),
    })
    expect(await failure(keys.open())).toMatchObject({ code: 'http-503' })
  })

  test('leaves no root and no half in memory, whether it gets through or not', async ({ onTestFinished }) => {
    onTestFinished(() => void vi.restoreAllMocks())
    for (const writeWays of [undefined, () => Promise.reject(refused('http-503'))]) {
      const services = await fakeServices()
      const { keys } = services.visitor({ calls: (api) => ({ ...api, ...(writeWays && { writeWays }) }) })
      const secrets = watchSecrets()
      await keys.open().catch(() => {})
      await keys.settled()
      const { seen, left } = secrets()
      expect(seen).toBeGreaterThan(4)
      expect(left).toBe(0)
      vi.restoreAllMocks()
    }
  })
})

describe('a later write', () => {
  async function owner(calls: (api: KeyApi) => Partial<KeyApi> = () => ({})) {
    const services = await fakeServices()
    const store = lastingStore()
    const { keys } = services.visitor({ store, stretch: testStretch(), calls: (api) => ({ ...api, ...calls(api) }) })
    const addresses = await keys.open()
    await keys.settled()
    return { services, keys, addresses, store }
  }

  test('is signed by the wallet’s key, follows the version before, and tells the vault which ways there are', async () => {
    const signed: (string | undefined)[] = []
    const { services, keys, addresses, store } = await owner((api) => ({
      writeWays: (request) => {
        signed.push(statementSigner(request.statement, request.signature))
        return api.writeWays(request)
      },
    }))
    await keys.addPassphrase(passphrase)
    const [, said] = services.auth.said
    const factor = said?.add[0]
    expect(said).toMatchObject({ follows: 1, check: services.auth.made?.check, addresses, add: [{ kind: 'factor' }], remove: [id] })
    expect(signed).toEqual([addresses.eip155.toLowerCase(), addresses.eip155.toLowerCase()])
    // The contact of the first write is said again, to a vault that came back without it.
    const common = { to: 'vault', ticket: expect.any(String), wallet: services.walletId, eip155: addresses.eip155 }
    expect(services.vault.said.slice(1)).toEqual([
      { ...common, add: [{ id: factor?.id, half: sealed, factor: factor?.kind === 'factor' && factor.factor }], contact: sealed },
      { ...common, add: [], keep: [factor?.id] },
    ])
    expect(services.vault.contacts).toEqual(['ada@example.com', 'ada@example.com'])
    expect([...services.vault.ways.keys()]).toEqual([factor?.id])
    expect(store.wallets.get(services.walletId)).toMatchObject({ ownerOnly: true })
    expect(services.auth.asked.at(-1)).toEqual({ receipt: id, deviceId: undefined })
  })

  test('of a browser’s way alone asks nothing of the vault', async () => {
    const { services, keys } = await owner()
    const other = services.visitor().keys
    await other.open()
    await other.settled()
    const invitation = await other.invitation()
    if (!invitation) throw new Error('It asks for nothing.')
    await keys.invite(invitation)
    await keys.removeDevice((await keys.devices()).find(({ here }) => !here)?.id ?? '')
    expect(services.vault.said).toHaveLength(1)
    expect(services.auth.asked.slice(1)).toEqual([
      { receipt: undefined, deviceId: undefined },
      { receipt: undefined, deviceId: undefined },
    ])
    expect(kindsOf(services)).toEqual(['device', 'assisted'])
  })

  test('the vault that does not hear of it at once is told with the next signature', async () => {
    const down = { now: false }
    const services = await fakeServices()
    const { keys } = services.visitor({
      stretch: testStretch(),
      calls: (api) => ({
        ...api,
        vault: {
          ...api.vault,
          writeWays: (request) =>
            down.now && 'keep' in Object(JSON.parse(request.statement))
              ? Promise.reject(refused('http-503'))
              : api.vault.writeWays(request),
        },
      }),
    })
    await keys.open()
    await keys.settled()
    down.now = true
    await keys.addPassphrase(passphrase)
    expect(services.vault.ways.size).toBe(2)
    await keys.withKey('eip155', () => {})
    expect(services.vault.ways.size).toBe(2)
    down.now = false
    await keys.withKey('eip155', () => {})
    expect(services.vault.ways.size).toBe(1)
    const { length } = services.vault.said
    await keys.withKey('eip155', () => {})
    expect(services.vault.said).toHaveLength(length)
  })

  test('an answer that got lost is not a write that failed', async () => {
    let lose = false
    const { services, keys } = await owner((api) => ({
      writeWays: async (request) => {
        const answer = await api.writeWays(request)
        if (lose) throw new TypeError('fetch failed')
        return answer
      },
    }))
    lose = true
    await keys.addPassphrase(passphrase)
    expect(services.auth.said).toHaveLength(2)
    expect(await keys.security()).toMatchObject({ mode: 'user', passphrase: true })
    await keys.removeDevice('ffffffff-ffff-4fff-bfff-ffffffffffff')
    expect(services.auth.said).toHaveLength(3)
  })

  test('of another window that was first is made again on what that left', async () => {
    let first: (() => Promise<void>) | undefined
    const { services, keys } = await owner((api) => ({
      writeWays: async (request) => {
        const before = first
        first = undefined
        await before?.()
        return await api.writeWays(request)
      },
    }))
    const other = services.visitor().keys
    await other.open()
    first = () => other.recoverByMail({ onMatch: () => {}, signal: never() })
    await keys.addPassphrase(passphrase)
    expect(kindsOf(services)).toEqual(['device', 'device', 'factor'])
    expect(services.auth.said.map(({ follows }) => follows)).toEqual([0, 1, 2])
  })

  test('of other windows that are always first is given up after the third try', async () => {
    const services = await fakeServices()
    let tries = 0
    const { keys } = services.visitor({
      stretch: testStretch(),
      calls: (api) => ({
        ...api,
        writeWays: (request) => {
          tries += 1
          const { made } = services.auth
          if (made) services.auth.made = { ...made, version: made.version + 1 }
          return api.writeWays(request)
        },
      }),
    })
    await keys.open()
    expect(await failure(keys.addPassphrase(passphrase))).toMatchObject({ code: 'conflict' })
    expect(tries).toBe(4)
  })

  test('that is refused without another window’s change is not tried again', async () => {
    let tries = 0
    const services = await fakeServices()
    const first = services.visitor().keys
    await first.open()
    const { keys } = services.visitor({
      calls: (api) => ({
        ...api,
        writeWays: (request) => (tries++ > 0 ? Promise.reject(refused('invalid')) : api.writeWays(request)),
      }),
    })
    await keys.open()
    await keys.recoverByMail({ onMatch: () => {}, signal: never() })
    const theirs = (await keys.devices()).find(({ here }) => !here)?.id ?? ''
    expect(await failure(keys.removeDevice(theirs))).toMatchObject({ code: 'invalid' })
    expect(await first.signs()).toBe('lasting')
    expect(tries).toBe(2)
  })

  test('another address for the vault’s mails is sealed to it, and kept here', async () => {
    const { services, keys, addresses, store } = await owner()
    await keys.addContact('eve@example.com')
    expect(services.vault.contacts).toEqual(['ada@example.com', 'eve@example.com'])
    expect(services.vault.said.at(-1)).toEqual({
      to: 'vault',
      ticket: expect.any(String),
      wallet: services.walletId,
      eip155: addresses.eip155,
      add: [],
      contact: sealed,
    })
    expect(store.wallets.get(services.walletId)).toMatchObject({ contact: 'eve@example.com', halves: [{}] })
    expect(await keys.hasContact()).toBe(true)
  })

  test('another address is not kept where nothing is stored, and a storage that fails is no reason to fail', async () => {
    const services = await fakeServices()
    const memory = memoryKeyStore()
    const { keys } = services.visitor({ store: memory })
    await keys.open()
    await keys.addContact('eve@example.com')
    expect(await memory.get(services.walletId)).toBeUndefined()
    const store = lastingStore()
    let full = false
    const put: typeof store.put = (walletId, wallet) => (full ? Promise.reject(new Error('full')) : store.put(walletId, wallet))
    const next = services.visitor({ store: { ...store, put } }).keys
    await next.open()
    await next.recoverByMail({ onMatch: () => {}, signal: never() })
    full = true
    await next.addContact('eve@example.com')
    expect(services.vault.contacts).toEqual(['ada@example.com', 'eve@example.com', 'eve@example.com'])
  })
})
