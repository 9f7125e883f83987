import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePaymasterData, sponsorshipToSign } from '@portico/contracts/paymaster'
import { deployPaymaster } from '@portico/contracts/deploy'
import { openDatabase } from '@portico/service/database'
import { type Address, encodeFunctionData, getAddress, parseAbi, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Gateway, createGateway } from '../gateway.js'
import { type Sponsored, type Visitor, createSponsored } from '../paymaster/test/sponsored.js'
import { hexNumber } from '../rpc/node.js'
import { type Operation, costOf, entryPoint, writeOperation } from './operation.js'
import { punish } from './reputation.js'
import { type Ask, type World, callData, createAsk, createWorld, receiptOf, send } from './test/world.js'

// What ERC-7769 asks of a bundler, sentence by sentence; -32502 and -32505 are in rules/rules.test.ts.

const timeout = 60_000
const folder = mkdtempSync(join(tmpdir(), 'portico-conformance-'))
const file = join(folder, 'gateway.sqlite')
let world: World
let sponsored: Sponsored
let gateway: Gateway
let ask: Ask

beforeAll(async () => {
  world = await createWorld()
  sponsored = await createSponsored(world)
  gateway = createGateway({
    port: 0,
    quiet: true,
    database: file,
    chains: [world.chain.options({ pollMs: 60_000 })],
    bundlers: [{ chain: 'eip155:31337', executors: [(await world.key()).key], pollMs: 20 }],
  })
  ask = createAsk(await gateway.listen(), world.number)
}, timeout)
afterAll(async () => {
  await gateway.close()
  await world.chain.stop()
  await rm(folder, { recursive: true, force: true })
})

const head = () => world.chain.node.call({ method: 'eth_getBlockByNumber', params: ['latest', false] }, z.object({ timestamp: hexNumber }))

/** A visitor's operation that our signer pays for, whatever the gateway's policy is; undeployed, so that each is of another sender. */
async function paid(visitor: Visitor, { paymaster, validUntil = 0 }: { paymaster: Address; validUntil?: number }): Promise<Operation> {
  const limits = { paymasterVerificationGasLimit: 60_000n, paymasterPostOpGasLimit: 0n }
  const operation = { ...(await visitor.draft()), ...limits }
  const toSign = sponsorshipToSign({ paymaster, chainId: world.number, operation, validAfter: 0, validUntil })
  const signature = await privateKeyToAccount(sponsored.signer).signTypedData(toSign)
  return await visitor.sign({ ...operation, paymaster, paymasterData: encodePaymasterData({ validAfter: 0, validUntil, signature }) })
}

test('-32602: every field that an operation needs, in hex; factory and paymaster with all that belongs to them, or not at all', async () => {
  const wire = writeOperation(await (await world.user()).operation())
  const needed = ['sender', 'nonce', 'callData', 'callGasLimit', 'verificationGasLimit', 'preVerificationGas', 'maxFeePerGas', 'signature']
  const broken: object[] = [
    ...[...needed, 'maxPriorityFeePerGas', 'factory', 'factoryData'].map((name) => ({ ...wire, [name]: undefined })),
    ...needed.map((name) => ({ ...wire, [name]: 'not hex' })),
    ...needed.map((name) => ({ ...wire, [name]: 1 })),
    ...['paymaster', 'paymasterData', 'paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'].map((name) => ({
      ...wire,
      paymaster: sponsored.paymaster,
      paymasterData: '0x',
      paymasterVerificationGasLimit: '0xea60',
      paymasterPostOpGasLimit: '0x0',
      [name]: undefined,
    })),
  ]
  for (const each of broken) {
    expect((await ask('eth_sendUserOperation', [each, entryPoint])).error, JSON.stringify(each)).toMatchObject({ code: -32_602 })
  }
  for (const at of [undefined, '0x', world.chain.bob, '0x0000000071727De22E5E9d8BAf0edAc6f37da032']) {
    expect((await ask('eth_sendUserOperation', [wire, at])).error).toMatchObject({ code: -32_602 })
  }
})

test('-32601: nothing of the debug namespace is answered, nor anything else', async () => {
  const names = ['clearState', 'dumpMempool', 'sendBundleNow', 'setBundlingMode', 'setReputation', 'dumpReputation', 'addUserOps']
  for (const name of names) expect((await ask(`debug_bundler_${name}`, [entryPoint])).error).toMatchObject({ code: -32_601 })
})

