import { describe, expect, test } from 'vitest'
import { encodeAbiParameters } from 'viem/utils'
import { looks, otherTyped, permit, router, safeTx, typed, typedFixtures, usdc, zk } from './fixtures.test.helper.js'
import { decodeTypedData, soundsGrave } from './orders.js'
import { parseTypedData } from './typedData.js'

test.each(typedFixtures)('S15: %s is decoded', (_, data, actions) => {
  expect(decodeTypedData(parseTypedData(data))).toStrictEqual(actions)
})

test('code of somebody else in the place of a Safe is said to be that', () => {
  const [action] = decodeTypedData(parseTypedData(otherTyped['delegateCall'])) ?? []
  expect(action).toEqual({
    kind: 'call',
    to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    selector: '0x095ea7b3',
    value: 0n,
    delegated: true,
    by: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  })
})

test('S15: a Safe that refunds gas at a price pays for what the limits in the message do not know of: its own call', () => {
  // Safe measures around the call: what the call alone costs is paid for also where nothing may be used by it.
  const refund = { to: router, data: '0x', gasPrice: String(10n ** 12n), gasToken: usdc, refundReceiver: router }
  const [pays] = decodeTypedData(parseTypedData(safeTx(refund))) ?? []
  expect(pays).toMatchObject({ kind: 'pay', token: usdc, to: router })
  expect(pays).toHaveProperty('amount', 100_000n * 10n ** 12n)
})

describe('S15: a transaction of a chain of the ZK Stack', () => {
  const inputs = [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] as const
  const approvalBased = `0x949431dc${encodeAbiParameters(inputs, [usdc, 7n, '0x']).slice(2)}`
  const decode = (changes: Readonly<Record<string, unknown>>) => decodeTypedData(parseTypedData(zk({ data: '0x', ...changes })))
  const paymaster = String(BigInt(router))

  test('lets the paymaster that it names spend what it says', () => {
    // Accounts read no more of it than token and amount.
    for (const paymasterInput of [approvalBased, approvalBased.slice(0, 2 + 2 * 68)]) {
      expect(decode({ paymaster, paymasterInput })).toEqual([
        { kind: 'approve', token: usdc, spender: router, amount: 7n },
        { kind: 'native', to: usdc, amount: 0n },
      ])
    }
  })

  test('gives nothing to one that asks for nothing', () => {
    const general = `0x8c5a3445${encodeAbiParameters([{ type: 'bytes' }], ['0x']).slice(2)}`
    for (const changes of [{}, { paymaster, paymasterInput: general }])
      expect(decode(changes)).toEqual([{ kind: 'native', to: usdc, amount: 0n }])
  })

  test.each(['0x', '0x949431dc', `${approvalBased.slice(0, 2 + 2 * 67)}`, '0x12345678'])(
    'cannot be read with the input %s for one',
    (input) => {
      expect(decode({ paymaster, paymasterInput: input })?.[0]).toMatchObject({ kind: 'call', to: router })
    },
  )
})

describe('S15: what an order at the least brings', () => {
  const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const domain = { name: 'Exchange', version: '1', chainId: 1, verifyingContract: router }

  test('of a listing at Blur is its price without the fees that it names', () => {
    const members =
      'address trader, uint8 side, address matchingPolicy, address collection, uint256 tokenId, uint256 amount, address paymentToken, uint256 price, uint256 listingTime, uint256 expirationTime, Fee[] fees, uint256 salt, bytes extraParams, uint256 nonce'
    const gets = (rates: readonly number[]) => {
      const fees = rates.map((rate) => ({ rate, recipient: router }))
      const order = {
        trader: own,
        side: 1,
        matchingPolicy: router,
        collection: usdc,
        tokenId: 7,
        amount: 1,
        paymentToken: usdc,
        price: '999',
      }
      const rest = { listingTime: 1, expirationTime: 2, fees, salt: 1, extraParams: '0x', nonce: 0 }
      const signed = typed('Order', { Order: members, Fee: 'uint16 rate, address recipient' }, domain, { ...order, ...rest })
      return decodeTypedData(parseTypedData(signed))?.[0]
    }
    expect(gets([])).toHaveProperty('gets', [{ token: usdc, amount: 999n }])
    expect(gets([250, 50])).toHaveProperty('gets', [{ token: usdc, amount: 971n }])
    expect(gets([10_000])).toHaveProperty('gets', [{ token: usdc, amount: 0n }])
    expect(gets([9_000, 9_000])).toHaveProperty('gets', [{ token: usdc, amount: 0n }])
  })

  test.each([
    ['of an extension, which no order holds', ', uint256 makerTraits', { makerTraits: String(2n ** 249n) }],
    ['of data of its own', ', uint256 offsets, bytes interactions', { offsets: 1, interactions: '0x01' }],
  ])('at 1inch cannot be read where a contract says it: %s', (_, members, more) => {
    const order = { salt: 1, maker: own, receiver: own, makerAsset: usdc, takerAsset: router, makingAmount: 10, takingAmount: 9, ...more }
    const fields =
      'uint256 salt, address maker, address receiver, address makerAsset, address takerAsset, uint256 makingAmount, uint256 takingAmount'
    const data = parseTypedData(typed('Order', { Order: `${fields}${members}` }, domain, order))
    expect(decodeTypedData(data)).toBeUndefined()
    expect(soundsGrave(data)).toBe(true)
  })

  test('at LooksRare cannot be read where a strategy decides which items it is about', () => {
    expect(decodeTypedData(parseTypedData(looks(0)))).toHaveLength(1)
    const data = parseTypedData(looks(0, 1))
    expect(decodeTypedData(data)).toBeUndefined()
    expect(soundsGrave(data)).toBe(true)
  })
})

