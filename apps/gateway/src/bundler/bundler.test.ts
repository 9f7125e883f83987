import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { getAddress, toHex } from 'viem'
import { createBundlerClient, toSimple7702SmartAccount } from 'viem/account-abstraction'
import { createPublicClient, http } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Gateway, createGateway } from '../gateway.js'
import { hexBigint } from '../rpc/node.js'
import { createBundlerChain } from './chain.js'
import { delegatedFactory, delegationCode, entryPoint, hashOperation, pack, writeOperation } from './operation.js'
import { type Ask, type World, callData, createAsk, createWorld, receiptOf, send } from './test/world.js'
import { bundleGas } from './transaction.js'

const timeout = 60_000
const folder = mkdtempSync(join(tmpdir(), 'portico-bundler-'))
let world: World
let gateway: Gateway
let url = ''
let ask: Ask
let executor: `0x${string}`

beforeAll(async () => {
  world = await createWorld()
  const { key, account } = await world.key()
  executor = account.address
  gateway = createGateway({
    port: 0,
    quiet: true,
    database: join(folder, 'gateway.sqlite'),
    chains: [world.chain.options()],
    bundlers: [{ chain: 'eip155:31337', executors: [key], pollMs: 20 }],
  })
  url = await gateway.listen()
  ask = createAsk(url, world.number)
}, timeout)
afterAll(async () => {
  await gateway.close()
  await world.chain.stop()
  await rm(folder, { recursive: true, force: true })
})

/** As clients send it while the real one is not there: of the right form, and of nobody. */
const stub = `0x${'f'.repeat(31)}0000000000000000000000000000000007${'a'.repeat(63)}1c`
const balanceOf = (address: string) => world.chain.node.call({ method: 'eth_getBalance', params: [address, 'latest'] }, hexBigint)

test('says which chain and which entry point it is for, and answers nothing else', async () => {
  expect(await ask('eth_chainId')).toMatchObject({ result: '0x7a69' })
  expect(await ask('eth_supportedEntryPoints')).toMatchObject({ result: [entryPoint] })
  for (const method of ['eth_sendTransaction', 'eth_call', 'debug_bundler_clearState', 'toString']) {
    expect(await ask(method)).toMatchObject({ error: { code: -32_601 } })
  }
  expect((await createAsk(url, 999)('eth_chainId')).error).toMatchObject({ code: -32_600 })
})

test('an operation deploys its account, calls, and pays whoever sent it', async () => {
  const user = await world.user()
  const before = await balanceOf(world.chain.bob)
  const paid = await balanceOf(executor)
  const { result, error } = await send(ask, await user.operation({ callData: callData(world.chain.bob, 7n) }))
  expect(error).toBeUndefined()
  const receipt = await receiptOf(ask, result)
  expect(receipt).toMatchObject({ success: true, userOpHash: result, sender: getAddress(user.address), entryPoint, nonce: '0x0' })
  expect((await balanceOf(world.chain.bob)) - before).toBe(7n)
  expect(await balanceOf(executor), 'nobody sends operations at a loss').toBeGreaterThan(paid)
  expect(await ask('eth_getUserOperationByHash', [result])).toMatchObject({
    result: { entryPoint, userOperation: { sender: getAddress(user.address) }, transactionHash: expect.stringMatching(/^0x/) },
  })
  // The same again is the same operation, and its nonce is used.
  expect(await send(ask, await user.operation({ nonce: 0n }))).toMatchObject({ error: { code: -32_500 } })
})

test('what it estimates is enough, and an operation of those limits is mined', async () => {
  const user = await world.user()
  for (const isDeployed of [false, true]) {
    const draft = await user.operation({ callData: callData(world.chain.bob, 1n) })
    const unknown = { callGasLimit: undefined, verificationGasLimit: undefined, preVerificationGas: undefined }
    const asked = { ...writeOperation(draft), ...unknown, signature: stub }
    const { result, error } = await ask('eth_estimateUserOperationGas', [asked, entryPoint])
    expect(error).toBeUndefined()
    const limits = z
      .object({ callGasLimit: hexBigint, verificationGasLimit: hexBigint, preVerificationGas: hexBigint })
      .strict()
      .parse(result)
    expect(Number(limits.verificationGasLimit)).toBeLessThan(isDeployed ? 130_000 : 500_000)
    const paid = await balanceOf(executor)
    const sent = await send(ask, await user.sign({ ...draft, ...limits }))
    expect(sent.error).toBeUndefined()
    expect(await receiptOf(ask, sent.result)).toMatchObject({ success: true })
    expect(await balanceOf(executor)).toBeGreaterThan(paid)
  }
})

