import { describe, expect, test } from 'vitest'
import { own } from '../../kit.test.helper.js'
import { account, friend, visitor } from './operation.test.helper.js'
import { ownerOf } from './signature.js'

describe('whose key an account was made for', () => {
  test('the one that the page knows, or without a smart account its own', () => {
    const addresses = { eip155: account.toLowerCase(), solana: '' }
    expect(ownerOf({ addresses, smartAccount: { owner: friend.toLowerCase() } })).toBe(friend)
    expect(ownerOf({ addresses })).toBe(account)
  })
})

test('typed data that no contract can sign says why', async () => {
  const data = {
    domain: { name: 'Shop', version: '1', chainId: 1, verifyingContract: friend },
    types: { order: [{ name: 'count', type: 'uint256' }] },
    primaryType: 'order',
    message: { count: 1 },
  }
  await expect(visitor({ owner: own }).prepare('eth_signTypedData_v4', [account, data])).rejects.toMatchObject({
    name: 'SmartAccountSignatureError',
    code: -32602,
    message: expect.stringMatching(/order/),
    shown: 'This application might not support Smart Accounts',
    cause: { name: 'TypedDataUnsignableError' },
  })
})
