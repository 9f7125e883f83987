import type { NetworkId } from '@portico/core'
import type { Swaps } from '@portico/core/kit'
import { encodeFunctionData, erc20Abi, parseEther, type Address, type Client, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAdapter } from '../test/adapter.js'
import { startAnvil, type Anvil } from '../test/anvil.js'
import { createSwaps } from './index.js'
import { account, dai, networkId as base, one, thief, usdc, v2Router, v3Router, weth } from './swap.test.helper.js'

const networkId: NetworkId = 'eip155:31337'
const contract: Address = '0x00000000000000000000000000000000000c0de1'
/** Takes an allowance, of any 68 bytes, and refuses anything else until it has one: `if (size == 68) slot = 1 else if (!slot) revert`. */
const wants: Hex = '0x3660441460125760005460195760006000fd5b6001600055005b00'
/** Refuses everything. */
const refuses: Hex = '0x60006000fd'

let chain: Anvil
let swaps: Required<Swaps>

beforeAll(async () => {
  chain = await startAnvil({ port: 19571 })
  swaps = (await testAdapter({ networks: [chain.chain] })).adapter as Required<Swaps> // the EVM adapter has them
  await chain.test.setBalance({ address: account, value: parseEther('1') })
}, 60_000)
afterAll(() => chain.stop())

test('S18: an allowance is written for exactly the amount, as the token’s own encoder would', async () => {
  expect(await swaps.writeApproval({ token: usdc, spender: v2Router, units: 250n })).toEqual({
    to: usdc,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [v2Router, 250n] }),
  })
  await expect(swaps.writeApproval({ token: 'usdc', spender: v2Router, units: 1n })).rejects.toMatchObject({ option: 'token' })
})

test('asks the token how much is allowed', async () => {
  await chain.test.setCode({ address: contract, bytecode: '0x60243560005260206000f3' })
  const asked = { token: contract, address: account, networkId }
  expect(await swaps.getAllowance({ ...asked, spender: thief })).toBe(BigInt(thief))
  expect(await swaps.getAllowance({ ...asked, token: dai, spender: thief })).toBe(0n) // there is nothing
})

test('S18: the chain tries one call, or one after the other, and changes nothing', async () => {
  await chain.test.setCode({ address: contract, bytecode: wants })
  const call = { to: contract, data: '0x1234', value: 0n }
  const allowing = await swaps.writeApproval({ token: contract, spender: thief, units: 7n })
  const alone = swaps.simulate({ address: account, networkId, calls: [call] })
  await expect(alone).rejects.toMatchObject({ name: 'TransactionRevertedError' })
  const beyond = swaps.simulate({ address: account, networkId, calls: [{ to: dai, value: parseEther('2') }] })
  await expect(beyond).rejects.toMatchObject({ name: 'InsufficientFundsError' })
  await swaps.simulate({ address: account, networkId, calls: [allowing, call] })
  expect(await chain.reader.getStorageAt({ address: contract, slot: '0x0' })).toMatch(/^0x0*$/)
  await swaps.simulate({ address: account, networkId, calls: [] })
})

test('S18: several are refused where only the last of them is', async () => {
  await chain.test.setCode({ address: contract, bytecode: wants })
  const other: Address = '0x00000000000000000000000000000000000c0de2'
  await chain.test.setCode({ address: other, bytecode: refuses })
  const allowing = await swaps.writeApproval({ token: contract, spender: thief, units: 7n })
  const both = swaps.simulate({ address: account, networkId, calls: [allowing, { to: other }] })
  await expect(both).rejects.toMatchObject({ name: 'TransactionRevertedError' })
})

test('a node that cannot try several tries the first', async () => {
  const asked: string[] = []
  const old = {
    request: ({ method }: { method: string }) => {
      asked.push(method)
      if (method !== 'eth_call') return Promise.reject(Object.assign(new Error('the method does not exist'), { code: -32601 }))
      return Promise.resolve('0x')
    },
  } as unknown as Client
  await createSwaps(() => old).simulate({ address: account, networkId, calls: [{ to: usdc }, { to: dai }] })
  expect(asked).toEqual(['eth_simulateV1', 'eth_call'])
})

test('S18: the known contracts are those of the networks, and what a router calls the wrapped coin it is asked once', async () => {
  const asked: string[] = []
  const client = {
    request: ({ params }: { params: readonly [{ readonly data: string }] }) => {
      asked.push(params[0].data)
      return Promise.resolve(params[0].data === '0xad5c4648' ? `0x${weth.slice(2).padStart(64, '0')}` : '0x')
    },
  } as unknown as Client
  const own = createSwaps(() => client)
  expect(await own.getRouters({ networkId: base })).toContain(v3Router)
  expect(await own.getRouters({ networkId })).toEqual([])
  const told = { from: undefined, to: usdc, units: 9n, minimum: 8n, recipient: account, value: 9n }
  for (const _ of [1, 2])
    expect(await own.readSwap({ call: { to: v3Router, data: one.single(told), value: 9n }, networkId: base })).toMatchObject({
      from: undefined,
      units: 9n,
    })
  expect(asked).toEqual(['0x4aa4a4fc', '0xad5c4648'])
})

test('what came out is what the chain says: transfers to the account without those from it, or what the router unwrapped, once', async () => {
  const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const transfer = (token: Address, from: Address, to: Address, units: bigint) => ({
    address: token,
    topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', topic(from), topic(to)],
    data: `0x${units.toString(16).padStart(64, '0')}`,
  })
  const withdrawal = (token: Address, by: Address, units: bigint) => ({
    address: token,
    topics: ['0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65', topic(by)],
    data: `0x${units.toString(16).padStart(64, '0')}`,
  })
  const received = (token: Address | undefined, ...logs: object[]) => {
    const client = {
      request: ({ method }: { method: string }) =>
        Promise.resolve(
          method === 'eth_call'
            ? topic(weth)
            : {
                transactionHash: hash,
                status: '0x1',
                blockNumber: '0x1',
                gasUsed: '0x1',
                type: '0x2',
                logs: logs.map((log) => ({ blockNumber: '0x1', logIndex: '0x0', transactionIndex: '0x0', ...log })),
              },
        ),
    } as unknown as Client
    return createSwaps(() => client).readReceived({ hash, token, address: account, router: v3Router, networkId: base })
  }
  const hash: Hex = `0x${'a'.repeat(64)}`
  expect(
    await received(usdc, transfer(usdc, thief, account, 9n), transfer(usdc, account, thief, 2n), transfer(dai, thief, account, 5n)),
  ).toBe(7n)
  expect(await received(usdc, transfer(usdc, account, thief, 9n))).toBeUndefined()
  expect(await received(usdc, withdrawal(usdc, v3Router, 9n))).toBeUndefined()
  expect(await received(undefined, withdrawal(weth, v3Router, 9n), withdrawal(weth, thief, 3n), withdrawal(usdc, v3Router, 4n))).toBe(9n)
  expect(await received(undefined, withdrawal(weth, v3Router, 9n), withdrawal(weth, v3Router, 3n))).toBeUndefined()
  expect(await received(undefined, transfer(weth, thief, account, 9n))).toBeUndefined()
  await expect(swaps.readReceived({ hash: '0x1', token: usdc, address: account, router: v2Router, networkId })).rejects.toMatchObject({
    option: 'hash',
  })
})
