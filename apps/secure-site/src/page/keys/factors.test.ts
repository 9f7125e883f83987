import { hkdfSync, randomUUID } from 'node:crypto'
import { createSealingKeys, deriveSealingKeys, publicKeyOf } from '@portico/vault-wire'
import { describe, expect, test, vi } from 'vitest'
import { WeakPassphraseError } from './errors.js'
import { factorHalf, factorKeys, isOwnDevice, isOwnFactor, signFactor } from './factor.js'
import { createRecoveryCode, decodeRecoveryCode, encodeRecoveryCode } from './recoveryCode.js'
import { macOf } from './root.js'
import { failure, isZero, testPasskeys, testStretch, watchSecrets, watchZeros } from './browser.test.helper.js'
import { fakeServices, refused } from './services.test.helper.js'

const passphrase = 'correct horse battery staple'

async function owner(policy: 'assisted' | 'progressive' = 'progressive') {
  const services = await fakeServices({ policy })
  const [passkeys, stretch] = [testPasskeys(), testStretch()]
  const { keys } = services.visitor({ passkeys, stretch })
  await keys.open()
  await keys.settled()
  const kinds = async () => (await services.api.open()).wallet?.factors.map(({ kind }) => kind)
  const other = async (options: Parameters<typeof services.visitor>[0] = { passkeys, stretch }) => {
    const visitor = services.visitor(options)
    await visitor.keys.open()
    return visitor.keys
  }
  return { services, keys, passkeys, stretch, kinds, other }
}

describe('a factor', () => {
  test.each(['passkey', 'recoveryCode', 'passphrase'] as const)('of kind %s gives a key pair and a half by HKDF-SHA-256', async (kind) => {
    const secret = new Uint8Array(32).fill(7)
    const derived = (label: string) => new Uint8Array(hkdfSync('sha256', secret, 'wallet', `portico/${label}/${kind}`, 32))
    expect(factorHalf(secret, kind, 'wallet')).toEqual(derived('half'))
    const publicKey = await publicKeyOf(await factorKeys(secret, kind, 'wallet'))
    expect(publicKey).toBe(await publicKeyOf(await deriveSealingKeys(derived('factor'))))
  })

  test('is known by the wallet’s root, of which each of its fields is signed', async () => {
    const root = new Uint8Array(32).fill(1)
    const publicKey = await publicKeyOf(await createSealingKeys())
    const made = { id: randomUUID(), kind: 'passkey', publicKey, only: true, credentialId: 'c' } as const
    const signed = signFactor(root, made)
    expect(signed).toEqual({ ...made, mac: macOf(root, ['factor', made.id, 'passkey', publicKey, 'only', 'c']) })
    expect(isOwnFactor(root, signed)).toBe(true)
    const { credentialId: _, ...bare } = made
    expect(signFactor(root, { ...bare, only: false }).mac).toBe(macOf(root, ['factor', made.id, 'passkey', publicKey, '', '']))
    for (const change of [
      { id: randomUUID() },
      { kind: 'passphrase' },
      { publicKey: 'B' },
      { only: false },
      { credentialId: 'd' },
    ] as const) {
      expect(isOwnFactor(root, { ...signed, ...change })).toBe(false)
    }
    expect(isOwnFactor(new Uint8Array(32), signed)).toBe(false)
  })

  test('a browser that holds a share is known by the root as well', () => {
    const root = new Uint8Array(32).fill(1)
    const device = { id: 'd', publicKey: 'p', mac: macOf(root, ['device', 'd', 'p']) }
    expect(isOwnDevice(root, device)).toBe(true)
    expect(isOwnDevice(root, { ...device, id: 'e' })).toBe(false)
    expect(isOwnDevice(root, { ...device, publicKey: 'q' })).toBe(false)
    expect(isOwnDevice(new Uint8Array(32), device)).toBe(false)
  })
})

