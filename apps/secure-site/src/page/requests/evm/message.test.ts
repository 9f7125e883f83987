import { accountAddress } from '@portico/contracts'
import { bytesToHex, hashMessage, stringToBytes } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { ethereum, nodeDouble, own, testContext } from '../kit.test.helper.js'
import type { PrepareContext } from '../types.js'
import { alice } from './fixtures.test.helper.js'
import { prepareMessage } from './message.js'

const prepare = (params: unknown, changes: Partial<PrepareContext> = {}) =>
  prepareMessage({ id: 'r', method: 'personal_sign', params }, ethereum, testContext(changes))
const hexOf = (text: string) => bytesToHex(stringToBytes(text))
const shown = (message: string) => ({
  id: 'r',
  method: 'personal_sign',
  namespace: 'eip155',
  networkId: 'eip155:1',
  networkName: 'Ethereum',
  address: own,
  effects: [{ kind: 'message', values: {}, message }],
  warnings: [],
  risk: 'normal',
  changes: 'none',
  details: [
    { path: 'address', value: own },
    { path: 'message', value: message },
    { path: 'message (hex)', value: hexOf(message) },
  ],
  hash: hashMessage(message),
  sign: expect.any(Function),
})

describe('a message is signed as it is shown', () => {
  test.each<[string, unknown[], string]>([
    ['text', ['Hello', own], 'Hello'],
    ['text in hex', [hexOf('Hello'), own], 'Hello'],
    ['text that ends in hex', ['pay 0xabcd', own], 'pay 0xabcd'],
    ['text with a password that is not there', ['Hello', own, undefined], 'Hello'],
    ['text with a password that is null', ['Hello', own, null], 'Hello'],
    ['text with several empty ones', ['Hello', own, '', null], 'Hello'],
    ['text after the account', [own.toLowerCase(), 'Hello'], 'Hello'],
    ['as many characters as are taken', ['a'.repeat(100_000), own], 'a'.repeat(100_000)],
  ])('%s', async (_, params, message) => {
    expect(await prepare(params)).toStrictEqual(shown(message))
  })

  test('in the name of a smart account it says so, and its hash is another one', async () => {
    const account = accountAddress(own)
    const { addresses } = testContext()
    const context = { addresses: { ...addresses, eip155: account }, smartAccount: { owner: own } }
    const request = await prepare(['Hello', account], { ...context, fetch: nodeDouble({ eth_call: '0x' }).fetch })
    expect(request).toStrictEqual({
      ...shown('Hello'),
      address: account,
      details: [
        { path: 'address', value: account },
        { path: 'message', value: 'Hello' },
        { path: 'message (hex)', value: hexOf('Hello') },
      ],
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      account: 'smartAccount',
    })
    expect(request.hash).not.toBe(hashMessage('Hello'))
  })
})

describe('what is refused', () => {
  const takes = 'personal_sign takes a message and an address'
  test.each<[string, unknown, string]>([
    ['no list', { 0: 'Hello', 1: own }, takes],
    ['nothing', undefined, takes],
    ['a message that is none', [5, own], takes],
    ['no account', ['Hello'], takes],
    ['an account that is none', [own, 5], takes],
    ['a password', ['Hello', own, 'secret'], takes],
    ['something that is no password', ['Hello', own, '', 0], takes],
    ['one character more than is taken', ['a'.repeat(100_001), own], 'the message is too long'],
  ])('%s', async (_, params, problem) => {
    await expect(prepare(params)).rejects.toMatchObject({
      name: 'InvalidParamsError',
      code: -32602,
      message: `Invalid parameters: ${problem}.`,
    })
  })

  test.each([[['Hello', alice]], [[alice, 'Hello']]])('another account: %j', async (params) => {
    await expect(prepare(params)).rejects.toMatchObject({ name: 'AccountMismatchError', code: 4100 })
  })
})
