import { type Address, type Hex, zeroAddress } from 'viem'
import { concatHex, encodeAbiParameters, encodeFunctionData, encodePacked, getAddress, numberToHex, parseAbi, size } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { type AccountCall, actionsBy, decodeExecution } from './accounts.js'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [account, shop, other, zero] = [at('a'), at('b'), at('c'), zeroAddress]
const mystery = '0xdeadbeef01' as const

/** What is said of a call that nobody knows, and of coins that are sent. */
const unknown = (to: Address, value = 0n) => ({ kind: 'call', to, selector: '0xdeadbeef', value, by: account }) as const
const coins = (to: Address, amount: bigint) => ({ kind: 'native', to, amount, by: account }) as const

const abi = parseAbi([
  'function execute(address to, uint256 value, bytes data)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function executeBatch((address to, uint256 value, bytes data)[] calls)',
  'function executeBatch(address[] to, uint256[] values, bytes[] data)',
  'function executeBatch(address[] to, bytes[] data)',
  'function execute(bytes32 mode, bytes body)',
  'function multiSend(bytes transactions)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address previous, address owner, uint256 threshold)',
  'function swapOwner(address previous, address old, address next)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function setGuard(address guard)',
  'function setFallbackHandler(address handler)',
])
const one = abi[0]
const batch = [abi[3]] as const
const batchOfThree = [abi[4]] as const
const batchOfTwo = [abi[5]] as const
const modular = [abi[6]] as const
const withOperation = (['executeUserOp', 'executeUserOpWithErrorString'] as const).map((functionName) => ({
  name: functionName,
  encode: (operation: number) => encodeFunctionData({ abi, functionName, args: [shop, 5n, mystery, operation] }),
}))
const encodeOne = (to: Address, value: bigint, data: Hex) => encodeFunctionData({ abi: [one], args: [to, value, data] })
const tuples = [{ type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] }] as const
const mode = (kind: Hex): Hex => concatHex([kind, numberToHex(0, { size: 31 })])
const encodeModular = (kind: Hex, body: Hex) => encodeFunctionData({ abi: modular, args: [mode(kind), body] })

