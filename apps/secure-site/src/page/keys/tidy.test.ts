import { createSealingKeys, publicKeyOf, sealedFor, unseal } from '@portico/vault-wire'
import { describe, expect, test } from 'vitest'
import { failure, lastingStore, testPasskeys, testStretch } from './browser.test.helper.js'
import { type VisitorOptions, fakeServices, refused } from './services.test.helper.js'

const never = () => new AbortController().signal
const byMail = { onMatch: () => {}, signal: never() }
const passphrase = 'correct horse battery staple'

async function owner(options: VisitorOptions & { policy?: 'assisted' | 'progressive' } = {}) {
  const { policy = 'progressive', ...given } = options
  const services = await fakeServices({ policy })
  const store = lastingStore()
  const { keys } = services.visitor({ store, stretch: testStretch(), passkeys: testPasskeys(), ...given })
  await keys.open()
  await keys.settled()
  /** As at the next visit, which looks what the vault has. */
  const visit = async () => {
    await keys.open()
    await keys.settled()
    return await keys.withKey('eip155', (key) => key.length)
  }
  const kinds = () => [...services.auth.ways.values()].map(({ way }) => way.kind)
  const ids = (kind: string) => [...services.auth.ways.values()].flatMap(({ way }) => (way.kind === kind ? [way.id] : []))
  return { services, store, keys, visit, kinds, ids }
}

describe('what the vault holds, put right with the next signature', () => {
  test('nothing is said where it holds what it should', async () => {
    const { services, keys, visit } = await owner()
    await keys.addPassphrase(passphrase)
    const said = [services.auth.said.length, services.vault.said.length]
    expect(await visit()).toBe(32)
    expect([services.auth.said.length, services.vault.said.length]).toEqual(said)
  })

  test('a half that it has lost is made anew, in the place of the one before', async () => {
    const { services, visit, ids } = await owner()
    const [lost] = ids('assisted')
    services.vault.ways.clear()
    expect(await visit()).toBe(32)
    const [made] = ids('assisted')
    expect(services.auth.said.at(-1)).toMatchObject({ add: [{ kind: 'assisted', id: made }], remove: [lost] })
    expect([...services.vault.ways.keys()]).toEqual([made])
    const { keys: other } = services.visitor()
    await other.open()
    await other.recoverByMail(byMail)
    expect(await other.signs()).toBe('lasting')
  })

  test('a factor’s half that it has lost is made anew without the factor, which opens it as before', async () => {
    const { services, keys, visit, ids } = await owner()
    await keys.addPassphrase(passphrase)
    const [lost] = ids('factor')
    services.vault.ways.clear()
    expect(await visit()).toBe(32)
    const [made] = ids('factor')
    expect(made).not.toBe(lost)
    expect(services.auth.said.at(-1)).toMatchObject({
      add: [{ kind: 'factor', id: made, enclosed: expect.any(String), factor: { id: made, kind: 'passphrase', only: true } }],
      remove: [lost],
    })
    const { keys: other } = services.visitor({ stretch: testStretch() })
    await other.open()
    await other.recoverByPassphrase(passphrase)
    expect(await other.withKey('eip155', (key) => key.length)).toBe(32)
  })

  test('of two factors the one that it still has stays as it is', async () => {
    const { services, keys, visit, ids } = await owner()
    await keys.addPassphrase(passphrase)
    await keys.addPasskey()
    const [first, second] = ids('factor')
    services.vault.ways.delete(first ?? '')
    await visit()
    expect(services.auth.said.at(-1)).toMatchObject({ add: [{ factor: { kind: 'passphrase' } }], remove: [first] })
    expect(ids('factor')).toEqual([second, expect.any(String)])
  })

  test('beside a factor the assisted way is made anew alone, where it alone is lost', async () => {
    const { services, keys, visit, kinds, ids } = await owner({ policy: 'assisted' })
    await keys.addPassphrase(passphrase)
    const [factor] = ids('factor')
    for (const id of ids('assisted')) services.vault.ways.delete(id)
    await visit()
    expect(services.auth.said.at(-1)).toMatchObject({ add: [{ kind: 'assisted' }], remove: [expect.any(String)] })
    expect(kinds()).toEqual(['device', 'factor', 'assisted'])
    expect(ids('factor')).toEqual([factor])
  })

  test('beside the assisted way a factor is made anew alone, where it alone is lost', async () => {
    const { services, keys, visit, ids } = await owner({ policy: 'assisted' })
    await keys.addPassphrase(passphrase)
    const [assisted] = ids('assisted')
    for (const id of ids('factor')) services.vault.ways.delete(id)
    const [lost] = ids('factor')
    await visit()
    expect(services.auth.said.at(-1)).toMatchObject({ add: [{ kind: 'factor' }], remove: [lost] })
    expect(ids('assisted')).toEqual([assisted])
  })

  test.each<[string, (world: Awaited<ReturnType<typeof owner>>) => void]>([
    ['more than it should', ({ services }) => void services.vault.ways.set('x', { half: new Uint8Array(32), factor: undefined })],
    ['shares of an earlier release', ({ services }) => void (services.vault.shares = true)],
  ])('%s is dropped', async (_, change) => {
    const world = await owner()
    change(world)
    const { services, visit, ids } = world
    expect(await visit()).toBe(32)
    expect(services.vault.said.at(-1)).toMatchObject({ add: [], keep: ids('assisted') })
    expect([...services.vault.ways.keys()]).toEqual(ids('assisted'))
    expect(services.vault.shares).toBe(false)
    const { length } = services.vault.said
    await visit()
    expect(services.vault.said).toHaveLength(length)
  })

  test('another half in the place of the right one is told apart', async () => {
    const { services, visit, ids } = await owner()
    services.vault.ways.clear()
    services.vault.ways.set('x', { half: new Uint8Array(32), factor: undefined })
    expect(await visit()).toBe(32)
    expect([...services.vault.ways.keys()]).toEqual(ids('assisted'))
  })

  test('one of two that is another is told apart', async () => {
    const { services, keys, visit, ids } = await owner()
    await keys.addPassphrase(passphrase)
    await keys.addPasskey()
    const [lost, stays] = ids('factor')
    services.vault.ways.delete(lost ?? '')
    services.vault.ways.set('x', { half: new Uint8Array(32), factor: undefined })
    await visit()
    expect(ids('factor')).toEqual([stays, expect.any(String)])
    expect([...services.vault.ways.keys()].toSorted()).toEqual(ids('factor').toSorted())
  })

  test('a factor that a service slipped in is not made anew', async () => {
    const { services, keys, visit, ids } = await owner({ policy: 'assisted' })
    await keys.addPassphrase(passphrase)
    for (const { way } of services.auth.ways.values()) if (way.kind === 'factor') way.factor.mac = 'A'.repeat(43)
    for (const id of ids('factor')) services.vault.ways.delete(id)
    const before = ids('factor')
    await visit()
    expect(services.auth.said.at(-1)?.add).toEqual([])
    expect(ids('factor')).toEqual(before)
  })

  test('nobody waits for a vault that does not answer, or that fails when it is put right', async () => {
    let down: 'status' | 'writeWays' | undefined = 'status'
    const unless = async <T>(name: typeof down, call: () => Promise<T>): Promise<T> => {
      if (down === name) throw refused('http-503')
      return await call()
    }
    const { services, visit } = await owner({
      calls: (api) => ({
        ...api,
        vault: {
          ...api.vault,
          status: (asked) => unless('status', () => api.vault.status(asked)),
          writeWays: (request) => unless('writeWays', () => api.vault.writeWays(request)),
        },
      }),
    })
    services.vault.shares = true
    expect(await visit()).toBe(32)
    down = 'writeWays'
    expect(await visit()).toBe(32)
    expect(services.vault.shares).toBe(true)
    down = undefined
    expect(await visit()).toBe(32)
    expect(services.vault.shares).toBe(false)
  })
})

