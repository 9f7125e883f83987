import { hkdfSync, randomUUID } from 'node:crypto'
import { createSealingKeys, deriveSealingKeys, publicKeyOf } from '@portico/vault-wire'
import { describe, expect, test, vi } from 'vitest'
import { WeakPassphraseError } from './errors.js'
import { factorHalf, factorKeys, isOwnDevice, isOwnFactor, signFactor } from './factor.js'
import { createRecoveryCode, decodeRecoveryCode, encodeRecoveryCode } from './recoveryCode.js'
import { macOf } from './root.js'
import { failure, isZero, lastingStore, testPasskeys, testStretch, watchSecrets, watchZeros } from './browser.test.helper.js'
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
    expect(await failure(next.addPasskey())).toMatchObject({ name: 'PasskeyError', reason: 'passkey_unsupported' })
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

describe('a passkey that is removed', () => {
  const names = async (services: Awaited<ReturnType<typeof owner>>['services']) =>
    ((await services.api.open()).wallet?.factors ?? []).flatMap(({ credentialId }) => credentialId ?? [])

  test('is one of those that are listed, by what is known of them', async () => {
    const { services, keys, other } = await owner()
    expect(await keys.passkeys()).toEqual([])
    await keys.addPasskey()
    const known = { here: false, addedAt: 1_700_000_000_000, browser: 'Firefox' }
    expect(await keys.passkeys()).toEqual([{ id: expect.any(String), ...known, removable: false }])
    await keys.addPassphrase(passphrase)
    expect(await keys.passkeys()).toEqual([{ id: expect.any(String), ...known, removable: true }])
    // An instance of an earlier release, which does not say when.
    const { keys: older } = services.visitor({
      calls: (api) => ({
        ...api,
        open: async (deviceId) => {
          const { wallet, ...answer } = await api.open(deviceId)
          return { ...answer, wallet: wallet && { ...wallet, added: undefined } }
        },
      }),
    })
    await older.open()
    expect(await older.passkeys()).toMatchObject([{ addedAt: undefined, browser: undefined }])
    expect(await (await other()).passkeys()).toMatchObject([{ here: false }])
  })

  test('is told from others where this device has shown to have it, which no service is told', async () => {
    const services = await fakeServices()
    const [store, passkeys] = [lastingStore(), testPasskeys({ here: true })]
    const { keys } = services.visitor({ passkeys, store })
    await keys.open()
    await keys.addPasskey()
    await keys.addPasskey()
    expect(await keys.passkeys()).toMatchObject([{ here: true }, { here: true }])
    const [first] = await names(services)
    const fresh = services.visitor({ passkeys, store: lastingStore() }).keys
    await fresh.open()
    expect(await fresh.passkeys()).toMatchObject([{ here: false }, { here: false }])
    await fresh.recoverByPasskey()
    expect(await fresh.passkeys()).toMatchObject([{ here: true }, { here: false }])
    expect(await fresh.signs()).toBe('lasting')
    expect([...store.wallets.values()].map((each) => each.passkeys?.[0])).toEqual([first])
    expect(JSON.stringify([services.auth.said, services.vault.said])).not.toContain('here')
  })

  test('opens nothing any more, and the others do: first the auth service is told, then the vault', async () => {
    const { services, keys, passkeys, other } = await owner()
    await keys.addPasskey()
    await keys.addPassphrase(passphrase)
    const waiting = await other()
    const [lost] = await keys.passkeys()
    const { factors = [] } = (await services.api.open()).wallet ?? {}
    await keys.removePasskey(lost?.id ?? '')
    expect(services.auth.said.at(-1)).toMatchObject({ add: [], remove: [factors[0]?.id] })
    expect(services.vault.said.at(-1)).toMatchObject({ add: [], keep: [factors[1]?.id] })
    expect([...services.vault.ways.keys()]).toEqual([factors[1]?.id])
    expect(await keys.passkeys()).toEqual([])
    expect(await keys.signs()).toBe('lasting')
    // A page that offers it still, and a new one.
    const { length } = passkeys.asked
    expect(await failure(waiting.recoverByPasskey())).toMatchObject({ name: 'PasskeyError', reason: 'unknown' })
    expect(passkeys.asked).toHaveLength(length)
    expect(await waiting.unlockStep()).toMatchObject({ passkey: false, passphrase: true })
    const fresh = await other()
    expect(await fresh.unlockStep()).toEqual({ kind: 'factor', passkey: false, recoveryCode: false, passphrase: true })
    await fresh.recoverByPassphrase(passphrase)
    expect(await fresh.signs()).toBe('lasting')
  })

  test('and one that was added since a page was opened opens the wallet in it', async () => {
    const { keys, other } = await owner()
    await keys.addPasskey()
    const waiting = await other()
    const [lost] = await keys.passkeys()
    await keys.addPasskey()
    await keys.removePasskey(lost?.id ?? '')
    await waiting.recoverByPasskey()
    expect(await waiting.signs()).toBe('lasting')
  })

  test('of two goes alone', async () => {
    const { services, keys, kinds } = await owner()
    await keys.addPasskey()
    await keys.addPasskey()
    const [, kept] = await names(services)
    const [lost] = await keys.passkeys()
    await keys.removePasskey(lost?.id ?? '')
    expect(await names(services)).toEqual([kept])
    expect(await keys.passkeys()).toMatchObject([{ removable: false }])
    await keys.addPassphrase(passphrase)
    // What is no passkey is not ended by its key.
    const { factors = [] } = (await services.api.open()).wallet ?? {}
    await keys.removePasskey(factors.find(({ kind }) => kind === 'passphrase')?.publicKey ?? '')
    expect(await kinds()).toEqual(['passkey', 'passphrase'])
  })

  test('stays where it is the last factor, or where the only other one is of a service', async () => {
    const { services, keys, kinds } = await owner()
    await keys.addPasskey()
    const [lost] = await keys.passkeys()
    const last = {
      name: 'LastFactorError',
      reason: 'last_passkey',
      message: 'Add another passkey, a recovery code or a passphrase first: without this passkey nothing would bring the wallet back.',
    }
    expect(await failure(keys.removePasskey(lost?.id ?? ''))).toMatchObject(last)
    await keys.addPassphrase(passphrase)
    for (const { way } of services.auth.ways.values())
      if (way.kind === 'factor' && way.factor.kind === 'passphrase') way.factor.mac = 'A'.repeat(43)
    expect(await failure(keys.removePasskey(lost?.id ?? ''))).toMatchObject(last)
    expect(await kinds()).toEqual(['passkey', 'passphrase'])
  })

  test('goes as the last factor where the mail brings the wallet back', async () => {
    const { services, keys, kinds } = await owner('assisted')
    await keys.addPasskey()
    const [lost] = await keys.passkeys()
    expect(lost?.removable).toBe(true)
    await keys.removePasskey(lost?.id ?? '')
    expect(await kinds()).toEqual([])
    expect([...services.vault.ways.keys()]).toEqual([(await services.api.open()).wallet?.assisted])
  })

  test('by two browsers at once leaves one', async () => {
    const { services, keys, other } = await owner()
    await keys.addPasskey()
    await keys.addPasskey()
    const second = await other()
    await second.recoverByPasskey()
    const [one, two] = await keys.passkeys()
    const ended = await Promise.all([failure(keys.removePasskey(one?.id ?? '')), failure(second.removePasskey(two?.id ?? ''))])
    expect(ended.filter((each) => each === 'no failure')).toHaveLength(1)
    expect(ended.find((each) => each !== 'no failure')).toMatchObject({ name: 'LastFactorError' })
    expect(await names(services)).toHaveLength(1)
    expect(services.vault.ways.size).toBe(1)
  })

  test('in another browser meanwhile is no failure, and nothing is written for it', async () => {
    const { services, keys, other } = await owner()
    await keys.addPasskey()
    await keys.addPassphrase(passphrase)
    const second = await other()
    await second.recoverByPassphrase(passphrase)
    const [lost] = await second.passkeys()
    await keys.removePasskey(lost?.id ?? '')
    const said = [services.auth.said.length, services.vault.said.length]
    await second.removePasskey(lost?.id ?? '')
    expect([services.auth.said.length, services.vault.said.length]).toEqual(said)
    expect(await second.passkeys()).toEqual([])
  })

  test('needs a browser that can sign', async () => {
    const { keys, other } = await owner()
    await keys.addPasskey()
    await keys.addPassphrase(passphrase)
    const locked = await other()
    const [lost] = await locked.passkeys()
    expect(await failure(locked.removePasskey(lost?.id ?? ''))).toMatchObject({ name: 'WalletLockedError' })
    expect(await locked.passkeys()).toHaveLength(1)
  })

  test('what is to bring the wallet back and was lost at the vault is made anew first', async () => {
    const { services, keys, other } = await owner()
    await keys.addPasskey()
    await keys.addPassphrase(passphrase)
    const [lost] = await keys.passkeys()
    services.vault.ways.clear()
    await keys.removePasskey(lost?.id ?? '')
    const { factors = [] } = (await services.api.open()).wallet ?? {}
    expect(factors.map(({ kind }) => kind)).toEqual(['passphrase'])
    expect([...services.vault.ways.keys()]).toEqual(factors.map(({ id }) => id))
    const fresh = await other()
    await fresh.recoverByPassphrase(passphrase)
    expect(await fresh.withKey('eip155', (key) => key.length)).toBe(32)
  })
})

