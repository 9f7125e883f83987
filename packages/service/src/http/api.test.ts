import { Hono } from 'hono'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/database.js'
import { createLog } from '../log.js'
import { answerErrors } from './api.js'

test('S40: says in the log that a disk is full, nothing of what was to be written, and goes on once there is room', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'))
  const db = openDatabase(join(folder, 'test.db'))
  onTestFinished(async () => {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  })
  await sql`create table notes (text text)`.execute(db)
  const lines: string[] = []
  const app = new Hono()
  app.post('/notes/:id', async (context) => {
    await sql`insert into notes values (${'canary'.repeat(5000)})`.execute(db)
    return context.text('written')
  })
  answerErrors(app, createLog({ quiet: false, service: 'test', write: (line) => void lines.push(line) }))

  await sql`pragma max_page_count = 1`.execute(db) // as many as there are
  expect((await app.request('/notes/7', { method: 'POST' })).status).toBe(500)
  expect(JSON.parse(lines.join(''))).toMatchObject({
    event: 'request.failed',
    route: '/notes/:id',
    name: 'SqliteError',
    code: 'SQLITE_FULL',
  })
  expect(lines.join('')).not.toContain('canary')

  await sql`pragma max_page_count = 1000`.execute(db)
  expect((await app.request('/notes/7', { method: 'POST' })).status).toBe(200)
})