describe('a passkey', () => {
  test('is made for this wallet beside those that it has, and the assisted way ends', async () => {
    const { services, keys, passkeys } = await owner()
    const assisted = (await services.api.open()).wallet?.assisted
    await keys.addPasskey()
    const [made] = (await services.api.open()).wallet?.factors ?? []
    expect(made).toMatchObject({ kind: 'passkey', only: true, credentialId: expect.any(String) })
    expect(services.auth.said.at(-1)).toMatchObject({ add: [{ kind: 'factor', id: made?.id, factor: made }], remove: [assisted] })
    expect(services.auth.said.at(-1)?.add[0]).not.toHaveProperty('enclosed')
    await keys.addPasskey()
    const { walletId } = services
    expect(passkeys.asked).toEqual([
      { walletId, label: 'ada@example.com', exclude: [] },
      { walletId, label: 'ada@example.com', exclude: [made?.credentialId] },
    ])
    expect(services.auth.said.at(-1)?.remove).toEqual([])
    expect((await services.api.open()).wallet?.factors.map(({ kind }) => kind)).toEqual(['passkey', 'passkey'])
    expect(passkeys.given.every(isZero)).toBe(true)
  })

  test('under the assisted policy the mail stays', async () => {
    const { services, keys } = await owner('assisted')
    await keys.addPasskey()
    expect(services.auth.said.at(-1)).toMatchObject({ add: [{ factor: { only: false } }], remove: [] })
    const { wallet } = await services.api.open()
    expect(wallet).toMatchObject({ mode: 'assisted', assisted: expect.any(String) })
    // The vault is told which ways there are.
    expect(services.vault.said.at(-1)).toMatchObject({ add: [], keep: [wallet?.assisted, wallet?.factors[0]?.id] })
  })

  test('a browser without them says so', async () => {
    const { keys, other } = await owner()
    await keys.addPasskey()
    const next = await other({})
    const unsupported = {
      name: 'PasskeyError',
      reason: 'unsupported',
      message: 'This passkey cannot protect the wallet. Try another one, or a recovery code.',
    }
    expect(await failure(next.addPasskey())).toMatchObject(unsupported)
    expect(await failure(next.recoverByPasskey())).toMatchObject(unsupported)
  })

  test('of another wallet does not open it, and its secret is zeroed', async () => {
    const { keys, passkeys, other } = await owner()
    await keys.addPasskey()
    const next = await other()
    passkeys.forget()
    const unknown = { name: 'PasskeyError', reason: 'unknown', message: 'This passkey does not belong to the wallet.' }
    expect(await failure(next.recoverByPasskey())).toMatchObject(unknown)
    expect(passkeys.given.every(isZero)).toBe(true)
  })

  test('nobody is asked for one where the wallet has none', async () => {
    const { keys, passkeys, other } = await owner()
    await keys.addPassphrase(passphrase)
    expect(await failure((await other()).recoverByPasskey())).toMatchObject({ name: 'PasskeyError', reason: 'unknown' })
    expect(passkeys.asked).toEqual([])
  })

  test('is asked for by the names of all that the wallet has', async () => {
    const { services, keys, passkeys, other } = await owner()
    await keys.addPassphrase(passphrase)
    await keys.addPasskey()
    await keys.addPasskey()
    const names = (await services.api.open()).wallet?.factors.flatMap(({ credentialId }) => credentialId ?? [])
    await (await other()).recoverByPasskey()
    expect(passkeys.asked.at(-1)).toEqual({ walletId: services.walletId, credentialIds: names })
    expect(names).toHaveLength(2)
    expect(passkeys.asked[0]).toMatchObject({ exclude: [] })
  })
})

describe('a recovery code', () => {
  test('counts once it was typed again, in the place of the one before', async () => {
    const { services, keys, kinds, other } = await owner()
    const first = await keys.createRecoveryCode()
    expect(await kinds()).toEqual([])
    expect(await failure(first.confirm(createRecoveryCode()))).toMatchObject({ name: 'RecoveryCodeError' })
    expect(await failure(first.confirm('0000'))).toMatchObject({ name: 'RecoveryCodeError' })
    expect(await kinds()).toEqual([])
    await first.confirm(first.code.toLowerCase())
    expect(await kinds()).toEqual(['recoveryCode'])
    const old = (await services.api.open()).wallet?.factors[0]?.id
    await keys.addPasskey()
    const second = await keys.createRecoveryCode()
    await second.confirm(second.code)
    expect(services.auth.said.at(-1)?.remove).toEqual([old])
    expect(await kinds()).toEqual(['passkey', 'recoveryCode'])
    const next = await other()
    expect(await failure(next.recoverByCode(first.code))).toMatchObject({
      name: 'RecoveryCodeError',
      message: 'This is not the recovery code of this wallet.',
    })
    await next.recoverByCode(second.code)
    expect(await next.signs()).toBe('lasting')
  })

  test('is not taken for one that differs in a byte, and what was typed is zeroed', async ({ onTestFinished }) => {
    onTestFinished(() => void vi.restoreAllMocks())
    const { keys, kinds } = await owner()
    const { code, confirm } = await keys.createRecoveryCode()
    const secret = decodeRecoveryCode(code)
    const near = secret.with(3, (secret[3] ?? 0) ^ 1)
    const zeroed = watchZeros()
    expect(await failure(confirm(encodeRecoveryCode(near)))).toMatchObject({ name: 'RecoveryCodeError' })
    const hex = [near, secret].map((bytes) => Buffer.from(bytes).toString('hex'))
    expect(zeroed).toEqual(expect.arrayContaining(hex))
    expect(await kinds()).toEqual([])
  })

  test.each(['recoverByCode', 'recoverByPassphrase'] as const)('%s opens no factor that a service calls otherwise', async (recover) => {
    const { services, keys, other } = await owner()
    await keys.addPassphrase(passphrase)
    const { code, confirm } = await keys.createRecoveryCode()
    await confirm(code)
    services.vault.factors = (await services.api.open()).wallet?.factors.map((factor) => ({ ...factor, kind: 'passkey' }))
    const name = recover === 'recoverByCode' ? 'RecoveryCodeError' : 'PassphraseError'
    expect(await failure((await other())[recover](recover === 'recoverByCode' ? code : passphrase))).toMatchObject({ name })
  })

  test('is not asked for where the wallet has a passphrase alone', async () => {
    const { keys, other } = await owner()
    await keys.addPassphrase(passphrase)
    expect(await failure((await other()).recoverByCode(createRecoveryCode()))).toMatchObject({ name: 'RecoveryCodeError' })
  })
})