describe('a wallet of its owner alone', () => {
  test('gets no assisted way again, though the auth service says that there is one', async () => {
    const { services, store, keys, visit, kinds } = await owner()
    const assisted = [...services.auth.ways.values()].find(({ way }) => way.kind === 'assisted')
    await keys.addPassphrase(passphrase)
    expect(store.wallets.get(services.walletId)).toMatchObject({ ownerOnly: true })
    if (assisted) services.auth.ways.set(assisted.way.id, assisted)
    expect(await visit()).toBe(32)
    expect(kinds()).toEqual(['device', 'factor'])
    expect(services.auth.said.at(-1)).toMatchObject({ add: [], remove: [assisted?.way.id] })
  })

  test('gets no way that the vault holds a half of, though both say so', async () => {
    const { services, keys, visit, kinds } = await owner()
    const assisted = [...services.auth.ways.values()].find(({ way }) => way.kind === 'assisted')
    const half = services.vault.ways.get(assisted?.way.id ?? '')
    await keys.addPassphrase(passphrase)
    if (assisted && half) {
      services.auth.ways.set(assisted.way.id, assisted)
      services.vault.ways.set(assisted.way.id, half)
      services.vault.shares = true
    }
    await visit()
    expect(kinds()).toEqual(['device', 'factor'])
    expect(services.vault.ways.size).toBe(1)
  })

  test('of which the auth service has forgotten the factor gets it back from the vault', async () => {
    const { services, keys, visit, ids } = await owner()
    await keys.addPassphrase(passphrase)
    for (const id of ids('factor')) services.auth.ways.delete(id)
    await visit()
    expect(services.auth.said.at(-1)).toMatchObject({ add: [{ kind: 'factor', enclosed: expect.any(String) }], remove: [] })
    expect([...services.vault.ways.keys()]).toEqual(ids('factor'))
    const { keys: other } = services.visitor({ stretch: testStretch() })
    await other.open()
    await other.recoverByPassphrase(passphrase)
    expect(await other.signs()).toBe('lasting')
  })

  test('of which both have forgotten the factor signs here, and is given no way that its owner does not have', async () => {
    const { services, keys, visit, ids } = await owner()
    await keys.addPassphrase(passphrase)
    for (const id of ids('factor')) services.auth.ways.delete(id)
    services.vault.ways.clear()
    services.vault.shares = true
    const said = [services.auth.said.length, services.vault.said.length]
    expect(await visit()).toBe(32)
    expect([services.auth.said.length, services.vault.said.length]).toEqual(said)
  })

  test('is given no factor that a service slipped in', async () => {
    const { services, keys, visit, ids } = await owner()
    await keys.addPassphrase(passphrase)
    const [real] = ids('factor')
    const publicKey = await publicKeyOf(await createSealingKeys())
    const held = services.vault.ways.get(real ?? '')
    for (const id of ids('factor')) services.auth.ways.delete(id)
    services.vault.ways.clear()
    if (held?.factor) services.vault.factors = [{ ...held.factor, publicKey }]
    services.vault.shares = true
    const { length } = services.auth.said
    await visit()
    expect(services.auth.said).toHaveLength(length)
  })
})

