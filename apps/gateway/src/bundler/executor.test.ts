import { databases } from '@portico/service/test'
import { openDatabase } from '@portico/service/database'
import { parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Gateway, createGateway } from '../gateway.js'
import { providerMigrations } from '../providers/migrations.js'
import { hexBigint, hexNumber } from '../rpc/node.js'
import { type World, createAsk, createWorld, receiptOf, send } from './test/world.js'

const timeout = 60_000
let world: World
const gateways: Gateway[] = []

beforeAll(async () => {
  world = await createWorld()
}, timeout)
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()))
  await world.chain.stop()
})

describe.each(await databases(providerMigrations))('on $name', ({ fresh, drop }) => {
  afterAll(async () => {
    await Promise.all(gateways.splice(0).map((gateway) => gateway.close()))
    await drop()
  })
  const open = async (database: string, keys: readonly string[], more: object = {}): Promise<string> => {
    const bundlers = [{ chain: 'eip155:31337', executors: [...keys], pollMs: 20, ...more }]
    const gateway = createGateway({ port: 0, quiet: true, database, chains: [world.chain.options({ pollMs: 60_000 })], bundlers })
    gateways.push(gateway)
    return await gateway.listen()
  }
  const mining = async (isOn: boolean): Promise<void> => void (await world.chain.run('evm_setAutomine', isOn))

  test('a transaction that hangs is sent again with fees an eighth higher, and its operation is mined once', { timeout }, async () => {
    const database = await fresh()
    const { key, account } = await world.key()
    const ask = createAsk(await open(database, [key], { stuckMs: 500 }), world.number)
    const user = await world.user()
    await mining(false)
    const { result } = await send(ask, await user.operation())
    const db = openDatabase(database)
    const sent = () =>
      db.selectFrom('bundler_transactions').select(['raw', 'nonce']).where('executor', '=', account.address).orderBy('sent_at').execute() // prettier-ignore
    for (const until = Date.now() + 10_000; Date.now() < until && (await sent()).length < 2; ) await new Promise((go) => setTimeout(go, 50))
    const rows = await sent()
    const [first, second] = rows.map(({ raw }) => parseTransaction(raw as `0x02${string}`))
    expect(new Set(rows.map(({ nonce }) => nonce)).size).toBe(1)
    expect((second?.maxFeePerGas ?? 0n) * 10n).toBeGreaterThanOrEqual((first?.maxFeePerGas ?? 1n) * 11n)
    expect((second?.maxPriorityFeePerGas ?? 0n) * 10n).toBeGreaterThanOrEqual((first?.maxPriorityFeePerGas ?? 1n) * 11n)
    await mining(true)
    await world.chain.mine(1)
    expect(await receiptOf(ask, result)).toMatchObject({ success: true })
    expect(await world.chain.node.call({ method: 'eth_getTransactionCount', params: [account.address, 'latest'] }, hexNumber)).toBe(1)
    for (const until = Date.now() + 5000; Date.now() < until && (await sent()).length > 0; ) await new Promise((go) => setTimeout(go, 50))
    expect(await sent()).toEqual([])
    await db.destroy()
  })

  test('an operation takes the place of one that waits when both fees are a tenth higher', { timeout }, async () => {
    const database = await fresh()
    const { key } = await world.key()
    const ask = createAsk(await open(database, [key], { stuckMs: 60_000 }), world.number)
    const [first, user] = [await world.user(), await world.user()]
    await mining(false)
    // The only key is busy with the first one.
    await send(ask, await first.operation())
    await new Promise((go) => setTimeout(go, 300))
    const draft = await user.operation()
    const old = await send(ask, draft)
    const raised = (percent: bigint) => ({
      maxFeePerGas: (draft.maxFeePerGas * percent) / 100n,
      maxPriorityFeePerGas: (draft.maxPriorityFeePerGas * percent) / 100n + 1n,
    })
    expect((await send(ask, await user.operation(raised(105n)))).error).toMatchObject({ code: -32_602 })
    const other = await send(ask, await user.operation(raised(111n)))
    expect(other.error).toBeUndefined()
    await mining(true)
    await world.chain.mine(1)
    expect(await receiptOf(ask, other.result)).toMatchObject({ success: true })
    expect(await ask('eth_getUserOperationByHash', [old.result])).toMatchObject({ result: null })
  })

  test('gateways on one database share the work, and no key is used by two of them', { timeout }, async () => {
    const database = await fresh()
    const keys = [await world.key(), await world.key()]
    const names = keys.map(({ key }) => key)
    const urls = [await open(database, names), await open(database, names)]
    const asks = urls.map((url) => createAsk(url, world.number))
    const users = await Promise.all(Array.from({ length: 10 }, () => world.user()))
    const sent = await Promise.all(users.map(async (user, at) => await send(asks[at % 2] ?? createAsk('', 0), await user.operation())))
    for (const { result, error } of sent) {
      expect(error).toBeUndefined()
      // The other one knows of it too.
      expect(await receiptOf(asks[0] ?? createAsk('', 0), result)).toMatchObject({ success: true })
    }
    const counts = await Promise.all(
      keys.map(({ account }) =>
        world.chain.node.call({ method: 'eth_getTransactionCount', params: [account.address, 'latest'] }, hexNumber),
      ),
    ) // prettier-ignore
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(10)
    const db = openDatabase(database)
    const holders = await db.selectFrom('bundler_executors').select('holder').execute()
    expect(holders).toHaveLength(2)
    expect((await db.selectFrom('bundler_operations').select('state').execute()).every(({ state }) => state === 'mined')).toBe(true)
    await db.destroy()
  })

  test('a key without coins loses nothing: the operation waits, and another key sends it', { timeout }, async () => {
    const poor = await world.key(0n)
    const ask = createAsk(await open(await fresh(), [poor.key]), world.number)
    const user = await world.user()
    const { result } = await send(ask, await user.operation())
    await new Promise((go) => setTimeout(go, 500))
    expect(await ask('eth_getUserOperationReceipt', [result])).toMatchObject({ result: null })
    expect(z.object({ userOperation: z.unknown() }).safeParse((await ask('eth_getUserOperationByHash', [result])).result).success).toBe(
      true,
    )
    await world.chain.run('anvil_setBalance', poor.account.address, '0xde0b6b3a7640000')
    expect(await receiptOf(ask, result, 20_000)).toMatchObject({ success: true })
    expect(await world.chain.node.call({ method: 'eth_getBalance', params: [poor.account.address, 'latest'] }, hexBigint)).toBeGreaterThan(
      0n,
    )
  })
})
