import fc from 'fast-check'
import { type Address, concatHex, encodeFunctionData, getAddress, type Hex, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../../scripts/lib/promises.mjs'
import { type Action, multicall3, permit2 } from './action.js'
import { decodeCall, withAmount } from './calls.js'
import { typedFixtures } from './fixtures.test.helper.js'
import { decodeTypedData } from './orders.js'
import { parseTypedData } from './typedData.js'

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const nft = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const bytes32 = `0x${'11'.repeat(32)}` as const

/** Written out again, so that the table of selectors is checked against the signatures. */
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 added)',
  'function increaseApproval(address spender, uint256 added)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function setApprovalForAll(address operator, bool approved)',
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
])
const permitAbi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const daiAbi = parseAbi([
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
])
const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
])
const multicall3Abi = parseAbi([
  'struct Call { address target; bytes callData; }',
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate(Call[] calls)',
  'function tryAggregate(bool requireSuccess, Call[] calls)',
  'function aggregate3(Call3[] calls)',
  'function aggregate3Value(Call3Value[] calls)',
])

const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [alice, 5_000_000n] })
const approve = encodeFunctionData({ abi, functionName: 'approve', args: [router, maxUint256] })
const sent: Action = { kind: 'transfer', token, to: alice, amount: 5_000_000n }
const approved: Action = { kind: 'approve', token, spender: router, amount: maxUint256 }

const fixtures: readonly (readonly [string, Address, Hex, bigint, readonly Action[]])[] = [
  ['coins', alice, '0x', 7n, [{ kind: 'native', to: alice, amount: 7n }]],
  ['no coins', alice, '0x', 0n, [{ kind: 'native', to: alice, amount: 0n }]],
  ['transfer', token, transfer, 0n, [sent]],
  ['transfer of nothing', token, encodeFunctionData({ abi, functionName: 'transfer', args: [alice, 0n] }), 0n, [{ ...sent, amount: 0n }]],
  ['transfer with a mark behind', token, concatHex([transfer, '0x756e6978']), 0n, [sent]],
  ['transfer with coins', token, transfer, 3n, [sent, { kind: 'call', to: token, selector: '0xa9059cbb', value: 3n }]],
  [
    'transferFrom',
    token,
    encodeFunctionData({ abi, functionName: 'transferFrom', args: [bob, alice, 9n] }),
    0n,
    [{ kind: 'transfer', token, from: bob, to: alice, amount: 9n }],
  ],
  ['approve without a limit', token, approve, 0n, [approved]],
  ['approve', token, encodeFunctionData({ abi, functionName: 'approve', args: [router, 100n] }), 0n, [{ ...approved, amount: 100n }]],
  [
    'an approval taken back',
    token,
    encodeFunctionData({ abi, functionName: 'approve', args: [router, 0n] }),
    0n,
    [{ ...approved, amount: 0n }],
  ],
  [
    'increaseAllowance',
    token,
    encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [router, 8n] }),
    0n,
    [{ ...approved, amount: 8n, add: true }],
  ],
  [
    'increaseApproval',
    token,
    encodeFunctionData({ abi, functionName: 'increaseApproval', args: [router, 8n] }),
    0n,
    [{ ...approved, amount: 8n, add: true }],
  ],
  [
    'safeTransferFrom',
    nft,
    encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [bob, alice, 42n] }),
    0n,
    [{ kind: 'nft', collection: nft, from: bob, to: alice, tokenId: 42n, amount: 1n }],
  ],
  [
    'safeTransferFrom with data',
    nft,
    encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [bob, alice, 42n, '0xab'] }),
    0n,
    [{ kind: 'nft', collection: nft, from: bob, to: alice, tokenId: 42n, amount: 1n }],
  ],
  [
    'safeTransferFrom of several',
    nft,
    encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [bob, alice, 42n, 6n, '0x'] }),
    0n,
    [{ kind: 'nft', collection: nft, from: bob, to: alice, tokenId: 42n, amount: 6n }],
  ],
  [
    'safeBatchTransferFrom',
    nft,
    encodeFunctionData({ abi, functionName: 'safeBatchTransferFrom', args: [bob, alice, [1n, 2n], [3n, 4n], '0x'] }),
    0n,
    [
      { kind: 'nft', collection: nft, from: bob, to: alice, tokenId: 1n, amount: 3n },
      { kind: 'nft', collection: nft, from: bob, to: alice, tokenId: 2n, amount: 4n },
    ],
  ],
  [
    'setApprovalForAll',
    nft,
    encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [router, true] }),
    0n,
    [{ kind: 'approvalForAll', collection: nft, operator: router, approved: true }],
  ],
  [
    'setApprovalForAll taken back',
    nft,
    encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [router, false] }),
    0n,
    [{ kind: 'approvalForAll', collection: nft, operator: router, approved: false }],
  ],
  [
    'permit',
    token,
    encodeFunctionData({ abi: permitAbi, args: [bob, router, 77n, 1_800_000_000n, 27, bytes32, bytes32] }),
    0n,
    [{ kind: 'permit', token, owner: bob, spender: router, amount: 77n, until: 1_800_000_000n }],
  ],
  [
    "DAI's permit",
    token,
    encodeFunctionData({ abi: daiAbi, args: [bob, router, 1n, 1_800_000_000n, true, 27, bytes32, bytes32] }),
    0n,
    [{ kind: 'permit', token, owner: bob, spender: router, amount: 'unlimited', until: 1_800_000_000n }],
  ],
  [
    "DAI's permit taken back, for ever",
    token,
    encodeFunctionData({ abi: daiAbi, args: [bob, router, 1n, 0n, false, 27, bytes32, bytes32] }),
    0n,
    [{ kind: 'permit', token, owner: bob, spender: router, amount: 0n }],
  ],
  [
    "Permit2's approve",
    permit2,
    encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [token, router, 50n, 1_800_000_000] }),
    0n,
    [{ kind: 'approve', token, spender: router, amount: 50n, until: 1_800_000_000n }],
  ],
  [
    "Permit2's transferFrom",
    permit2,
    encodeFunctionData({ abi: permit2Abi, functionName: 'transferFrom', args: [bob, alice, 50n, token] }),
    0n,
    [{ kind: 'transfer', token, from: bob, to: alice, amount: 50n }],
  ],
  ['a multicall', token, encodeFunctionData({ abi, functionName: 'multicall', args: [[transfer, approve]] }), 0n, [sent, approved]],
  [
    'a multicall with a deadline',
    token,
    encodeFunctionData({ abi, functionName: 'multicall', args: [1_800_000_000n, [transfer]] }),
    0n,
    [sent],
  ],
  [
    'a multicall with coins',
    token,
    encodeFunctionData({ abi, functionName: 'multicall', args: [[transfer]] }),
    5n,
    [sent, { kind: 'call', to: token, selector: '0xac9650d8', value: 5n }],
  ],
  [
    'a multicall in a multicall',
    token,
    encodeFunctionData({
      abi,
      functionName: 'multicall',
      args: [[encodeFunctionData({ abi, functionName: 'multicall', args: [[approve]] })]],
    }),
    0n,
    [approved],
  ],
  [
    'aggregate',
    multicall3,
    encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate', args: [[{ target: token, callData: approve }]] }),
    0n,
    [approved],
  ],
  [
    'tryAggregate',
    multicall3,
    encodeFunctionData({ abi: multicall3Abi, functionName: 'tryAggregate', args: [true, [{ target: token, callData: approve }]] }),
    0n,
    [approved],
  ],
  [
    'aggregate3',
    multicall3,
    encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [
        [
          { target: token, allowFailure: false, callData: transfer },
          { target: token, allowFailure: true, callData: approve },
        ],
      ],
    }),
    0n,
    [sent, approved],
  ],
  [
    'aggregate3Value',
    multicall3,
    encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3Value',
      args: [[{ target: alice, allowFailure: false, value: 4n, callData: '0x' }]],
    }),
    4n,
    [
      { kind: 'native', to: alice, amount: 4n },
      { kind: 'call', to: multicall3, selector: '0x174dea71', value: 4n },
    ],
  ],
]

