import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseError, OptionsError } from '@portico/service'
import { keptCommands, restoreCommand } from '@portico/service/commands'
import { restoreDatabase } from '@portico/service/backup'
import { openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import { sql } from 'kysely'
import { bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { type Visitor, createWorld, lastingStore, testPasskeys } from './test/world.js'

const folder = mkdtempSync(join(tmpdir(), 'portico-restore-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const commands = keptCommands()
/** As a lost disk, or a database that somebody has dropped. */
async function destroy(url: string): Promise<void> {
  if (!url.startsWith('postgres')) {
    for (const file of [url, `${url}-wal`, `${url}-shm`]) rmSync(file, { force: true })
    return
  }
  const db = openDatabase(url)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await db.destroy()
}
const signer = ({ keys }: Visitor) => keys.withKey('eip155', async (key) => privateKeyToAccount(bytesToHex(key)).address)

describe.each(await databases())('backup and restore on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  test('R24: both services lost and restored from their backups: every wallet signs, and recovers in a new browser', async () => {
    const site = { keys: [{ id: 'k1', bytes: new Uint8Array(randomBytes(32)) }], generations: join(folder, `${name}.site`) }
    const vault = { keys: [{ id: 'v1', bytes: new Uint8Array(randomBytes(32)) }], generations: join(folder, `${name}.vault`) }
    const places = { database: await fresh(), vaultDatabase: await fresh() }
    const before = await createWorld({ ...places, site, vault })
    const owners = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const owner = { email: `owner-${index}@example.com`, store: lastingStore(), passkeys: testPasskeys() }
        const visitor = await before.visitor(owner)
        const { eip155: address } = await visitor.keys.open()
        // Half of them are in `user` mode: nothing but their factor recovers them.
        if (index % 2 === 0) await visitor.keys.addPasskey()
        await visitor.keys.settled()
        return { ...owner, address, old: visitor }
      }),
    )
    const files = { site: join(folder, `${name}.site.backup`), vault: join(folder, `${name}.vault.backup`) }
    // While the services run.
    expect(await commands['backup']?.(before.site, [files.site])).toContain('which is not in it and is never kept with it')
    await commands['backup']?.(before.vault, [files.vault])
    for (const file of Object.values(files)) expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(commands['backup']?.(before.site, [files.site])).rejects.toThrow(OptionsError)
    await expect(commands['backup']?.(before.site, [])).rejects.toThrow('backup needs a file')
    await before.close()
    await destroy(places.database)
    await destroy(places.vaultDatabase)

    await restoreDatabase(places.database, files.site)
    await restoreDatabase(places.vaultDatabase, files.vault)
    const after = await createWorld({ ...places, site, vault })
    for (const { services } of [after.site, after.vault]) expect(await services.audit.verify()).toBeUndefined()
    // A session that was ended since the backup would be back: the command ends them all.
    expect(await after.site.endSessions()).toBe(owners.length)
    expect(await after.site.endSessions()).toBe(0)

    let failed = 0
    for (const { email, store, passkeys, address, old } of owners) {
      const same = await after.visitor({ email, store, passkeys })
      await same.keys.open()
      if ((await signer(same)) !== address) failed += 1
      const elsewhere = await after.visitor({ email, store: lastingStore(), passkeys })
      await elsewhere.keys.open()
      const step = await elsewhere.keys.unlockStep()
      if (step.kind === 'factor') await elsewhere.keys.recoverByPasskey()
      else {
        const onMatch = (): void => void after.press('confirm')
        await elsewhere.keys.recoverByMail({ onMatch, signal: AbortSignal.timeout(20_000) })
      }
      await elsewhere.keys.settled()
      if ((await signer(elsewhere)) !== address) failed += 1
      expect(old.userId).toBe(same.userId)
    }
    recordPromise({
      id: 'R24',
      name: `wallets after the loss and the restore of both services, ${name}`,
      runs: 2 * owners.length,
      accepted: failed,
    })
    expect(failed).toBe(0)
    await after.close()
  }, 120_000)

  test('a place that is not empty is left as it is, and what is not a backup is refused', async () => {
    const [database, vaultDatabase] = [await fresh(), await fresh()]
    const world = await createWorld({ database, vaultDatabase })
    const file = join(folder, `${name}.small.backup`)
    await commands['backup']?.(world.site, [file])
    const restore = (url: string, from: string) => restoreCommand({ url, create: () => world.site, stop: async () => {} })([from])
    await expect(restore(database, file)).rejects.toThrow(name === 'SQLite' ? 'is there already' : 'not empty')
    await expect(restore(database, join(folder, 'none'))).rejects.toThrow(OptionsError)
    const place = name === 'SQLite' ? `${database}.elsewhere` : await fresh()
    await expect(restore(place, new URL(import.meta.url).pathname)).rejects.toThrow(DatabaseError)
    // Nothing of it stayed: the right one finds an empty place.
    expect(await restore(place, file)).toContain('is restored')
    await world.close()
  })
})
