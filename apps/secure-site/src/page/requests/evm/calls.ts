import type { AbiParameter, Address, Hex, DecodeAbiParametersReturnType } from 'viem'
import { concatHex, encodeAbiParameters, getAddress, sliceHex } from 'viem/utils'
import { type Action, allowanceHolder, multicall3, permit2, permit2End } from './action.js'
import { readArguments } from './readArguments.js'
import { readRouter02, router02Selectors } from './router02.js'

interface CallSite {
  readonly to: Address
  readonly value: bigint
  /** How many calls this one is inside of. */
  readonly depth: number
  /** Undefined where that is not known. */
  readonly caller: Address | undefined
}

interface CallDecoder {
  readonly selector: Hex
  /** What it says is also what becomes of coins that are sent along. */
  readonly payable: boolean
  readonly decode: (data: Hex, site: CallSite) => readonly Action[] | undefined
}

/** A call is looked into at most so deep, and at most so many are shown: more than that is an unknown call. */
const deepest = 4
const mostCalls = 50

/**
 * What a call does, in the order in which it does it: a native transfer, a known function of a token or of a collection of
 * calls, or an unknown call. Exact: bytes that do not encode back to themselves are not taken for what they resemble.
 * @param caller who calls, where that is known: some contracts have a word for it
 */
export function decodeCall(to: Address, data: Hex, value: bigint, depth = 0, caller?: Address): readonly Action[] {
  if (data === '0x') return [{ kind: 'native', to, amount: value }]
  const selector = data.slice(0, 10).toLowerCase() as Hex // a prefix of hex is hex
  const unknown: Action = { kind: 'call', to, selector, value }
  if (data.length < 10 || depth > deepest) return [unknown]
  for (const { decode, payable } of decoders.filter((decoder) => decoder.selector === selector)) {
    const found = decode(data, { to, value, depth, caller })
    if (found === undefined || found.length === 0 || found.length > mostCalls) continue
    // Most functions do not say what becomes of coins that are sent along.
    return value > 0n && !payable ? [...found, unknown] : found
  }
  return [unknown]
}

/** A decoder of one function. `read` gives the actions, or undefined for arguments that the function does not mean. */
function on<const P extends readonly AbiParameter[]>(
  selector: Hex,
  parameters: P,
  read: (values: DecodeAbiParametersReturnType<P>, site: CallSite) => readonly Action[] | undefined,
  { payable = false }: { readonly payable?: boolean } = {},
): CallDecoder {
  return {
    selector,
    payable,
    decode(data, site) {
      const values = readArguments(parameters, data)
      return values && read(values, site)
    },
  }
}

/** A function that is known by its name. `quantity` is an amount of the argument `token`, `shares` one of the contract's own. */
function named(
  selector: Hex,
  name: string,
  parameters: readonly { readonly type: 'address' | 'uint256' | 'uint16' | 'uint8'; readonly name: string }[],
  { grave = false }: { readonly grave?: boolean } = {},
): CallDecoder {
  const read = (values: readonly unknown[], { to, value }: CallSite): readonly Action[] => [
    {
      kind: 'function',
      to,
      name,
      values: Object.fromEntries(parameters.map((parameter, at) => [parameter.name, String(values[at])])),
      value,
      ...(grave && { grave: true }),
    },
  ]
  return on<readonly AbiParameter[]>(selector, parameters, read, { payable: true })
}

const whom = <const N extends string>(name: N) => ({ type: 'address', name }) as const
const many = <const N extends string>(name: N) => ({ type: 'uint256', name }) as const

const address = { type: 'address' } as const
const units = { type: 'uint256' } as const
const bytes = { type: 'bytes' } as const
const flag = { type: 'bool' } as const
const list = { type: 'uint256[]' } as const
const signature = [{ type: 'uint8' }, { type: 'bytes32' }, { type: 'bytes32' }] as const
const target = { type: 'address', name: 'target' } as const
const callData = { type: 'bytes', name: 'callData' } as const

