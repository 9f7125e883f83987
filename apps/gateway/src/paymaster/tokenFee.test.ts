import { accountAddress, accountInitCode, encodeExecute } from '@portico/contracts'
import {
  type Address,
  type Hex,
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import type { AccountChain } from '../account/accounts.js'
import { estimatorAbi } from '../bundler/artifacts/estimator.js'
import type { Method } from '../bundler/methods.js'
import { type Operation, entryPoint, pack, writeOperation } from '../bundler/operation.js'
import { type Node, RpcError } from '../rpc/node.js'
import { guardHosted } from './paymaster.js'
import { readSponsoring } from './settings.js'
import { createTokenRates, feeIn } from './tokenFee.js'

const token: Address = '0x1111111111111111111111111111111111111111'
const receiver: Address = '0x4444444444444444444444444444444444444444'
const owner: Address = '0x2222222222222222222222222222222222222222'
const chain = 'eip155:1'
const failed = encodeErrorResult({ abi: estimatorAbi, errorName: 'ExecutionReverted', args: ['0x'] })
const at = { chain: { id: chain } } as unknown as AccountChain // prices are asked for nothing else
const settings = (more: object = {}) => ({ address: token, receiver, decimals: 6, markup: 10, rate: undefined, ...more })

test('by prices a coin costs what it is worth in the token, and the markup', async () => {
  const prices = (known: Record<string, number>) => () => Promise.resolve(new Map(Object.entries(known)))
  const rateOf = (known: Record<string, number>, more?: object) => createTokenRates({ at, prices: prices(known) })(settings(more))
  expect(await rateOf({ native: 3000, [token]: 1 })).toBe(3_300_000_000n)
  expect(await rateOf({ native: 3000, [token]: 0.5 }, { decimals: 18, markup: 0 })).toBe(6_000n * 10n ** 18n)
  expect(await rateOf({}, { rate: 7n })).toBe(7n)
  for (const known of [{ native: 3000 }, { [token]: 1 }, {}, { native: 3000, [token]: 0 }])
    await expect(rateOf(known)).rejects.toMatchObject({ code: -32_001 })
})

test('a paymaster elsewhere is asked once the fee is paid, and not told of the token', async () => {
  const told: unknown[] = []
  const hosted: Method = async (params) => {
    told.push(params[3])
    return { paymaster: receiver, paymasterData: '0x01', isFinal: true }
  }
  const sponsoring = readSponsoring({
    paymasters: [{ chain, url: 'https://pay.example' }],
    policies: [{ id: 'usdc', origins: ['*'], tokens: [settings({ rate: '3000000000' })], perDay: '1', perAccount: '1' }],
  })
  // Nobody has code but the entry point; the calls take 80,000 gas, or revert.
  let reverts = false
  const took = { creation: 0n, validation: 0n, paymasterValidation: 0n, postOp: 0n }
  const estimated = (least: bigint) =>
    encodeFunctionResult({ abi: estimatorAbi, functionName: 'estimate', result: { ...took, execution: least > 80_000n ? least : 80_000n } })
  const node = {
    call: ({ method, params }: { method: string; params: [string | { data: Hex }] }) => {
      const [asked] = params
      if (method !== 'eth_call' || typeof asked === 'string') return Promise.resolve(asked === entryPoint ? '0x01' : '0x')
      if (reverts) return Promise.reject(new RpcError({ code: 3, message: 'execution reverted', data: failed }))
      const { args } = decodeFunctionData({ abi: estimatorAbi, data: asked.data })
      return Promise.resolve(estimated(args?.[2] ?? 0n))
    },
  } as unknown as Node
  const rates = createTokenRates({ at, prices: () => Promise.resolve(new Map()) })
  const names = ['pm_getPaymasterStubData', 'pm_getPaymasterData']
  const methods = guardHosted(new Map(names.map((name) => [name, hosted])), { sponsoring, node, rates, chain })
  const transfer = (amount: bigint): Hex => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, amount] })
  const operation = (amount: bigint): Operation => ({
    sender: accountAddress(owner),
    nonce: 0n,
    ...accountInitCode(owner),
    callData: encodeExecute([{ to: token, data: transfer(amount) }]),
    callGasLimit: 100_000n,
    verificationGasLimit: 400_000n,
    preVerificationGas: 80_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 9n,
    signature: '0x',
  })
  const due = feeIn(operation(0n), 3_000_000_000n)
  const ask = (name: string, amount: bigint, context: object, change: Partial<Operation> = {}) =>
    methods.get(name)?.([writeOperation({ ...operation(amount), ...change }), entryPoint, '0x1', context], {
      origin: undefined,
      signal: AbortSignal.timeout(1000),
    })
  const context = { token, policyId: 'usdc' }

  expect(await ask('pm_getPaymasterStubData', 0n, context)).toMatchObject({
    isFinal: false,
    tokenFee: { token, receiver, rate: '0xb2d05e00' },
  })
  await expect(ask('pm_getPaymasterData', (due * 96n) / 100n, context)).rejects.toMatchObject({ code: -32_001 })
  await expect(ask('pm_getPaymasterData', due, { policyId: 'usdc' })).rejects.toMatchObject({ code: -32_001 })
  expect(await ask('pm_getPaymasterData', due, context)).toMatchObject({ paymasterData: '0x01' })
  expect(told).toEqual([{ policyId: 'usdc' }, { policyId: 'usdc' }])

  // Nor is it asked to pay for calls that fail, and the payment with them.
  await expect(ask('pm_getPaymasterData', due, context, { callGasLimit: 70_000n })).rejects.toMatchObject({ code: -32_001 })
  reverts = true
  await expect(ask('pm_getPaymasterData', due, context)).rejects.toMatchObject({ code: -32_521 })
  expect(told).toHaveLength(2)
})

