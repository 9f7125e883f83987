import { encodeExecute } from '@portico/contracts'
import { databases } from '@portico/service/test'
import { openDatabase } from '@portico/service/database'
import { type Address, encodeFunctionData, erc20Abi, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { beginTest, recordPromise, tallyAttacks } from '../../../../scripts/lib/promises.mjs'
import { type Operation, costOf, entryPoint, writeOperation } from '../bundler/operation.js'
import { type World, createAsk, createWorld, receiptOf, send } from '../bundler/test/world.js'
import { type Gateway, createGateway } from '../gateway.js'
import { providerMigrations } from '../providers/migrations.js'
import { headSchema } from './follow.js'
import { plainAddresses } from './test/plain.js'
import { type Sponsored, burnData, createSponsored, mintData, other, sponsor, token } from './test/sponsored.js'
import type { SponsoringOptions } from './settings.js'
import { feeIn } from './tokenFee.js'

const timeout = 120_000
const site = 'https://shop.example'
const secureSite = 'https://wallet.example'
const ether = 10n ** 18n
/** With the gas that the paymaster takes to look at it. */
const withPaymasterGas = (operation: Operation): Operation => ({ ...operation, paymasterVerificationGasLimit: 60_000n })
let world: World
let sponsored: Sponsored

beforeAll(async () => {
  world = await createWorld()
  sponsored = await createSponsored(world)
}, timeout)
afterAll(() => world.chain.stop())

describe.each(await databases(providerMigrations))('on $name', ({ fresh, drop }) => {
  const gateways: Gateway[] = []
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()))
    await drop()
  })
  const open = async (policy: Partial<SponsoringOptions['policies'][number]> = {}, database?: string) => {
    const { key } = await world.key()
    const file = database ?? (await fresh())
    const gateway = createGateway({
      port: 0,
      quiet: true,
      database: file,
      chains: [world.chain.options({ pollMs: 60_000 })],
      bundlers: [{ chain: 'eip155:31337', executors: [key], pollMs: 20 }],
      sponsoring: {
        paymasters: [{ chain: 'eip155:31337', address: sponsored.paymaster, signer: sponsored.signer, pollMs: 50 }],
        wallets: [secureSite],
        name: 'Shop',
        policies: [
          {
            id: 'mints',
            origins: [site],
            contracts: [{ address: token, methods: ['mint(address,uint256)'] }],
            perDay: String(ether),
            perAccount: String(ether),
            ...policy,
          },
        ],
      },
    })
    gateways.push(gateway)
    const url = await gateway.listen()
    return { file, ask: createAsk(url, world.number, { origin: site }), as: (origin: string) => createAsk(url, world.number, { origin }) }
  }
  const spent = async (file: string): Promise<{ total: bigint; open: number }> => {
    const db = openDatabase(file)
    const rows = await db.selectFrom('paymaster_totals').select('amount').where('account', '=', '').execute()
    const grants = await db.selectFrom('paymaster_grants').select('nonce').execute()
    await db.destroy()
    return { total: rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n), open: grants.length }
  }
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + 10_000; Date.now() < end && !(await isSo()); ) await new Promise((go) => setTimeout(go, 50))
    expect(await isSo()).toBe(true)
  }

  test('a visitor without coins deploys, and mints twice; the budget has what it came to', { timeout }, async () => {
    const { ask, file } = await open()
    const visitor = sponsored.user()
    const before = await sponsored.deposit()
    const stub = await sponsor(ask, await visitor.draft(), {}, 'pm_getPaymasterStubData')
    expect(stub.error).toBeUndefined()
    const estimate = await ask('eth_estimateUserOperationGas', [
      writeOperation({ ...stub.operation, signature: `0x${'f'.repeat(31)}0000000000000000000000000000000007${'a'.repeat(63)}1c` }),
      '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    ]) // prettier-ignore
    expect(estimate).toMatchObject({ result: { paymasterVerificationGasLimit: expect.any(String) } })
    for (let at = 0; at < 2; at += 1) {
      const { operation, error } = await sponsor(
        ask,
        await visitor.draft([
          { to: token, data: mintData },
          { to: token, data: mintData },
        ]),
      ) // prettier-ignore
      expect(error).toBeUndefined()
      const { result, error: refused } = await send(ask, await visitor.sign(operation))
      expect(refused).toBeUndefined()
      expect(await receiptOf(ask, result)).toMatchObject({ success: true, paymaster: sponsored.paymaster })
    }
    await until(async () => (await spent(file)).open === 0)
    expect((await spent(file)).total).toBe(before - (await sponsored.deposit()))
  })

  test('S20: sponsored calls outside of the policy are refused with -32001 and a sentence', { timeout }, async () => {
    beginTest()
    const { ask, as } = await open()
    const visitor = sponsored.user()
    const mint = { to: token, data: mintData }
    const itself = (calls: Parameters<typeof encodeExecute>[0]) => ({ to: visitor.address, data: encodeExecute(calls) })
    const good = await visitor.draft([mint])
    const cases = [
      await visitor.draft([{ to: other, data: mintData }]),
      await visitor.draft([{ to: token, data: burnData }]),
      await visitor.draft([{ to: token, value: 1n }]),
      await visitor.draft([mint, { to: other, data: mintData }]),
      await visitor.draft([mint, { to: token, data: burnData }, mint]),
      await visitor.draft([itself([mint, { to: other, data: mintData }])]),
      await visitor.draft([itself([itself([{ to: token, data: burnData }])])]),
      // In a batch the zero address stands for the account.
      await visitor.draft([{ to: zeroAddress, data: encodeExecute([{ to: other }]) }]),
      await visitor.draft([itself([itself([itself([itself([itself([itself([mint])])])])])])]),
      await visitor.draft([{ to: visitor.address, data: `0x13af4035${'00'.repeat(12)}${other.slice(2)}` }]),
      { ...good, callData: `${good.callData}00` as const },
      { ...good, callData: good.callData.replace('01000000', '01010000') as `0x${string}` },
      { ...good, callData: '0x8dd7712f' as const },
      // An account of another make may do what it wants with the same data.
      { ...good, factory: world.factory },
      { ...good, sender: token, factory: undefined, factoryData: undefined },
    ]
    const { tally, attempt } = tallyAttacks()
    for (const [at, operation] of cases.entries()) {
      for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData']) {
        const said = sponsor(ask, operation, {}, method)
        await attempt(wasTaken(said))
        const message = expect.stringMatching(/^The site .*\.$/)
        expect((await said).error, String(at)).toMatchObject({ code: -32_001, message })
      }
    }
    for (const [asker, context] of [
      ['https://evil.example', { origin: site }],
      [secureSite, { origin: 'https://evil.example' }],
      [secureSite, {}],
    ] as const) {
      const said = sponsor(as(asker), good, context)
      await attempt(wasTaken(said))
      expect((await said).error).toMatchObject({ code: -32_001 })
    } // prettier-ignore
    // The wallet says for whom it asks, and is believed.
    expect((await sponsor(as(secureSite), good, { origin: site })).error).toBeUndefined()
    expect((await sponsor(ask, await visitor.draft([itself([mint]), mint]))).error).toBeUndefined()
    expect(tally).toMatchObject({ runs: cases.length * 2 + 3, accepted: 0, crashes: 0, pending: 0 })
    recordPromise({ id: 'S20', name: 'sponsored calls outside of the policy', ...tally })
  })

  test('S20: a fee in a token is paid for by a transfer among the calls, of that token, to the operator, in full', {
    timeout,
  }, async () => {
    beginTest()
    const receiver = '0x4444444444444444444444444444444444444444'
    const rate = 3_000_000_000n // a token of 6 decimals, 3,000 of them for a coin
    const { ask, file } = await open({
      contracts: [{ address: other }, { address: sponsored.paymaster }],
      tokens: [{ address: token, receiver, decimals: 6, rate: String(rate) }],
    })
    const visitor = sponsored.user()
    const call = { to: other, data: mintData }
    const pay = (amount: bigint, to: Address = receiver) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
    const due = feeIn(withPaymasterGas(await visitor.draft([call])), rate)
    const inToken = { token }
    const draft = (...more: Parameters<typeof encodeExecute>[0]) => visitor.draft([call, ...more])
    const paid = await draft({ to: token, data: pay(due) })

    const { result } = await ask('pm_getPaymasterStubData', [writeOperation(paid), entryPoint, '0x7a69', inToken])
    expect(result).toMatchObject({ isFinal: false, tokenFee: { token, receiver, rate: toHex(rate) } })

    const { tally, attempt } = tallyAttacks()
    const cases: readonly (readonly [Operation, object])[] = [
      [paid, {}],
      [paid, { token: other }],
      [paid, { token: 'USDC' }],
      [await draft(), inToken],
      [await draft({ to: token, data: pay((due * 96n) / 100n) }), inToken],
      [await draft({ to: token, data: pay(due, visitor.address) }), inToken],
      [await draft({ to: other, data: pay(due) }), inToken],
      [await draft({ to: token, data: `${pay(due)}00` }), inToken],
      [await draft({ to: token, data: pay(due), value: 1n }), inToken],
      [await draft({ to: token, data: pay(due) }, { to: token, data: mintData }), inToken],
      [
        await draft({
          to: token,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [receiver, receiver, due] }),
        }),
        inToken,
      ],
      [await draft({ to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [receiver, due] }) }), inToken],
      // Of more gas than was paid for.
      [{ ...paid, callGasLimit: paid.callGasLimit * 4n }, inToken],
      [{ ...paid, maxFeePerGas: paid.maxFeePerGas * 2n }, inToken],
      // Of too little for its calls: they fail on the chain, and the payment with them.
      [{ ...paid, callGasLimit: 10_000n }, inToken],
      [{ ...paid, callGasLimit: 0n }, inToken],
    ]
    for (const [at, [operation, context]] of cases.entries()) {
      const said = sponsor(ask, operation, context)
      await attempt(wasTaken(said))
      expect((await said).error, String(at)).toMatchObject({ code: -32_001 })
    }
    // The calls would fail, and the payment with them.
    const fails = await visitor.draft([
      { to: sponsored.paymaster, data: mintData },
      { to: token, data: pay(due * 2n) },
    ])
    const said = sponsor(ask, fails, inToken)
    await attempt(wasTaken(said))
    expect((await said).error).toMatchObject({ code: -32_521 })
    expect(tally).toMatchObject({ runs: cases.length + 1, accepted: 0, crashes: 0, pending: 0 })
    recordPromise({ id: 'S20', name: 'fees in a token that were not paid, or not to the operator', ...tally })

    expect(await spent(file)).toEqual({ total: 0n, open: 0 })
    // In two parts, one of them in a batch within the batch.
    const half = { to: token, data: pay((due + 1n) / 2n) }
    const nested = { to: visitor.address, data: encodeExecute([half]) }
    expect((await sponsor(ask, await draft(half, nested), inToken)).error).toBeUndefined()
    const { operation, error } = await sponsor(ask, paid, inToken)
    expect(error).toBeUndefined()
    const sent = await send(ask, await visitor.sign(operation))
    expect(await receiptOf(ask, sent.result)).toMatchObject({ success: true, paymaster: sponsored.paymaster })
  })

  test('S20: a paymaster is not drained in parallel, by two gateways on one database', { timeout }, async () => {
    beginTest()
    const visitors = Array.from({ length: 40 }, () => sponsored.user())
    const drafts = await Promise.all(visitors.map((visitor) => visitor.draft()))
    const [first] = drafts
    if (!first) throw new Error('There is no operation.')
    const cost = Math.max(...drafts.map((each) => Number(costOf({ ...each, paymasterVerificationGasLimit: 60_000n }))))
    const database = await fresh()
    const perDay = String(BigInt(Math.ceil(cost * 5.5)))
    const askers = [await open({ perDay }, database), await open({ perDay }, database)]
    const { tally, attempt } = tallyAttacks()
    const asked = drafts.map((draft, at) => sponsor(askers[at % 2]?.ask ?? createAsk('', 0), draft))
    await Promise.all(asked.map((each) => attempt(wasTaken(each))))
    const said = await Promise.all(asked)
    const taken = said.filter(({ error }) => !error)
    expect(taken.length).toBeGreaterThan(0)
    expect(taken.length).toBeLessThanOrEqual(5)
    for (const { error } of said.filter((each) => each.error))
      expect(error).toMatchObject({ code: -32_001, message: expect.stringContaining('today') })
    expect((await spent(database)).total).toBeLessThanOrEqual(BigInt(perDay))
    expect(tally).toMatchObject({ runs: 40, crashes: 0, pending: 0 })
    const name = 'a paymaster drained in parallel: promises to pay above its budget'
    // Five are within it.
    recordPromise({ id: 'S20', name, ...tally, accepted: Math.max(0, tally.accepted - 5) })
  })

  test('an account has its own limit; asking again for one nonce costs once; what expires is given back', { timeout }, async () => {
    const visitor = sponsored.user()
    const draft = await visitor.draft()
    const cost = costOf({ ...draft, paymasterVerificationGasLimit: 60_000n })
    const { ask, file } = await open({ perAccount: String(cost + 1n), seconds: 60 })
    for (let at = 0; at < 3; at += 1) expect((await sponsor(ask, draft)).error).toBeUndefined()
    expect(await spent(file)).toEqual({ total: cost, open: 1 })
    expect((await sponsor(ask, { ...draft, nonce: 1n << 64n })).error).toMatchObject({
      code: -32_001,
      message: expect.stringContaining('this account'),
    })
    expect((await sponsor(ask, await sponsored.user().draft())).error).toBeUndefined()
    await world.chain.run('evm_increaseTime', 61)
    await world.chain.mine(1)
    await until(async () => (await spent(file)).open === 0)
    expect((await spent(file)).total).toBe(0n)
  })

  test('a promise stands on a chain that had no block for longer than promises do', { timeout }, async () => {
    const idle = 400
    const { timestamp } = await world.chain.node.call({ method: 'eth_getBlockByNumber', params: ['latest', false] }, headSchema)
    const [real, ahead] = [Date.now, (timestamp + idle) * 1000 - Date.now()]
    const now = vi.spyOn(Date, 'now').mockImplementation(() => real() + ahead)
    onTestFinished(() => now.mockRestore())
    const { ask } = await open({ seconds: 300 })
    await world.chain.run('evm_setNextBlockTimestamp', timestamp + idle)
    const visitor = sponsored.user()
    const { operation, error } = await sponsor(ask, await visitor.draft())
    expect(error).toBeUndefined()
    expect(await receiptOf(ask, (await send(ask, await visitor.sign(operation))).result)).toMatchObject({ success: true })
  })

  test('S20: a plain address is paid for while it delegates to the code that was agreed to, and to no other', { timeout }, async () => {
    beginTest()
    const { ask } = await open({ implementations: [world.delegate] })
    // The same code elsewhere: what the operator trusts is an address.
    const stranger = '0x3333333333333333333333333333333333333333'
    await world.chain.run('anvil_setCode', stranger, await world.chain.run('eth_getCode', world.delegate, 'latest'))
    const { visit, delegateTo } = plainAddresses(world)
    const before = await sponsored.deposit()
    const attempts = [
      // Another authorization than the one that was shown.
      async () => {
        const { draft, authorize, sign } = await visit()
        const { operation, error } = await sponsor(ask, { ...draft, authorization: await authorize(world.delegate) })
        expect(error).toBeUndefined()
        return await sign({ ...operation, authorization: await authorize(stranger) })
      },
      // It delegates to other code once it has the promise.
      async () => {
        const { owner, draft, sign } = await visit()
        await delegateTo(owner, world.delegate)
        const { operation, error } = await sponsor(ask, draft)
        expect(error).toBeUndefined()
        await delegateTo(owner, stranger)
        return await sign(operation, stranger)
      },
      async () => {
        const { owner, draft, sign } = await visit()
        await delegateTo(owner, world.delegate)
        const { factory: _, factoryData: __, ...plain } = draft
        const { operation, error } = await sponsor(ask, plain)
        expect(error).toBeUndefined()
        await delegateTo(owner, stranger)
        return await sign(operation)
      },
    ]
    const { tally, attempt } = tallyAttacks()
    for (const [at, make] of attempts.entries()) {
      const said = send(ask, await make())
      await attempt(wasTaken(said))
      expect((await said).error, String(at)).toMatchObject({ code: -32_507, message: expect.stringContaining('AA34') })
    }
    expect(await sponsored.deposit()).toBe(before)
    // What was agreed to is paid for: with its authorization, and after it.
    const { draft, authorize, sign } = await visit()
    const first = await sponsor(ask, { ...draft, authorization: await authorize(world.delegate) })
    expect(await receiptOf(ask, (await send(ask, await sign(first.operation))).result)).toMatchObject({ success: true })
    const second = await sponsor(ask, { ...draft, nonce: 1n })
    expect(await receiptOf(ask, (await send(ask, await sign(second.operation, world.delegate))).result)).toMatchObject({ success: true })
    recordPromise({ id: 'S20', name: 'sponsored addresses that delegate to other code than was agreed to', ...tally })
  })

  test('S20: an operation that was paid for is not paid for again, nor is one that was changed', { timeout }, async () => {
    beginTest()
    const { ask } = await open()
    const visitor = sponsored.user()
    const { operation } = await sponsor(ask, await visitor.draft())
    const changes = [
      { ...operation, callData: encodeExecute([{ to: other }]) },
      { ...operation, callGasLimit: operation.callGasLimit * 2n },
      { ...operation, maxFeePerGas: operation.maxFeePerGas * 2n },
      { ...operation, nonce: 1n << 64n },
    ]
    const altered = tallyAttacks()
    for (const each of changes) {
      const said = send(ask, await visitor.sign(each))
      await altered.attempt(wasTaken(said))
      expect((await said).error).toMatchObject({ code: -32_507, message: expect.stringContaining('AA34') })
    }
    recordPromise({ id: 'S20', name: 'sponsored operations that were changed after it was agreed to pay', ...altered.tally })
    const signed = await visitor.sign(operation)
    const { result } = await send(ask, signed)
    expect(await receiptOf(ask, result)).toMatchObject({ success: true })
    const before = await sponsored.deposit()
    const replayed = tallyAttacks()
    for (const { factory, factoryData, ...rest } of Array.from({ length: 5 }, () => signed)) {
      for (const each of [{ ...rest, factory, factoryData }, rest]) {
        const said = send(ask, each)
        await replayed.attempt(wasTaken(said))
        expect((await said).error).toBeDefined()
      }
    }
    expect(await sponsored.deposit()).toBe(before)
    recordPromise({ id: 'S20', name: 'replayed user operations that were paid for once', ...replayed.tally })
  })
})

/** Whether an attack was answered by anything but a refusal. @throws Error where the service has failed */
async function wasTaken(said: Promise<{ error?: { code: number; message: string } | undefined }>): Promise<boolean> {
  const { error } = await said
  if (error?.code === -32_603) throw new Error(error.message)
  return !error
}