const inner = (
  { depth }: CallSite,
  calls: readonly { readonly target: Address; readonly callData: Hex; readonly value?: bigint }[],
  caller?: Address,
) =>
  calls.length > mostCalls
    ? undefined
    : calls.flatMap((call) => decodeCall(getAddress(call.target), call.callData, call.value ?? 0n, depth + 1, caller))

const path = { type: 'address[]' } as const
const pair = [whom('tokenIn'), whom('tokenOut'), { type: 'uint24', name: 'fee' }] as const
const bounds = [many('amountIn'), many('amountOutMinimum'), { type: 'uint160', name: 'sqrtPriceLimitX96' }] as const

function swap(
  router: Address,
  gives: { readonly token?: Address | undefined; readonly amount: bigint },
  gets: { readonly token?: Address | undefined; readonly amount: bigint },
  to: Address,
  until?: bigint,
): readonly Action[] | undefined {
  // Without a token it is coins; a path that is empty is none.
  if (('token' in gives && !gives.token) || ('token' in gets && !gets.token)) return undefined
  const item = ({ token, amount }: typeof gives) => ({ amount, ...(token && { token: getAddress(token) }) })
  return [{ kind: 'swap', router, gives: item(gives), gets: item(gets), to, ...(until !== undefined && { until }) }]
}

const router02 = (selector: Hex, partsOf: (data: Hex) => readonly Hex[] | undefined): CallDecoder => ({
  selector,
  payable: true,
  decode: (data, { to, value, caller }) => {
    const parts = partsOf(data)
    return parts && readRouter02(parts, { router: to, value, caller })
  },
})

const isMulticall3 = ({ to }: CallSite) => to.toLowerCase() === multicall3.toLowerCase()
const isAllowanceHolder = ({ to }: CallSite) => to.toLowerCase() === allowanceHolder.toLowerCase()
const isPermit2 = ({ to }: CallSite) => to.toLowerCase() === permit2.toLowerCase()

