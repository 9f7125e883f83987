import { accountAddress, accountInitCode, encodeExecute } from '@portico/contracts'
import { type Address, type Hex, encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import type { AccountChain } from '../account/accounts.js'
import type { Method } from '../bundler/methods.js'
import { type Operation, entryPoint, writeOperation } from '../bundler/operation.js'
import type { Node } from '../rpc/node.js'
import { guardHosted } from './paymaster.js'
import { readSponsoring } from './settings.js'
import { createTokenRates, feeIn } from './tokenFee.js'

const token: Address = '0x1111111111111111111111111111111111111111'
const receiver: Address = '0x4444444444444444444444444444444444444444'
const owner: Address = '0x2222222222222222222222222222222222222222'
const chain = 'eip155:1'
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
  const node = { call: () => Promise.resolve('0x') } as unknown as Node // nobody has code
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
  const ask = (name: string, amount: bigint, context: object) =>
    methods.get(name)?.([writeOperation(operation(amount)), entryPoint, '0x1', context], {
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
})