test('S20: a paymaster elsewhere is told of the operation that the policy was held to, and of nothing else that came with it', async () => {
  const told: unknown[] = []
  const hosted: Method = ([operation]) => Promise.resolve(void told.push(operation))
  const sponsoring = readSponsoring({
    paymasters: [{ chain, url: 'https://pay.example' }],
    policies: [{ id: 'all', origins: ['*'], perDay: '1', perAccount: '1' }],
  })
  const node = { call: () => Promise.resolve('0x') } as unknown as Node // nobody has code
  const rates = createTokenRates({ at, prices: () => Promise.resolve(new Map()) })
  const method = guardHosted(new Map([['pm_getPaymasterData', hosted]]), { sponsoring, node, rates, chain }).get('pm_getPaymasterData')
  const ask = (operation: object) => method?.([operation, entryPoint, '0x1', {}], { origin: undefined, signal: AbortSignal.timeout(1000) })
  const { factory, factoryData } = accountInitCode(owner)
  const operation: Operation = {
    sender: accountAddress(owner),
    nonce: 0n,
    factory,
    factoryData,
    callData: '0x',
    callGasLimit: 1n,
    verificationGasLimit: 2n,
    preVerificationGas: 3n,
    maxFeePerGas: 4n,
    maxPriorityFeePerGas: 4n,
    signature: '0x',
  }
  // In both forms at once: whoever pays might read the other one.
  const { nonce, preVerificationGas, ...packed } = pack(operation)
  const others = { factory: receiver, factoryData: '0x', callGasLimit: toHex(10n ** 9n), maxFeePerGas: toHex(10n ** 12n) }
  await ask({ ...packed, nonce: toHex(nonce), preVerificationGas: toHex(preVerificationGas), ...others })
  expect(told.pop()).toEqual(writeOperation(operation))
  // What it lacks it lacks there, too.
  const { callGasLimit: _gas, signature: _signature, ...draft } = writeOperation(operation)
  await ask({ ...draft, more: 1 })
  expect(told.pop()).toEqual(draft)
})
