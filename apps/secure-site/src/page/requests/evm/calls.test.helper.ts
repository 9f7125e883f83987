import { type Address, concatHex, encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { type Action, multicall3, permit2 } from './action.js'

export const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const nft = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
export const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const bytes32 = `0x${'11'.repeat(32)}` as const

/** Written out again, so that the table of selectors is checked against the signatures. */
export const abi = parseAbi([
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
export const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
])
export const multicall3Abi = parseAbi([
  'struct Call { address target; bytes callData; }',
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate(Call[] calls)',
  'function tryAggregate(bool requireSuccess, Call[] calls)',
  'function aggregate3(Call3[] calls)',
  'function aggregate3Value(Call3Value[] calls)',
])

export const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [alice, 5_000_000n] })
export const approve = encodeFunctionData({ abi, functionName: 'approve', args: [router, maxUint256] })
const sent: Action = { kind: 'transfer', token, to: alice, amount: 5_000_000n }
export const approved: Action = { kind: 'approve', token, spender: router, amount: maxUint256 }

export const callFixtures: readonly (readonly [string, Address, Hex, bigint, readonly Action[]])[] = [
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
    "Permit2's approve, which counts in its own block alone",
    permit2,
    encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [token, router, 50n, 0] }),
    0n,
    [{ kind: 'approve', token, spender: router, amount: 50n, until: 'block' }],
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
