import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createVault } from './vault.js'

test('what is over is dropped also where a part of the sweep fails, which is logged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-vault-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const lines: string[] = []
  const now = Date.now()
  const vault = createVault({
    publicUrl: 'https://vault.example',
    secureUrl: 'https://secure.example',
    database: join(folder, 'vault.db'),
    keys: [{ id: 'a', bytes: new Uint8Array(32).fill(1) }],
    mail: { send: async () => undefined, close: () => undefined },
    retainSeconds: 60,
    clock: () => now,
    writeLog: (line) => void lines.push(line),
    port: 0,
  })
  onTestFinished(() => vault.close())
  await vault.ready
  const { db } = vault.services
  const share = {
    wallet_id: 'w',
    version: 1,
    wrapped_key: null,
    ciphertext: null,
    factors: '[]',
    eip155: '0x',
    created_at: 0,
    committed_at: 0,
  }
  await db
    .insertInto('vault_shares')
    .values([
      { ...share, attempt: 'old', superseded_at: now - 60_001 },
      { ...share, attempt: 'kept for a minute', superseded_at: now - 59_000 },
      { ...share, attempt: 'in use', superseded_at: null },
    ])
    .execute()
  await db.schema.dropTable('vault_tickets').execute()

  await vault.sweep()
  const rows = await db.selectFrom('vault_shares').select('attempt').orderBy('attempt').execute()
  expect(rows.map(({ attempt }) => attempt)).toEqual(['in use', 'kept for a minute'])
  expect(lines.filter((line) => line.includes('sweep.failed'))).toHaveLength(1)
})
