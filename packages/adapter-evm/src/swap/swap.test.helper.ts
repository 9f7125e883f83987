import type { NetworkId } from '@portico/core'
import { concat, encodeFunctionData, encodePacked, numberToHex, parseAbi, zeroAddress, type Address, type Client, type Hex } from 'viem'

export const networkId = 'eip155:8453' satisfies NetworkId
export const account: Address = '0x7f3a9c2e5b41d08fa6c7e19b0d52f3a8e7c41b09'
export const thief: Address = '0x4c91ae77b0c2d3e4f5061728394a5b6c7de8027d'
export const weth: Address = '0x4200000000000000000000000000000000000006'
export const usdc: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const dai: Address = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
export const v2Router: Address = '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'
export const v3Router: Address = '0x2626664c2603336E57B271c5C0b26F421741e481'
export const inchRouter: Address = '0x111111125421cA6dc452d289314280a0f8842A65'
export const zeroExHolder: Address = '0x0000000000001fF3684f28c67538d4D072C22734'
export const settler: Address = '0x4f6f91599858bf0d19fabcf2c5d591fe13f7c059'
export const lifiDiamond: Address = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
export const itself: Address = '0x0000000000000000000000000000000000000002'
export const native: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const deadline = 1_800_000_000n

/** Written a second time, and not the reader's own: what the test says of a call does not rest on it. */
export const abi = parseAbi([
  'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256)',
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable',
  'function swapExactTokensForETH(uint256, uint256, address[], address, uint256)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256, address[], address, uint256) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
])
const routes = parseAbi([
  'function exactInputSingle((address, address, uint24, address, uint256, uint256, uint160)) payable',
  'function exactInput((bytes, address, uint256, uint256)) payable',
  'function swapExactTokensForTokens(uint256, uint256, address[], address) payable',
])
const rest = parseAbi([
  'function unwrapWETH9(uint256, address) payable',
  'function refundETH() payable',
  'function sweepToken(address, uint256, address) payable',
  'function selfPermit(address, uint256, uint256, uint8, bytes32, bytes32) payable',
  'function approveMax(address) payable',
])
const several = parseAbi(['function multicall(bytes[]) payable', 'function multicall(uint256, bytes[]) payable'])
const inch = parseAbi(['function swap(address, (address, address, address, address, uint256, uint256, uint256), bytes) payable'])
const step = '(address, address, address, address, uint256, bytes, bool)'
const lifi = parseAbi([
  `function swapTokensGeneric(bytes32, string, string, address, uint256, ${step}[]) payable`,
  `function swapTokensSingleV3ERC20ToERC20(bytes32, string, string, address, uint256, ${step})`,
  `function swapTokensSingleV3ERC20ToNative(bytes32, string, string, address, uint256, ${step})`,
  `function swapTokensSingleV3NativeToERC20(bytes32, string, string, address, uint256, ${step}) payable`,
  `function swapTokensMultipleV3ERC20ToERC20(bytes32, string, string, address, uint256, ${step}[])`,
  `function swapTokensMultipleV3ERC20ToNative(bytes32, string, string, address, uint256, ${step}[])`,
  `function swapTokensMultipleV3NativeToERC20(bytes32, string, string, address, uint256, ${step}[]) payable`,
])
const zeroEx = parseAbi([
  'function exec(address, address, uint256, address, bytes) payable returns (bytes)',
  'function execute((address, address, uint256), bytes[], bytes32) payable returns (bool)',
])
const erc20 = parseAbi([
  'function approve(address, uint256)',
  'function transfer(address, uint256)',
  'function transferFrom(address, address, uint256)',
])

/** A swap as it is ordered and as it can be told: every part can be another one. */
export interface Told {
  readonly from: Address | undefined
  readonly to: Address | undefined
  readonly units: bigint
  readonly minimum: bigint
  readonly recipient: Address
  readonly value: bigint
}

const ends = ({ from = weth, to = weth }: Told) => [from, to] as const
const pathOf = (told: Told, middle: readonly Address[] = []): Address[] => {
  const [from, to] = ends(told)
  return [from, ...middle, to]
}

/** A path of v3: address, fee, address … */
export const v3Path = (tokens: readonly Address[], fee = 500): Hex =>
  concat(tokens.flatMap((token, at) => (at === 0 ? [token] : [encodePacked(['uint24'], [fee]), token])))