describe('R24: a passkey is removed while', () => {
  type Calls = NonNullable<Parameters<Awaited<ReturnType<typeof fakeServices>>['visitor']>[0]>['calls']
  /** An owner of a passkey and a passphrase, and what becomes of the removal where a call does not get through. */
  async function interrupted(calls: (down: () => boolean) => NonNullable<Calls>) {
    const services = await fakeServices()
    const [passkeys, stretch, store] = [testPasskeys(), testStretch(), lastingStore()]
    let down = false
    const { keys } = services.visitor({ passkeys, stretch, store, calls: calls(() => down) })
    await keys.open()
    await keys.addPasskey()
    await keys.addPassphrase(passphrase)
    await keys.settled()
    const [lost] = await keys.passkeys()
    const remove = async () => {
      down = true
      const ended = await failure(keys.removePasskey(lost?.id ?? ''))
      down = false
      return ended
    }
    const fresh = async () => {
      const visitor = services.visitor({ passkeys, stretch }).keys
      await visitor.open()
      return visitor
    }
    return { services, keys, remove, fresh }
  }

  test('the vault cannot be asked what it holds: nothing has changed', async () => {
    const { services, keys, remove, fresh } = await interrupted((down) => (api) => ({
      ...api,
      vault: { ...api.vault, status: (asked) => (down() ? Promise.reject(refused('http-503')) : api.vault.status(asked)) },
    }))
    const said = [services.auth.said.length, services.vault.said.length]
    expect(await remove()).toMatchObject({ code: 'http-503' })
    expect([services.auth.said.length, services.vault.said.length]).toEqual(said)
    expect(await keys.passkeys()).toHaveLength(1)
    await (await fresh()).recoverByPasskey()
  })

  test('the auth service does not take it: both factors open the wallet as before', async () => {
    const { services, keys, remove, fresh } = await interrupted((down) => (api) => ({
      ...api,
      writeWays: (request) => (down() ? Promise.reject(refused('http-503')) : api.writeWays(request)),
    }))
    expect(await remove()).toMatchObject({ code: 'http-503' })
    expect(await keys.passkeys()).toHaveLength(1)
    expect(services.vault.ways.size).toBe(2)
    await (await fresh()).recoverByPasskey()
    await (await fresh()).recoverByPassphrase(passphrase)
  })

  test('the answer of the auth service is lost: it has ended', async () => {
    const { services, keys, remove, fresh } = await interrupted((down) => (api) => ({
      ...api,
      writeWays: async (request) => {
        const answer = await api.writeWays(request)
        if (down()) throw refused('http-503')
        return answer
      },
    }))
    expect(await remove()).toBe('no failure')
    expect(await keys.passkeys()).toEqual([])
    expect(services.vault.ways.size).toBe(1)
    await (await fresh()).recoverByPassphrase(passphrase)
  })

  test('the vault does not hear of it: it opens nothing all the same, and the vault drops it with the next signature', async () => {
    const { services, keys, remove, fresh } = await interrupted((down) => (api) => ({
      ...api,
      vault: { ...api.vault, writeWays: (request) => (down() ? Promise.reject(refused('http-503')) : api.vault.writeWays(request)) },
    }))
    expect(await remove()).toBe('no failure')
    expect(services.vault.ways.size).toBe(2)
    expect(await failure((await fresh()).recoverByPasskey())).toMatchObject({ name: 'PasskeyError', reason: 'unknown' })
    await (await fresh()).recoverByPassphrase(passphrase)
    expect(await keys.withKey('eip155', (key) => key.length)).toBe(32)
    expect(services.vault.ways.size).toBe(1)
    expect(await keys.passkeys()).toEqual([])
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
