import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createListener } from '@portico/service/http'
import { Hono } from 'hono'
import { type Address, type Hex, concat } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, createGateway } from '../../gateway.js'
import { type Sponsored, createSponsored, sponsor } from '../../paymaster/test/sponsored.js'
import { plainAddresses } from '../../paymaster/test/plain.js'
import { type Operation, entryPoint } from '../operation.js'
import { type Ask, type World, createAsk, createWorld, receiptOf, send } from '../test/world.js'
import { callOf, lawbreakers } from './test.helper.js'

const timeout = 60_000
const folder = mkdtempSync(join(tmpdir(), 'portico-rules-'))
const gateways: Gateway[] = []
let world: World
let sponsored: Sponsored
let make: ReturnType<typeof lawbreakers>
let ask: Ask

const open = async (more: object, rpc?: string): Promise<Ask> => {
  const { key } = await world.key()
  const gateway = createGateway({
    port: 0,
    quiet: true,
    database: join(folder, `${gateways.length}.sqlite`),
    chains: [world.chain.options({ pollMs: 60_000, ...(rpc !== undefined && { rpc: [rpc] }) })],
    bundlers: [{ chain: 'eip155:31337', executors: [key], pollMs: 20, simulation: 'trace', ...more }],
    sponsoring: {
      paymasters: [{ chain: 'eip155:31337', address: sponsored.paymaster, signer: sponsored.signer }],
      policies: [{ id: 'all', origins: ['*'], perDay: '9'.repeat(24), perAccount: '9'.repeat(24) }],
    },
  })
  gateways.push(gateway)
  return createAsk(await gateway.listen(), world.number)
}

beforeAll(async () => {
  world = await createWorld()
  sponsored = await createSponsored(world)
  make = lawbreakers(world)
  ask = await open({})
}, timeout)
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()))
  await world.chain.stop()
  await rm(folder, { recursive: true, force: true })
})

const refused = async (operation: Operation, rule: string, code = -32_502): Promise<void> => {
  expect((await send(ask, operation)).error, rule).toMatchObject({ code, message: expect.stringMatching(new RegExp(`^${rule}: .*\\.$`)) })
}
const mined = async (operation: Operation, by = ask): Promise<void> => {
  const { result, error } = await send(by, operation)
  expect(error).toBeUndefined()
  expect(await receiptOf(by, result)).toMatchObject({ success: true })
}
const nowhere: Address = '0x7777777777777777777777777777777777777777'
const push = (address: Address): Hex => concat(['0x73', address])

test('what reads the block or the transaction while it validates is refused', { timeout }, async () => {
  const opcodes = ['32', '3a', '5f40', '41', '42', '43', '44', '45', '48', '5f49', '4a', '5f5f5ff0']
  for (const each of opcodes) await refused(await make.account(`0x${each}50`), 'OP-011')
  // In what it calls, too.
  for (const code of ['0x4200', '0x5fff', '0xfe'] as const)
    await refused(await make.account(callOf(await make.put(code), { gas: '0x619c40' })), 'OP-011')
  await refused(await make.account('0x5a50'), 'OP-012')
  await refused(await make.account(callOf(await make.put('0x5b5f56'), { gas: '0x6064' })), 'OP-020')
  await refused(await make.account('0x5f5f5f5ff550'), 'OP-031')
  for (const each of ['0x4750', '0x303150'] as const) await refused(await make.account(each), 'OP-080')
})

test('what calls or reads addresses without code, sends coins, or asks the entry point is refused', { timeout }, async () => {
  for (const body of [callOf(nowhere), concat([push(nowhere), '0x3b50']), concat([push(nowhere), '0x3f50'])]) {
    await refused(await make.account(body), 'OP-041')
  }
  const balanceOf = concat(['0x6370a0823160e01b5f525f5f60245f', push(entryPoint), '0x5afa50'])
  for (const body of [balanceOf, concat([push(entryPoint), '0x3f50']), concat([push(entryPoint), '0x3b50'])]) {
    await refused(await make.account(body), 'OP-054')
  }
  await refused(await make.account(callOf(await make.put('0x00'), { value: '0x6001' })), 'OP-061')
  await refused(await make.account('0x5f5f5f5f5f600a61ea60f150'), 'OP-062')
  // It may pay in, and compute.
  await mined(await make.account(callOf(entryPoint, { value: '0x6001' })))
  await mined(await make.account('0x5f5f5f5f5f60025af150'))
  await mined(await make.account(concat([push(entryPoint), '0x3b1550'])))
})

