import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authStatement, createSealingKeys, publicKeyOf, vaultStatement } from '@portico/vault-wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KeyApi, KeyServiceError, PasskeyError, RootMismatchError, WalletNotOpenError } from '../../page/keys/index.js'
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

/** What the page told the services. */
function listening() {
  const toAuth: ReturnType<typeof authStatement.parse>[] = []
  const toVault: ReturnType<typeof vaultStatement.parse>[] = []
  const calls = (api: KeyApi): KeyApi => ({
    ...api,
    writeWays: (request) => {
      toAuth.push(authStatement.parse(JSON.parse(request.statement)))
      return api.writeWays(request)
    },
    vault: {
      ...api.vault,
      writeWays: (request) => {
        toVault.push(vaultStatement.parse(JSON.parse(request.statement)))
        return api.vault.writeWays(request)
      },
    },
  })
  return { toAuth, toVault, calls }
}

test('S48: a factor that a service slips in gets nothing', async () => {
  const { toAuth, toVault, calls } = listening()
  const foreign = {
    id: randomUUID(),
    kind: 'passkey' as const,
    only: false,
    publicKey: await foreignKey(),
    mac: randomBytes(32).toString('base64url'),
    credentialId: 'AAAA',
  }
  let lies = false
  const lying = (api: KeyApi): KeyApi => ({
    ...calls(api),
    open: async (deviceId) => {
      const answer = await api.open(deviceId)
      const wallet = answer.wallet && lies ? { ...answer.wallet, factors: [...answer.wallet.factors, foreign] } : answer.wallet
      return { ...answer, wallet }
    },
    vault: {
      ...calls(api).vault,
      status: async (asked) => ({ ...(await api.vault.status(asked)), ways: [], factors: [foreign] }),
    },
  })
  const { keys } = await world.visitor({ email: owner(), passkeys: testPasskeys(), calls: lying })
  await keys.open()
  const { code, confirm } = await keys.createRecoveryCode()
  await confirm(code)
  lies = true
  await keys.open()
  await keys.settled()
  await keys.withKey('eip155', () => 1)
  await keys.addPasskey()
  await keys.settled()
  const given = [...toAuth.flatMap(({ add }) => add), ...toVault.flatMap(({ add }) => add)]
  expect(given.length).toBeGreaterThan(4)
  expect(JSON.stringify(given)).not.toContain(foreign.publicKey)
})

test('S48: services that take the owner’s word back, both of them, get no assisted way again', async () => {
  const email = owner()
  const store = lastingStore()
  const { toAuth, toVault, calls } = listening()
  const lie: { policy?: 'assisted'; noFactors?: boolean; noVault?: boolean } = {}
  const lying = (api: KeyApi): KeyApi => ({
    ...calls(api),
    open: async (deviceId) => {
      const answer = await api.open(deviceId)
      const taken = { factors: [], assisted: randomUUID(), mode: 'assisted' as const }
      const wallet = answer.wallet && { ...answer.wallet, ...(lie.noFactors && taken) }
      return { ...answer, wallet, ...(lie.policy && { policy: lie.policy }) }
    },
    vault: {
      ...calls(api).vault,
      status: async (asked) => ({ ...(await api.vault.status(asked)), ...(lie.noVault && { ways: [], factors: [] }) }),
    },
  })
  const visit = async () => {
    const { keys } = await world.visitor({ email, store, calls: lying })
    await keys.open()
    await keys.settled()
    return keys
  }
  const { code, confirm } = await (await visit()).createRecoveryCode()
  await confirm(code)
  const assisted = () => toAuth.flatMap(({ add }) => add).filter(({ kind }) => kind === 'assisted').length
  expect(assisted()).toBe(1)
  // The operator turns to `assisted`, and the vault has lost all: wallets whose owners were told otherwise stay theirs.
  lie.policy = 'assisted'
  lie.noVault = true
  const later = await visit()
  expect(await later.withKey('eip155', (key) => key.length)).toBe(32)
  expect(toAuth.at(-1)?.add).toMatchObject([{ kind: 'factor', factor: { only: true } }])
  // Both say that there never was a factor: this browser knows better.
  lie.noFactors = true
  const last = await visit()
  expect(await last.withKey('eip155', (key) => key.length)).toBe(32)
  await last.settled()
  expect(assisted()).toBe(1)
  expect(toVault.flatMap(({ add }) => add).filter(({ factor }) => !factor)).toHaveLength(1)
  // The code goes on, also the one that was made anew while it was not at hand.
  Object.assign(lie, { noFactors: false, noVault: false })
  const fresh = await world.visitor({ email, calls: lying })
  await fresh.keys.open()
  await fresh.keys.recoverByCode(code)
  expect(await fresh.keys.withKey('eip155', (key) => key.length)).toBe(32)
  await fresh.keys.settled()
})

test('an auth service that gives another’s half, or other addresses, gets no signature', async () => {
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
  await expect(first.keys.withKey('eip155', () => (used += 1))).rejects.toThrow(RootMismatchError)
  const wrongHalf = (api: KeyApi): KeyApi => ({
    ...api,
    way: async ({ frameKey }) => {
      const [device] = await other.keys.devices()
      return await other.api.way({ id: device?.id ?? '', frameKey })
    },
  })
  const second = await world.visitor({ email, store, calls: wrongHalf })
  await second.keys.open()
  // It is bound to its wallet, so it does not even open.
  await expect(second.keys.withKey('eip155', () => (used += 1))).rejects.toThrow('does not open')
  expect(used).toBe(0)
  await Promise.all([first.keys.settled(), second.keys.settled(), other.keys.settled()])
})

test('an answer to the write that got lost is no failure', async () => {
  let writes = 0
  const calls = (api: KeyApi): KeyApi => ({
    ...api,
    writeWays: async (request) => {
      writes += 1
      await api.writeWays(request)
      throw new TypeError('fetch failed')
    },
  })
  const { keys } = await world.visitor({ email: owner(), calls })
  const addresses = await keys.open()
  expect(writes).toBe(1)
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
      writeWays: (request) => (away ? Promise.reject(new TypeError('fetch failed')) : api.vault.writeWays(request)),
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

test('a recovery whose own way does not get through still signs in this page', async () => {
  const email = owner()
  const addresses = await (await world.visitor({ email })).keys.open()
  const calls = (api: KeyApi): KeyApi => ({ ...api, writeWays: () => Promise.reject(new TypeError('fetch failed')) })
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
  expect(await keys.unlockStep()).toMatchObject({ kind: 'vault', mail: true })
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
  expect(await keys.unlockStep()).toMatchObject({ kind: 'vault', mail: true })
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
    await expect(api.vault.info()).rejects.toThrow(KeyServiceError)
    await expect(api.vault.recover({ ticket: 't', frameKey: 'k', eip155: '0x', way: null })).rejects.toThrow(KeyServiceError)
    await expect(api.open()).rejects.toThrow(KeyServiceError)
  }
  const refused = createKeyApi({
    post: async () => ({}),
    vaultUrl: 'https://vault.example',
    fetch: async () =>
      Response.json({ error: { code: 'cooldown', message: 'Please try again after 7 seconds', retryAfter: 7 } }, { status: 429 }),
  })
  await expect(refused.vault.status({ ticket: 't', eip155: '0x' })).rejects.toMatchObject({
    code: 'cooldown',
    retryAfter: 7,
    message: 'Please try again after 7 seconds',
  })
})
