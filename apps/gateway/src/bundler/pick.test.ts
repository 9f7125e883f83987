import { openDatabase } from '@portico/service/database'
import { sqlite } from '@portico/service/test'
import { getAddress, toHex } from 'viem'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { providerMigrations } from '../providers/migrations.js'
import { createNode } from '../rpc/node.js'
import { createBundlerChain } from './chain.js'
import type { Operation } from './operation.js'
import { pickBundle } from './pick.js'
import { createQueue } from './queue.js'
import { readBundlers } from './settings.js'

const executor = '0x00000000000000000000000000000000000000ee'
const { fresh, drop } = sqlite(providerMigrations)
afterAll(drop)

/** A bundler whose node answers calls with this, by their data, at a base fee of 100 wei. */
async function setUp(called: (data: string) => object) {
  const db = openDatabase(await fresh())
  onTestFinished(() => db.destroy())
  const block = { number: '0x1', baseFeePerGas: toHex(100) }
  const answerOf = ({ id, method, params }: { id: number; method: string; params: [{ data: string }] }) => ({
    jsonrpc: '2.0',
    id,
    ...(method === 'eth_getBlockByNumber' ? { result: block } : called(params[0].data)),
  })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = (await new Request(input, init).json()) as Parameters<typeof answerOf>[0] | Parameters<typeof answerOf>[0][]
    return Response.json(Array.isArray(body) ? body.map(answerOf) : answerOf(body))
  }
  const node = createNode({ urls: ['https://node.example'], fetch })
  const [settings] = readBundlers([{ chain: 'eip155:1', executors: [`0x${'1'.repeat(64)}`], lifetime: 60 }])
  if (!settings || !('executors' in settings)) throw new Error('There is no bundler.')
  let now = 0
  const clock = () => now
  const queue = createQueue({ db, chain: 1, clock })
  const reputation = () => ({ db, chain: 1, now })
  const parameters = { chain: createBundlerChain(1, node), queue, settings, reputation, clock, log: () => {}, held: new Set<string>() }
  const wait = async (number: number, maxFeePerGas: bigint): Promise<string> => {
    const operation: Operation = {
      sender: getAddress(toHex(number, { size: 20 })),
      nonce: 0n,
      callData: '0x',
      callGasLimit: 1n,
      verificationGasLimit: 1n,
      preVerificationGas: 1n,
      maxFeePerGas,
      maxPriorityFeePerGas: 0n,
      signature: '0x',
    }
    const hash = toHex(number, { size: 32 })
    await queue.add({ hash, operation, fromBlock: 0 })
    return hash
  }
  return {
    wait,
    pick: async () => (await pickBundle(parameters, executor)).map(({ hash }) => hash),
    states: async () => (await db.selectFrom('bundler_operations').select('state').execute()).map(({ state }) => state),
    pass: (milliseconds: number) => void (now += milliseconds),
  }
}

test.each([-32_005, -32_429, 429])('a node that wants patience (%i) has no operation refused that was accepted', async (code) => {
  const { wait, pick, states } = await setUp(() => ({ error: { code, message: 'rate limit exceeded' } }))
  await wait(1, 200n)
  await wait(2, 200n)
  await expect(pick()).rejects.toMatchObject({ name: 'NodeUnavailableError' })
  expect(await states()).toEqual(['queued', 'queued'])
})

test('operations whose fees are too low for now hold up nobody who pays, and are refused when their time is over', async () => {
  const { wait, pick, states, pass } = await setUp(() => ({ result: '0x' }))
  for (let number = 1; number <= 90; number += 1) await wait(number, 99n)
  expect(await pick()).toEqual([])
  const paying = await wait(1000, 10n ** 30n)
  expect(await pick()).toEqual([paying])
  pass(61_000)
  await wait(1001, 100n)
  expect(await pick()).toHaveLength(1)
  expect((await states()).filter((state) => state === 'refused')).toHaveLength(91)
})

test('where the chain does not say whose fault it is, nobody is refused who would go through alone', async () => {
  const spoiler = 0xabcdef
  const said = { error: { code: 3, message: 'execution reverted: sender has no code' } }
  const spoilt = await setUp((data) => (data.includes(toHex(spoiler, { size: 20 }).slice(2)) ? said : { result: '0x' }))
  const [first, , third] = [await spoilt.wait(1, 200n), await spoilt.wait(spoiler, 200n), await spoilt.wait(3, 200n)]
  expect(await spoilt.pick()).toEqual([first, third])
  expect(await spoilt.states()).toEqual(['queued', 'refused', 'queued'])

  // A node may give a call less gas than a transaction.
  const short = await setUp((data) => (data.length > 2000 ? said : { result: '0x' }))
  const [one] = [await short.wait(1, 200n), await short.wait(2, 200n), await short.wait(3, 200n)]
  expect(await short.pick()).toEqual([one])
  expect(await short.states()).toEqual(['queued', 'queued', 'queued'])
})
