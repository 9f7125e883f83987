import { ed25519 } from '@noble/curves/ed25519.js'
import type { Database } from '@portico/service/database'
import { databases } from '@portico/service/test'
import { base58 } from '@scure/base'
import { bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { browserOf, bytes, fixture, passkeys, restore } from './test/shares.js'
import { type Visitor, type World, createWorld, lastingStore } from './test/world.js'

describe.each(await databases())('wallets of the release that split them, on $name', ({ fresh, drop }) => {
  const worlds: World[] = []
  afterAll(async () => {
    for (const world of worlds) await world.close()
    await drop()
  })
  const start = async (): Promise<World> => {
    const [database, vaultDatabase] = [await fresh(), await fresh()]
    await restore(database, fixture.site)
    await restore(vaultDatabase, fixture.vault)
    const { site, vault } = fixture.keys
    const world = await createWorld({
      database,
      vaultDatabase,
      site: { keys: [{ id: 'k1', bytes: bytes(site.key) }], indexKey: bytes(site.indexKey) },
      vault: { keys: [{ id: 'v1', bytes: bytes(vault.key) }], indexKey: bytes(vault.indexKey) },
    })
    worlds.push(world)
    // Later than all that they have written.
    world.advance(30 * 86_400)
    return world
  }
  const ownerOf = (name: string) => {
    const owner = fixture.owners[name]
    if (!owner) throw new Error('There is no such owner.')
    return owner
  }
  const visit = async (world: World, name: string, store = lastingStore()): Promise<Visitor> => {
    const { email, userId, addresses } = ownerOf(name)
    const visitor = await world.visitor({ email, userId, store, passkeys })
    expect(await visitor.keys.open()).toEqual(addresses)
    return visitor
  }
  const signs = async ({ keys: held }: Visitor, name: string): Promise<void> => {
    const { addresses } = ownerOf(name)
    expect(await held.withKey('eip155', (key) => privateKeyToAccount(bytesToHex(key)).address)).toBe(addresses.eip155)
    expect(await held.withKey('solana', (key) => base58.encode(ed25519.getPublicKey(key)))).toBe(addresses.solana)
  }
  const recoverByMail = ({ keys: held }: Visitor, world: World): Promise<void> => {
    world.advance(31)
    return held.recoverByMail({ onMatch: () => void world.press('confirm'), signal: new AbortController().signal })
  }
  /** Shares that are left of a wallet, at both services and in a browser. */
  const sharesOf = async (world: World, name: string, store?: ReturnType<typeof lastingStore>): Promise<number> => {
    const { walletId } = ownerOf(name)
    const count = async (db: Database, table: 'wallet_shares' | 'vault_shares') =>
      (await db.selectFrom(table).select('attempt').where('wallet_id', '=', walletId).execute()).length
    const kept = [...(store?.wallets.values() ?? [])].flatMap(({ shares }) => shares).length
    return (await count(world.site.services.db, 'wallet_shares')) + (await count(world.vault.services.db, 'vault_shares')) + kept
  }
  const kindsOf = async ({ api }: Visitor): Promise<unknown> => {
    const { wallet } = await api.open()
    return {
      mode: wallet?.mode,
      assisted: wallet?.assisted !== null,
      factors: wallet?.factors.map(({ kind }) => kind).toSorted(),
      devices: wallet?.devices.length,
      shares: wallet?.shares,
    }
  }

  test('R24: at its next login a wallet has ways in and no shares left, and signs with the same keys', async () => {
    const world = await start()
    for (const name of ['one', 'code', 'passkey', 'none']) {
      const store = await browserOf(name)
      expect(await sharesOf(world, name, store)).toBeGreaterThan(1)
      const visitor = await visit(world, name, store)
      await visitor.keys.settled()
      expect(await sharesOf(world, name, store), name).toBe(0)
      await signs(visitor, name)
      await visitor.keys.settled()
      const again = await visit(world, name, store)
      expect(await again.keys.unlockStep()).toEqual({ kind: 'none' })
      await signs(again, name)
      const user = name === 'code' || name === 'passkey'
      const factors = name === 'code' ? ['recoveryCode'] : name === 'passkey' ? ['passkey', 'recoveryCode'] : []
      expect(await kindsOf(again)).toEqual({ mode: user ? 'user' : 'progressive', assisted: !user, factors, devices: 1, shares: null })
      await again.keys.settled()
    }
  })

  test('R24: the mail and each factor open it after that, in browsers that are new', async () => {
    const world = await start()
    for (const name of ['one', 'code', 'passkey']) {
      const visitor = await visit(world, name, await browserOf(name))
      await visitor.keys.settled()
      const { code } = ownerOf(name)
      const ways = [
        ...(name === 'one' ? [(fresher: Visitor) => recoverByMail(fresher, world)] : []),
        ...(code ? [({ keys: held }: Visitor) => held.recoverByCode(code)] : []),
        ...(name === 'passkey' ? [({ keys: held }: Visitor) => held.recoverByPasskey()] : []),
      ]
      for (const recover of ways) {
        const fresher = await visit(world, name)
        await recover(fresher)
        await signs(fresher, name)
        await fresher.keys.settled()
      }
    }
  })

  test('R24: the mail and each factor open it before that, too, and a login in the first browser is not needed', async () => {
    const world = await start()
    for (const name of ['one', 'code', 'passkey']) {
      const { code } = ownerOf(name)
      const fresher = await visit(world, name)
      expect((await fresher.keys.unlockStep()).kind).toBe(name === 'one' ? 'vault' : 'factor')
      if (name === 'one') await recoverByMail(fresher, world)
      else if (name === 'passkey') await fresher.keys.recoverByPasskey()
      else await fresher.keys.recoverByCode(code ?? '')
      await fresher.keys.settled()
      expect(await sharesOf(world, name)).toBe(0)
      await signs(fresher, name)
      // The browser that has a share finds a way that was left for it.
      const store = await browserOf(name)
      const first = await visit(world, name, store)
      expect(await first.keys.unlockStep()).toEqual({ kind: 'none' })
      await signs(first, name)
      await Promise.all([first.keys.settled(), fresher.keys.settled()])
    }
  })

  test('R24: of two browsers the second one finds a way of its own after the first has logged in', async () => {
    const world = await start()
    const first = await visit(world, 'two', await browserOf('two', 'second'))
    await first.keys.settled()
    const store = await browserOf('two', 'first')
    const second = await visit(world, 'two', store)
    await second.keys.settled()
    await signs(first, 'two')
    await signs(second, 'two')
    expect(await kindsOf(second)).toMatchObject({ devices: 2 })
    const again = await visit(world, 'two', store)
    await signs(again, 'two')
    await again.keys.settled()
  })

  test('R24: where the move does not get through, the shares stay and sign', async () => {
    const world = await start()
    const { email, userId } = ownerOf('one')
    const store = await browserOf('one')
    const visitor = await world.visitor({
      email,
      userId,
      store,
      calls: (api) => ({ ...api, vault: { ...api.vault, writeWays: () => Promise.reject(new TypeError('fetch failed')) } }),
    })
    await visitor.keys.open()
    await visitor.keys.settled()
    await signs(visitor, 'one')
    expect(await sharesOf(world, 'one', store)).toBeGreaterThan(1)
    const later = await visit(world, 'one', store)
    await later.keys.settled()
    await signs(later, 'one')
    expect(await sharesOf(world, 'one', store)).toBe(0)
  })

  test('R24: where the vault has not heard of the move, the mail and the code open the wallet in a new browser all the same', async () => {
    const world = await start()
    for (const name of ['one', 'code']) {
      const { email, userId, code } = ownerOf(name)
      const visitor = await world.visitor({
        email,
        userId,
        store: await browserOf(name),
        calls: (api) => ({
          ...api,
          vault: {
            ...api.vault,
            writeWays: (request) =>
              request.statement.includes('"keep"') ? Promise.reject(new TypeError('fetch failed')) : api.vault.writeWays(request),
          },
        }),
      })
      await visitor.keys.open()
      await visitor.keys.settled()
      const fresher = await visit(world, name)
      if (code) await fresher.keys.recoverByCode(code)
      else await recoverByMail(fresher, world)
      // The vault is told with the first signature after it was looked at.
      await fresher.keys.settled()
      await signs(fresher, name)
      expect(await sharesOf(world, name)).toBe(0)
    }
  })

  test('S48: an address that only a ticket told does not come along', async () => {
    const world = await start()
    const contacts = await world.vault.services.db.selectFrom('vault_contacts').select(['wallet_id', 'counts_from']).execute()
    expect(contacts).toHaveLength(4)
    expect(contacts.some(({ wallet_id }) => wallet_id === ownerOf('none').walletId)).toBe(false)
  })
})