describe('calls', () => {
  test.each(fixtures)('S15: %s', (_, to, data, value, actions) => {
    expect(decodeCall(to, data, value)).toEqual(actions)
  })

  const unknown: readonly (readonly [string, Address, Hex, Hex])[] = [
    ['a function of no known kind', router, '0x3593564c00', '0x3593564c'],
    ['a selector in upper case', router, '0x3593564C', '0x3593564c'],
    ['less than a selector', router, '0xa9059c', '0xa9059c'],
    ['a transfer without its arguments', token, '0xa9059cbb', '0xa9059cbb'],
    ['a transfer that is cut short', token, transfer.slice(0, -2) as Hex, '0xa9059cbb'],
    ['an address with something in front', token, `0xa9059cbb01${transfer.slice(12)}`, '0xa9059cbb'],
    [
      "Permit2's approve of another contract",
      router,
      encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [token, router, 50n, 1] }),
      '0x87517c45',
    ],
    [
      "Permit2's transferFrom of another contract",
      router,
      encodeFunctionData({ abi: permit2Abi, functionName: 'transferFrom', args: [bob, alice, 50n, token] }),
      '0x36c78516',
    ],
    [
      'an aggregate of another contract',
      router,
      encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate', args: [[{ target: token, callData: approve }]] }),
      '0x252dba42',
    ],
    [
      'a tryAggregate of another contract',
      router,
      encodeFunctionData({ abi: multicall3Abi, functionName: 'tryAggregate', args: [true, [{ target: token, callData: approve }]] }),
      '0xbce38bd7',
    ],
    [
      'an aggregate3 of another contract',
      router,
      encodeFunctionData({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args: [[{ target: token, allowFailure: false, callData: approve }]],
      }),
      '0x82ad56cb',
    ],
    [
      'an aggregate3Value of another contract',
      router,
      encodeFunctionData({
        abi: multicall3Abi,
        functionName: 'aggregate3Value',
        args: [[{ target: token, allowFailure: false, value: 0n, callData: approve }]],
      }),
      '0x174dea71',
    ],
    [
      'a batch with fewer amounts than ids',
      nft,
      encodeFunctionData({ abi, functionName: 'safeBatchTransferFrom', args: [bob, alice, [1n, 2n], [3n], '0x'] }),
      '0x2eb2c2d6',
    ],
    ['a multicall of nothing', token, encodeFunctionData({ abi, functionName: 'multicall', args: [[]] }), '0xac9650d8'],
    [
      'a multicall of more than can be looked at',
      token,
      encodeFunctionData({ abi, functionName: 'multicall', args: [Array.from({ length: 51 }, () => approve)] }),
      '0xac9650d8',
    ],
    [
      'a batch of more than can be looked at',
      nft,
      encodeFunctionData({
        abi,
        functionName: 'safeBatchTransferFrom',
        args: [bob, alice, Array.from({ length: 51 }, () => 1n), Array.from({ length: 51 }, () => 1n), '0x'],
      }),
      '0x2eb2c2d6',
    ],
  ]
  test.each(unknown)('%s is an unknown call', (_, to, data, selector) => {
    expect(decodeCall(to, data, 0n)).toEqual([{ kind: 'call', to, selector, value: 0n }])
  })

  test('fifty calls in one are looked at, each', () => {
    const data = encodeFunctionData({ abi, functionName: 'multicall', args: [Array.from({ length: 50 }, () => approve)] })
    expect(decodeCall(token, data, 0n)).toEqual(Array.from({ length: 50 }, () => approved))
  })

  test('calls in calls are followed four deep, and unknown from there', () => {
    const nest = (depth: number): Hex =>
      depth === 0 ? approve : encodeFunctionData({ abi, functionName: 'multicall', args: [[nest(depth - 1)]] })
    expect(decodeCall(token, nest(4), 0n)).toEqual([approved])
    expect(decodeCall(token, nest(5), 0n)).toEqual([{ kind: 'call', to: token, selector: '0x095ea7b3', value: 0n }])
  })

  test('of 5,000 random payloads behind known selectors none is a crash', () => {
    const selectors = fc.constantFrom(...fixtures.map(([, , data]) => data.slice(0, 10)))
    const body = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('hex'))
    for (const [selector, rest] of fc.sample(fc.tuple(selectors, body), 5000)) {
      const actions = decodeCall(token, `${selector}${rest}` as Hex, 1n)
      expect(actions.length).toBeGreaterThan(0)
    }
  })
})

