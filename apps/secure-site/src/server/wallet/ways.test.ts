import { randomBytes, randomUUID } from 'node:crypto'
import { createSealingKeys, openRoot, publicKeyOf, sealedFor, unseal } from '@portico/vault-wire'
import { databases } from '@portico/service/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { type KeyApi, RecoveryCodeError, WalletLockedError } from '../../page/keys/index.js'
import { factorKeys } from '../../page/keys/factor.js'
import { type Visitor, type World, createWorld, lastingStore, testPasskeys } from './test/world.js'

/** Who can open a wallet, and who tries to. */
describe.each(await databases())('ways into the wallet on $name', ({ name, fresh, drop }) => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ database: await fresh(), vaultDatabase: await fresh() })
  })
  afterAll(async () => {
    await world.close()
    await drop()
  })
  const owner = (): string => `${randomUUID()}@example.com`
  const never = () => new AbortController().signal
  const recoverByMail = async ({ keys }: Visitor): Promise<void> => {
    world.advance(31)
    await keys.recoverByMail({ onMatch: () => void world.press('confirm'), signal: never() })
  }

  /** What a browser has kept, in plain. */
  const keptHalves = async (store: ReturnType<typeof lastingStore>): Promise<Uint8Array[]> => {
    const found: Uint8Array[] = []
    for (const [walletId, { keys, halves = [] }] of store.wallets) {
      for (const { id, half } of halves) found.push(await unseal(half, keys, sealedFor.half('device', walletId, id)))
    }
    return found
  }

  test.each([2, 10])('S47: %i browsers together, with all that they have kept, open nothing without the auth service', async (count) => {
    const email = owner()
    const stores = Array.from({ length: count }, () => lastingStore())
    const [first = lastingStore()] = stores
    const made = await world.visitor({ email, store: first })
    await made.keys.open()
    for (const store of stores.slice(1)) {
      // Five mails an hour, ten a day: browsers come one by one.
      world.advance(3 * 3600)
      const visitor = await world.visitor({ email, store })
      await visitor.keys.open()
      await recoverByMail(visitor)
      expect(await visitor.keys.withKey('eip155', (key) => key.length)).toBe(32)
    }
    const halves = (await Promise.all(stores.map(keptHalves))).flat()
    expect(halves.length).toBeGreaterThanOrEqual(count)
    const { walletId, userId } = await made.api.open()
    // With what is sealed as well, which they did not have: all of them in each pair and place.
    const rows = await world.site.services.db.selectFrom('wallet_ways').select(['id', 'sealed']).where('wallet_id', '=', walletId).execute()
    expect(rows.length).toBe(count + 1)
    let opened = 0
    for (const { id, sealed } of rows) {
      for (const one of halves) {
        for (const other of halves) {
          const context = { user: userId, wallet: walletId, way: id, version: 1 }
          opened += await openRoot(sealed, [one, other], context).then(
            () => 1,
            () => 0,
          )
        }
      }
    }
    recordPromise({
      id: 'S47',
      name: `${count} browsers without the auth service, ${name}`,
      runs: rows.length * halves.length ** 2,
      accepted: opened,
    })
    expect(opened).toBe(0)
    await made.keys.settled()
  })

  test('S47: a removed browser, and each copy of what it has kept, opens nothing; the others go on', async () => {
    const email = owner()
    const [store, otherStore] = [lastingStore(), lastingStore()]
    const lost = await world.visitor({ email, store })
    await lost.keys.open()
    const other = await world.visitor({ email, store: otherStore })
    await other.keys.open()
    await recoverByMail(other)
    const copy = lastingStore()
    for (const [id, wallet] of store.wallets) copy.wallets.set(id, wallet)

    const browsers = await other.keys.devices()
    expect(browsers.filter(({ here }) => here)).toHaveLength(1)
    expect(browsers).toHaveLength(2)
    for (const { name: called, usedAt } of browsers) {
      expect(called).toEqual(expect.any(String))
      expect(Math.abs(usedAt - Date.now())).toBeLessThan(40 * 86_400_000)
    }
    const there = browsers.find(({ here }) => !here)
    await other.keys.removeDevice(there?.id ?? '')
    // The page that is open, the page that comes back, and the copy.
    await expect(lost.keys.withKey('eip155', () => 1)).rejects.toThrow(WalletLockedError)
    for (const kept of [store, copy]) {
      const again = await world.visitor({ email, store: kept })
      await again.keys.open()
      await expect(again.keys.withKey('eip155', () => 1)).rejects.toThrow(WalletLockedError)
      expect(await again.keys.unlockStep()).toMatchObject({ kind: 'vault', mail: true })
      await again.keys.settled()
    }
    expect(await other.keys.withKey('eip155', (key) => key.length)).toBe(32)
    await Promise.all([lost.keys.settled(), other.keys.settled()])
  })

  test('S47: a removed passkey opens nothing, at either service, and the owner is told; the other one goes on', async () => {
    const email = owner()
    const [lost, kept] = [testPasskeys(), testPasskeys()]
    const ada = await world.visitor({ email, passkeys: lost })
    await ada.keys.open()
    await ada.keys.addPasskey()
    const { code, confirm } = await ada.keys.createRecoveryCode()
    await confirm(code)
    const second = await world.visitor({ email, passkeys: kept })
    await second.keys.open()
    await second.keys.recoverByCode(code)
    await second.keys.addPasskey()
    const [first, other] = await second.keys.passkeys()
    for (const passkey of [first, other]) {
      expect(passkey).toMatchObject({ here: false, browser: expect.any(String), removable: true })
      expect(Math.abs((passkey?.addedAt ?? 0) - Date.now())).toBeLessThan(40 * 86_400_000)
    }
    const { walletId, wallet } = await second.api.open()
    const [ended] = wallet?.factors ?? []
    const frameKey = await publicKeyOf(await createSealingKeys())
    const asked = { frameKey, eip155: wallet?.addresses.eip155 ?? '', split: false }
    const before = await ada.api.vault.challenges({ ...asked, ticket: await ada.api.ticket('recover', frameKey) })
    await world.vault.services.mail.flush()
    const { length } = world.vaultMails
    await second.keys.removePasskey(first?.id ?? '')
    await world.vault.services.mail.flush()
    const told = world.vaultMails.slice(length).filter(({ to }) => to === email)
    expect(told).toEqual([expect.objectContaining({ text: expect.stringContaining('by your passkey, or your recovery code.') })])

    // Nothing is asked of it any more, what was asked before is not answered, and the auth service lets nothing go.
    const after = await ada.api.vault.challenges({ ...asked, ticket: await ada.api.ticket('recover', frameKey) })
    expect(before.factors.map(({ factor }) => factor.id)).toContain(ended?.id)
    expect(after.factors.map(({ factor }) => factor.id)).toEqual(wallet?.factors.map(({ id }) => id).filter((id) => id !== ended?.id))
    const { secret } = await lost.get({ walletId, credentialIds: [ended?.credentialId ?? ''] })
    const challenge = before.factors.find(({ factor }) => factor.id === ended?.id)?.challenge ?? ''
    const opened = await unseal(challenge, await factorKeys(secret, 'passkey', walletId), sealedFor.challenge(walletId, ended?.id ?? ''))
    const proof = Buffer.from(opened).toString('base64url')
    await expect(ada.api.vault.prove({ id: before.id, factorId: ended?.id ?? '', proof })).rejects.toMatchObject({ code: 'wrong_proof' })
    await expect(ada.api.way({ id: ended?.id ?? '', frameKey })).rejects.toMatchObject({ code: 'no_way' })
    const thief = await world.visitor({ email, passkeys: lost })
    await thief.keys.open()
    await expect(thief.keys.recoverByPasskey()).rejects.toMatchObject({ name: 'PasskeyError' })
    const again = await world.visitor({ email, passkeys: kept })
    await again.keys.open()
    await again.keys.recoverByPasskey()
    expect(await again.keys.withKey('eip155', (key) => key.length)).toBe(32)
    await Promise.all([ada, second, thief, again].map(({ keys }) => keys.settled()))
  })

  test('S48: a stolen login ends no passkey', async () => {
    const email = owner()
    const ada = await world.visitor({ email, passkeys: testPasskeys() })
    await ada.keys.open()
    await ada.keys.addPasskey()
    await ada.keys.addPasskey()
    const thief = await world.visitor({ email })
    await thief.keys.open()
    const [passkey] = await thief.keys.passkeys()
    await expect(thief.keys.removePasskey(passkey?.id ?? '')).rejects.toThrow(WalletLockedError)
    expect(await ada.keys.passkeys()).toHaveLength(2)
    await Promise.all([ada.keys.settled(), thief.keys.settled()])
  })

  test('a passkey whose way is made anew was still added when it was, and where; without either it is not said', async () => {
    const ada = await world.visitor({ email: owner(), passkeys: testPasskeys() })
    await ada.keys.open()
    await ada.keys.addPasskey()
    await ada.keys.settled()
    const [added] = await ada.keys.passkeys()
    const { walletId, wallet } = await ada.api.open()
    world.advance(3 * 86_400)
    await world.vault.services.db.deleteFrom('vault_ways').where('wallet_id', '=', walletId).execute()
    await ada.keys.open()
    await ada.keys.settled()
    await ada.keys.withKey('eip155', () => 1)
    expect((await ada.api.open()).wallet?.factors[0]?.id).not.toBe(wallet?.factors[0]?.id)
    expect(await ada.keys.passkeys()).toEqual([added])
    // As an earlier release made it anew.
    await world.site.services.db.updateTable('wallet_ways').set({ browser: null }).where('wallet_id', '=', walletId).execute()
    expect(await ada.keys.passkeys()).toEqual([{ ...added, addedAt: undefined, browser: undefined }])
    await ada.keys.settled()
  })

  test('S48: a stolen login ends no browser’s way', async () => {
    const email = owner()
    const ada = await world.visitor({ email })
    await ada.keys.open()
    const thief = await world.visitor({ email })
    await thief.keys.open()
    const [device] = await thief.keys.devices()
    await expect(thief.keys.removeDevice(device?.id ?? '')).rejects.toThrow(WalletLockedError)
    expect((await thief.call('/v1/wallet/devices/remove', { id: device?.id })).status).toBe(404)
    expect(await ada.keys.withKey('eip155', (key) => key.length)).toBe(32)
    await Promise.all([ada.keys.settled(), thief.keys.settled()])
  })

  test('S47: forgetting this browser ends its way at the service, too', async () => {
    const email = owner()
    const store = lastingStore()
    const ada = await world.visitor({ email, store })
    await ada.keys.open()
    const copy = lastingStore()
    for (const [id, wallet] of store.wallets) copy.wallets.set(id, wallet)
    await ada.keys.forget()
    const thief = await world.visitor({ email, store: copy })
    await thief.keys.open()
    await expect(thief.keys.withKey('eip155', () => 1)).rejects.toThrow(WalletLockedError)
    await thief.keys.settled()
  })

  test('S48: a stolen login of a wallet without an address gets neither an address nor the wallet', async () => {
    const ada = await world.visitor({ email: null })
    const { eip155 } = await ada.keys.open()
    await ada.keys.settled()
    const { users, db } = world.site.services
    const evil = owner()
    // The thief is logged in as the owner, and gives the account an address of the thief's own.
    await users.changeEmail(db, { id: ada.userId, from: null, to: evil })
    const thief = await world.visitor({ userId: ada.userId, email: evil, store: lastingStore() })
    await thief.keys.open()
    for (let days = 0; days < 10; days += 1) {
      const frameKey = await publicKeyOf(await createSealingKeys())
      const way = (await thief.api.open()).wallet?.assisted ?? null
      const asked = { ticket: await thief.api.ticket('recover', frameKey), frameKey, eip155, way }
      await expect(thief.api.vault.recover(asked)).rejects.toMatchObject({ code: 'no_mail' })
      world.advance(86_400)
    }
    await expect(thief.keys.addContact(evil)).rejects.toThrow(WalletLockedError)
    await world.vault.services.mail.flush()
    expect(world.vaultMails.filter(({ to }) => to === evil)).toEqual([])
    await thief.keys.settled()
  })

  test('S48: a new address needs a browser with a way in, is told to the known one, counts after 72 hours, and can be refused', async () => {
    const email = owner()
    const later = owner()
    const ada = await world.visitor({ email })
    await ada.keys.open()
    await ada.keys.settled()
    const { users, db } = world.site.services
    // What was typed has to be what the login proves.
    await expect(ada.keys.addContact(later)).rejects.toMatchObject({ code: 'other_address' })
    await users.changeEmail(db, { id: ada.userId, from: email, to: later })
    const changed = await world.visitor({ userId: ada.userId, email: later, store: lastingStore() })
    await changed.keys.open()
    const mailedTo = async (): Promise<string | undefined> => {
      world.advance(31)
      const before = world.vaultMails.length
      await changed.keys.recoverByMail({ onMatch: () => void world.press('decline'), signal: never() }).catch(() => {})
      return world.vaultMails.slice(before).find(({ subject }) => /^\d\d:/.test(subject))?.to
    }
    // The ticket alone changes nothing.
    expect(await mailedTo()).toBe(email)
    const told = async () => {
      await ada.keys.addContact(later)
      await world.vault.services.mail.flush()
      return world.vaultMails.at(-1)
    }
    expect(await told()).toMatchObject({ to: email, text: expect.stringContaining(later) })
    expect(await world.press('decline')).toContain('Kept')
    world.advance(73 * 3600)
    expect(await mailedTo()).toBe(email)
    // Not refused this time.
    expect(await told()).toMatchObject({ to: email })
    world.advance(71 * 3600)
    expect(await mailedTo()).toBe(email)
    world.advance(2 * 3600)
    expect(await mailedTo()).toBe(later)
    await Promise.all([ada.keys.settled(), changed.keys.settled()])
  })

  test('the words of a wallet that has neither an address nor a factor are asked for by adding one first', async () => {
    const ada = await world.visitor({ email: null })
    await ada.keys.open()
    await expect(ada.keys.startExport()).rejects.toMatchObject({ code: 'factor_first' })
    await ada.keys.settled()
  })

  test('S48: an address that the visitor did not type is not taken when the wallet is made', async () => {
    const email = owner()
    const ada = await world.visitor({ email, typed: owner() })
    await expect(ada.keys.open()).rejects.toMatchObject({ code: 'other_address' })
    const silent = await world.visitor({ email, typed: null })
    await silent.keys.open()
    await expect(silent.keys.recoverByMail({ onMatch: () => {}, signal: never() })).rejects.toMatchObject({ code: 'no_mail' })
    await silent.keys.settled()
  })

  /** Of the calls of a page: what it tells the vault last, about the ways that there are now, does not arrive. */
  const withoutLastWord = (api: KeyApi): KeyApi => ({
    ...api,
    vault: {
      ...api.vault,
      writeWays: (request) =>
        request.statement.includes('"keep"') ? Promise.reject(new TypeError('fetch failed')) : api.vault.writeWays(request),
    },
  })

  test('R24: where the vault has not heard that a factor counts, the factor opens the wallet in a new browser all the same', async () => {
    const email = owner()
    const passkeys = testPasskeys()
    const ada = await world.visitor({ email, passkeys, calls: withoutLastWord })
    const addresses = await ada.keys.open()
    const codes = [await ada.keys.createRecoveryCode(), await ada.keys.createRecoveryCode()]
    for (const { code, confirm } of codes) await confirm(code)
    await ada.keys.addPasskey()
    await ada.keys.settled()
    for (const recover of [
      ({ keys }: Visitor) => keys.recoverByCode(codes[1]?.code ?? ''),
      ({ keys }: Visitor) => keys.recoverByPasskey(),
    ]) {
      const other = await world.visitor({ email, passkeys })
      expect(await other.keys.open()).toEqual(addresses)
      await recover(other)
      expect(await other.keys.withKey('eip155', (key) => key.length)).toBe(32)
      await other.keys.settled()
    }
    const last = await world.visitor({ email, passkeys })
    await last.keys.open()
    // The first code ended with the second one, whatever the vault has heard.
    await expect(last.keys.recoverByCode(codes[0]?.code ?? '')).rejects.toThrow(RecoveryCodeError)
    await last.keys.settled()
  })

  test('S48: a wrong proof of a factor gets nothing, and each question has one answer', async () => {
    const ada = await world.visitor({ email: owner() })
    const { eip155 } = await ada.keys.open()
    const { code, confirm } = await ada.keys.createRecoveryCode()
    await confirm(code)
    const frameKey = await publicKeyOf(await createSealingKeys())
    const asked = await ada.api.vault.challenges({ ticket: await ada.api.ticket('recover', frameKey), frameKey, eip155, split: false })
    const factorId = asked.factors[0]?.factor.id ?? ''
    const proof = randomBytes(32).toString('base64url')
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(ada.api.vault.prove({ id: asked.id, factorId, proof })).rejects.toMatchObject({ code: 'wrong_proof' })
    }
    await ada.keys.settled()
  })
})