export const one = {
  single: (told: Told, recipient = told.recipient, limit = 0n): Hex =>
    encodeFunctionData({
      abi: routes,
      functionName: 'exactInputSingle',
      args: [[...ends(told), 500, recipient, told.units, told.minimum, limit]],
    }),
  multi: (told: Told, recipient = told.recipient, tokens = pathOf(told, [dai])): Hex =>
    encodeFunctionData({ abi: routes, functionName: 'exactInput', args: [[v3Path(tokens), recipient, told.units, told.minimum]] }),
  v2: (told: Told, recipient = told.recipient): Hex =>
    encodeFunctionData({
      abi: routes,
      functionName: 'swapExactTokensForTokens',
      args: [told.units, told.minimum, pathOf(told), recipient],
    }),
}
export const more = {
  unwrap: (minimum: bigint, recipient: Address): Hex =>
    encodeFunctionData({ abi: rest, functionName: 'unwrapWETH9', args: [minimum, recipient] }),
  refund: encodeFunctionData({ abi: rest, functionName: 'refundETH' }),
  sweep: (token: Address, recipient: Address): Hex =>
    encodeFunctionData({ abi: rest, functionName: 'sweepToken', args: [token, 0n, recipient] }),
  approveMax: (token: Address): Hex => encodeFunctionData({ abi: rest, functionName: 'approveMax', args: [token] }),
}
export const steal = {
  approve: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [thief, 2n ** 256n - 1n] }),
  transfer: (units: bigint) => encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [thief, units] }),
  transferFrom: (units: bigint) => encodeFunctionData({ abi: erc20, functionName: 'transferFrom', args: [account, thief, units] }),
}
export const all = (parts: readonly Hex[], withDeadline = true): Hex =>
  withDeadline
    ? encodeFunctionData({ abi: several, functionName: 'multicall', args: [deadline, parts] })
    : encodeFunctionData({ abi: several, functionName: 'multicall', args: [parts] })

const halves = (told: Told): readonly [Told, Told] => {
  const [units, minimum] = [told.units / 3n, told.minimum / 3n]
  return [
    { ...told, units, minimum },
    { ...told, units: told.units - units, minimum: told.minimum - minimum },
  ]
}

/** The ways to write a swap that are known, each by the contract that takes it. */
export const ways: Readonly<
  Record<string, { readonly router: Address; readonly isFor: (told: Told) => boolean; readonly write: (told: Told) => Hex }>
> = {
  'V2, a token for another': {
    router: v2Router,
    isFor: ({ from, to }) => from !== undefined && to !== undefined,
    write: (told) =>
      encodeFunctionData({
        abi,
        functionName: 'swapExactTokensForTokens',
        args: [told.units, told.minimum, pathOf(told, [weth]), told.recipient, deadline],
      }),
  },
  'V2, the coin for a token': {
    router: v2Router,
    isFor: ({ from }) => from === undefined,
    write: (told) =>
      encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [told.minimum, pathOf(told), told.recipient, deadline] }),
  },
  'V2, a token for the coin': {
    router: v2Router,
    isFor: ({ to }) => to === undefined,
    write: (told) =>
      encodeFunctionData({
        abi,
        functionName: 'swapExactTokensForETH',
        args: [told.units, told.minimum, pathOf(told, [dai]), told.recipient, deadline],
      }),
  },
  'V2, a token that keeps a fee, for another': {
    router: v2Router,
    isFor: ({ from, to }) => from !== undefined && to !== undefined,
    write: (told) =>
      encodeFunctionData({
        abi,
        functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
        args: [told.units, told.minimum, pathOf(told), told.recipient, deadline],
      }),
  },
  'V2, the coin for a token that keeps a fee': {
    router: v2Router,
    isFor: ({ from }) => from === undefined,
    write: (told) =>
      encodeFunctionData({
        abi,
        functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
        args: [told.minimum, pathOf(told), told.recipient, deadline],
      }),
  },
  'V2, a token that keeps a fee, for the coin': {
    router: v2Router,
    isFor: ({ to }) => to === undefined,
    write: (told) =>
      encodeFunctionData({
        abi,
        functionName: 'swapExactTokensForETHSupportingFeeOnTransferTokens',
        args: [told.units, told.minimum, pathOf(told), told.recipient, deadline],
      }),
  },
  'SwapRouter02, one pool': { router: v3Router, isFor: ({ to }) => to !== undefined, write: (told) => one.single(told) },
  'SwapRouter02, two pools': {
    router: v3Router,
    isFor: ({ to }) => to !== undefined,
    write: (told) => all([one.multi(told), more.refund]),
  },
  'SwapRouter02, pools of V2': {
    router: v3Router,
    isFor: ({ from, to }) => from !== undefined && to !== undefined,
    write: (told) => one.v2(told),
  },
  'SwapRouter02, split': {
    router: v3Router,
    isFor: ({ to }) => to !== undefined,
    write: (told) => {
      const [small, large] = halves(told)
      return all([one.single(small), one.multi(large)])
    },
  },
  'SwapRouter02, split and unwrapped': {
    router: v3Router,
    isFor: ({ to }) => to === undefined,
    write: (told) => {
      const [small, large] = halves(told)
      return all([one.multi(small, itself), one.v2(large, itself), more.unwrap(told.minimum, told.recipient)], false)
    },
  },
  '1inch': {
    router: inchRouter,
    isFor: () => true,
    write: (told) => inchSwap(told),
  },
  '0x': { router: zeroExHolder, isFor: ({ from }) => from !== undefined, write: (told) => zeroExSwap(told) },
  'LI.FI, one step': { router: lifiDiamond, isFor: () => true, write: (told) => lifiSingle(told) },
  'LI.FI, a fee and two steps': {
    router: lifiDiamond,
    isFor: ({ from }) => from !== undefined,
    write: (told) => {
      const [fee, rest] = halves(told)
      const middle = { ...rest, to: dai }
      return lifiSwap(told, [stepOf({ ...fee, to: told.from }), stepOf(middle), stepOf({ ...rest, from: dai }, false)])
    },
  },
  'LI.FI, the older way': { router: lifiDiamond, isFor: () => true, write: (told) => lifiSwap(told, [stepOf(told)], 'Generic') },
}

