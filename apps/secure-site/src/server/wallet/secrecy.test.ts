import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSealingKeys, openRoot, publicKeyOf, sealedFor, unseal } from '@portico/vault-wire'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { wordsOf } from '../../page/keys/phrase.js'
import { keysOfRoot } from '../../page/keys/root.js'
import { type Visitor, type World, createWorld, lastingStore, testPasskeys } from './test/world.js'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'portico-wallet-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** The plain halves of a wallet, as its owner's browser could get them, and what follows from them. */
async function secretsOf(world: World, visitor: Visitor) {
  const { walletId, userId, wallet } = await visitor.api.open()
  const stored = await visitor.store.get(walletId)
  const kept = stored?.halves?.at(-1)
  if (!wallet || !stored || !kept) throw new Error('There is no wallet.')
  const device = await unseal(kept.half, stored.keys, sealedFor.half('device', walletId, kept.id))
  const frame = await createSealingKeys()
  const frameKey = await publicKeyOf(frame)
  const { half, sealed, version } = await visitor.api.way({ id: kept.id, frameKey })
  const auth = await unseal(half ?? '', frame, sealedFor.fromAuth(walletId, kept.id))
  world.advance(31)
  const { eip155 } = wallet.addresses
  const asked = await visitor.api.vault.recover({
    ticket: await visitor.api.ticket('recover', frameKey),
    frameKey,
    eip155,
    way: wallet.assisted,
  })
  await world.press('confirm')
  const answer = await visitor.api.vault.wait(asked, AbortSignal.timeout(10_000))
  if (answer.status !== 'released' || answer.released.kind !== 'half') throw new Error('The vault let nothing out.')
  const vault = await unseal(answer.released.half, frame, sealedFor.fromVault(walletId, answer.released.id))
  const root = await openRoot(sealed, [device, auth], { user: userId, wallet: walletId, way: kept.id, version })
  return { auth, vault, device, root, ...(await keysOfRoot(root)), words: new TextEncoder().encode(wordsOf(root).join(' ')) }
}

/** Each way that bytes could be written down. */
function spellings(secret: Uint8Array): readonly Buffer[] {
  const bytes = Buffer.from(secret)
  const texts = [
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    JSON.stringify([...bytes]),
  ]
  return [bytes, ...texts.map((text) => Buffer.from(text.length > 40 ? text.slice(0, 40) : text))]
}

async function filesOf(path: string, prefix: string): Promise<Buffer> {
  const names = (await readdir(path)).filter((name) => name.startsWith(prefix))
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(path, name)))))
}

test('S40: no half, key, word, code or address of a mailbox is in a database, log or mail that has no business with it', async () => {
  const path = await folder()
  const world = await createWorld({
    database: join(path, 'auth.db'),
    vaultDatabase: join(path, 'vault.db'),
    vault: { retainSeconds: 0 },
  })
  onTestFinished(() => world.close())
  const email = 'canary-mailbox@example.com'
  const visitor = await world.visitor({ email, store: lastingStore(), passkeys: testPasskeys() })
  const { eip155 } = await visitor.keys.open()
  const first = await secretsOf(world, visitor)
  const { code, confirm } = await visitor.keys.createRecoveryCode()
  await confirm(code)
  await visitor.keys.addPasskey()
  await visitor.keys.settled()
  await visitor.keys.startExport()
  await visitor.keys.withKey('eip155', () => 1)
  await Promise.all([world.site.mailed(), world.vault.services.mail.flush()])

  const places = new Map([
    ['database of the auth service', await filesOf(path, 'auth.db')],
    ['database of the vault', await filesOf(path, 'vault.db')],
    ['log of the auth service', Buffer.from(world.site.log.join('\n'))],
    ['log of the vault', Buffer.from(world.vaultLog.join('\n'))],
    ['mails', Buffer.from(JSON.stringify([world.site.mails, world.vaultMails].map((mails) => mails.map(({ to: _, ...mail }) => mail))))],
  ])
  // The search finds what is there.
  expect(places.get('database of the auth service')?.includes(Buffer.from(eip155))).toBe(true)
  const canaries = [
    ...Object.values(first).flatMap(spellings),
    Buffer.from(code),
    Buffer.from(code.replaceAll('-', '')),
    Buffer.from(email),
    Buffer.from('canary-mailbox'),
  ]
  const found: string[] = []
  for (const [place, content] of places) {
    expect(content.length, place).toBeGreaterThan(100)
    for (const canary of canaries) if (content.includes(canary)) found.push(`${place}: ${canary.toString('latin1').slice(0, 12)}`)
  }
  recordPromise({
    id: 'S40',
    name: 'halves, keys, codes and addresses planted: found in databases, logs and mails',
    runs: canaries.length * places.size,
    accepted: found.length,
  })
  expect(found).toEqual([])
})