test('an account reads and writes its own storage, and what others keep of it', { timeout }, async () => {
  for (const body of ['0x5f5450', '0x60015f55', '0x60015f5d'] as const) await mined(await make.account(body))
  const hashed = '335f525f60205260405f20'
  const kept = ['0x335400', `0x${hashed}5400`, `0x${hashed}6080015400`, `0x6001${hashed}5500`] as const
  for (const code of kept) await mined(await make.account(callOf(await make.put(code))))
  for (const code of ['0x5f5400', `0x${hashed}6081015400`, '0x5f5c00'] as const) {
    await refused(await make.account(callOf(await make.put(code))), 'STO-033')
  }
  await refused(await make.account(callOf(await make.put('0x60015f5500'))), 'STO-032')
})

test('a paymaster and a factory need a stake for what depends on their own storage', { timeout }, async () => {
  const pays = await make.paymaster('0x5f5450')
  await refused(pays, 'STO-031', -32_505)
  const least = { minimumStake: '0x16345785d8a0000', minimumUnstakeDelay: '0x15180' }
  expect((await send(ask, pays)).error).toMatchObject({ data: { paymaster: pays.paymaster?.toLowerCase(), ...least } })
  await make.stake(pays.paymaster ?? nowhere, 60)
  await refused(pays, 'STO-031', -32_505)
  await make.stake(pays.paymaster ?? nowhere, 86_400)
  await mined(pays)
  await refused(await make.paymaster('0x4750'), 'OP-080', -32_505)
  const made = await make.factory(() => '0x5f5450')
  await refused(made, 'STO-031', -32_505)
  await make.stake(made.factory ?? nowhere, 86_400)
  await mined(made)
  const keeper = await make.put('0x5f355400')
  const reads = await make.factory((sender) => concat([push(sender), '0x5f52', callOf(keeper, { input: '0x60205f' })]))
  await refused(reads, 'STO-022', -32_505)
  await make.stake(reads.factory ?? nowhere, 86_400)
  await mined(reads)
  await mined(await make.factory(() => '0x'))
})

test('our accounts go by the rules, and our paymaster where it is staked or trusted', { timeout }, async () => {
  await mined(await (await world.user()).operation())
  const { visit } = plainAddresses(world)
  const visitor = sponsored.user()
  const { operation } = await sponsor(ask, await visitor.draft())
  await refused(await visitor.sign(operation), 'STO-031', -32_505)
  const trusting = await open({ trusted: [sponsored.paymaster] })
  await mined(await visitor.sign(operation), trusting)
  const plain = await visit()
  await world.chain.run('anvil_setBalance', plain.owner.address, '0xde0b6b3a7640000')
  await mined(await plain.sign({ ...plain.draft, authorization: await plain.authorize(world.delegate) }))
})

test('nothing is taken where the node does not trace', { timeout }, async () => {
  const noTracer = { jsonrpc: '2.0', id: 0, error: { code: -32_601, message: 'the method does not exist' } }
  // The gateway still reads blocks through it when the chain is stopped: a failure of this is answered, too.
  const app = new Hono().post('*', async (context) => {
    const body = await context.req.text()
    if (body.includes('debug_traceCall')) return context.json(noTracer)
    return await fetch(world.chain.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  })
  const listener = createListener({ app, host: '127.0.0.1', port: 0 })
  const blind = await open({}, await listener.listen())
  expect((await send(blind, await make.account('0x'))).error).toMatchObject({
    code: -32_603,
    message: expect.stringContaining('does not trace'),
  })
  await listener.close()
})
