import { createHash, randomUUID } from 'node:crypto'
import { databases } from '@portico/service/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LastFactorError, PassphraseError, WeakPassphraseError, memoryKeyStore } from '../../page/keys/index.js'
import { leastPassphrase, passphraseSecret, readPassphrase } from '../../page/keys/passphrase.js'
import { judged } from '../../page/session/passphrase.js'
import { type Visitor, type World, createWorld, lastingStore } from './test/world.js'

const passphrase = 'velvet anchor bishop cradle'
const signs = ({ keys }: Visitor) => keys.withKey('eip155', (key) => key.length)

/** What counts is said in page/keys/passphrase.test.ts; here it is done in no time. */
const quick: typeof passphraseSecret = async (typed, walletId) => {
  const text = readPassphrase(typed)
  if (text.length < leastPassphrase) throw new WeakPassphraseError('passphrase_short')
  return Uint8Array.from(createHash('sha256').update(`${walletId} ${text}`).digest())
}

describe.each(await databases())('a passphrase on $name', ({ fresh, drop }) => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ database: await fresh(), vaultDatabase: await fresh() })
  })
  afterAll(async () => {
    await world.close()
    await drop()
  })
  const owned = () => {
    const email = `${randomUUID()}@example.com`
    return { email, visitor: () => world.visitor({ email, store: lastingStore(), stretch: quick }) }
  }

  test('makes the wallet its owner’s alone, opens it in a fresh browser, and nothing else is needed from then on', async () => {
    const { email, visitor } = owned()
    const first = await visitor()
    const addresses = await first.keys.open()
    await first.keys.addPassphrase(passphrase)
    await first.keys.settled()
    expect(await first.keys.security()).toMatchObject({ mode: 'user', passphrase: true, recoveryCode: false, recoverable: true })
    const { walletId } = await first.api.open()
    const { db } = world.vault.services
    expect(await db.selectFrom('vault_ways').select('kind').where('wallet_id', '=', walletId).execute()).toEqual([{ kind: 'passphrase' }])
    await world.vault.services.mail.flush()
    expect(world.vaultMails.some(({ to, text }) => to === email && text.includes('recovered by your passphrase'))).toBe(true)

    const second = await visitor()
    expect(await second.keys.open()).toEqual(addresses)
    expect(await second.keys.unlockStep()).toEqual({ kind: 'factor', passkey: false, recoveryCode: false, passphrase: true })
    for (const wrong of ['velvet anchor bishop candle', 'short', '']) {
      await expect(second.keys.recoverByPassphrase(wrong)).rejects.toThrow(PassphraseError)
    }
    await expect(signs(second)).rejects.toThrow('before the wallet is recovered')
    await second.keys.recoverByPassphrase(` ${passphrase} `)
    expect(await second.keys.unlockStep()).toEqual({ kind: 'none' })
    expect(await signs(second)).toBe(32)
    await second.keys.settled()
  })

  test('another one takes its place, and the one before opens nothing', async () => {
    const { visitor } = owned()
    const first = await visitor()
    await first.keys.open()
    await first.keys.addPassphrase(passphrase)
    await first.keys.addPassphrase('copper lantern harbour seventeen')
    await first.keys.settled()
    const second = await visitor()
    await second.keys.open()
    await expect(second.keys.recoverByPassphrase(passphrase)).rejects.toThrow(PassphraseError)
    await second.keys.recoverByPassphrase('copper lantern harbour seventeen')
    expect(await signs(second)).toBe(32)
    await second.keys.settled()
  })

  test('is removed where another factor stays, at both services, and never where nothing else brings the wallet back', async () => {
    const { visitor } = owned()
    const first = await visitor()
    await first.keys.open()
    await first.keys.addPassphrase(passphrase)
    await expect(first.keys.removePassphrase()).rejects.toThrow(LastFactorError)
    expect(await first.keys.security()).toMatchObject({ passphrase: true })
    const { code, confirm } = await first.keys.createRecoveryCode()
    await confirm(code)
    await first.keys.removePassphrase()
    await first.keys.settled()
    expect(await first.keys.security()).toMatchObject({ mode: 'user', passphrase: false, recoveryCode: true })
    const { walletId } = await first.api.open()
    const kinds = await world.vault.services.db.selectFrom('vault_ways').select('kind').where('wallet_id', '=', walletId).execute()
    expect(kinds).toEqual([{ kind: 'recoveryCode' }])
    const second = await visitor()
    await second.keys.open()
    await expect(second.keys.recoverByPassphrase(passphrase)).rejects.toThrow(PassphraseError)
    await second.keys.recoverByCode(code)
    expect(await signs(second)).toBe(32)
    await second.keys.settled()
  })

  test('lets its owner see the words', async () => {
    const { visitor } = owned()
    const first = await visitor()
    await first.keys.open()
    await first.keys.addPassphrase(passphrase)
    expect(await first.keys.startExport()).toEqual({ step: 'factor', passkey: false, recoveryCode: false, passphrase: true })
    await expect(first.keys.exportWords()).rejects.toMatchObject({ step: 'factor' })
    await expect(first.keys.exportWords({ passphrase: 'velvet anchor bishop candle' })).rejects.toThrow(PassphraseError)
    expect(await first.keys.exportWords({ passphrase })).toHaveLength(24)
    await first.keys.settled()
  })

  test('that is short or easy to guess is refused before anything is changed', async () => {
    const { email, visitor } = owned()
    const first = await visitor()
    await first.keys.open()
    const add = judged(first.keys, [email, null, 'https://shop.example'])
    for (const weak of ['Tr0ub4dor', 'passwordpassword', email, 'shop.example 1987'])
      await expect(add(weak)).rejects.toThrow(WeakPassphraseError)
    expect(await first.keys.security()).toMatchObject({ mode: 'progressive', passphrase: false })
    await add(passphrase)
    expect(await first.keys.security()).toMatchObject({ mode: 'user', passphrase: true })
    await first.keys.settled()
  })

  test('is nowhere at the services, and neither is what it makes', async () => {
    const said: string[] = []
    /** Takes down what each call is given. */
    const overheard = <T extends object>(api: T): T =>
      new Proxy(api, {
        get(target, name, receiver) {
          const value: unknown = Reflect.get(target, name, receiver)
          if (typeof value === 'object' && value !== null) return overheard(value)
          if (typeof value !== 'function') return value
          return (...given: unknown[]): unknown => {
            said.push(JSON.stringify(given))
            return Reflect.apply(value, target, given)
          }
        },
      })
    const { email } = owned()
    const visitor = await world.visitor({ email, store: memoryKeyStore(), stretch: quick, calls: overheard })
    await visitor.keys.open()
    await visitor.keys.addPassphrase(passphrase)
    await visitor.keys.settled()
    const { walletId } = await visitor.api.open()
    const secret = Buffer.from(await quick(passphrase, walletId))
    expect(said.length).toBeGreaterThan(5)
    for (const text of ['velvet', 'cradle', secret.toString('hex'), secret.toString('base64url'), secret.toString('base64')]) {
      expect(said.join('\n')).not.toContain(text)
    }
  })
})