test('R24: services that come back from backups, the auth service’s the older one, lose no wallet', async () => {
  const path = await folder()
  const keys = () => ({ keys: [{ id: 'k', bytes: new Uint8Array(randomBytes(32)) }], indexKey: new Uint8Array(randomBytes(32)) })
  const [site, vault] = [keys(), keys()]
  const world = await createWorld({ database: join(path, 'auth.db'), vaultDatabase: join(path, 'vault.db'), site, vault })
  onTestFinished(() => world.close())
  const stores = { first: lastingStore(), second: lastingStore() }
  const first = await world.visitor({ store: stores.first })
  const addresses = await first.keys.open()
  await first.keys.settled()

  await sql`vacuum into ${join(path, 'auth-backup.db')}`.execute(world.site.services.db)
  // Between the two backups somebody recovers: the older one does not know that browser.
  const second = await world.visitor({ store: stores.second })
  await second.keys.open()
  await second.keys.recoverByMail({ onMatch: () => void world.press('confirm'), signal: new AbortController().signal })
  expect(await first.keys.withKey('eip155', (key) => key.length)).toBe(32)
  await Promise.all([first.keys.settled(), second.keys.settled()])
  await sql`vacuum into ${join(path, 'vault-backup.db')}`.execute(world.vault.services.db)

  const restored = await createWorld({
    database: join(path, 'auth-backup.db'),
    vaultDatabase: join(path, 'vault-backup.db'),
    site,
    vault,
  })
  onTestFinished(() => restored.close())
  restored.advance(31)
  for (const store of [stores.first, stores.second, lastingStore()]) {
    const visitor = await restored.visitor({ store })
    expect(await visitor.keys.open()).toEqual(addresses)
    if ((await visitor.keys.unlockStep()).kind === 'vault') {
      restored.advance(31)
      await visitor.keys.recoverByMail({ onMatch: () => void restored.press('confirm'), signal: new AbortController().signal })
    }
    expect(await visitor.keys.withKey('solana', (key) => key.length)).toBe(32)
    await visitor.keys.settled()
  }
})

test('R24: a vault that comes back from too old a backup gets its half with the next signature', async () => {
  const path = await folder()
  const keys = () => ({ keys: [{ id: 'k', bytes: new Uint8Array(randomBytes(32)) }], indexKey: new Uint8Array(randomBytes(32)) })
  const [site, vault] = [keys(), keys()]
  const world = await createWorld({ database: join(path, 'auth.db'), vaultDatabase: join(path, 'vault.db'), site, vault })
  onTestFinished(() => world.close())
  const store = lastingStore()
  await sql`vacuum into ${join(path, 'vault-backup.db')}`.execute(world.vault.services.db)
  const first = await world.visitor({ store })
  const addresses = await first.keys.open()
  await first.keys.settled()
  await sql`vacuum into ${join(path, 'auth-backup.db')}`.execute(world.site.services.db)

  const restored = await createWorld({
    database: join(path, 'auth-backup.db'),
    vaultDatabase: join(path, 'vault-backup.db'),
    site,
    vault,
  })
  onTestFinished(() => restored.close())
  const again = await restored.visitor({ store })
  expect(await again.keys.open()).toEqual(addresses)
  await again.keys.settled()
  expect(await again.keys.withKey('eip155', (key) => key.length)).toBe(32)
  await again.keys.settled()
  const other = await restored.visitor()
  await other.keys.open()
  await other.keys.recoverByMail({ onMatch: () => void restored.press('confirm'), signal: new AbortController().signal })
  expect(await other.keys.withKey('eip155', (key) => key.length)).toBe(32)
  await other.keys.settled()
})