const decoders: readonly CallDecoder[] = [
  // ERC-20
  on('0xa9059cbb', [address, units], ([to, amount], { to: token }) => [{ kind: 'transfer', token, to, amount }]),
  on('0x23b872dd', [address, address, units], ([from, to, amount], { to: token }) => [{ kind: 'transfer', token, from, to, amount }]),
  on('0x095ea7b3', [address, units], ([spender, amount], { to: token }) => [{ kind: 'approve', token, spender, amount }]),
  on('0x39509351', [address, units], ([spender, amount], { to: token }) => [{ kind: 'approve', token, spender, amount, add: true }]),
  // Solmate, DAI: increaseApproval, increaseAllowance's older name
  on('0xd73dd623', [address, units], ([spender, amount], { to: token }) => [{ kind: 'approve', token, spender, amount, add: true }]),
  // ERC-2612 permit, and DAI's
  on('0xd505accf', [address, address, units, units, ...signature], ([owner, spender, amount, until], { to: token }) => [
    { kind: 'permit', token, owner, spender, amount, until },
  ]),
  on('0x8fcbaf0c', [address, address, units, units, flag, ...signature], ([owner, spender, , until, allowed], { to: token }) => [
    { kind: 'permit', token, owner, spender, amount: allowed ? 'unlimited' : 0n, ...(until > 0n && { until }) },
  ]),
  // ERC-721 and ERC-1155
  on('0x42842e0e', [address, address, units], ([from, to, tokenId], { to: collection }) => [
    { kind: 'nft', collection, from, to, tokenId, amount: 1n },
  ]),
  on('0xb88d4fde', [address, address, units, bytes], ([from, to, tokenId], { to: collection }) => [
    { kind: 'nft', collection, from, to, tokenId, amount: 1n },
  ]),
  on('0xf242432a', [address, address, units, units, bytes], ([from, to, tokenId, amount], { to: collection }) => [
    { kind: 'nft', collection, from, to, tokenId, amount },
  ]),
  on('0x2eb2c2d6', [address, address, list, list, bytes], ([from, to, ids, amounts], { to: collection }) =>
    ids.length === amounts.length && ids.length <= mostCalls
      ? ids.map((tokenId, index) => ({ kind: 'nft', collection, from, to, tokenId, amount: amounts[index] ?? 0n }))
      : undefined,
  ),
  on('0xa22cb465', [address, flag], ([operator, approved], { to: collection }) => [
    { kind: 'approvalForAll', collection, operator, approved },
  ]),
  // Permit2: approve(token, spender, amount, expiration), transferFrom(from, to, amount, token)
  on('0x87517c45', [address, address, { type: 'uint160' }, { type: 'uint48' }], ([token, spender, amount, until], site) =>
    isPermit2(site) ? [{ kind: 'approve', token, spender, amount, until: permit2End(BigInt(until)) }] : undefined,
  ),
  on('0x36c78516', [address, address, { type: 'uint160' }, address], ([from, to, amount, token], site) =>
    isPermit2(site) ? [{ kind: 'transfer', token, from, to, amount }] : undefined,
  ),
  // 0x: whoever is named may take so much while the target is called. A site may name anybody, so what is called is not taken for a swap.
  on(
    '0x2213bc0b',
    [address, address, units, address, bytes],
    ([spender, token, amount, contract, data], site) => {
      if (!isAllowanceHolder(site)) return undefined
      const called: Action = { kind: 'call', to: contract, selector: data.slice(0, 10).toLowerCase() as Hex, value: site.value }
      return amount > 0n ? [{ kind: 'approve', token, spender, amount }, called] : [called]
    },
    { payable: true },
  ),
  // Tokens and collections that make more of themselves
  on('0x40c10f19', [address, units], ([to, amount], { to: token }) => [{ kind: 'mint', token, to, amount }]),
  named('0xa0712d68', 'mint', [many('quantity')]),
  named('0x1249c58b', 'mint', []),
  named('0x6a627842', 'mint', [whom('receiver')]),
  named('0xa1448194', 'safeMint', [whom('receiver'), many('tokenId')]),
  named('0x40d097c3', 'safeMint', [whom('receiver')]),
  named('0x42966c68', 'burn', [many('shares')]),
  // What is got from a contract, or put into it: WETH, ERC-4626, Aave, Lido, staking, votes
  named('0x4e71d92d', 'claim', []),
  named('0x3d18b912', 'getReward', []),
  named('0xd0e30db0', 'deposit', []),
  named('0x2e1a7d4d', 'withdraw', [many('shares')]),
  named('0x6e553f65', 'deposit', [many('quantity'), whom('receiver')]),
  named('0x94bf804d', 'mint', [many('shares'), whom('receiver')]),
  named('0xb460af94', 'withdraw', [many('quantity'), whom('receiver'), whom('owner')]),
  named('0xba087652', 'redeem', [many('shares'), whom('receiver'), whom('owner')]),
  named('0x617ba037', 'supply', [whom('token'), many('quantity'), whom('receiver'), { type: 'uint16', name: 'code' }]),
  named('0x69328dec', 'withdraw', [whom('token'), many('quantity'), whom('receiver')]),
  named('0x573ade81', 'repay', [whom('token'), many('quantity'), many('mode'), whom('account')]),
  named('0xa415bcad', 'borrow', [whom('token'), many('quantity'), many('mode'), { type: 'uint16', name: 'code' }, whom('account')], {
    grave: true,
  }),
  named('0xa1903eab', 'submit', [whom('referral')]),
  named('0xea598cb0', 'wrap', [many('quantity')]),
  named('0xde0e9a3e', 'unwrap', [many('shares')]),
  named('0xa694fc3a', 'stake', [many('quantity')]),
  named('0x2e17de78', 'unstake', [many('quantity')]),
  named('0x56781388', 'castVote', [many('proposal'), { type: 'uint8', name: 'vote' }]),
  // Uniswap V2 and its many children, Uniswap V3
  on('0x38ed1739', [units, units, path, address, units], ([gives, gets, tokens, to, until], { to: router }) =>
    swap(router, { token: tokens[0], amount: gives }, { token: tokens.at(-1), amount: gets }, to, until),
  ),
  on(
    '0x7ff36ab5',
    [units, path, address, units],
    ([gets, tokens, to, until], { to: router, value }) =>
      swap(router, { amount: value }, { token: tokens.at(-1), amount: gets }, to, until),
    { payable: true },
  ),
  on('0x18cbafe5', [units, units, path, address, units], ([gives, gets, tokens, to, until], { to: router }) =>
    swap(router, { token: tokens[0], amount: gives }, { amount: gets }, to, until),
  ),
  on(
    '0x414bf389',
    [{ type: 'tuple', components: [...pair, whom('recipient'), many('deadline'), ...bounds] }],
    ([one], { to: router, value }) =>
      value > 0n
        ? undefined
        : swap(
            router,
            { token: one.tokenIn, amount: one.amountIn },
            { token: one.tokenOut, amount: one.amountOutMinimum },
            one.recipient,
            one.deadline,
          ),
  ),
  // Its second router, where one call of it or several of a multicall are one swap
  ...router02Selectors.map((selector) => router02(selector, (data) => [data])),
  router02('0xac9650d8', (data) => readArguments([{ type: 'bytes[]' }], data)?.[0]),
  router02('0x5ae401dc', (data) => readArguments([units, { type: 'bytes[]' }], data)?.[1]),
  // Several calls in one: to the same contract, or by Multicall3
  on('0xac9650d8', [{ type: 'bytes[]' }], ([calls], site) =>
    inner(
      site,
      calls.map((data) => ({ target: site.to, callData: data })),
      site.caller,
    ),
  ),
  on('0x5ae401dc', [units, { type: 'bytes[]' }], ([, calls], site) =>
    inner(
      site,
      calls.map((data) => ({ target: site.to, callData: data })),
      site.caller,
    ),
  ),
  on('0x252dba42', [{ type: 'tuple[]', components: [target, callData] }], ([calls], site) =>
    isMulticall3(site) ? inner(site, calls) : undefined,
  ),
  on('0xbce38bd7', [flag, { type: 'tuple[]', components: [target, callData] }], ([, calls], site) =>
    isMulticall3(site) ? inner(site, calls) : undefined,
  ),
  on('0x82ad56cb', [{ type: 'tuple[]', components: [target, { type: 'bool', name: 'allowFailure' }, callData] }], ([calls], site) =>
    isMulticall3(site) ? inner(site, calls) : undefined,
  ),
  on(
    '0x174dea71',
    [{ type: 'tuple[]', components: [target, { type: 'bool', name: 'allowFailure' }, { type: 'uint256', name: 'value' }, callData] }],
    ([calls], site) => (isMulticall3(site) ? inner(site, calls) : undefined),
  ),
]

/** Which argument is the amount, counted from 0. */
const amountAt: ReadonlyMap<string, number> = new Map([
  ['0x095ea7b3', 1],
  ['0x39509351', 1],
  ['0xd73dd623', 1],
  ['0x87517c45', 2],
])

/** The same permission with another amount: data of `approve`, `increaseAllowance` or Permit2's `approve`; else undefined. */
export function withAmount(data: Hex, amount: bigint): Hex | undefined {
  const at = amountAt.get(data.slice(0, 10).toLowerCase())
  if (at === undefined || amount < 0n || amount >= 2n ** (at === 2 ? 160n : 256n)) return undefined
  const start = 4 + at * 32
  const rest = data.length > 2 + 2 * (start + 32) ? sliceHex(data, start + 32) : '0x'
  return concatHex([sliceHex(data, 0, start), encodeAbiParameters([units], [amount]), rest])
}
