import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StageRequest, type VaultStageRequest, createSealingKeys, publicKeyOf } from '@portico/vault-wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KeyApi, KeyServiceError, PasskeyError, ShareMismatchError, WalletNotOpenError } from '../../page/keys/index.js'
import { type World, createWorld, lastingStore, testPasskeys } from './test/world.js'

/** The page against services that lie, lose answers, or are away. */
let world: World
const folder = mkdtempSync(join(tmpdir(), 'portico-hostile-'))
beforeAll(async () => {
  world = await createWorld({ database: join(folder, 'site.db'), vaultDatabase: join(folder, 'vault.db') })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const owner = () => `${randomUUID()}@example.com`
const foreignKey = async (): Promise<string> => publicKeyOf(await createSealingKeys())

test('a factor that the vault slips in gets no share', async () => {
  const email = owner()
  const staged: VaultStageRequest[] = []
  const foreign = {
    id: randomUUID(),
    kind: 'passkey' as const,
    only: false,
    publicKey: await foreignKey(),
    mac: randomBytes(32).toString('base64url'),
    credentialId: 'AAAA',
  }
  let lies = false
  const calls = (api: KeyApi): KeyApi => ({
    ...api,
    vault: {
      ...api.vault,
      factors: async (ticket) => {
        const answer = await api.vault.factors(ticket)
        const [first] = answer.factors
        if (!lies || !first) return answer
        // A foreign key alone, and one under the name of the owner's own.
        return { ...answer, factors: [...answer.factors, { ...first, ...foreign }, { ...first, publicKey: foreign.publicKey }] }
      },
      stage: (request) => {
        staged.push(request)
        return api.vault.stage(request)
      },
    },
  })
  const { keys } = await world.visitor({ email, passkeys: testPasskeys(), calls })
  await keys.open()
  const { code, confirm } = await keys.createRecoveryCode()
  await confirm(code)
  lies = true
  await keys.addPasskey()
  await keys.settled()
  const last = staged.at(-1)
  expect(last?.readable).toBeUndefined()
  expect(last?.factors.map(({ kind }) => kind)).toEqual(['recoveryCode', 'passkey'])
  expect(last?.factors.some(({ publicKey }) => publicKey === foreign.publicKey)).toBe(false)
})

test('a browser that the auth service slips in gets no share', async () => {
  const staged: StageRequest[] = []
  const foreign = { id: randomUUID(), publicKey: await foreignKey(), mac: randomBytes(32).toString('base64url') }
  const calls = (api: KeyApi): KeyApi => ({
    ...api,
    open: async (deviceId) => {
      const answer = await api.open(deviceId)
      return { ...answer, devices: [foreign, ...answer.devices] }
    },
    stage: (request) => {
      staged.push(request)
      return api.stage(request)
    },
  })
  const { keys } = await world.visitor({ email: owner(), calls })
  await keys.open()
  await keys.open()
  const { code, confirm } = await keys.createRecoveryCode()
  await confirm(code)
  await keys.settled()
  expect(staged).toHaveLength(2)
  for (const { devices } of staged) expect(devices.map(({ id }) => id)).not.toContain(foreign.id)
  expect(staged.at(-1)?.devices).toHaveLength(1)
})

test('a vault that forgets the factors does not get a share that it can read', async () => {
  let lies = false
  const staged: VaultStageRequest[] = []
  const calls = (api: KeyApi): KeyApi => ({
    ...api,
    vault: {
      ...api.vault,
      factors: async (ticket) => ({ ...(await api.vault.factors(ticket)), ...(lies && { factors: [] }) }),
      stage: (request) => {
        staged.push(request)
        return api.vault.stage(request)
      },
    },
  })
  const { keys } = await world.visitor({ email: owner(), passkeys: testPasskeys(), calls })
  await keys.open()
  const { code, confirm } = await keys.createRecoveryCode()
  await confirm(code)
  lies = true
  await expect(keys.addPasskey()).rejects.toMatchObject({ name: 'KeyServiceError', code: 'factors-missing' })
  expect(staged).toHaveLength(2)
  expect(await keys.withKey('eip155', (key) => key.length)).toBe(32)
  await keys.settled()
})

test('services that take the owner’s word back, both of them, do not get a share that the vault can read', async () => {
  const email = owner()
  const store = lastingStore()
  const staged: VaultStageRequest[] = []
  const lie: { policy?: 'assisted'; noFactors?: boolean; noVault?: boolean } = {}
  const calls = (api: KeyApi): KeyApi => ({
    ...api,
    open: async (deviceId) => {
      const answer = await api.open(deviceId)
      const wallet = answer.wallet && { ...answer.wallet, ...(lie.noFactors && { factors: [], mode: 'assisted' as const }) }
      return { ...answer, wallet, ...(lie.policy && { policy: lie.policy }) }
    },
    vault: {
      ...api.vault,
      status: async (ticket) => ({ ...(await api.vault.status(ticket)), ...(lie.noVault && { known: false }) }),
      stage: (request) => {
        staged.push(request)
        return api.vault.stage(request)
      },
    },
  })
  const visit = async () => {
    const { keys } = await world.visitor({ email, store, calls })
    await keys.open()
    await keys.settled()
    return keys
  }
  const { code, confirm } = await (await visit()).createRecoveryCode()
  await confirm(code)
  expect(staged.at(-1)?.readable).toBeUndefined()
  // The operator turns to `assisted`: wallets whose owners were told otherwise stay theirs.
  lie.policy = 'assisted'
  lie.noVault = true
  const later = await visit()
  expect(await later.withKey('eip155', (key) => key.length)).toBe(32)
  await later.settled()
  expect(staged).toHaveLength(3)
  expect(staged.at(-1)).toMatchObject({ factors: [{ only: true }] })
  expect(staged.at(-1)?.readable).toBeUndefined()
  // Both say that there never was a factor: a browser that was just opened by one knows better, and so does this one.
  lie.noFactors = true
  const fresh = await world.visitor({ email, calls })
  await fresh.keys.open()
  await fresh.keys.recoverByCode(code)
  await fresh.keys.settled()
  expect(staged).toHaveLength(4)
  expect(staged.at(-1)?.readable).toBeUndefined()
  const last = await visit()
  expect(await last.withKey('eip155', (key) => key.length)).toBe(32)
  await last.settled()
  expect(staged).toHaveLength(4)
})

test('an auth service that gives another’s share, or other addresses, gets no signature', async () => {
  const email = owner()
  const store = lastingStore()
  await (await world.visitor({ email, store })).keys.open()
  const other = await world.visitor({ email: owner() })
  const elsewhere = await other.keys.open()
  let used = 0
  const wrongAddress = (api: KeyApi): KeyApi => ({
    ...api,
    open: async (deviceId) => {
      const answer = await api.open(deviceId)
      return { ...answer, wallet: answer.wallet && { ...answer.wallet, addresses: elsewhere } }
    },
  })
  const first = await world.visitor({ email, store, calls: wrongAddress })
  await first.keys.open()
  await expect(first.keys.withKey('eip155', () => (used += 1))).rejects.toThrow(ShareMismatchError)
  const wrongShare = (api: KeyApi): KeyApi => ({
    ...api,
    share: async (request) => ({ ...(await other.api.share(request)), attempt: (await api.share(request)).attempt }),
  })
  const second = await world.visitor({ email, store, calls: wrongShare })
  await second.keys.open()
  // It is bound to its wallet, so it does not even open.
  await expect(second.keys.withKey('eip155', () => (used += 1))).rejects.toThrow('does not open')
  expect(used).toBe(0)
  await Promise.all([first.keys.settled(), second.keys.settled(), other.keys.settled()])
})

test('an answer to the commit that got lost is no failure, and neither is a call that is made again', async () => {
  let commits = 0
  const calls = (api: KeyApi): KeyApi => ({
    ...api,
    commit: async (attempt, deviceId) => {
      commits += 1
      await api.commit(attempt, deviceId)
      await api.commit(attempt, deviceId)
      throw new TypeError('fetch failed')
    },
  })
  const { keys } = await world.visitor({ email: owner(), calls })
  const addresses = await keys.open()
  expect(commits).toBe(1)
  const { code, confirm } = await keys.createRecoveryCode()
  await confirm(code)
  expect(await keys.security()).toMatchObject({ mode: 'user' })
  expect(keys.addresses()).toEqual(addresses)
  await keys.settled()
})

test('without the vault no wallet is made, and the next try makes it', async () => {
  let away = true
  const calls = (api: KeyApi): KeyApi => ({
    ...api,
    vault: {
      ...api.vault,
      stage: (request) => (away ? Promise.reject(new TypeError('fetch failed')) : api.vault.stage(request)),
    },
  })
  const { keys, api } = await world.visitor({ email: owner(), calls })
  await expect(keys.open()).rejects.toThrow('fetch failed')
  expect(keys.addresses()).toBeUndefined()
  expect((await api.open()).wallet).toBeNull()
  away = false
  await keys.open()
  expect(await keys.withKey('solana', (key) => key.length)).toBe(32)
  await keys.settled()
})

test('a recovery whose re-share does not get through still signs in this page', async () => {
  const email = owner()
  const addresses = await (await world.visitor({ email })).keys.open()
  const calls = (api: KeyApi): KeyApi => ({ ...api, stage: () => Promise.reject(new TypeError('fetch failed')) })
  const { keys } = await world.visitor({ email, calls })
  await keys.open()
  await keys.recoverByMail({ onMatch: () => void world.press('confirm'), signal: new AbortController().signal })
  expect(await keys.unlockStep()).toEqual({ kind: 'none' })
  expect(await keys.withKey('eip155', (key) => key.length)).toBe(32)
  expect(keys.addresses()).toEqual(addresses)
  await keys.settled()
})

test('a recovery can be given up while the owner reads the mail', async () => {
  const email = owner()
  await (await world.visitor({ email })).keys.open()
  const { keys } = await world.visitor({ email })
  await keys.open()
  const stop = new AbortController()
  const reason = new Error('The visitor closed the view.')
  await expect(keys.recoverByMail({ onMatch: () => stop.abort(reason), signal: stop.signal })).rejects.toBe(reason)
  expect(await keys.unlockStep()).toEqual({ kind: 'mail' })
  await keys.settled()
})

test('nothing works before open or after lock, and a browser without passkeys says so', async () => {
  const { keys } = await world.visitor({ email: owner() })
  await expect(keys.withKey('eip155', () => 1)).rejects.toThrow(WalletNotOpenError)
  await expect(keys.unlockStep()).rejects.toThrow(WalletNotOpenError)
  await expect(keys.createRecoveryCode()).rejects.toThrow(WalletNotOpenError)
  await keys.open()
  await expect(keys.addPasskey()).rejects.toThrow(PasskeyError)
  await expect(keys.recoverByPasskey()).rejects.toThrow(PasskeyError)
  keys.lock()
  expect(keys.addresses()).toBeUndefined()
  await expect(keys.withKey('eip155', () => 1)).rejects.toThrow(WalletNotOpenError)
  await keys.open()
  expect(await keys.withKey('eip155', () => 1)).toBe(1)
  await keys.forget()
  await keys.open()
  expect(await keys.unlockStep()).toEqual({ kind: 'mail' })
  await keys.settled()
})

test('the key is zeroed after its use, also when the use fails', async () => {
  const { keys } = await world.visitor({ email: owner() })
  await keys.open()
  let seen: Uint8Array = new Uint8Array()
  await keys.withKey('eip155', (key) => void (seen = key))
  expect(seen).toEqual(new Uint8Array(32))
  const failing = keys.withKey('solana', (key) => {
    seen = key
    expect(key.some((byte) => byte !== 0)).toBe(true)
    throw new RangeError('no')
  })
  await expect(failing).rejects.toThrow(RangeError)
  expect(seen).toEqual(new Uint8Array(32))
  await keys.settled()
})

test('R9: answers that are not understood are typed errors', async () => {
  const { createKeyApi } = await import('../../page/keys/index.js')
  const answers: (() => Response)[] = [
    () => new Response('<html>'),
    () => new Response(''),
    () => new Response(null, { status: 204 }),
    () => Response.json({}),
    () => Response.json([]),
    () => new Response('{', { status: 500 }),
    () => Response.json({ error: 1 }, { status: 409 }),
    () => new Response('x'.repeat(300_000)),
    () => Response.json({ publicKey: 'B' }),
  ]
  for (const answer of answers) {
    const api = createKeyApi({ post: async () => ({}), vaultUrl: 'https://vault.example', fetch: async () => answer() })
    await expect(api.vault.publicKey()).rejects.toThrow(KeyServiceError)
    await expect(api.vault.recover('t', 'k')).rejects.toThrow(KeyServiceError)
    await expect(api.open()).rejects.toThrow(KeyServiceError)
  }
  const refused = createKeyApi({
    post: async () => ({}),
    vaultUrl: 'https://vault.example',
    fetch: async () =>
      Response.json({ error: { code: 'cooldown', message: 'Please try again after 7 seconds', retryAfter: 7 } }, { status: 429 }),
  })
  await expect(refused.vault.status('t')).rejects.toMatchObject({
    code: 'cooldown',
    retryAfter: 7,
    message: 'Please try again after 7 seconds',
  })
})
