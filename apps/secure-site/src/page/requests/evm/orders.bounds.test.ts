import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, zeroAddress } from 'viem'
import { concatHex, encodeAbiParameters, encodePacked, size } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { own } from '../kit.test.helper.js'
import {
  alice,
  apes,
  order,
  orderTypes,
  permit2Domain,
  router,
  safeTx,
  seaportDomain,
  typed,
  until,
  usdc,
  weth,
  zero32,
  zk,
} from './fixtures.test.helper.js'
import { decodeTypedData } from './orders.js'
import { parseTypedData } from './typedData.js'

const decode = (data: unknown) => decodeTypedData(parseTypedData(data))
const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: usdc }

describe('what is of another shape is another message', () => {
  const permit = (type: string, spender: unknown) =>
    typed('Permit', { Permit: `address owner, ${type} spender, uint256 value, uint256 nonce, uint256 deadline` }, domain, {
      owner: own,
      spender,
      value: 5,
      nonce: 0,
      deadline: until,
    })
  const given = [{ kind: 'permit', token: usdc, owner: own, spender: router, amount: 5n, until: BigInt(until) }]

  test('an address is one in a text as well, whatever the case of its letters, and not in a list', () => {
    expect(decode(permit('address', router))).toStrictEqual(given)
    expect(decode(permit('string', router.toLowerCase()))).toStrictEqual(given)
    expect(decode(permit('string', `0x${router.slice(2).toUpperCase()}`))).toStrictEqual(given)
    expect(decode(permit('string', router.replace('B', 'b').replace('c', 'C')))).toStrictEqual(given)
    for (const [type, spender] of [
      ['address[]', [router]],
      ['uint256', 5],
      ['string', 'router.eth'],
      ['bytes', `${router}00`],
    ] as const)
      expect(decode(permit(type, spender))).toBeUndefined()
  })

  test('bytes are none in a list or in a text that is no hex', () => {
    const forward = (type: string, data: unknown) =>
      typed('ForwardRequest', { ForwardRequest: `address from, address to, uint256 value, uint256 gas, ${type} data` }, domain, {
        from: own,
        to: alice,
        value: 5,
        gas: 1,
        data,
      })
    expect(decode(forward('bytes', '0x'))).toStrictEqual([{ kind: 'native', to: alice, amount: 5n }])
    expect(decode(forward('bytes[]', ['0x']))).toBeUndefined()
    expect(decode(forward('string', 'none'))).toBeUndefined()
  })

  test('one that comes to nothing is of no known kind', () => {
    const empty = order({ offerer: zeroAddress, offer: [], consideration: [] })
    const bulk = (tree: readonly unknown[]) =>
      typed('BulkOrder', { BulkOrder: 'OrderComponents[2] tree', ...orderTypes }, seaportDomain, { tree })
    expect(decode(bulk([empty, empty]))).toBeUndefined()
    expect(decode(bulk([empty, order()]))).toHaveLength(1)
  })

  test('an operation whose limits are no number is refused, and not passed over', () => {
    const types = {
      PackedUserOperation:
        'address sender, bytes callData, bytes accountGasLimits, uint256 preVerificationGas, bytes gasFees, bytes paymasterAndData',
    }
    const operation = (accountGasLimits: Hex) =>
      typed('PackedUserOperation', types, domain, {
        sender: alice,
        callData: '0x12345678',
        accountGasLimits,
        preVerificationGas: 0,
        gasFees: zero32,
        paymasterAndData: '0x',
      })
    expect(decode(operation(zero32))).toStrictEqual([{ kind: 'call', to: alice, selector: '0x12345678', value: 0n, by: alice }])
    expect(() => decode(operation('0x'))).toThrow(SyntaxError)
  })
})

describe('an order at Seaport', () => {
  const seaport = (changes: Readonly<Record<string, unknown>>) =>
    decode(typed('OrderComponents', orderTypes, seaportDomain, order(changes)))
  const offered = (itemType: number, startAmount = '1', endAmount = '1') => ({
    itemType,
    token: apes,
    identifierOrCriteria: '42',
    startAmount,
    endAmount,
  })

  test('gives at the most and gets at the least, whichever way the amounts go', () => {
    const paid = (startAmount: string, endAmount: string) => ({
      itemType: 1,
      token: weth,
      identifierOrCriteria: '0',
      startAmount,
      endAmount,
      recipient: own,
    })
    expect(
      seaport({ offer: [offered(3, '2', '5'), offered(3, '5', '2')], consideration: [paid('70', '90'), paid('90', '70')] }),
    ).toStrictEqual([
      {
        kind: 'order',
        protocol: 'Seaport',
        gives: [
          { token: apes, amount: 5n, tokenId: 42n },
          { token: apes, amount: 5n, tokenId: 42n },
        ],
        gets: [
          { token: weth, amount: 70n },
          { token: weth, amount: 70n },
        ],
        until: BigInt(until),
      },
    ])
  })

  test('of the last kind of items is read, and of one that there is not yet not', () => {
    expect(seaport({ offer: [offered(1)], consideration: [] })).toMatchObject([{ gives: [{ token: apes, amount: 1n }] }])
    expect(seaport({ offer: [offered(5)], consideration: [] })).toMatchObject([{ gives: [{ token: apes, amount: 1n, picked: true }] }])
    expect(seaport({ offer: [offered(6)], consideration: [] })).toBeUndefined()
  })
})