describe('a lowered permission', () => {
  test.each([
    ['approve', approve, token, { ...approved, amount: 12n }],
    [
      'increaseAllowance',
      encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [router, maxUint256] }),
      token,
      { ...approved, amount: 12n, add: true },
    ],
    [
      'increaseApproval',
      encodeFunctionData({ abi, functionName: 'increaseApproval', args: [router, maxUint256] }),
      token,
      { ...approved, amount: 12n, add: true },
    ],
    [
      "Permit2's approve",
      encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [token, router, 2n ** 160n - 1n, 1_800_000_000] }),
      permit2,
      { kind: 'approve', token, spender: router, amount: 12n, until: 1_800_000_000n },
    ],
  ] as const)('of %s has another amount and nothing else', (_, data, to, action) => {
    const lowered = withAmount(data, 12n)
    expect(lowered).toHaveLength(data.length)
    expect(decodeCall(to, lowered ?? '0x', 0n)).toEqual([action])
  })

  test('keeps what follows the arguments', () => {
    expect(withAmount(concatHex([approve, '0x756e']), 1n)).toBe(
      concatHex([encodeFunctionData({ abi, functionName: 'approve', args: [router, 1n] }), '0x756e']),
    )
  })

  test('is refused where there is none, or for an amount that does not fit', () => {
    expect(withAmount(transfer, 1n)).toBeUndefined()
    expect(withAmount(approve, -1n)).toBeUndefined()
    expect(withAmount(approve, 2n ** 256n)).toBeUndefined()
    expect(withAmount(approve, 2n ** 256n - 1n)).toBe(approve)
    const single = encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [token, router, 5n, 1] })
    expect(withAmount(single, 2n ** 160n)).toBeUndefined()
    expect(withAmount(single, 2n ** 160n - 1n)).toBeDefined()
  })
})

test('S15: every payload of the fixtures is decoded, at least 60 of them', () => {
  const started = performance.now()
  const calls = fixtures.map(([, to, data, value]) => decodeCall(to, data, value))
  const messages = typedFixtures.map(([, data]) => decodeTypedData(parseTypedData(data)))
  const decoded = [...calls, ...messages].filter((actions) => actions?.some(({ kind }) => kind !== 'call')).length
  expect(calls.length + messages.length).toBeGreaterThanOrEqual(60)
  expect(decoded).toBe(calls.length + messages.length)
  recordPromise({
    id: 'S15',
    name: 'real-shaped permissions and orders',
    runs: decoded,
    accepted: 0,
    milliseconds: performance.now() - started,
    more: { decoded: '100 %' },
  })
})

test('addresses come with their checksum', () => {
  expect(decodeCall(token, transfer, 0n)[0]).toMatchObject({ to: getAddress(alice) })
})