test('the code that estimates is what its source compiles to', { timeout }, async () => {
  const script = fileURLToPath(new URL('../../scripts/build-contracts.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [script, '--check'])
})

test('an estimate says that the calls fail, and why the operation can not be valid', async () => {
  const user = await world.user()
  const tooMuch = writeOperation(await user.operation({ callData: callData(world.chain.bob, 10n ** 30n) }))
  expect(await ask('eth_estimateUserOperationGas', [tooMuch, entryPoint])).toMatchObject({ error: { code: -32_521 } })
  const early = writeOperation(await user.operation({ nonce: 5n }))
  expect(await ask('eth_estimateUserOperationGas', [early, entryPoint])).toMatchObject({
    error: { code: -32_500, message: expect.stringContaining('AA25') },
  })
  const nobody = { ...early, nonce: '0x0', factory: undefined, factoryData: undefined }
  expect(await ask('eth_estimateUserOperationGas', [nobody, entryPoint])).toMatchObject({
    error: { code: -32_500, message: expect.stringContaining('AA20') },
  })
})

test('refuses by the codes of ERC-7769', async () => {
  const user = await world.user()
  const good = await user.operation()
  const cases: [string, number, object][] = [
    ['another key', -32_507, await (await world.user()).sign(good)],
    ['a nonce to come', -32_500, await user.operation({ nonce: 3n })],
    ['too little gas for its data', -32_602, await user.operation({ preVerificationGas: 20_000n })],
    ['no fee', -32_602, await user.operation({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })],
    ['a tip above the fee', -32_602, await user.operation({ maxPriorityFeePerGas: good.maxFeePerGas + 1n })],
    ['more gas than a transaction', -32_602, await user.operation({ callGasLimit: 40_000_000n })],
    [
      'a paymaster that has paid nothing in',
      -32_508,
      await user.operation({
        paymaster: world.chain.bob,
        paymasterData: '0x',
        paymasterVerificationGasLimit: 50_000n,
        paymasterPostOpGasLimit: 0n,
      }),
    ],
  ] // prettier-ignore
  for (const [what, code, operation] of cases) {
    expect((await send(ask, operation as typeof good)).error, what).toMatchObject({ code })
  }
  const wire = writeOperation(good)
  for (const broken of [
    null,
    [],
    {},
    { ...wire, nonce: 1 },
    { ...wire, sender: '0x12' },
    { ...wire, callGasLimit: `0x1${'0'.repeat(32)}` },
  ]) {
    expect((await ask('eth_sendUserOperation', [broken, entryPoint])).error).toMatchObject({ code: -32_602 })
  }
  expect((await ask('eth_sendUserOperation', [wire, world.chain.bob])).error).toMatchObject({ code: -32_602 })
  expect((await ask('eth_sendUserOperation', [wire])).error).toMatchObject({ code: -32_602 })
  expect((await ask('eth_getUserOperationReceipt', ['0x12'])).error).toMatchObject({ code: -32_602 })
  expect(await ask('eth_getUserOperationReceipt', [toHex(1n, { size: 32 })])).toMatchObject({ result: null })
  expect(await ask('eth_getUserOperationByHash', [toHex(1n, { size: 32 })])).toMatchObject({ result: null })
})

test('takes an operation as the entry point packs it', async () => {
  const user = await world.user()
  const packed = pack(await user.operation())
  const { result, error } = await ask('eth_sendUserOperation', [
    { ...packed, nonce: toHex(packed.nonce), preVerificationGas: toHex(packed.preVerificationGas) },
    entryPoint,
  ])
  expect(error).toBeUndefined()
  expect(await receiptOf(ask, result)).toMatchObject({ success: true })
})

test('an operation whose call fails is mined, and its receipt says so', async () => {
  const user = await world.user()
  const { result } = await send(ask, await user.operation({ callData: callData(world.chain.bob, 10n ** 30n) }))
  expect(await receiptOf(ask, result)).toMatchObject({ success: false })
})

test('a plain address becomes an account within its first operation (EIP-7702), and goes on without an authorization', async () => {
  const client = createPublicClient({ chain: foundry, transport: http(world.chain.url), pollingInterval: 20 })
  const { account: owner } = await world.key(10n ** 18n)
  const account = await toSimple7702SmartAccount({ client, owner, implementation: world.delegate })
  const bundler = createBundlerClient({ client, account, transport: http(`${url}/v1/bundler?chainId=eip155:31337`), pollingInterval: 20 })
  const authorization = await owner.signAuthorization({ chainId: 31_337, address: world.delegate, nonce: 0 })
  const calls = [{ to: world.chain.bob, value: 3n }]
  const before = await balanceOf(world.chain.bob)
  const first = await bundler.waitForUserOperationReceipt({ hash: await bundler.sendUserOperation({ calls, authorization }) })
  expect(first.success).toBe(true)
  const second = await bundler.waitForUserOperationReceipt({ hash: await bundler.sendUserOperation({ calls }) })
  expect(second.success).toBe(true)
  expect((await balanceOf(world.chain.bob)) - before).toBe(6n)
  // Not somebody else's authorization, nor one for another chain.
  const { account: other } = await world.key(10n ** 18n)
  const user = await world.user()
  const draft = await user.operation({ sender: other.address, factory: delegatedFactory, factoryData: '0x' })
  const foreign = { ...writeOperation(draft), eip7702Auth: wireOf(authorization) }
  expect((await ask('eth_sendUserOperation', [foreign, entryPoint])).error).toMatchObject({
    code: -32_602,
    message: expect.stringContaining('signed by the sender'),
  })
  const elsewhere = await other.signAuthorization({ chainId: 1, address: world.delegate, nonce: 0 })
  const wrong = { ...writeOperation(draft), eip7702Auth: wireOf(elsewhere) }
  expect((await ask('eth_sendUserOperation', [wrong, entryPoint])).error).toMatchObject({
    code: -32_602,
    message: expect.stringContaining('another chain'),
  })
})

const wireOf = ({
  address,
  chainId,
  nonce,
  r,
  s,
  yParity,
}: {
  address: string
  chainId: number
  nonce: number
  r: string
  s: string
  yParity?: number | undefined
}) => ({ address, chainId: toHex(chainId), nonce: toHex(nonce), r, s, yParity: toHex(yParity ?? 0) }) // prettier-ignore

test('one operation after another of an account, and of many at once: each is mined once', { timeout }, async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => world.user()))
  const hashes = await Promise.all(users.map(async (user) => (await send(ask, await user.operation())).result))
  for (const hash of hashes) expect(await receiptOf(ask, hash)).toMatchObject({ success: true })
  expect(new Set(hashes).size).toBe(8)
  const [user] = users
  for (let at = 0; at < 3; at += 1) {
    const { result } = await send(ask, await (user ?? (await world.user())).operation())
    expect(await receiptOf(ask, result)).toMatchObject({ success: true, nonce: toHex(at + 1) })
  }
})

test('an authorization whose nonce was used since is not taken for granted, so that no transaction fails with it', async () => {
  const { account: owner } = await world.key(10n ** 18n)
  const chain = createBundlerChain(world.number, world.chain.node)
  const authorization = await owner.signAuthorization({ chainId: world.number, address: world.delegate, nonce: 0 })
  const draft = await (await world.user()).operation({ sender: owner.address, factory: delegatedFactory, factoryData: '0x', authorization })
  const operation = { ...draft, signature: await owner.sign({ hash: hashOperation(draft, world.number) }) }
  const gas = bundleGas([operation])
  expect(await chain.simulate([operation], executor, gas)).toBeUndefined()
  // By a transaction of its own, which costs less than one of a bundler that fails.
  await world.chain.run('anvil_setNonce', owner.address, '0x1')
  await expect(chain.simulate([operation], executor, gas)).rejects.toThrow('sender has no code')
  // It was used by a transaction that failed otherwise: the account is delegated by now.
  await world.chain.run('anvil_setCode', owner.address, delegationCode(world.delegate))
  expect(await chain.simulate([operation], executor, gas)).toBeUndefined()
})
