import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { mnemonicToSeed } from '@scure/bip39'
import { bytesToHex } from 'viem'
import { HDKey, hdKeyToAccount, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { PageKeys } from './keys.js'
import { failure, isZero, lastingStore, testPasskeys, testStretch } from './browser.test.helper.js'
import { fakeServices, refused } from './services.test.helper.js'
import { memoryKeyStore } from './store.js'

const addressOf = (key: Uint8Array): string => privateKeyToAccount(bytesToHex(key)).address
/** The addresses of the keys that a page signs with, by another library than the one that derived them. */
const signer = async (keys: PageKeys) => ({
  eip155: await keys.withKey('eip155', addressOf),
  solana: await keys.withKey('solana', (key) => base58.encode(ed25519.getPublicKey(key))),
})

describe('a wallet that is made', () => {
  test('signs here at once with the keys of its addresses, which are known from then on', async () => {
    const services = await fakeServices()
    const { keys } = services.visitor()
    expect(keys.addresses()).toBeUndefined()
    const addresses = await keys.open()
    expect(keys.addresses()).toEqual(addresses)
    expect(await signer(keys)).toEqual(addresses)
    expect(await keys.unlockStep()).toEqual({ kind: 'none' })
    expect(await keys.signs()).toBe('lasting')
    expect(services.auth.made).toEqual({ addresses, check: expect.stringMatching(/^[\w-]{43}$/), version: 1 })
  })

  test('is the same after a reload, and at another login another one is not shown', async () => {
    const [services, others] = [await fakeServices(), await fakeServices()]
    const store = lastingStore()
    const addresses = await services.visitor({ store }).keys.open()
    let now = services
    const { keys } = services.visitor({ store, calls: (api) => ({ ...api, open: (id) => now.api.open(id) }) })
    expect(await keys.open()).toEqual(addresses)
    expect(await signer(keys)).toEqual(addresses)
    expect(services.vault.said).toHaveLength(1)
    now = others
    await others.visitor().keys.open()
    expect(await keys.open()).toEqual(others.auth.made?.addresses)
    expect(await keys.signs()).toBe('no')
  })

  test('of a page that stores nothing is held in memory, for this wallet alone', async () => {
    const [services, others] = [await fakeServices(), await fakeServices()]
    let now = services
    const calls: Parameters<typeof services.visitor>[0] = {
      store: memoryKeyStore(),
      calls: (api) => ({ ...api, open: (id) => now.api.open(id) }),
    }
    const { keys } = services.visitor(calls)
    const addresses = await keys.open()
    expect(await keys.signs()).toBe('open')
    expect(await signer(keys)).toEqual(addresses)
    // The same login opened again keeps it.
    await keys.open()
    expect(await keys.signs()).toBe('open')
    await others.visitor().keys.open()
    now = others
    await keys.open()
    expect(await keys.signs()).toBe('no')
  })

  test('the key is zeroed after it was used, also where its use failed', async () => {
    const { keys } = (await fakeServices()).visitor()
    await keys.open()
    const seen: Uint8Array[] = []
    expect(await keys.withKey('eip155', (key) => seen.push(key))).toBe(1)
    const broken = keys.withKey('solana', (key) => {
      seen.push(key)
      throw new Error('no signature')
    })
    await expect(broken).rejects.toThrow('no signature')
    expect(seen.map(({ length }) => length)).toEqual([32, 32])
    expect(seen.every(isZero)).toBe(true)
  })

  test('signs for later addresses of its words, and for no other', async () => {
    const services = await fakeServices()
    const { keys } = services.visitor()
    const { eip155: first } = await keys.open()
    const words = (await keys.exportWords({ code: '123456' })).join(' ')
    const seed = HDKey.fromMasterSeed(await mnemonicToSeed(words))
    const expected = Array.from({ length: 20 }, (_, addressIndex) => hdKeyToAccount(seed, { addressIndex }).address)
    expect(await keys.evmAddresses()).toEqual(expected)
    for (const of of [first, expected[1], expected[19]]) expect(await keys.withKey('eip155', addressOf, of)).toBe(of)
    const stranger = hdKeyToAccount(seed, { addressIndex: 20 }).address
    expect(await failure(keys.withKey('eip155', () => 1, stranger))).toMatchObject({
      name: 'KeyUnknownError',
      message: 'No key of this wallet has this address.',
    })
    const solana = ed25519.getPublicKey
    expect(await keys.withKey('solana', (key) => base58.encode(solana(key)), stranger)).toBe(keys.addresses()?.solana)
  })
})

describe('what the page is told of the wallet', () => {
  test('nothing before it was opened', async () => {
    const { keys } = (await fakeServices()).visitor()
    for (const asked of [
      keys.unlockStep(),
      keys.security(),
      keys.addPasskey(),
      keys.createRecoveryCode(),
      keys.forget(),
      keys.invitation(),
    ]) {
      expect(await failure(asked)).toMatchObject({ name: 'WalletNotOpenError', message: 'Log in before the wallet is used.' })
    }
  })

  test.each<[string, { mail?: boolean; identities?: readonly ['google' | 'apple', boolean][]; down?: boolean }, unknown]>([
    ['by the vault’s mail', {}, { kind: 'vault', mail: true, identities: [] }],
    ['by no mail where the vault has no address', { mail: false }, { kind: 'vault', mail: false, identities: [] }],
    [
      'by accounts that count already, each kind once',
      {
        mail: false,
        identities: [
          ['google', true],
          ['google', true],
          ['apple', false],
        ],
      },
      { kind: 'vault', mail: false, identities: ['google'] },
    ],
    ['by mail where the vault does not say', { down: true }, { kind: 'vault', mail: true, identities: [] }],
  ])('another browser is opened %s', async (_, { mail, identities = [], down = false }, step) => {
    const services = await fakeServices()
    await services.visitor().keys.open()
    services.vault.mail = mail
    services.vault.identities = identities.map(([kind, counts]) => ({ kind, counts }))
    const status = () => Promise.reject(refused('http-503'))
    const { keys } = services.visitor(down ? { calls: (api) => ({ ...api, vault: { ...api.vault, status } }) } : {})
    await keys.open()
    expect(await keys.unlockStep()).toEqual(step)
    expect(await keys.signs()).toBe('no')
    expect(await failure(keys.withKey('eip155', () => 1))).toMatchObject({
      name: 'WalletLockedError',
      message: 'This browser cannot sign before the wallet is recovered here.',
    })
  })

  test('with factors of its owner alone another browser asks for one of them, each kind as it is', async () => {
    const services = await fakeServices()
    const { keys } = services.visitor({ passkeys: testPasskeys(), stretch: testStretch() })
    await keys.open()
    expect(await keys.security()).toEqual({
      mode: 'progressive',
      passkeys: 0,
      recoveryCode: false,
      passphrase: false,
      device: true,
      recoverable: true,
    })
    await keys.addPasskey()
    expect(await keys.security()).toMatchObject({ mode: 'user', passkeys: 1 })
    const next = services.visitor().keys
    await next.open()
    expect(await next.unlockStep()).toEqual({ kind: 'factor', passkey: true, recoveryCode: false, passphrase: false })
    await keys.addPasskey()
    await keys.addPassphrase('correct horse battery staple')
    const { code, confirm } = await keys.createRecoveryCode()
    await confirm(code)
    await next.open()
    expect(await next.unlockStep()).toEqual({ kind: 'factor', passkey: true, recoveryCode: true, passphrase: true })
    const known = { mode: 'user', passkeys: 2, recoveryCode: true, passphrase: true, recoverable: true }
    expect(await keys.security()).toEqual({ ...known, device: true })
    expect(await next.security()).toEqual({ ...known, device: false })
  })

  test.each<[string, { contact?: boolean; mail?: boolean; counts?: boolean; down?: boolean }, boolean | undefined]>([
    ['the address that was typed here', { contact: true, mail: false }, true],
    ['an address that the vault has', { mail: true }, true],
    ['an account that counts', { mail: false, counts: true }, true],
    ['an account that does not count yet', { mail: false, counts: false }, false],
    ['nothing', { mail: false }, false],
    ['a vault that does not answer', { down: true }, undefined],
  ])('whether it can be recovered, by %s', async (_, { contact = false, mail, counts, down = false }, recoverable) => {
    const services = await fakeServices({ policy: 'assisted' })
    const status = () => Promise.reject(refused('http-503'))
    const { keys } = services.visitor({
      typed: async () => (contact ? 'ada@example.com' : undefined),
      ...(down && { calls: (api) => ({ ...api, vault: { ...api.vault, status } }) }),
    })
    await keys.open()
    services.vault.mail = mail
    services.vault.identities = counts === undefined ? [] : [{ kind: 'google', counts }]
    const known = { mode: 'assisted', passkeys: 0, recoveryCode: false, passphrase: false, device: true }
    expect(await keys.security()).toStrictEqual(recoverable === undefined ? known : { ...known, recoverable })
    if (!down) expect(await keys.hasContact()).toBe(mail)
  })

  test('a factor beside the assisted way is enough to recover by', async () => {
    const services = await fakeServices({ policy: 'assisted' })
    const { keys } = services.visitor({ stretch: testStretch(), typed: async () => undefined })
    await keys.open()
    expect(await keys.security()).toMatchObject({ recoverable: false })
    await keys.addPassphrase('correct horse battery staple')
    expect(await keys.security()).toMatchObject({ mode: 'assisted', passphrase: true, recoverable: true })
  })

  test('a wallet of its owner alone is recovered by what the owner has, also where the services have lost it', async () => {
    const services = await fakeServices()
    const { keys } = services.visitor({ stretch: testStretch(), typed: async () => undefined })
    await keys.open()
    await keys.addPassphrase('correct horse battery staple')
    for (const [id, { way }] of services.auth.ways) if (way.kind === 'factor') services.auth.ways.delete(id)
    await keys.open()
    expect(await keys.security()).toMatchObject({ mode: 'user', passphrase: false, recoverable: true })
  })

  test('a page that stores nothing is no device, though it signs', async () => {
    const { keys } = (await fakeServices()).visitor({ store: memoryKeyStore() })
    await keys.open()
    expect(await keys.security()).toMatchObject({ device: false, recoverable: true })
  })

  test('a storage that fails is a browser that has nothing', async () => {
    const services = await fakeServices()
    await services.visitor({ typed: async () => undefined }).keys.open()
    const { keys } = services.visitor({ store: { ...lastingStore(), get: () => Promise.reject(new Error('no disk')) } })
    await keys.open()
    expect(await keys.signs()).toBe('no')
    expect(await keys.security()).toMatchObject({ recoverable: false })
  })
})