test("-32500: the account's or the factory's fault, with the entry point's own code at the beginning of the message", async () => {
  const [there, poor] = [await world.user(), await world.user()]
  const deploy = await there.operation()
  await receiptOf(ask, (await send(ask, deploy)).result)
  await world.chain.run('anvil_setBalance', poor.address, '0x0')
  const { factory, factoryData } = deploy
  const fresh = await world.user()
  const cases: [string, Operation][] = [
    ['AA10', await there.operation({ ...(factory && { factory, factoryData }) })],
    ['AA13', await fresh.operation({ factory: world.chain.bob, factoryData: '0x' })],
    ['AA14', await fresh.operation({ factory: deploy.factory, factoryData: deploy.factoryData })],
    ['AA20', { ...(await fresh.operation()), factory: undefined, factoryData: undefined }],
    ['AA21', await poor.operation()],
    ['AA23', { ...(await there.operation()), signature: '0x12' }],
    ['AA25', await there.operation({ nonce: 7n })],
    ['AA26', await there.operation({ verificationGasLimit: 2000n })],
  ]
  for (const [code, operation] of cases) {
    const { error } = await send(ask, operation)
    expect(error, code).toMatchObject({ code: -32_500 })
    expect(error?.message, code).toMatch(/^AA\d\d /)
    if (code !== 'AA26') expect(error?.message.slice(0, 4)).toBe(code)
  }
})

test('-32501, -32503 and -32507 of a paymaster that refuses, whose time is over, or whose signature is another, with its address', async () => {
  const { paymaster } = sponsored
  const good = await paid(sponsored.user(), { paymaster })
  // Code that reverts, with a deposit.
  const wall: Address = '0x4444444444444444444444444444444444444444'
  const depositTo = encodeFunctionData({ abi: parseAbi(['function depositTo(address)']), args: [wall] })
  await world.chain.run('anvil_setCode', wall, '0x5f5ffd')
  await world.chain.send({ to: entryPoint, data: depositTo, value: 10n ** 18n })
  const refused = (await send(ask, await paid(sponsored.user(), { paymaster: wall }))).error
  expect(refused).toMatchObject({ code: -32_501, message: expect.stringMatching(/^AA33 /), data: { paymaster: wall } })
  const { timestamp } = await head()
  const late = await paid(sponsored.user(), { paymaster, validUntil: timestamp - 1 })
  expect((await send(ask, late)).error).toMatchObject({ code: -32_503, message: expect.stringMatching(/^AA32 /), data: { paymaster } })
  const other = sponsored.user()
  const stolen = await other.sign({ ...(await other.draft()), ...paymasterOf(good) })
  expect((await send(ask, stolen)).error).toMatchObject({ code: -32_507, message: expect.stringMatching(/^AA34 /), data: { paymaster } })
  const forged = await (await world.user()).sign(await (await world.user()).operation())
  expect((await send(ask, forged)).error).toMatchObject({ code: -32_507, message: expect.stringMatching(/^AA24 /) })
})

const paymasterOf = ({ paymaster, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit }: Operation) => ({
  ...(paymaster && { paymaster, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit }),
})

test('-32508: a paymaster has paid in enough for one operation and for all that wait, or its next is not taken', { timeout }, async () => {
  const { run, alice } = world.chain
  const deployment = deployPaymaster({ owner: world.chain.bob, signer: privateKeyToAccount(sponsored.signer).address })
  const { address: paymaster } = deployment
  await run('eth_sendTransaction', { from: alice, to: deployment.to, data: deployment.data, gas: '0x4c4b40' })
  const first = await paid(sponsored.user(), { paymaster })
  expect((await send(ask, first)).error).toMatchObject({ code: -32_508, message: expect.stringMatching(/^AA31 |paymaster has 0 wei/) })
  const value = toHex((costOf(first) * 3n) / 2n)
  await run('eth_sendTransaction', { from: alice, to: paymaster, data: '0xd0e30db0', value, gas: '0x30d40' })
  await run('evm_setAutomine', false)
  try {
    const taken = await send(ask, first)
    expect(taken.error).toBeUndefined()
    const second = await paid(sponsored.user(), { paymaster })
    expect((await send(ask, second)).error).toMatchObject({ code: -32_508, data: { paymaster } })
    // Its own account is no matter of the paymaster's.
    await run('evm_setAutomine', true)
    await world.chain.mine(1)
    await receiptOf(ask, taken.result)
  } finally {
    await run('evm_setAutomine', true)
  }
  await run('eth_sendTransaction', { from: alice, to: paymaster, data: '0xd0e30db0', value, gas: '0x30d40' })
  expect((await send(ask, await paid(sponsored.user(), { paymaster }))).error).toBeUndefined()
})