test('a gasless swap at 0x of nothing, or for nothing, is none', () => {
  const trade = (permitted: readonly unknown[], slippageAndActions: readonly unknown[]) =>
    typed(
      'PermitWitnessTransferFrom',
      {
        PermitWitnessTransferFrom:
          'TokenPermissions[] permitted, address spender, uint256 deadline, SlippageAndActions[] slippageAndActions',
        TokenPermissions: 'address token, uint256 amount',
        SlippageAndActions: 'address recipient, address buyToken, uint256 minAmountOut',
      },
      permit2Domain,
      { permitted, spender: router, deadline: until, slippageAndActions },
    )
  const permitted = { token: usdc, amount: 5 }
  const swap = { recipient: own, buyToken: weth, minAmountOut: 7 }
  const taken = { kind: 'permit', token: usdc, spender: router, amount: 5n, until: BigInt(until) }
  expect(decode(trade([permitted], [swap]))).toStrictEqual([
    taken,
    {
      kind: 'swap',
      router,
      gives: { token: usdc, amount: 5n },
      gets: { amount: 7n, token: weth },
      to: own,
      until: BigInt(until),
    },
  ])
  expect(decode(trade([permitted], []))).toStrictEqual([taken])
  expect(decode(trade([], [swap]))).toBeUndefined()
})

describe('a Safe that pays for its transaction says first', () => {
  const fee = { gasPrice: '2', baseGas: 1 }
  const pays = { kind: 'pay', amount: 200_002n, by: alice }
  const nothing = { kind: 'native', to: router, amount: 0n, by: alice }
  const transfer = (amount: bigint) => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [router, amount] })
  const sent = { kind: 'transfer', token: usdc, to: router, amount: 0n, by: alice }
  const multiSend: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
  const several = (...calls: readonly (readonly [Address, bigint, Hex])[]) =>
    encodeFunctionData({
      abi: parseAbi(['function multiSend(bytes transactions)']),
      args: [
        concatHex(
          calls.map(([to, value, data]) =>
            encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, value, BigInt(size(data)), data]),
          ),
        ),
      ],
    })

  test.each<[string, Readonly<Record<string, unknown>>, readonly object[]]>([
    ['that, where nothing else happens', { to: router, data: '0x' }, [pays, nothing]],
    ['the coins that it sends', { to: router, data: '0x', value: 5 }, [{ ...nothing, amount: 5n }, pays]],
    ['the call that it makes, also of no tokens', { to: usdc, data: transfer(0n) }, [sent, pays]],
    [
      'all that it does, where some of it is nothing',
      { to: multiSend, operation: 1, data: several([router, 0n, '0x'], [usdc, 0n, transfer(0n)]) },
      [nothing, sent, pays],
    ],
    [
      'that, where several are nothing',
      { to: multiSend, operation: 1, data: several([router, 0n, '0x'], [router, 0n, '0x']) },
      [pays, nothing, nothing],
    ],
    ['what it does, where it pays nothing', { to: router, data: '0x', gasPrice: 0 }, [nothing]],
  ])('%s', (_, changes, actions) => {
    expect(decode(safeTx({ ...fee, ...changes }))).toStrictEqual(actions)
  })
})

describe('a transaction of a chain of the ZK Stack', () => {
  test('goes to an address of any number that is one', () => {
    const to = (value: bigint) => decode(zk({ to: String(value), data: '0x', value: 5 }))
    expect(to(1n)).toStrictEqual([{ kind: 'native', to: '0x0000000000000000000000000000000000000001', amount: 5n }])
    expect(to(2n ** 160n - 1n)).toStrictEqual([{ kind: 'native', to: '0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF', amount: 5n }])
    expect(to(2n ** 160n)).toBeUndefined()
  })

  test('lets a paymaster spend by the words for it alone', () => {
    const asked = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [usdc, 7n]).slice(2)
    const [first] = decode(zk({ paymaster: String(BigInt(router)), paymasterInput: `0x12345678${asked}` })) ?? []
    expect(first).toStrictEqual({ kind: 'call', to: router, selector: '0x12345678', value: 0n })
    const [approved] = decode(zk({ paymaster: String(BigInt(router)), paymasterInput: `0x949431dc${asked}` })) ?? []
    expect(approved).toStrictEqual({ kind: 'approve', token: usdc, spender: router, amount: 7n })
  })
})
