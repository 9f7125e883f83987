import { describe, expect, test } from 'vitest'
import { own } from '../kit.test.helper.js'
import { callLines, detailsOf } from './details.js'
import type { FullTransaction } from './fill.js'
import { alice, router, zero32 } from './fixtures.test.helper.js'
import { transactionHash } from './sign.js'

const transaction: FullTransaction = {
  chainId: 1,
  from: own,
  value: 7n,
  data: '0x6000',
  nonce: 5,
  gas: 21_000n,
  fees: { maxFeePerGas: 9n, maxPriorityFeePerGas: 3n },
}
const line = (path: string, value: string) => ({ path, value })
const before = (type: string, prefix = '') => [line(`${prefix}type`, type), line(`${prefix}chainId`, '1'), line(`${prefix}from`, own)]
const after = (prefix = '') => [
  line(`${prefix}value`, '7'),
  line(`${prefix}data`, '0x6000'),
  line(`${prefix}nonce`, '5'),
  line(`${prefix}gas`, '21000'),
]
const fees = (prefix = '') => [line(`${prefix}maxFeePerGas`, '9'), line(`${prefix}maxPriorityFeePerGas`, '3')]
const accessList = [
  { address: alice, storageKeys: [zero32, `0x${'11'.repeat(32)}`] },
  { address: router, storageKeys: [] },
] as const
const accesses = [
  line('accessList[0].address', alice),
  line('accessList[0].storageKeys[0]', zero32),
  line('accessList[0].storageKeys[1]', `0x${'11'.repeat(32)}`),
  line('accessList[1].address', router),
]

describe('S9: each part of a transaction has its line', () => {
  test('code that is left goes to nobody', () => {
    expect(detailsOf(transaction, '')).toStrictEqual([...before('eip1559'), ...after(), ...fees()])
  })

  test('of an old one its price, and what it reads', () => {
    const old = { ...transaction, fees: { gasPrice: 4n } }
    expect(detailsOf(old, '')).toStrictEqual([...before('legacy'), ...after(), line('gasPrice', '4')])
    expect(detailsOf({ ...old, to: alice, accessList }, '')).toStrictEqual([
      ...before('eip2930'),
      line('to', alice),
      ...after(),
      line('gasPrice', '4'),
      ...accesses,
    ])
    expect(detailsOf({ ...transaction, accessList }, '')).toStrictEqual([...before('eip1559'), ...after(), ...fees(), ...accesses])
  })

  test('who an account is handed to, signed or yet to be signed', () => {
    const signature = { r: zero32, s: `0x${'22'.repeat(32)}`, yParity: 1 } as const
    const authorizationList: NonNullable<FullTransaction['authorizationList']> = [
      { address: alice, chainId: 1n, nonce: 6n, signature },
      { address: router, chainId: 1n, nonce: 7n },
    ]
    const handed = (prefix = '') => [
      line(`${prefix}authorizationList[0].address`, alice),
      line(`${prefix}authorizationList[0].chainId`, '1'),
      line(`${prefix}authorizationList[0].nonce`, '6'),
      line(`${prefix}authorizationList[0].r`, zero32),
      line(`${prefix}authorizationList[0].s`, `0x${'22'.repeat(32)}`),
      line(`${prefix}authorizationList[0].yParity`, '1'),
      line(`${prefix}authorizationList[1].address`, router),
      line(`${prefix}authorizationList[1].chainId`, '1'),
      line(`${prefix}authorizationList[1].nonce`, '7'),
    ]
    const given = { ...transaction, authorizationList }
    expect(detailsOf(given, '')).toStrictEqual([...before('eip7702'), ...after(), ...fees(), ...handed()])
    // What is yet to be signed has no hash.
    expect(detailsOf(given, 'calls[0].')).toStrictEqual([
      ...before('eip7702', 'calls[0].'),
      ...after('calls[0].'),
      ...fees('calls[0].'),
      ...handed('calls[0].'),
      line('calls[0].hash', ''),
    ])
  })

  test('one of a batch has its hash as well', () => {
    expect(detailsOf(transaction, 'calls[1].')).toStrictEqual([
      ...before('eip1559', 'calls[1].'),
      ...after('calls[1].'),
      ...fees('calls[1].'),
      line('calls[1].hash', transactionHash(transaction) ?? ''),
    ])
    expect(transactionHash(transaction)).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('a call within one transaction has its own three', () => {
    expect(callLines({ from: own, to: alice, value: 7n, data: '0x12' }, 2)).toStrictEqual([
      line('calls[2].to', alice),
      line('calls[2].value', '7'),
      line('calls[2].data', '0x12'),
    ])
    expect(callLines({ from: own, value: 0n, data: '0x' }, 0)[0]).toStrictEqual(line('calls[0].to', ''))
  })
})
