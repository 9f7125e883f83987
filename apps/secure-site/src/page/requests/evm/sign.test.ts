import { parseTransaction, serializeTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bytesToHex, keccak256 } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { evmKey, keys, own } from '../kit.test.helper.js'
import type { FullTransaction } from './fill.js'
import { plainSignature, signMessageHash, signTransaction, transactionHash } from './sign.js'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}` as const
const accessList = [{ address: alice, storageKeys: [hash] }] as const
const fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n }
const common = { chainId: 10, to: alice, value: 5n, data: '0xabcd', nonce: 7, gas: 21_000n } as const
const base: FullTransaction = { ...common, from: own, fees }
/** Another library's signer, with the same key. */
const other = () => privateKeyToAccount(bytesToHex(evmKey))

describe('S9: the bytes that are signed are the transaction’s own, and nothing else', () => {
  test.each<[string, FullTransaction, Parameters<typeof serializeTransaction>[0]]>([
    ['of EIP-1559', base, { ...common, ...fees, type: 'eip1559' }],
    ['of EIP-1559 with accesses', { ...base, accessList }, { ...common, ...fees, accessList, type: 'eip1559' }],
    ['of one price', { ...base, fees: { gasPrice: 3n } }, { ...common, gasPrice: 3n, type: 'legacy' }],
    [
      'of one price with accesses',
      { ...base, accessList, fees: { gasPrice: 3n } },
      { ...common, gasPrice: 3n, accessList, type: 'eip2930' },
    ],
  ])('%s', async (_, transaction, expected) => {
    expect(transactionHash(transaction)).toBe(keccak256(serializeTransaction(expected)))
    const signed = await signTransaction(keys, transaction)
    expect(signed).toBe(await other().signTransaction(expected))
    expect(parseTransaction(signed)).toMatchObject({ type: expected.type, chainId: 10 })
  })

  test('of a contract that is left', async () => {
    const { to: _, ...create } = base
    const { to: __, ...expected } = common
    expect(await signTransaction(keys, create)).toBe(await other().signTransaction({ ...expected, ...fees, type: 'eip1559' }))
  })

  test('of EIP-7702: an authorisation of the account is signed with it, of another one it stays as it is', async () => {
    const theirs = { r: hash, s: `0x${'12'.repeat(32)}`, yParity: 1 } as const
    const mine = { chainId: 10n, address: alice, nonce: 8n } as const
    const signature = await other().signAuthorization({ chainId: 10, address: alice, nonce: 8 })
    const { r, s, yParity = 0 } = signature
    const authorizationList = [
      { chainId: 10, address: alice, nonce: 8, r, s, yParity },
      { chainId: 10, address: alice, nonce: 3, ...theirs },
    ] as const
    const expected = { ...common, ...fees, type: 'eip7702', authorizationList } as const
    const asked = { ...base, authorizationList: [mine, { ...mine, nonce: 3n, signature: theirs }] }
    expect(await signTransaction(keys, asked)).toBe(await other().signTransaction(expected))
    // Its hash is of what is not signed yet.
    expect(transactionHash(asked)).toBeUndefined()
    const whole = {
      ...base,
      authorizationList: [
        { ...mine, signature: { r, s, yParity: yParity === 1 ? 1 : 0 } as const },
        { ...mine, nonce: 3n, signature: theirs },
      ],
    }
    expect(transactionHash(whole)).toBe(keccak256(serializeTransaction(expected)))
  })
})

describe('a message’s hash', () => {
  test('is signed as other libraries sign it, whichever parity it comes to', async () => {
    const hashes = Array.from({ length: 8 }, (_, at) => keccak256(`0x0${at}`))
    const signed = await Promise.all(hashes.map((each) => signMessageHash(keys, each, own)))
    expect(signed).toEqual(await Promise.all(hashes.map((each) => other().sign({ hash: each }))))
    expect(new Set(signed.map((each) => each.slice(-2)))).toEqual(new Set(['1b', '1c']))
  })

  test('is asked of the account’s key', async () => {
    const asked: unknown[] = []
    const withKey: typeof keys.withKey = async (namespace, run, account) => {
      asked.push([namespace, account])
      return run(evmKey)
    }
    const { hash: shown, sign } = plainSignature(hash, own)
    expect(shown).toBe(hash)
    expect(await sign({ withKey })).toBe(await other().sign({ hash }))
    await signTransaction({ withKey }, base)
    expect(asked).toEqual([
      ['eip155', own],
      ['eip155', undefined],
    ])
  })

  test('S9: of another key nothing is signed', async () => {
    await expect(signMessageHash(keys, hash, alice)).rejects.toMatchObject({ name: 'WrongKeyError' })
    await expect(signTransaction(keys, { ...base, from: alice })).rejects.toMatchObject({ name: 'WrongKeyError' })
  })
})