/** One step of LI.FI's: by an exchange, of so much, that the visitor is asked for or the step before it left. */
type Step = readonly [Address, Address, Address, Address, bigint, Hex, boolean]
export const stepOf = ({ from = zeroAddress, to = zeroAddress, units }: Told, deposits = true): Step => [
  v2Router,
  v2Router,
  from,
  to,
  units,
  '0x38ed1739',
  deposits,
]
const kindOf = ({ from, to }: Told) => (from === undefined ? 'NativeToERC20' : to === undefined ? 'ERC20ToNative' : 'ERC20ToERC20')
const transferId: Hex = `0x${'77'.repeat(32)}`
export const lifiSwap = (told: Told, steps: readonly Step[], name: 'Multiple' | 'Generic' = 'Multiple'): Hex => {
  const functionName = name === 'Generic' ? 'swapTokensGeneric' : (`swapTokensMultipleV3${kindOf(told)}` as const)
  return encodeFunctionData({ abi: lifi, functionName, args: [transferId, 'portico', '', told.recipient, told.minimum, steps] })
}
export const lifiSingle = (told: Told): Hex =>
  encodeFunctionData({
    abi: lifi,
    functionName: `swapTokensSingleV3${kindOf(told)}` as const,
    args: [transferId, 'portico', '', told.recipient, told.minimum, stepOf(told)],
  })

export const zeroExSwap = (told: Told, by: { readonly operator?: Address; readonly target?: Address } = {}): Hex => {
  const { from = native, to = native, recipient, units, minimum } = told
  const { operator = settler, target = settler } = by
  const inner = encodeFunctionData({
    abi: zeroEx,
    functionName: 'execute',
    args: [[recipient, to, minimum], ['0xc1fb425e', '0x38c9c147'], transferId],
  })
  return encodeFunctionData({ abi: zeroEx, functionName: 'exec', args: [operator, from, units, target, inner] })
}

export const inchSwap = (told: Told, flags = 0n): Hex => {
  const { from = native, to = native, recipient, units, minimum } = told
  const data = encodeFunctionData({
    abi: inch,
    functionName: 'swap',
    args: [dai, [from, to, dai, recipient, units, minimum, flags], '0xabcdef'],
  })
  return concat([data, numberToHex(0x12345678)])
}

const registry = '0x00000000000004533fe15556b1e086bb1a72ceae'
const asWord = (address: Address) => `0x${address.slice(2).padStart(64, '0')}`
/** A chain on which each router names the wrapped coin, and 0x its Settler. */
export const namesWrapped = {
  request: ({ params: [call] }: { params: [{ to: string }] }) =>
    Promise.resolve(asWord(call.to.toLowerCase() === registry ? settler : weth)),
} as unknown as Client
