import { accountInitCode } from '@portico/contracts'
import { type Hex, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { own } from '../../kit.test.helper.js'
import { account, entryPoint, executing, friend, token, transfer, visitor } from './operation.test.helper.js'
import { readSiteOperation } from './siteOperation.js'

const calls = () => executing({ to: friend, value: 7n, data: '0x' }, { to: token, value: 0n, data: transfer(friend, 5n) })

/** As a site's library has it before it is signed (ERC-7769). */
const operationOf = (more: object = {}) => ({
  sender: account.toLowerCase(),
  nonce: '0x4',
  callData: calls(),
  callGasLimit: '0x100',
  verificationGasLimit: '0x10',
  preVerificationGas: '0x1',
  maxFeePerGas: '0x3b9aca00',
  maxPriorityFeePerGas: '0x1',
  ...more,
})
/** What the site asks for, of an account that stands where it has an owner. */
function reading(params: unknown, owner?: Hex) {
  const { network, context } = visitor({ ...(owner && { owner }), nonce: () => 4n })
  return readSiteOperation(params, network, context)
}
const read = (more: object = {}, owner: Hex = own) => reading([operationOf(more), entryPoint], owner)
const create = () => accountInitCode(own)
const problem = (text: string) => ({
  name: 'InvalidParamsError',
  code: -32602,
  message: `Invalid parameters: operation: ${text}.`,
})

describe('S9: an operation that a site has built', () => {
  test('is read whole: its calls, its fields without the stand-in for a signature, whose key signs, and what it comes to', async () => {
    const { signature: _, ...wire } = { ...operationOf(), signature: '0x1234' }
    const { asked, built } = await read({ signature: '0x1234' })
    expect(asked).toEqual([
      { from: account, to: friend, value: 7n, data: '0x' },
      { from: account, to: token, value: 0n, data: transfer(friend, 5n) },
    ])
    expect(built).toEqual({
      operation: {
        ...wire,
        sender: account,
        nonce: 4n,
        callGasLimit: 256n,
        verificationGasLimit: 16n,
        preVerificationGas: 1n,
        maxFeePerGas: 10n ** 9n,
        maxPriorityFeePerGas: 1n,
        signature: `0x${'ff'.repeat(31)}f0${'00'.repeat(15)}07${'aa'.repeat(16)}1c`,
      },
      signer: own,
      sponsored: false,
      deploys: false,
      fee: { expected: 273n * 10n ** 9n, ceiling: 273n * 10n ** 9n },
    })
    expect(Object.isFrozen(built)).toBe(true)
  })

  test('comes to no more than it gives, and to less where gas costs less', async () => {
    // 1.1 gwei now, of which the site would give 5.
    const { built } = await read({ maxFeePerGas: '0x12a05f200' })
    expect(built.fee).toEqual({ expected: 273n * 1_100_000_000n, ceiling: 273n * 5_000_000_000n })
  })

  test('makes the account where it does not stand yet, in whatever case the site writes it, and is signed by its first owner', async () => {
    const { factory, factoryData } = create()
    const upper = (hex: string) => hex.toUpperCase().replace('X', 'x')
    for (const params of [
      [operationOf({ factory: factory.toLowerCase(), factoryData: upper(factoryData) }), entryPoint],
      [operationOf({ factory, factoryData }), entryPoint.toLowerCase()],
    ]) {
      const { built } = await reading(params)
      expect(built).toMatchObject({ deploys: true, signer: own, sponsored: false })
      expect(built.operation.factory).toBe(factory)
      expect(built.operation.factoryData?.toLowerCase()).toBe(factoryData)
    }
  })

  test('may say of each optional field that there is none', async () => {
    const none = { factory: null, factoryData: null, paymaster: null, paymasterData: null, signature: null }
    const { built } = await read({ ...none, paymasterVerificationGasLimit: null, paymasterPostOpGasLimit: null })
    expect(built.operation).toEqual((await read()).built.operation)
    expect(built.operation).not.toHaveProperty('factory')
  })

  test('is signed by who decides over the account by now', async () => {
    expect((await read({}, friend)).built).toMatchObject({ signer: friend, deploys: false })
  })

  test('has ten calls at the most', async () => {
    const many = (count: number) => executing(...Array.from({ length: count }, () => ({ to: friend, value: 0n, data: '0x' }) as const))
    expect((await read({ callData: many(10) })).asked).toHaveLength(10)
    await expect(read({ callData: many(11) })).rejects.toMatchObject({
      name: 'BatchRefusedError',
      code: 5740,
      message: 'The batch was refused: more than 10 calls.',
    })
  })
})

describe('S15: an operation that is refused', () => {
  const unread = (field: string) =>
    new RegExp(`^Invalid parameters: operation: ${field} is not as it is to be \\(.+\\); eth_estimateUserOperationGas tells its gas\\.$`)

  test.each<[string, unknown]>([
    ['no list', operationOf()],
    ['nothing', undefined],
    ['the operation alone', [operationOf()]],
    ['more than both', [operationOf(), entryPoint, 1]],
    ['an entry point that is no text', [operationOf(), 5]],
  ])('of which the parameters are %s', async (_, params) => {
    await expect(reading(params)).rejects.toMatchObject(problem('expected the operation and its entry point'))
  })

  test('for another entry point, which is named as far as an address is long', async () => {
    await expect(reading([operationOf(), `${friend}and more`])).rejects.toMatchObject({
      name: 'EntryPointNotSupportedError',
      code: -32602,
      message: expect.stringContaining(`The entry point ${friend} is not the one of this account.`),
      hint: 'eth_supportedEntryPoints tells which one is.',
    })
  })

  test.each<[string, string, object]>([
    ['a field that nobody knows', 'a field', { eip7702Auth: {} }],
    ['no sender', 'sender', { sender: undefined }],
    ['a sender that is none', 'sender', { sender: `${account}00` }],
    ['a nonce in decimals', 'nonce', { nonce: '4' }],
    ['a nonce that is too long', 'nonce', { nonce: `0x${'0'.repeat(65)}` }],
    ['a factory that is none', 'factory', { factory: '0x7702' }],
    ['half a byte of the factory’s data', 'factoryData', { factoryData: '0x1' }],
    ['no call data', 'callData', { callData: undefined }],
    ['no gas for its calls', 'callGasLimit', { callGasLimit: undefined }],
    ['more gas than a block has', 'callGasLimit', { callGasLimit: '0x100000000' }],
    ['no gas to verify it', 'verificationGasLimit', { verificationGasLimit: undefined }],
    ['no gas before it', 'preVerificationGas', { preVerificationGas: undefined }],
    ['a price that is no quantity', 'maxFeePerGas', { maxFeePerGas: 'x0x1' }],
    ['a price that is too long', 'maxFeePerGas', { maxFeePerGas: `0x${'0'.repeat(17)}` }],
    ['a tip that is no quantity', 'maxPriorityFeePerGas', { maxPriorityFeePerGas: '0x1z' }],
    ['a stand-in for a signature that is none', 'signature', { signature: 'x' }],
  ])('with %s', async (_, field, more) => {
    await expect(read(more)).rejects.toMatchObject({ name: 'InvalidParamsError', message: expect.stringMatching(unread(field)) })
  })

  test('that is no object', async () => {
    await expect(reading(['x', entryPoint])).rejects.toMatchObject({ message: expect.stringMatching(unread('a field')) })
  })

  test('of another account', async () => {
    await expect(read({ sender: friend })).rejects.toMatchObject({ name: 'AccountMismatchError', code: 4100 })
  })

  const empty = () => executing()
  const wrong = () => accountInitCode(friend)
  test.each<[string, () => object, string]>([
    [
      'with a paymaster',
      () => ({ paymaster: friend }),
      'it names who pays for it: the operator’s paymaster is asked for by paymasterService of wallet_sendCalls',
    ],
    ['with a tip above its price', () => ({ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }), 'it gives a tip that is above its price'],
    ['without calls', () => ({ callData: empty() }), 'it has no calls'],
    ['with other call data', () => ({ callData: '0x12345678' }), 'its call data is no batch of this account (ERC-7821)'],
    ['with something behind its calls', () => ({ callData: `${calls()}00` }), 'its call data is no batch of this account (ERC-7821)'],
    ['with an earlier nonce', () => ({ nonce: '0x3' }), 'its nonce is not the next one, which is 0x4'],
    ['with a later nonce', () => ({ nonce: '0x5' }), 'its nonce is not the next one, which is 0x4'],
    ['that makes an account which stands', () => create(), 'it makes an account that is there already'],
    ['that has what makes an account without who', () => ({ factoryData: '0x12' }), 'it makes an account that is there already'],
  ])('%s', async (_, more, text) => {
    await expect(read(more())).rejects.toMatchObject(problem(text))
  })

  test('with a tip as high as its price it is none of these', async () => {
    expect((await read({ maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x2' })).built.fee).toEqual({ expected: 546n, ceiling: 546n })
  })

  test.each<[string, () => object]>([
    ['nothing', () => ({})],
    ['another one', wrong],
    ['it by another factory', () => ({ ...create(), factory: friend })],
    ['it by a factory that is told nothing', () => ({ factory: create().factory })],
    ['it by nobody', () => ({ factoryData: create().factoryData })],
  ])('that is to make the account, and makes %s', async (_, more) => {
    await expect(reading([operationOf(more()), entryPoint])).rejects.toMatchObject(problem('it does not make this account'))
  })

  test('with the reason in what it was caused by, where the call data is no batch', async () => {
    await expect(read({ callData: '0x12345678' })).rejects.toMatchObject({ cause: { name: 'CallDataError' } })
  })

  test('where the operator has no smart accounts', async () => {
    const { network, context } = visitor()
    const { smartAccounts: _, ...plain } = network
    await expect(readSiteOperation([operationOf(), entryPoint], plain, context)).rejects.toMatchObject({
      name: 'SmartAccountTransactionError',
    })
  })

  test('with an amount that no account has, it can still be read', async () => {
    expect((await read({ callData: executing({ to: friend, value: maxUint256, data: '0x' }) })).asked[0]?.value).toBe(maxUint256)
  })
})
