import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { OptionsError } from '../errors.js'
import { createGenerations } from './generations.js'
import { createSecrets } from './secrets.js'
import { unwrapShare, wrapShare } from './wrapping.js'

const folder = mkdtempSync(join(tmpdir(), 'portico-generations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const day = 86_400_000
const context = { wallet: 'w', index: 'way', attempt: 'a', version: 1 }
const half = new Uint8Array(randomBytes(32))
let files = 0
const setUp = () => {
  const file = join(folder, `${(files += 1)}.generations`)
  const keys = [{ id: 'k1', bytes: new Uint8Array(randomBytes(32)) }]
  const secrets = createSecrets({ keys })
  let now = Date.UTC(2026, 0, 1)
  const make = (with_ = secrets) => createGenerations({ file, secrets: with_, clock: () => now, seconds: 30 * 86_400 })
  return { file, keys, secrets, make, generations: make(), advance: (ms: number) => void (now += ms) }
}
/** Rows of a database, and what a generation is told about them. */
const rowsOf = (generations: ReturnType<typeof createGenerations>) => {
  const rows: Awaited<ReturnType<typeof wrapShare>>[] = []
  const rewrap = async (): Promise<void> => {
    for (const [index, row] of rows.entries())
      rows[index] = await wrapShare(generations.wrapper, await unwrapShare(generations.wrapper, row, context), context)
  }
  return {
    rows,
    stored: { rewrap, count: async (name: string) => rows.filter(({ wrapped_key: text }) => text.startsWith(`${name}.`)).length },
  }
}

test('S50: after its time a generation is destroyed, and what a backup holds under it opens no more', async () => {
  const { file, generations, advance } = setUp()
  const { rows, stored } = rowsOf(generations)
  await generations.turn(stored)
  rows.push(await wrapShare(generations.wrapper, half, context))
  const backup = rows.slice()
  const [first] = generations.names()
  advance(29 * day)
  await generations.turn(stored)
  expect(generations.names()).toEqual([first])
  advance(day)
  await generations.turn(stored)
  // What was wrapped a moment ago may be on its way to the database.
  expect(generations.names()).toHaveLength(2)
  advance(day)
  await generations.turn(stored)
  expect(generations.names()).not.toContain(first)
  expect(readFileSync(file, 'utf8')).not.toContain(first)
  const [row] = rows
  if (!row || !backup[0]) throw new Error('no row')
  expect(await unwrapShare(generations.wrapper, row, context)).toEqual(Buffer.from(half))
  await expect(unwrapShare(generations.wrapper, backup[0], context)).rejects.toThrow('a key that is not there')
  expect(generations.since()).toBeGreaterThan(Date.UTC(2026, 0, 29))
})

test('S50: a generation that something is under is not destroyed', async () => {
  const { generations, advance } = setUp()
  const { rows, stored } = rowsOf(generations)
  await generations.turn(stored)
  rows.push(await wrapShare(generations.wrapper, half, context))
  const [first] = generations.names()
  advance(40 * day)
  const stuck = { rewrap: async () => {}, count: stored.count }
  await generations.turn(stuck)
  advance(day)
  await generations.turn(stuck)
  expect(generations.names()).toContain(first)
})

test('processes that turn at the same time make one generation, and a lock that was left behind is no obstacle', async () => {
  const { file, make } = setUp()
  const stored = { rewrap: async () => {}, count: async () => 0 }
  await Promise.all(Array.from({ length: 8 }, () => make().turn(stored)))
  expect(make().names()).toHaveLength(1)
  writeFileSync(`${file}.lock`, '')
  const { utimesSync } = await import('node:fs')
  utimesSync(`${file}.lock`, new Date(0), new Date(0))
  const keys = [{ id: 'k2', bytes: new Uint8Array(32) }]
  await expect(make(createSecrets({ keys })).reseal()).rejects.toThrow('not there')
})

test('a file that can’t be written is named by its option at once, and waited for no longer than another process', async () => {
  const file = join(folder, 'nowhere', 'generations')
  const secrets = createSecrets({ keys: [{ id: 'k1', bytes: new Uint8Array(32) }] })
  const generations = createGenerations({ file, secrets, clock: Date.now, seconds: 60 })
  const turned = generations.turn({ rewrap: async () => {}, count: async () => 0 })
  await expect(turned).rejects.toThrow(OptionsError)
  await expect(turned).rejects.toThrow(/^generations: ENOENT/)
})

test('S49: the file moves to a new key of the operator, and what stood under the operator’s key itself is still opened', async () => {
  const { keys, make, secrets } = setUp()
  const { operatorKeyWrapper } = await import('./wrapping.js')
  const direct = await wrapShare(operatorKeyWrapper(secrets), half, context)
  const before = make()
  await before.turn({ rewrap: async () => {}, count: async () => 0 })
  const row = await wrapShare(before.wrapper, half, context)
  expect(await unwrapShare(before.wrapper, direct, context)).toEqual(Buffer.from(half))
  const newest = { id: 'k2', bytes: new Uint8Array(randomBytes(32)) }
  expect(await make(createSecrets({ keys: [newest, ...keys] })).reseal()).toBe(1)
  expect(await unwrapShare(make(createSecrets({ keys: [newest] })).wrapper, row, context)).toEqual(Buffer.from(half))
  await expect(unwrapShare(make().wrapper, row, context)).rejects.toThrow('not there')
})
