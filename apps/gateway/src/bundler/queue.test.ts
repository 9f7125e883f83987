import { migrate, openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import { type Hex, toHex } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { providerMigrations } from '../providers/migrations.js'
import type { Operation } from './operation.js'
import { createQueue } from './queue.js'
import { checkReputation } from './reputation.js'

const paymaster = '0x00000000000000000000000000000000000000Aa'
const operation: Operation = {
  sender: '0x00000000000000000000000000000000000000bB',
  nonce: 0n,
  callData: '0x',
  callGasLimit: 1n,
  verificationGasLimit: 1n,
  preVerificationGas: 1n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
  signature: '0x',
  paymaster,
  paymasterData: '0x',
  paymasterVerificationGasLimit: 1n,
  paymasterPostOpGasLimit: 0n,
}
const hash: Hex = toHex(1, { size: 32 })

describe.each(await databases(providerMigrations))('on $name', ({ fresh, drop }) => {
  afterAll(drop)

  test('an operation that is sent again while it waits counts once: nobody has the paymaster of all banned by it', async () => {
    const db = openDatabase(await fresh())
    await migrate(db, providerMigrations)
    const queue = createQueue({ db, chain: 1, clock: () => 0 })
    for (let at = 0; at < 600; at += 1) await queue.add({ hash, operation, fromBlock: 0 })
    const rows = await db.selectFrom('bundler_reputation').select(['address', 'seen']).execute()
    expect(rows.map(({ seen }) => seen)).toEqual([1, 1])
    await checkReputation({ db, chain: 1, now: 0 }, { sender: '', paymaster, factory: '' })
    expect(await queue.waiting(10, 0n)).toMatchObject([{ hash }])
    await db.destroy()
  })

  test('an operation that takes the place of another counts once with it, however often: nobody has the factory of all banned by it', async () => {
    const db = openDatabase(await fresh())
    await migrate(db, providerMigrations)
    const queue = createQueue({ db, chain: 1, clock: () => 0 })
    for (let at = 0, fee = 10n ** 9n; at < 150; at += 1, fee = (fee * 111n) / 100n) {
      const raised = { ...operation, maxFeePerGas: fee, maxPriorityFeePerGas: fee }
      await queue.add({ hash: toHex(at + 1, { size: 32 }), operation: raised, fromBlock: 0 })
    }
    const rows = await db.selectFrom('bundler_reputation').select(['address', 'seen']).execute()
    expect(rows.map(({ seen }) => seen)).toEqual([1, 1])
    expect(await queue.waiting(10, 0n)).toMatchObject([{ hash: toHex(150, { size: 32 }) }])
    await db.destroy()
  })
})