test.each([
  ['the root of many orders at Blur', 'Root', { Root: 'bytes32 root' }, { root: `0x${'12'.repeat(32)}` }],
  ['a message of a Safe', 'SafeMessage', { SafeMessage: 'bytes message' }, { message: '0x1234' }],
  [
    'hashes in a list, in a list',
    'Deep',
    { Deep: 'Inner[][] all', Inner: 'bytes4[] each, Inner[] more' },
    { all: [[{ each: ['0x12345678'], more: [] }]] },
  ],
])('S15: %s is grave, as it is nothing but bytes', (_, primaryType, types, message) => {
  const data = (more: Readonly<Record<string, string>>, said: Readonly<Record<string, unknown>>) =>
    parseTypedData(typed(primaryType, { ...types, ...more }, { name: 'Something', version: '1', chainId: 1 }, said))
  expect(soundsGrave(data({}, message))).toBe(true)
  const [first = '', members = ''] = Object.entries(types)[0] ?? []
  expect(soundsGrave(data({ [first]: `${members}, string said` }, { ...message, said: 'Hello' }))).toBe(false)
})

test.each(['mail', 'tooLargeZk', 'strangePermit', 'strangeSpender'])('a message of no known kind, such as %s, is not decoded', (name) => {
  expect(decodeTypedData(parseTypedData(otherTyped[name]))).toBeUndefined()
})

test.each([
  ['mail', false],
  ['strangePermit', true],
  ['strangeSpender', true],
])('an unknown message that gives something away by its names is grave: %s', (name, expected) => {
  expect(soundsGrave(parseTypedData(otherTyped[name]))).toBe(expected)
})

test('a permit without a contract is none', () => {
  expect(decodeTypedData(parseTypedData(permit({}, { name: 'USD Coin', version: '2', chainId: 1 })))).toBeUndefined()
})

test('a permit that lacks a field, or has one of another type, is another message', () => {
  const domain = { name: 'Coin', chainId: 1, verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
  const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const decode = (members: string, message: Readonly<Record<string, unknown>>) =>
    decodeTypedData(parseTypedData(typed('Permit', { Permit: members }, domain, message)))
  expect(
    decode('address owner, address spender, uint256 value, uint256 deadline', { owner, spender: owner, value: 1, deadline: 2 }),
  ).toBeUndefined()
  expect(
    decode('address owner, string spender, uint256 value, uint256 nonce, uint256 deadline', {
      owner,
      spender: 'me',
      value: 1,
      nonce: 0,
      deadline: 2,
    }),
  ).toBeUndefined()
  expect(
    decode('address owner, address spender, string value, uint256 nonce, uint256 deadline', {
      owner,
      spender: owner,
      value: '1',
      nonce: 0,
      deadline: 2,
    }),
  ).toBeUndefined()
  expect(
    decode('address holder, address spender, uint256 nonce, uint256 expiry, string allowed', {
      holder: owner,
      spender: owner,
      nonce: 0,
      expiry: 1,
      allowed: 'true',
    }),
  ).toBeUndefined()
  const names = 'uint256 nonce, address from, string functionSignature'
  expect(decode(names, { nonce: 1, from: owner, functionSignature: 'approve' })).toBeUndefined()
  expect(decode('uint256 details, address spender, uint256 sigDeadline', { details: 1, spender: owner, sigDeadline: 2 })).toBeUndefined()
})