describe('a passphrase', () => {
  test('takes the place of the one before, and its bytes are zeroed', async () => {
    const { services, keys, kinds, other, stretch } = await owner()
    await keys.addPassphrase(passphrase)
    await keys.addPasskey()
    const old = (await services.api.open()).wallet?.factors[0]?.id
    await keys.addPassphrase('another four words here')
    expect(services.auth.said.at(-1)?.remove).toEqual([old])
    expect(await kinds()).toEqual(['passkey', 'passphrase'])
    const next = await other()
    const wrong = { name: 'PassphraseError', message: 'This is not the passphrase of this wallet.' }
    expect(await failure(next.recoverByPassphrase(passphrase))).toMatchObject(wrong)
    await next.recoverByPassphrase('another four words here')
    expect(await next.signs()).toBe('lasting')
    expect(stretch.given).toHaveLength(4)
    expect(stretch.given.every(isZero)).toBe(true)
  })

  test('that is too short is not the wallet’s, and another failure is told as it is', async () => {
    const { keys, other } = await owner()
    await keys.addPassphrase(passphrase)
    const short = await other({ stretch: () => Promise.reject(new WeakPassphraseError('passphrase_short')) })
    expect(await failure(short.recoverByPassphrase('short'))).toMatchObject({ name: 'PassphraseError' })
    expect(await failure(short.addPassphrase('short'))).toMatchObject({ name: 'WeakPassphraseError', reason: 'passphrase_short' })
    const broken = await other({ stretch: () => Promise.reject(new RangeError('no memory')) })
    expect(await failure(broken.recoverByPassphrase(passphrase))).toMatchObject({ name: 'RangeError', message: 'no memory' })
  })

  test('is taken away where something else brings the wallet back, and only then', async () => {
    const { keys, kinds } = await owner()
    await keys.addPassphrase(passphrase)
    expect(await failure(keys.removePassphrase())).toMatchObject({
      name: 'LastFactorError',
      message: 'Add a passkey or a recovery code first: without the passphrase nothing would bring the wallet back.',
    })
    expect(await kinds()).toEqual(['passphrase'])
    await keys.addPasskey()
    await keys.removePassphrase()
    expect(await kinds()).toEqual(['passkey'])
  })

  test('is taken away where the mail brings it back', async () => {
    const { services, keys, kinds } = await owner('assisted')
    await keys.addPassphrase(passphrase)
    await keys.removePassphrase()
    expect(await kinds()).toEqual([])
    expect(services.auth.said.at(-1)?.add).toEqual([])
    expect([...services.vault.ways.keys()]).toEqual([(await services.api.open()).wallet?.assisted])
  })

  test('stays where the only other factor is one that a service slipped in', async () => {
    const { services, keys } = await owner()
    await keys.addPassphrase(passphrase)
    await keys.addPasskey()
    for (const { way } of services.auth.ways.values())
      if (way.kind === 'factor' && way.factor.kind === 'passkey') way.factor.mac = 'A'.repeat(43)
    expect(await failure(keys.removePassphrase())).toMatchObject({ name: 'LastFactorError' })
  })
})

test('what a service slipped in goes with the next factor', async () => {
  const { services, keys, kinds } = await owner()
  await keys.addPasskey()
  await keys.addPasskey()
  const [foreign] = (await services.api.open()).wallet?.factors ?? []
  for (const { way } of services.auth.ways.values()) if (way.id === foreign?.id && way.kind === 'factor') way.factor.mac = 'A'.repeat(43)
  await keys.addPassphrase(passphrase)
  expect(services.auth.said.at(-1)?.remove).toEqual([foreign?.id])
  expect(await kinds()).toEqual(['passkey', 'passphrase'])
})

test.each(['passkey', 'recoveryCode', 'passphrase'] as const)('a %s that is not taken leaves nothing in memory', async (kind) => {
  const { services, passkeys, stretch } = await owner()
  const down = () => Promise.reject(refused('http-503'))
  const { keys } = services.visitor({ passkeys, stretch, calls: (api) => ({ ...api, ticket: down }) })
  await keys.open()
  const add = {
    passkey: keys.addPasskey,
    passphrase: () => keys.addPassphrase(passphrase),
    recoveryCode: async () => {
      const { code, confirm } = await keys.createRecoveryCode()
      await confirm(code)
    },
  }
  expect(await failure(add[kind]())).toMatchObject({ name: 'WalletLockedError' })
  expect([...passkeys.given, ...stretch.given].every(isZero)).toBe(true)
})

test('what a factor’s way is made of is zeroed', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.restoreAllMocks())
  const { keys } = await owner()
  const secrets = watchSecrets()
  await keys.addPassphrase(passphrase)
  await keys.withKey('eip155', () => {})
  const { seen, left } = secrets()
  expect(seen).toBeGreaterThan(4)
  expect(left).toBe(0)
})