describe('a call of the account’s own `execute`', () => {
  test.each<[name: string, data: Hex, actions: readonly object[]]>([
    ['execute', encodeOne(shop, 5n, mystery), [unknown(shop, 5n)]],
    ['execute without data', encodeOne(shop, 7n, '0x'), [coins(shop, 7n)]],
    ...withOperation.flatMap(({ name, encode }): [string, Hex, readonly object[]][] => [
      [name, encode(0), [unknown(shop, 5n)]],
      [`${name} with the code of somebody else`, encode(1), [{ ...unknown(shop, 5n), delegated: true }]],
    ]),
    [
      'executeBatch',
      encodeFunctionData({
        abi: batch,
        args: [
          [
            { to: shop, value: 1n, data: mystery },
            { to: other, value: 2n, data: '0x' },
          ],
        ],
      }),
      [unknown(shop, 1n), coins(other, 2n)],
    ],
    [
      'executeBatch of three lists',
      encodeFunctionData({
        abi: batchOfThree,
        args: [
          [shop, other],
          [1n, 2n],
          [mystery, '0x'],
        ],
      }),
      [unknown(shop, 1n), coins(other, 2n)],
    ],
    [
      'executeBatch of three lists, without values',
      encodeFunctionData({ abi: batchOfThree, args: [[shop, other], [], [mystery, mystery]] }),
      [unknown(shop), unknown(other)],
    ],
    [
      'executeBatch of two lists',
      encodeFunctionData({
        abi: batchOfTwo,
        args: [
          [shop, other],
          [mystery, mystery],
        ],
      }),
      [unknown(shop), unknown(other)],
    ],
    ['ERC-7579, one', encodeModular('0x00', encodePacked(['address', 'uint256', 'bytes'], [shop, 5n, mystery])), [unknown(shop, 5n)]],
    ['ERC-7579, one without data', encodeModular('0x00', encodePacked(['address', 'uint256'], [shop, 5n])), [coins(shop, 5n)]],
    [
      'ERC-7579, several',
      encodeModular('0x01', encodeAbiParameters(tuples, [[[shop, 5n, mystery] as const, [other, 6n, '0x'] as const]])),
      [unknown(shop, 5n), coins(other, 6n)],
    ],
    [
      'ERC-7579, with the code of somebody else',
      encodeModular('0xff', encodePacked(['address', 'bytes'], [shop, mystery])),
      [{ ...unknown(shop), delegated: true }],
    ],
    [
      'ERC-7579, with the code of somebody else and no data',
      encodeModular('0xff', shop),
      [{ kind: 'call', to: shop, selector: '0x', value: 0n, by: account, delegated: true }],
    ],
  ])('%s', (_, data, actions) => {
    expect(decodeExecution(account, data)).toEqual(actions)
    expect(decodeExecution(account, data.toUpperCase().replace('0X', '0x') as Hex)).toEqual(actions)
    // The account is its own, however it is called.
    expect(actionsBy(account, { to: account, value: 0n, data })).toEqual(actions)
  })

  test.each<[why: string, data: Hex]>([
    ['of another function', mystery],
    ['without bytes', '0x'],
    ['that is cut off', encodeOne(shop, 5n, mystery).slice(0, -2) as Hex],
    ...withOperation.map(({ name, encode }): [string, Hex] => [`of ${name} that is cut off`, encode(0).slice(0, 74) as Hex]),
    ['of no calls', encodeFunctionData({ abi: batch, args: [[]] })],
    [
      'of a batch that is cut off',
      encodeFunctionData({ abi: batch, args: [[{ to: shop, value: 1n, data: mystery }]] }).slice(0, 80) as Hex,
    ],
    ['with more data than addresses', encodeFunctionData({ abi: batchOfTwo, args: [[shop], [mystery, mystery]] })],
    ['with fewer values than addresses', encodeFunctionData({ abi: batchOfThree, args: [[shop, other], [1n], [mystery, mystery]] })],
    ['with fewer data than addresses', encodeFunctionData({ abi: batchOfThree, args: [[shop, other], [1n, 2n], [mystery]] })],
    ['of a mode that nobody knows', encodeModular('0xfe', encodePacked(['address', 'uint256'], [shop, 5n]))],
    ['of one that is cut off', encodeModular('0x00', shop)],
    ['of one whose value is cut off', encodeModular('0x00', encodePacked(['address', 'uint128'], [shop, 5n]))],
    ['of several that are none', encodeModular('0x01', shop)],
    ['with somebody’s code that has no address', encodeModular('0xff', '0x0102')],
    ['of ERC-7579 that is cut off', encodeModular('0x00', encodePacked(['address', 'uint256'], [shop, 5n])).slice(0, 80) as Hex],
  ])('%s cannot be read', (_, data) => {
    expect(decodeExecution(account, data)).toBeUndefined()
    // It is a call of the account all the same.
    expect(actionsBy(account, { to: account, value: 0n, data })).toHaveLength(1)
  })

  test('of fifty calls is read, and of fifty-one not', () => {
    const many = (count: number) =>
      encodeFunctionData({
        abi: batchOfTwo,
        args: [Array.from({ length: count }, () => shop), Array.from({ length: count }, () => mystery)],
      })
    expect(decodeExecution(account, many(50))).toHaveLength(50)
    expect(decodeExecution(account, many(51))).toBeUndefined()
  })

  test('within another is read up to a depth', () => {
    const nested = (depth: number): Hex => (depth === 0 ? mystery : encodeOne(account, 0n, nested(depth - 1)))
    expect(decodeExecution(account, nested(1))).toEqual([unknown(account)])
    expect(decodeExecution(account, nested(2))).toEqual([unknown(account)])
    expect(decodeExecution(account, nested(3))).toEqual([{ ...unknown(account), selector: '0xb61d27f6' }])
    expect(decodeExecution(account, mystery, 4)).toBeUndefined()
    expect(decodeExecution(account, encodeOne(shop, 1n, mystery), 3)).toEqual([unknown(shop, 1n)])
    expect(decodeExecution(account, encodeOne(shop, 1n, mystery), 4)).toBeUndefined()
  })

  test('of another contract is that contract’s, and not the account’s', () => {
    const data = encodeOne(other, 1n, mystery)
    expect(actionsBy(account, { to: shop, value: 0n, data })).toEqual([{ ...unknown(shop), selector: '0xb61d27f6' }])
  })

  test('that sends coins to the account itself is no call of its own', () => {
    const data = encodeOne(shop, 1n, mystery)
    expect(actionsBy(account, { to: account, value: 2n, data })).toEqual([{ ...unknown(account, 2n), selector: '0xb61d27f6' }])
  })
})

