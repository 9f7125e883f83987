import type * as fs from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, expect, test, vi } from 'vitest'
import { defaultLimits } from '../../limits.js'
import type { PublishLimits, StorageEvents } from '../storage.js'
import { createSqliteStorage } from './sqlite.js'

const disk = vi.hoisted(() => ({ fails: false }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  const fdatasync = (file: number, told: (error: Error | null) => void) =>
    disk.fails ? told(Object.assign(new Error('i/o error, fdatasync'), { code: 'EIO' })) : real.fdatasync(file, told)
  return { ...real, fdatasync }
})

const folder = mkdtempSync(join(tmpdir(), 'portico-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const none = () => {}
const events: StorageEvents = { onPublication: none, onGap: none, onMissed: none, onRegistered: none, onState: none, onWarning: none }
const room = { messages: defaultLimits.messages, bytes: defaultLimits.bytes }
const limits: PublishLimits = { mailbox: room, client: room, address: room, whole: room, burst: 100, perSecond: 100 }
const topic = 'a'.repeat(64)
const message = (text: string) => ({ topic, message: text, tag: 1108, ttl: 300, publisher: 'did:key:z1', sender: 1, bucket: 1 })
const mailbox = { topic, after: 0, clientId: 'did:key:z2', limit: 10, bytes: 10_000 }

test('R12: a disk that once did not keep a message is not believed again: nothing is taken or read until the file is opened anew', async () => {
  const file = join(folder, 'relay.db')
  const storage = createSqliteStorage(file, events)
  const kept = await storage.publish(message('kept'), limits)
  if (kept.status === 'stored') kept.announce()
  await storage.ping()
  disk.fails = true
  await expect(storage.publish(message('lost'), limits)).rejects.toThrow('SQLite failed: EIO.')
  disk.fails = false
  await expect(storage.publish(message('after'), limits)).rejects.toThrow('SQLite failed: EIO.')
  await expect(storage.read(mailbox)).rejects.toThrow('SQLite failed: EIO.')
  await expect(storage.ping()).rejects.toThrow('SQLite failed: EIO.')
  await storage.close()

  const again = createSqliteStorage(file, events)
  expect((await again.read(mailbox)).messages[0]).toMatchObject({ message: 'kept' })
  await again.close()
})

test('leaves a file alone that it can not take over: another process may open it at once', () => {
  const file = join(folder, 'newer.db')
  const newer = new Database(file)
  newer.exec('PRAGMA user_version = 99')
  newer.close()
  expect(() => createSqliteStorage(file, events)).toThrow('it is of version 99')
  const other = new Database(file)
  expect(() => other.exec('PRAGMA user_version = 100')).not.toThrow()
  other.close()
})
