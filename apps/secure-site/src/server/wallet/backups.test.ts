import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KeyWrapper, createGenerations, createSecrets, unwrapShare } from '@portico/service/secrets'
import { databases } from '@portico/service/test'
import { openRoot } from '@portico/vault-wire'
import { afterAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { createWorld, lastingStore } from './test/world.js'

const folder = mkdtempSync(join(tmpdir(), 'portico-backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(await databases())('backups on $name', ({ name, fresh, drop }) => {
  afterAll(drop)
  const key = (id: string) => ({ id, bytes: new Uint8Array(randomBytes(32)) })

  test('S50: backups of both services from before the factor, with all keys that there are, open nothing after 31 days', async () => {
    const [siteKey, vaultKey] = [key('k1'), key('v1')]
    const files = { site: join(folder, `${name}.site`), vault: join(folder, `${name}.vault`) }
    const world = await createWorld({
      database: await fresh(),
      vaultDatabase: await fresh(),
      site: { keys: [siteKey], generations: files.site },
      vault: { keys: [vaultKey], generations: files.vault },
    })
    const store = lastingStore()
    const ada = await world.visitor({ store })
    await ada.keys.open()
    await ada.keys.settled()
    const { walletId, userId } = await ada.api.open()
    // Both backups at the worst moment: the assisted way is in them, whole.
    const site = await world.site.services.db.selectFrom('wallet_ways').selectAll().where('kind', '=', 'assisted').execute()
    const vault = await world.vault.services.db.selectFrom('vault_ways').selectAll().where('kind', '=', 'assisted').execute()
    const wrapperOf = (service: 'site' | 'vault'): KeyWrapper =>
      createGenerations({
        file: files[service],
        secrets: createSecrets({ keys: [service === 'site' ? siteKey : vaultKey] }),
        clock: Date.now,
        seconds: 30 * 86_400,
      }).wrapper
    const attack = async (): Promise<number> => {
      const [mine, other] = [site[0], vault[0]]
      if (!mine?.ciphertext || !mine.wrapped_key || !other) return -1
      const context = { wallet: walletId, index: 'way', attempt: mine.id, version: 1 }
      const wrapped = { wrapped_key: mine.wrapped_key, ciphertext: mine.ciphertext }
      const vaultContext = { ...context, wallet: `${walletId}/${other.eip155}` }
      try {
        const second = await unwrapShare(wrapperOf('site'), wrapped, context)
        const first = await unwrapShare(wrapperOf('vault'), other, vaultContext)
        const root = await openRoot(mine.sealed, [new Uint8Array(first), new Uint8Array(second)], {
          user: userId,
          wallet: walletId,
          way: mine.id,
          version: 1,
        })
        return root.length === 32 ? 1 : 0
      } catch {
        return 0
      }
    }
    const { code, confirm } = await ada.keys.createRecoveryCode()
    await confirm(code)
    await ada.keys.settled()
    // Within the month both operators together still could: that is what the guide says.
    expect(await attack()).toBe(1)
    world.advance(30 * 86_400 + 60)
    await world.site.sweep()
    await world.vault.sweep()
    world.advance(3601)
    await world.site.sweep()
    await world.vault.sweep()
    const opened = await attack()
    recordPromise({ id: 'S50', name: `backups from before the factor, ${name}`, runs: 1, accepted: opened })
    expect(opened).toBe(0)
    expect(await world.vault.backupsSince()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    // What is live moved along: this browser, and the code in a new one.
    const again = await world.visitor({ store })
    await again.keys.open()
    expect(await again.keys.withKey('eip155', (bytes) => bytes.length)).toBe(32)
    const other = await world.visitor({ store: lastingStore() })
    await other.keys.open()
    await other.keys.recoverByCode(code)
    expect(await other.keys.withKey('eip155', (bytes) => bytes.length)).toBe(32)
    await Promise.all([again.keys.settled(), other.keys.settled()])
    await world.close()
  })

  test('S50: a service whose generations are gone does not start; one that had none moves to them at its start', async () => {
    const [database, vaultDatabase] = [await fresh(), await fresh()]
    const site = { keys: [key('k1')] }
    const vault = { keys: [key('v1')] }
    const before = await createWorld({ database, vaultDatabase, site, vault })
    const store = lastingStore()
    const ada = await before.visitor({ store })
    await ada.keys.open()
    await ada.keys.settled()
    await before.close()
    const file = join(folder, `${name}.moved`)
    const during = await createWorld({ database, vaultDatabase, site: { ...site, generations: file }, vault })
    const { wrapped_key } = await during.site.services.db.selectFrom('wallet_ways').select('wrapped_key').executeTakeFirstOrThrow()
    expect(wrapped_key).toMatch(/^generation-/)
    const again = await during.visitor({ store })
    await again.keys.open()
    expect(await again.keys.withKey('eip155', (bytes) => bytes.length)).toBe(32)
    await again.keys.settled()
    await during.close()
    rmSync(file)
    await expect(createWorld({ database, vaultDatabase, site: { ...site, generations: file }, vault })).rejects.toThrow(
      /still needed: for 2 halves/,
    )
  })
})