test('-32504: who is banned, with the address', async () => {
  const db = openDatabase(file)
  const user = await world.user()
  const sender = getAddress(user.address)
  await punish({ db, chain: world.number, now: Date.now() }, sender)
  await db.destroy()
  expect((await send(ask, await user.operation())).error).toMatchObject({ code: -32_504, data: { sender } })
})

test('an estimate needs no limits and no fees, and names the paymaster’s limit where there is one alone', async () => {
  const user = await world.user()
  const { sender, nonce, factory, factoryData, callData: calls } = writeOperation(await user.operation())
  const signature = `0x${'f'.repeat(31)}0000000000000000000000000000000007${'a'.repeat(63)}1c`
  const bare = { sender, nonce, factory, factoryData, callData: calls, signature }
  const { result } = await ask('eth_estimateUserOperationGas', [bare, entryPoint])
  const own = ['callGasLimit', 'preVerificationGas', 'verificationGasLimit']
  expect(Object.keys(z.record(z.string(), z.string().regex(/^0x[1-9a-f]/)).parse(result)).toSorted()).toEqual(own)
  const wire = writeOperation(await paid(sponsored.user(), { paymaster: sponsored.paymaster }))
  const sponsoredResult = (await ask('eth_estimateUserOperationGas', [wire, entryPoint])).result
  expect(sponsoredResult).toMatchObject({ paymasterVerificationGasLimit: expect.stringMatching(/^0x[1-9a-f]/) })
})

test('an operation by its hash has no block while it waits, and its receipt is null; two of a bundle have their own logs', {
  timeout,
}, async () => {
  const { run } = world.chain
  const users = [sponsored.user(), sponsored.user()]
  await run('evm_setAutomine', false)
  const hashes: unknown[] = []
  try {
    for (const user of users) hashes.push((await send(ask, await paid(user, sponsored))).result)
    const [hash] = hashes
    expect(await ask('eth_getUserOperationReceipt', [hash])).toMatchObject({ result: null })
    const waiting = { entryPoint, userOperation: { sender: users[0]?.address }, blockNumber: null, blockHash: null, transactionHash: null }
    expect(await ask('eth_getUserOperationByHash', [hash])).toMatchObject({ result: waiting })
  } finally {
    await run('evm_setAutomine', true)
    await world.chain.mine(1)
  }
  for (const [at, hash] of hashes.entries()) {
    const receipt = await receiptOf(ask, hash)
    const word = z.string().regex(/^0x[0-9a-f]+$/)
    const logs = z.array(z.object({ address: z.string() }))
    const whole = z.object({ transactionHash: word, blockHash: word, blockNumber: word, logs })
    const shape = z.object({ entryPoint: z.literal(entryPoint), actualGasCost: word, actualGasUsed: word, logs, receipt: whole })
    const found = shape.parse(receipt)
    expect(receipt).toMatchObject({ sender: getAddress(users[at]?.address ?? '0x'), nonce: '0x0', success: true })
    expect(found.logs.filter(({ address }) => address === '0x1111111111111111111111111111111111111111')).toHaveLength(1)
    const { transactionHash, blockHash, blockNumber } = found.receipt
    expect(await ask('eth_getUserOperationByHash', [hash])).toMatchObject({ result: { transactionHash, blockHash, blockNumber } })
  }
})

test('a receipt of calls that failed has their reason', async () => {
  const user = await world.user()
  const data = encodeFunctionData({ abi: parseAbi(['function depositTo(uint8)']), args: [1] })
  const { result } = await send(ask, await user.operation({ callData: callData(entryPoint, 0n, data) }))
  expect(await receiptOf(ask, result)).toMatchObject({ success: false })
})
