import { randomBytes, randomUUID } from 'node:crypto'
import { type VaultRecovery, vaultRecovery, createSealingKeys, openRoot, publicKeyOf, sealedFor, unseal } from '@portico/vault-wire'
import { createSigner } from '@portico/service/signing'
import { databases } from '@portico/service/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { type KeyApi, RecoveryCodeError, WalletLockedError } from '../../page/keys/index.js'
import { publicUrl } from '../test/site.js'
import { type Accounts, authClient, createAccounts, openWindow, pressAt } from './test/accounts.js'
import { type Visitor, type World, createWorld, lastingStore, testPasskeys, vaultUrl } from './test/world.js'

/** Who can open a wallet, and who tries to. */
describe.each(await databases())('ways into the wallet on $name', ({ name, fresh, drop }) => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ database: await fresh(), vaultDatabase: await fresh() })
  })
  afterAll(async () => {
    await world.close()
    await made?.then(({ at }) => at.close())
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

  interface Owner {
    readonly eip155: string
    readonly walletId: string
    readonly userId: string
    /** At the provider, and at Farcaster, where the vault knows the owner by that. */
    readonly sub: string | undefined
    readonly caster: { readonly by: ReturnType<Accounts['person']>; readonly fid: number } | undefined
  }
  /** A hundred owners: with and without an address, with a code, with a passkey, with an account that the vault knows them by. */
  const makeHundred = async (): Promise<{ at: World; accounts: Accounts; owners: Owner[] }> => {
    let offset = 0
    const accounts = await createAccounts(() => Date.now() + offset)
    const { identities, fetch: outside } = accounts
    const made = await createWorld({ database: await fresh(), vaultDatabase: await fresh(), vault: { identities }, outside })
    const at: World = {
      ...made,
      advance: (seconds) => {
        offset += seconds * 1000
        made.advance(seconds)
      },
    }
    const owners: Owner[] = []
    for (let count = 0; count < 100; count += 1) {
      const email = count % 4 === 3 ? null : owner()
      const visitor = await at.visitor({ email, passkeys: testPasskeys() })
      const { eip155 } = await visitor.keys.open()
      if (count % 4 === 1) {
        const { code, confirm } = await visitor.keys.createRecoveryCode()
        await confirm(code)
      }
      if (count % 4 === 2) await visitor.keys.addPasskey()
      const sub = count % 4 === 3 && count % 8 === 3 ? randomUUID() : undefined
      const caster = count % 8 === 7 ? { by: accounts.person(5000 + count), fid: 5000 + count } : undefined
      const signal = AbortSignal.timeout(20_000)
      const show = async (url: string): Promise<void> => {
        const { nonce, post } = await openWindow(at, url)
        await post({ id_token: await accounts.token({ sub: sub ?? '', nonce }) })
      }
      if (sub) await visitor.keys.addIdentity({ kind: 'google', signal, onOpen: ({ url }) => void show(url) })
      if (caster) await visitor.keys.addIdentity({ kind: 'farcaster', signal, onOpen: ({ url }) => void accounts.sign(url, caster) })
      await visitor.keys.settled()
      const { walletId, userId } = await visitor.api.open()
      owners.push({ eip155, walletId, userId, sub, caster })
    }
    return { at, accounts, owners }
  }
  let made: ReturnType<typeof makeHundred> | undefined
  const hundred = () => (made ??= makeHundred())

  test('S46: all of the auth service (database, keys, its API) opens 0 of 100 wallets', { timeout: 120_000 }, async () => {
    const { at, accounts, owners } = await hundred()
    const { db, secrets, clock } = at.site.services
    const rows = await db.selectFrom('wallet_ways').selectAll().execute()
    const { ways } = await import('./wallets.js').then(async ({ createWallets }) => {
      const { operatorKeyWrapper } = await import('@portico/service/secrets')
      return createWallets({ db, clock, wrapper: operatorKeyWrapper(secrets), recovery: 'assisted' })
    })
    const signer = createSigner({ secrets, purpose: 'tickets', issuer: publicUrl, clock })
    const frame = await createSealingKeys()
    const frameKey = await publicKeyOf(frame)
    const evil = 'thief@example.com'
    const mint = async (wallet: string, purpose: string): Promise<string> => {
      const claims = {
        wallet,
        purpose,
        device: 'x',
        version: 1,
        attempt: randomUUID(),
        frameKey,
        email: evil,
        origin: publicUrl,
        browser: 'x',
        locale: 'en',
      }
      return await signer.sign(claims, { audience: vaultUrl, subject: 'x', seconds: 60 })
    }
    const vault = async (path: string, body: unknown): Promise<unknown> => {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      return await (await at.vault.app.fetch(new Request(`${vaultUrl}${path}`, init))).json()
    }
    const stolen: string[] = []
    let opened = 0
    let shown = 0
    for (const { eip155, walletId, userId, sub, caster } of owners) {
      const way = rows.find((row) => row.wallet_id === walletId && row.kind === 'assisted')?.id ?? null
      // With tickets of its own, as often and as late as it likes: the vault mails only whom it knows, and nobody presses.
      for (let week = 0; week < 2; week += 1) {
        stolen.push(JSON.stringify(await vault('/v1/status', { ticket: await mint(walletId, 'status'), eip155 })))
        const asked = await vault('/v1/recoveries', { ticket: await mint(walletId, 'recover'), frameKey, eip155, way })
        stolen.push(JSON.stringify(asked))
        const challenge = await vault('/v1/challenges', { ticket: await mint(walletId, 'recover'), frameKey, eip155, split: false })
        stolen.push(JSON.stringify(challenge))
        if (typeof challenge === 'object' && challenge && 'id' in challenge) {
          const proof = { id: challenge.id, factorId: randomUUID(), proof: randomBytes(32).toString('base64url') }
          stolen.push(JSON.stringify(await vault('/v1/proofs', proof)))
        }
        at.advance(8 * 86_400)
      }
      // What people show it at their logins, over whatever nonce it likes: for its own client, and in its own name.
      const askFor = async (by: string): Promise<VaultRecovery> =>
        vaultRecovery.parse(await vault('/v1/recoveries', { ticket: await mint(walletId, 'recover'), frameKey, eip155, way, by }))
      const outcome = async ({ id, secret }: VaultRecovery): Promise<string> =>
        JSON.stringify(await vault('/v1/recoveries/wait', { id, secret }))
      if (sub) {
        const asked = await askFor('google')
        const { nonce, post } = await openWindow(at, asked.url ?? '')
        const { link } = await post({ id_token: await accounts.token({ sub, nonce, more: { aud: authClient } }) })
        if (link) await pressAt(at, link, 'confirm')
        stolen.push(await outcome(asked))
        shown += 1
      }
      if (caster) {
        const asked = await askFor('farcaster')
        await accounts.sign(asked.url ?? '', { ...caster, more: { domain: 'shop.example', uri: 'https://shop.example' } })
        stolen.push(await outcome(asked))
        shown += 1
      }
      // Its own halves, each with each, and with nothing.
      const own: Uint8Array[] = [new Uint8Array(32)]
      const mine = rows.filter((row) => row.wallet_id === walletId)
      for (const { id } of mine) {
        const { half } = await ways.open(walletId, id)
        if (half) own.push(half)
      }
      for (const { id, sealed, version } of mine) {
        for (const one of own) {
          for (const other of own) {
            const context = { user: userId, wallet: walletId, way: id, version }
            opened += await openRoot(sealed, [one, other], context).then(
              () => 1,
              () => 0,
            )
          }
        }
      }
    }
    expect(shown).toBe(25)
    await at.vault.services.mail.flush()
    expect(stolen.filter((text) => text.includes('"half"') || text.includes('"share"') || text.includes('released'))).toEqual([])
    expect(at.vaultMails.some(({ to }) => to === evil)).toBe(false)
    recordPromise({
      id: 'S46',
      name: `wallets opened by all of the auth service, ${name}`,
      runs: owners.length,
      accepted: opened,
    })
    expect(opened).toBe(0)
  })

  test('S46: all of the vault (database, keys, its API) opens 0 of 100 wallets', { timeout: 120_000 }, async () => {
    const { at, owners } = await hundred()
    const { db, secrets, clock } = at.vault.services
    const { operatorKeyWrapper, unwrapShare } = await import('@portico/service/secrets')
    const wrapper = operatorKeyWrapper(secrets)
    const rows = await db.selectFrom('vault_ways').selectAll().execute()
    expect(rows.length).toBeGreaterThanOrEqual(owners.length)
    // What is sealed is the auth service's: it tells nobody who is not logged in.
    const frameKey = await publicKeyOf(await createSealingKeys())
    const signer = createSigner({ secrets, purpose: 'receipts', issuer: vaultUrl, clock })
    let opened = 0
    for (const row of rows) {
      const context = { wallet: `${row.wallet_id}/${row.eip155}`, index: 'way', attempt: row.id, version: 1 }
      const half = await unwrapShare(wrapper, row, context)
      expect(half).toHaveLength(32)
      const forged = await signer.sign({ wallet: row.wallet_id, purpose: 'recover' }, { audience: publicUrl, seconds: 60 })
      for (const path of ['open', 'way', 'share', 'ticket']) {
        const body = JSON.stringify({ id: row.id, frameKey })
        const headers = { 'content-type': 'application/json', authorization: `DPoP ${forged}` }
        const answer = await at.site.app.fetch(new Request(`${publicUrl}/v1/wallet/${path}`, { method: 'POST', body, headers }))
        if (answer.status === 200) opened += 1
      }
    }
    recordPromise({ id: 'S46', name: `wallets opened by all of the vault, ${name}`, runs: owners.length, accepted: opened })
    expect(opened).toBe(0)
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