describe('what a Safe does with itself', () => {
  const own = (data: Hex) => actionsBy(account, { to: account, value: 0n, data })
  test.each<[name: string, data: Hex]>([
    ['addOwnerWithThreshold', encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [other, 1n] })],
    ['swapOwner', encodeFunctionData({ abi, functionName: 'swapOwner', args: [shop, shop, other] })],
    ['enableModule', encodeFunctionData({ abi, functionName: 'enableModule', args: [other] })],
    ['setGuard', encodeFunctionData({ abi, functionName: 'setGuard', args: [other] })],
    ['setFallbackHandler', encodeFunctionData({ abi, functionName: 'setFallbackHandler', args: [other] })],
  ])('%s gives somebody a say', (what, data) => {
    expect(own(data)).toEqual([{ kind: 'control', account, what, delegate: other }])
    expect(own(data.slice(0, -64) as Hex)).toMatchObject([{ kind: 'call', to: account, by: account }])
  })

  test.each<[name: string, data: Hex]>([
    ['removeOwner', encodeFunctionData({ abi, functionName: 'removeOwner', args: [shop, other, 1n] })],
    ['changeThreshold', encodeFunctionData({ abi, functionName: 'changeThreshold', args: [1n] })],
    ['setGuard', encodeFunctionData({ abi, functionName: 'setGuard', args: [zero] })],
  ])('%s gives nobody one, and is grave', (name, data) => {
    expect(own(data)).toEqual([{ kind: 'function', to: account, name, values: {}, value: 0n, grave: true, by: account }])
  })
})

describe('MultiSend', () => {
  const contract = getAddress('0x9641d764fc13c8b624c04430c7356c1c7c8102e2')
  const packed = (calls: readonly AccountCall[]) =>
    concatHex(
      calls.map(({ to, value, data, delegated }) =>
        encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [delegated ? 1 : 0, to, value, BigInt(size(data)), data]),
      ),
    )
  const multiSend = (transactions: Hex) => encodeFunctionData({ abi, functionName: 'multiSend', args: [transactions] })
  const asked = (transactions: Hex, to: Address = contract, depth = 0) =>
    actionsBy(account, { to, value: 0n, data: multiSend(transactions), delegated: true }, depth)
  const notRead = [{ kind: 'call', to: contract, selector: '0x8d80ff0a', value: 0n, by: account, delegated: true }]
  const two: readonly AccountCall[] = [
    { to: shop, value: 1n, data: mystery },
    { to: other, value: 2n, data: '0x' },
  ]

  test.each([
    '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
    '0x998739BFdAAdde7C933B942a68053933098f9EDa',
    '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
    '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
    '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
    '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  ])('at %s is told call by call', (address) => {
    expect(asked(packed(two), getAddress(address))).toEqual([unknown(shop, 1n), coins(other, 2n)])
  })

  test('elsewhere, or called and not lent the account, is a call that nobody knows', () => {
    expect(asked(packed(two), other)).toEqual([{ ...notRead[0], to: other }])
    const { delegated: _, ...plain } = notRead[0] ?? {}
    expect(actionsBy(account, { to: contract, value: 0n, data: multiSend(packed(two)) })).toEqual([plain])
    expect(actionsBy(account, { to: contract, value: 0n, data: mystery, delegated: true })).toEqual([
      { ...unknown(contract), delegated: true },
    ])
    const likeIt = multiSend(packed(two)).replace('0x8d80ff0a', '0xdeadbeef') as Hex
    expect(actionsBy(account, { to: contract, value: 0n, data: likeIt, delegated: true })).toEqual([
      { ...unknown(contract), delegated: true },
    ])
  })

  test('says what is done with the code of somebody else within', () => {
    expect(asked(packed([{ to: shop, value: 1n, data: mystery, delegated: true }]))).toEqual([{ ...unknown(shop, 1n), delegated: true }])
  })

  test('of nothing, cut off, or of more than fifty calls is not read', () => {
    const whole = packed(two)
    expect(asked('0x')).toEqual(notRead)
    expect(asked(whole.slice(0, -2) as Hex)).toEqual(notRead)
    expect(asked(packed([{ to: shop, value: 1n, data: mystery }]).slice(0, -2) as Hex)).toEqual(notRead)
    const many = (count: number) => packed(Array.from({ length: count }, () => ({ to: shop, value: 1n, data: mystery })))
    expect(asked(many(50))).toHaveLength(50)
    expect(asked(many(51))).toEqual(notRead)
    expect(actionsBy(account, { to: contract, value: 0n, data: multiSend(whole).slice(0, 40) as Hex, delegated: true })).toEqual(notRead)
  })

  test('within another is read up to a depth', () => {
    expect(asked(packed(two), contract, 3)).toHaveLength(2)
    expect(asked(packed(two), contract, 4)).toEqual(notRead)
    const nested = (more: number): Hex =>
      more === 0 ? packed(two) : packed([{ to: contract, value: 0n, data: multiSend(nested(more - 1)), delegated: true }])
    expect(asked(nested(3))).toEqual([unknown(shop, 1n), coins(other, 2n)])
    expect(asked(nested(4))).toEqual(notRead)
  })
})
