import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { KeyApi } from '../../page/keys/index.js'
import { memoryKeyStore } from '../../page/keys/index.js'
import { createRecoveryCode } from '../../page/keys/recoveryCode.js'
import { type VisitorOptions, type World, createWorld, lastingStore } from './test/world.js'

/** Halves, shares and what factors give, as the page came by them. */
const secrets = vi.hoisted((): { name: string; bytes: Uint8Array }[] => [])
const kept = vi.hoisted(() => <Bytes extends Uint8Array>(name: string, bytes: Bytes): Bytes => {
  secrets.push({ name, bytes })
  return bytes
})

vi.mock('@portico/vault-wire', async (load) => {
  const wire = await load<typeof import('@portico/vault-wire')>()
  const unseal: typeof wire.unseal = async (text, keys, context) => {
    const bytes = await wire.unseal(text, keys, context)
    // What is inside a challenge is told to the service that has asked.
    return context.info === 'portico/challenge' ? bytes : kept(context.info, bytes)
  }
  return { ...wire, unseal, newHalf: () => kept('new half', wire.newHalf()) }
})
vi.mock('../../page/keys/factor.js', async (load) => {
  const factor = await load<typeof import('../../page/keys/factor.js')>()
  const factorHalf: typeof factor.factorHalf = (...of) => kept('half of a factor', factor.factorHalf(...of))
  return { ...factor, factorHalf }
})
vi.mock('../../page/keys/recoveryCode.js', async (load) => {
  const code = await load<typeof import('../../page/keys/recoveryCode.js')>()
  return { ...code, decodeRecoveryCode: (typed: string) => kept('recovery code', code.decodeRecoveryCode(typed)) }
})

const left = () => secrets.filter(({ bytes }) => bytes.some((byte) => byte !== 0)).map(({ name }) => name)
const passphrase = 'velvet anchor bishop cradle'
/** What counts is held elsewhere; here it is done in no time. */
const stretch: NonNullable<VisitorOptions['stretch']> = async (typed, walletId) =>
  kept('passphrase', Uint8Array.from(createHash('sha256').update(`${walletId} ${typed}`).digest()))
const away = () => Promise.reject(new Error('away'))
const authAway = (api: KeyApi): KeyApi => ({ ...api, way: away })
const vaultAway = (api: KeyApi): KeyApi => ({ ...api, vault: { ...api.vault, prove: away } })

describe('what a page opened is overwritten also where the rest of it fails', () => {
  let world: World
  let email = ''
  beforeAll(async () => {
    world = await createWorld({ database: ':memory:', vaultDatabase: ':memory:' })
  })
  afterAll(() => world.close())
  beforeEach(() => {
    email = `${randomUUID()}@example.com`
    secrets.length = 0
  })

  const visitor = async (options: VisitorOptions = {}) => {
    const { keys } = await world.visitor({ email, store: lastingStore(), stretch, ...options })
    await keys.open()
    await keys.settled()
    return keys
  }
  const protect = async (): Promise<void> => {
    const keys = await visitor()
    await keys.addPassphrase(passphrase)
    await keys.settled()
    expect(left()).toEqual([])
    secrets.length = 0
  }

  test.each([
    ['the auth service is away', authAway],
    ['the vault is away', vaultAway],
  ])('by a passphrase, and %s', async (_, calls) => {
    await protect()
    const keys = await visitor({ calls })
    await expect(keys.recoverByPassphrase(passphrase)).rejects.toThrow('away')
    expect(secrets.map(({ name }) => name)).toContain('half of a factor')
    expect(left()).toEqual([])
  })

  test('by mail, and the auth service is away', async () => {
    await visitor()
    secrets.length = 0
    const keys = await visitor({ calls: authAway })
    const onMatch = (): void => void world.press('confirm')
    await expect(keys.recoverByMail({ onMatch, signal: AbortSignal.timeout(10_000) })).rejects.toThrow('away')
    expect(secrets.map(({ name }) => name)).toEqual(['portico/release/vault'])
    expect(left()).toEqual([])
  })

  test('a recovery code of another wallet', async () => {
    await protect()
    const keys = await visitor()
    await expect(keys.recoverByCode(createRecoveryCode())).rejects.toThrow()
    expect(secrets.map(({ name }) => name)).toEqual(['recovery code', 'recovery code'])
    expect(left()).toEqual([])
  })

  test('where nothing lasts, what recovered the wallet goes when the page has a way of its own, and that one when it is locked', async () => {
    await protect()
    const keys = await visitor({ store: memoryKeyStore() })
    await keys.recoverByPassphrase(passphrase)
    await keys.withKey('eip155', (key) => key.length)
    expect(left()).toEqual([])
    await keys.recoverByPassphrase(passphrase)
    await keys.settled()
    expect(left()).toEqual([])
    keys.lock()
    expect(left()).toEqual([])
  })
})