describe('this browser’s way', () => {
  test('is kept with the one before it, and the newest that counts opens', async () => {
    const { services, store, keys, visit } = await owner()
    const halves = () => store.wallets.get(services.walletId)?.halves?.map(({ id }) => id)
    const [first] = halves() ?? []
    await keys.recoverByMail(byMail)
    const [, second] = halves() ?? []
    expect(halves()).toEqual([first, second])
    await keys.recoverByMail(byMail)
    expect(halves()).toEqual([second, expect.any(String)])
    expect(await visit()).toBe(32)
    // A write that did not get through leaves the one before.
    const { keys: next } = services.visitor({ store, calls: (api) => ({ ...api, writeWays: () => Promise.reject(refused('no')) }) })
    await next.open()
    await next.recoverByMail(byMail)
    expect(halves()).toHaveLength(2)
    expect(await visit()).toBe(32)
  })

  test('a damaged half is passed over for the one before it', async () => {
    const { services, store, keys } = await owner()
    const stored = store.wallets.get(services.walletId)
    const [good] = stored?.halves ?? []
    if (!stored || !good) throw new Error('It has a way.')
    store.wallets.set(services.walletId, { ...stored, halves: [good, { ...good, half: `${good.half.slice(0, -4)}AAAA` }] })
    expect(await keys.withKey('eip155', (key) => key.length)).toBe(32)
    store.wallets.set(services.walletId, { ...stored, halves: [{ ...good, half: `${good.half.slice(0, -4)}AAAA` }] })
    expect(await keys.signs()).toBe('no')
  })

  test('that another one left is kept, also where the storage fails meanwhile', async () => {
    for (const full of [false, true]) {
      const { services, keys } = await owner()
      const store = lastingStore()
      let fails = false
      const put: typeof store.put = (walletId, wallet) => (fails ? Promise.reject(new Error('full')) : store.put(walletId, wallet))
      const { keys: other } = services.visitor({ store: { ...store, put } })
      await other.open()
      const invitation = await other.invitation()
      if (!invitation) throw new Error('It asks for nothing.')
      await keys.invite(invitation)
      fails = full
      expect(await other.withKey('eip155', (key) => key.length)).toBe(32)
      const kept = store.wallets.get(services.walletId)
      expect(kept?.halves?.length ?? 0).toBe(full ? 0 : 1)
      const [half] = kept?.halves ?? []
      if (kept && half) expect(await unseal(half.half, kept.keys, sealedFor.half('device', services.walletId, half.id))).toHaveLength(32)
    }
  })

  test('that has ended is told, and one that fails for another reason is not taken for it', async () => {
    let down = false
    const { services, keys } = await owner({
      calls: (api) => ({ ...api, way: (request) => (down ? Promise.reject(refused('http-503')) : api.way(request)) }),
    })
    down = true
    expect(await failure(keys.withKey('eip155', () => 1))).toMatchObject({ code: 'http-503' })
    down = false
    for (const [id, { way }] of services.auth.ways) if (way.kind === 'device') services.auth.ways.delete(id)
    expect(await failure(keys.withKey('eip155', () => 1))).toMatchObject({ name: 'WalletLockedError' })
  })

  test('that fails where the service is gone is told as it is', async () => {
    let down = false
    const { keys } = await owner({
      calls: (api) => ({
        ...api,
        open: (device) => (down ? Promise.reject(new TypeError('offline')) : api.open(device)),
        way: (request) => (down ? Promise.reject(refused('no_way')) : api.way(request)),
      }),
    })
    down = true
    expect(await failure(keys.withKey('eip155', () => 1))).toMatchObject({ code: 'no_way' })
  })

  test('of another wallet’s halves is refused', async () => {
    const { services, keys } = await owner()
    for (const held of services.auth.ways.values()) if (held.way.kind === 'device') held.half = new Uint8Array(32)
    expect(await failure(keys.withKey('eip155', () => 1))).toMatchObject({ name: 'RootMismatchError' })
    for (const held of services.auth.ways.values()) if (held.way.kind === 'device') held.half = undefined
    expect(await failure(keys.withKey('eip155', () => 1))).toMatchObject({ name: 'RootMismatchError' })
  })
})
