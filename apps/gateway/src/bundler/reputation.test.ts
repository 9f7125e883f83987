import { openDatabase } from '@portico/service/database'
import { sqlite } from '@portico/service/test'
import { afterAll, afterEach, expect, test } from 'vitest'
import { providerMigrations } from '../providers/migrations.js'
import { checkReputation, countReputation, faded, punish, standingOf } from './reputation.js'

const { fresh, drop } = sqlite(providerMigrations)
const db = openDatabase(await fresh())
afterAll(() => db.destroy().then(drop))
afterEach(async () => void (await db.deleteFrom('bundler_reputation').execute()))

const at = (now: number) => ({ db, chain: 1, now })
const paymaster = '0x00000000000000000000000000000000000000Aa'
const entities = { sender: '0x00000000000000000000000000000000000000Bb', paymaster, factory: '' }

test('who has one of ten mined is in good standing; the numbers are those of ERC-7562', () => {
  expect(standingOf({ seen: 109, included: 0 })).toBe('ok')
  expect(standingOf({ seen: 110, included: 0 })).toBe('throttled')
  expect(standingOf({ seen: 510, included: 0 })).toBe('banned')
  expect(standingOf({ seen: 510, included: 51 })).toBe('ok')
})

test('a 24th is forgotten each hour, so that a ban ends', async () => {
  expect(faded(24, 1)).toBe(23)
  expect(faded(10_000, 400)).toBe(0)
  await countReputation(at(0), new Map([[paymaster, { seen: 600, included: 0 }]]))
  await expect(checkReputation(at(0), entities)).rejects.toMatchObject({ code: -32_504 })
  await expect(checkReputation(at(5 * 3_600_000), entities)).resolves.toBeUndefined()
})

test('who makes a transaction fail on the chain is banned, and nobody else', async () => {
  await punish(at(0), paymaster)
  await expect(checkReputation(at(0), entities)).rejects.toThrow('paymaster')
  await expect(checkReputation(at(0), { ...entities, paymaster: '' })).resolves.toBeUndefined()
})
