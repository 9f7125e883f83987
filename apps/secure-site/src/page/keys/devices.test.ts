import { ed25519 } from '@noble/curves/ed25519.js'
import { createSealingKeys, publicKeyOf } from '@portico/vault-wire'
import { base58 } from '@scure/base'
import { bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { PageKeys } from './keys.js'
import { failure, lastingStore, testStretch } from './browser.test.helper.js'
import { fakeServices, refused } from './services.test.helper.js'
import { memoryKeyStore } from './store.js'

const addressOf = (key: Uint8Array): string => privateKeyToAccount(bytesToHex(key)).address
const never = () => new AbortController().signal
/** The addresses of the keys that a page signs with, by another library than the one that derived them. */
const signer = async (keys: PageKeys) => ({
  eip155: await keys.withKey('eip155', addressOf),
  solana: await keys.withKey('solana', (key) => base58.encode(ed25519.getPublicKey(key))),
})

describe('browsers with a way in', () => {
  test('are told apart: which one is here, how it calls itself, and when it last signed', async () => {
    const services = await fakeServices()
    const [first, second] = [services.visitor().keys, services.visitor().keys]
    await first.open()
    await second.open()
    await second.recoverByMail({ onMatch: () => {}, signal: never() })
    const [one, two] = [...services.auth.ways.values()].filter(({ way }) => way.kind === 'device').map(({ way }) => way.id)
    const browser = { name: 'Firefox', usedAt: 1_700_000_000 }
    expect(await first.devices()).toEqual([
      { id: one, here: true, ...browser },
      { id: two, here: false, ...browser },
    ])
    expect(await second.devices()).toMatchObject([{ here: false }, { here: true }])
    await first.removeDevice(two ?? '')
    expect(await first.devices()).toEqual([{ id: one, here: true, ...browser }])
    // It learns of that when it signs.
    expect(await failure(second.withKey('eip155', () => 1))).toMatchObject({ name: 'WalletLockedError' })
    expect(await second.signs()).toBe('no')
    expect(await second.devices()).toMatchObject([{ here: false }])
  })

  test('one that is forgotten has no way and no wallet stored any more', async () => {
    const services = await fakeServices()
    const store = lastingStore()
    const { keys } = services.visitor({ store })
    await keys.open()
    const other = services.visitor().keys
    await other.open()
    await other.recoverByMail({ onMatch: () => {}, signal: never() })
    await keys.open()
    expect(store.wallets.size).toBe(1)
    await keys.forget()
    expect([store.wallets.size, keys.addresses()]).toEqual([0, undefined])
    expect([...services.auth.ways.values()].map(({ way }) => way.kind)).toEqual(['assisted', 'device'])
    expect(await other.signs()).toBe('lasting')
  })

  test('one that was just given a way is forgotten by the service, too', async () => {
    const services = await fakeServices()
    const first = services.visitor().keys
    await first.open()
    const second = services.visitor().keys
    await second.open()
    const invitation = await second.invitation()
    if (!invitation) throw new Error('It asks for nothing.')
    await first.invite(invitation)
    await second.forget()
    expect(await first.devices()).toMatchObject([{ here: true }])
  })

  test('is forgotten here also where the service does not answer', async () => {
    const services = await fakeServices()
    const store = lastingStore()
    let down = false
    const { keys } = services.visitor({
      store,
      calls: (api) => ({ ...api, writeWays: (request) => (down ? Promise.reject(refused('http-503')) : api.writeWays(request)) }),
    })
    await keys.open()
    down = true
    expect(await failure(keys.forget())).toMatchObject({ code: 'http-503' })
    expect([store.wallets.size, keys.addresses()]).toEqual([0, undefined])
    expect(services.auth.ways.size).toBe(2)
  })

  test('one without a way is forgotten without a write', async () => {
    const services = await fakeServices()
    await services.visitor().keys.open()
    const { keys } = services.visitor()
    await keys.open()
    await keys.forget()
    expect([services.auth.made?.version, keys.addresses()]).toEqual([1, undefined])
  })

  test('one that signs by the vault’s half alone is forgotten without a write', async () => {
    const services = await fakeServices()
    await services.visitor().keys.open()
    const { keys } = services.visitor({ calls: (api) => ({ ...api, writeWays: () => Promise.reject(refused('http-503')) }) })
    await keys.open()
    await keys.recoverByMail({ onMatch: () => {}, signal: never() })
    expect(await keys.signs()).toBe('lasting')
    await keys.forget()
    expect(keys.addresses()).toBeUndefined()
  })

  test('a page that stores nothing, whose way has ended, is told so and can be recovered', async () => {
    const services = await fakeServices()
    const { keys } = services.visitor({ store: memoryKeyStore() })
    const addresses = await keys.open()
    for (const [id, { way }] of services.auth.ways) if (way.kind === 'device') services.auth.ways.delete(id)
    expect(await failure(keys.withKey('eip155', () => 1))).toMatchObject({ name: 'WalletLockedError' })
    expect(await keys.signs()).toBe('no')
    expect(await keys.unlockStep()).toMatchObject({ kind: 'vault' })
    await keys.recoverByMail({ onMatch: () => {}, signal: never() })
    expect(await signer(keys)).toEqual(addresses)
  })

  test('a page that signs by the half of a factor or of the vault is not locked by a service that fails', async () => {
    let down = false
    const services = await fakeServices()
    const first = services.visitor({ stretch: testStretch() }).keys
    await first.open()
    const fails = () => Promise.reject(refused('http-503'))
    const { keys } = services.visitor({
      stretch: testStretch(),
      calls: (api) => ({ ...api, writeWays: fails, way: (request) => (down ? fails() : api.way(request)) }),
    })
    await keys.open()
    await keys.recoverByMail({ onMatch: () => {}, signal: never() })
    const broken = async () => {
      down = true
      const error = await failure(keys.withKey('eip155', () => 1))
      down = false
      return error
    }
    expect(await broken()).toMatchObject({ code: 'http-503' })
    expect(await keys.withKey('eip155', (key) => key.length)).toBe(32)
    await first.addPassphrase('correct horse battery staple')
    await keys.open()
    await keys.recoverByPassphrase('correct horse battery staple')
    expect(await broken()).toMatchObject({ code: 'http-503' })
    expect(await keys.withKey('eip155', (key) => key.length)).toBe(32)
  })

  test('a lock forgets what is in memory, and leaves what is stored', async () => {
    const services = await fakeServices()
    const store = lastingStore()
    const { keys } = services.visitor({ store })
    const addresses = await keys.open()
    keys.lock()
    expect(keys.addresses()).toBeUndefined()
    await keys.open()
    expect(await signer(keys)).toEqual(addresses)
  })
})

describe('another page of this browser', () => {
  test.each([true, false])('that asked for it is given a way, which it keeps as it says (lasting: %s)', async (lasting) => {
    const services = await fakeServices()
    const first = services.visitor().keys
    const addresses = await first.open()
    expect(await first.invitation()).toBeUndefined()
    const second = services.visitor({ store: lasting ? lastingStore() : { ...lastingStore(), lasting: false } }).keys
    await second.open()
    const invitation = await second.invitation()
    expect(invitation).toEqual({ id: expect.any(String), publicKey: expect.stringMatching(/^B[\w-]{86}$/), lasting })
    if (!invitation) throw new Error('It asks for nothing.')
    await first.invite(invitation)
    expect(services.auth.said.at(-1)).toMatchObject({ add: [{ kind: 'device', device: invitation.id, lasting }], remove: [] })
    expect(await second.signs()).toBe(lasting ? 'lasting' : 'open')
    expect(await signer(second)).toEqual(addresses)
    expect(await second.invitation()).toBeUndefined()
    expect(await signer(first)).toEqual(addresses)
  })

  test('that takes another’s name gets nothing that it opens', async () => {
    const services = await fakeServices()
    const first = services.visitor().keys
    await first.open()
    const store = lastingStore()
    const second = services.visitor({ store }).keys
    await second.open()
    const invitation = await second.invitation()
    if (!invitation) throw new Error('It asks for nothing.')
    await first.invite({ ...invitation, publicKey: await publicKeyOf(await createSealingKeys()) })
    for (let visit = 0; visit < 2; visit += 1) expect(await second.signs()).toBe('no')
    // It is kept once: another one's place is not taken.
    expect(store.wallets.get(services.walletId)?.halves).toHaveLength(1)
  })
})
