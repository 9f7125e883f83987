/** Wallets as the release left them that split them into shares. */
import { readFileSync } from 'node:fs'
import { type Migrations, migrate, openDatabase } from '@portico/service/database'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { vaultMigrations } from '../../../../../vault/src/tables.js'
import type { Passkeys } from '../../../page/keys/index.js'
import { migrations } from '../../app.js'
import { lastingStore } from './world.js'

/** Both databases and what browsers kept, as the release wrote them that split wallets into shares. Its code made this file. */
const jwk = z.record(z.string(), z.unknown())
const keys = z.object({ key: z.string(), indexKey: z.string() })
export const fixture = z
  .object({
    keys: z.object({ site: keys, vault: keys }),
    owners: z.record(
      z.string(),
      z.object({
        email: z.nullable(z.string()),
        userId: z.string(),
        walletId: z.string(),
        addresses: z.object({ eip155: z.string(), solana: z.string() }),
        code: z.optional(z.string()),
      }),
    ),
    passkey: z.object({ credentialId: z.string(), secret: z.string() }),
    browsers: z.array(
      z.object({
        owner: z.string(),
        name: z.string(),
        walletId: z.string(),
        deviceId: z.string(),
        privateKey: jwk,
        publicKey: jwk,
        shares: z.array(z.object({ attempt: z.string(), sealed: z.string() })),
        ownerOnly: z.optional(z.boolean()),
      }),
    ),
    site: z.record(z.string(), z.array(jwk)),
    vault: z.record(z.string(), z.array(jwk)),
  })
  .parse(JSON.parse(readFileSync(new URL('shares.fixture.json', import.meta.url), 'utf8')))

export const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))
export const passkeys: Passkeys = {
  create: async () => ({ credentialId: fixture.passkey.credentialId, secret: bytes(fixture.passkey.secret), here: false }),
  get: async () => ({ credentialId: fixture.passkey.credentialId, secret: bytes(fixture.passkey.secret), here: false }),
}

/** Brings a database to where that release left it, with its rows. */
export async function restore(url: string, rows: Record<string, Record<string, unknown>[]>): Promise<void> {
  const db = openDatabase(url)
  const ran = (rows['kysely_migration'] ?? []).map(({ name }) => String(name))
  const all: Migrations = { ...migrations, ...vaultMigrations }
  await migrate(db, Object.fromEntries(ran.flatMap((name) => (all[name] ? [[name, all[name]]] : []))))
  // Others refer to accounts.
  for (const [table, entries] of Object.entries(rows).toSorted(([left], [right]) => Number(right === 'users') - Number(left === 'users'))) {
    if (table.startsWith('kysely_')) continue
    await sql`delete from ${sql.table(table)}`.execute(db)
    for (const entry of entries) {
      const columns = sql.join(Object.keys(entry).map((column) => sql.ref(column)))
      await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(entry))})`.execute(db)
    }
  }
  await db.destroy()
}

export async function browserOf(owner: string, name = 'first'): Promise<ReturnType<typeof lastingStore>> {
  const browser = fixture.browsers.find((each) => each.owner === owner && each.name === name)
  if (!browser) throw new Error('There is no such browser.')
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const store = lastingStore()
  const { walletId, deviceId, shares, ownerOnly } = browser
  store.wallets.set(walletId, {
    deviceId,
    keys: {
      privateKey: await crypto.subtle.importKey('jwk', browser.privateKey, algorithm, false, ['deriveBits']),
      publicKey: await crypto.subtle.importKey('jwk', browser.publicKey, algorithm, true, []),
    },
    shares,
    ...(ownerOnly !== undefined && { ownerOnly }),
  })
  return store
}
