import type { SwapMeaning } from '@portico/core/kit'
import type { AbiParameter, Address, Hex } from 'viem'
import { decodeAbiParameters, encodeAbiParameters, isAddressEqual, parseAbiParameters } from 'viem/utils'

const zeroAddress = '0x0000000000000000000000000000000000000000'

/** Functions that take the same parameters, by their selectors. */
interface Words<P extends readonly AbiParameter[]> {
  readonly selectors: readonly string[]
  readonly inputs: P
}

/** V2's routers: `swapExactTokensFor(Tokens|ETH)`, and the same of tokens that keep a fee. */
const cashing = ['0x18cbafe5', '0x791ac947']
const selling = {
  selectors: ['0x38ed1739', '0x5c11d795', ...cashing],
  inputs: parseAbiParameters('uint256 units, uint256 minimum, address[] path, address to, uint256 deadline'),
}
/** `swapExactETHForTokens`, and the same of tokens that keep a fee. */
const paying = {
  selectors: ['0x7ff36ab5', '0xb6f9de95'],
  inputs: parseAbiParameters('uint256 minimum, address[] path, address to, uint256 deadline'),
}

/** SwapRouter02, one route: `exactInputSingle`, `exactInput`, `swapExactTokensForTokens`. */
const single = {
  selectors: ['0x04e45aaf'],
  inputs: parseAbiParameters([
    'Single params',
    'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  ]),
}
const several = {
  selectors: ['0xb858183f'],
  inputs: parseAbiParameters([
    'Multi params',
    'struct Multi { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  ]),
}
const inV2 = { selectors: ['0x472b43f3'], inputs: parseAbiParameters('uint256 units, uint256 minimum, address[] path, address to') }

/** What a multicall of SwapRouter02 may hold beside its routes: `unwrapWETH9` and `refundETH`. */
const unwrapping = { selectors: ['0x49404b7c'], inputs: parseAbiParameters('uint256 minimum, address recipient') }
const refund = '0x12210e8a'

/** `multicall`, with and without a deadline. */
const multicall = { selectors: ['0xac9650d8'], inputs: parseAbiParameters('bytes[] data') }
const multicallUntil = { selectors: ['0x5ae401dc'], inputs: parseAbiParameters('uint256 deadline, bytes[] data') }

/** 1inch's sixth router, `swap`. What its executor does is its own business: the router itself sees to the amount, the minimum and the receiver. */
const oneInch = {
  selectors: ['0x07ed2379'],
  inputs: parseAbiParameters([
    'address executor, Swap desc, bytes data',
    'struct Swap { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  ]),
}

/**
 * LI.FI's contract, within one chain: `swapTokensGeneric` and `swapTokensMultipleV3…` of several steps, `swapTokensSingleV3…` of one.
 * Steps go to exchanges that the contract has on a list; it passes on what came out to the receiver, if it is the minimum.
 */
const step = 'struct Step { address callTo; address approveTo; address from; address to; uint256 units; bytes data; bool deposits; }'
const lifiSteps = {
  selectors: ['0x4630a0d8', '0x5fd9ae2e', '0x2c57e884', '0x736eac0b'],
  inputs: parseAbiParameters(['bytes32 id, string integrator, string referrer, address receiver, uint256 minimum, Step[] steps', step]),
}
const lifiStep = {
  selectors: ['0x4666fc80', '0x733214a3', '0xaf7060fd'],
  inputs: parseAbiParameters(['bytes32 id, string integrator, string referrer, address receiver, uint256 minimum, Step step', step]),
}

/**
 * 0x's AllowanceHolder, `exec`: it lets `operator` take so much of a token while `target` is called, and no longer. That is 0x's Settler,
 * `execute`, which passes on what came out to the recipient, if it is the minimum. Settlers are replaced now and then.
 */
const zeroExHolder = {
  selectors: ['0x2213bc0b'],
  inputs: parseAbiParameters('address operator, address token, uint256 units, address target, bytes data'),
}
const zeroExSettler = {
  selectors: ['0x1fff991f'],
  inputs: parseAbiParameters([
    'Slippage slippage, bytes[] actions, bytes32 id',
    'struct Slippage { address recipient; address token; uint256 minimum; }',
  ]),
}

/** How 1inch and 0x write a network's own coin. */
const native = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
/** SwapRouter02's word for itself. */
const itself = '0x0000000000000000000000000000000000000002'
/** Of 1inch: it may fill in part, or take more of the coin than it swaps. */
const openFlags = 3n
/** Routes of one swap at the most. */
const mostLegs = 8

/** What is called, as the adapter has checked it. */
export interface SwapCall {
  readonly data: Hex
  readonly value: bigint
}

/**
 * What the call of a swap says of money: what it takes, what it gives at least, and to whom. Undefined for what is no swap that is
 * known here, is written in another way than the router itself would, or says two things at once (S18). Asks nobody but the chain.
 */
export async function readSwap(call: SwapCall, { wrapped, settler }: AskChain): Promise<SwapMeaning | undefined> {
  const read = (await readV2(call, wrapped)) ?? (await readLegs(call, wrapped)) ?? readOneInch(call) ?? readLifi(call)
  return read ?? (await readZeroEx(call, settler))
}

/** What only the chain can say. */
export interface AskChain {
  /** The router's token for the network's own coin; undefined where it names none. */
  readonly wrapped: Wrapped
  /** The Settler that 0x says is its own; undefined where it names none. */
  readonly settler: () => Promise<Address | undefined>
}

type Wrapped = () => Promise<Address | undefined>

const isWrapped = async (token: Address, wrapped: Wrapped) => token.toLowerCase() === (await wrapped())?.toLowerCase()

async function readV2({ data, value }: SwapCall, wrapped: Wrapped): Promise<SwapMeaning | undefined> {
  const paid = decode(paying, data)
  const [units, minimum, path, recipient] = paid ? [value, ...paid] : (decode(selling, data) ?? [])
  const [first, last] = [path?.[0], path?.at(-1)]
  if (units === undefined || minimum === undefined || !recipient || !first || !last || path?.length === 1) return undefined
  if (paid) return (await isWrapped(first, wrapped)) ? { from: undefined, to: last, units, minimum, recipient } : undefined
  if (value !== 0n) return undefined
  if (!cashing.includes(selectorOf(data))) return { from: first, to: last, units, minimum, recipient }
  return (await isWrapped(last, wrapped)) ? { from: first, to: undefined, units, minimum, recipient } : undefined
}

interface Leg {
  readonly from: Address
  readonly to: Address
  readonly units: bigint
  readonly minimum: bigint
  readonly recipient: Address
}

async function readLegs({ data, value }: SwapCall, wrapped: Wrapped): Promise<SwapMeaning | undefined> {
  const outer = decode(multicall, data)?.[0] ?? decode(multicallUntil, data)?.[1]
  const parts = outer ?? [data]
  const legs: Leg[] = []
  let unwraps: { readonly minimum: bigint; readonly recipient: Address } | undefined
  for (const part of parts.slice(0, mostLegs + 2)) {
    const one = readLeg(part)
    if (one && !unwraps) {
      legs.push(one)
      continue
    }
    if (!outer || legs.length === 0) return undefined
    if (part === refund) continue
    const [minimum, recipient] = decode(unwrapping, part) ?? []
    if (one || unwraps || minimum === undefined || !recipient) return undefined
    unwraps = { minimum, recipient }
  }
  const [first] = legs
  if (!first || legs.length > mostLegs || parts.length > mostLegs + 2) return undefined
  const isOne = (part: keyof Pick<Leg, 'from' | 'to' | 'recipient'>) => legs.every((one) => isAddressEqual(one[part], first[part]))
  // An amount of nothing is all that the router holds.
  if (!isOne('from') || !isOne('to') || !isOne('recipient') || legs.some(({ units }) => units === 0n)) return undefined
  const sum = (part: 'units' | 'minimum') => legs.reduce((total, one) => total + one[part], 0n)
  const [units, least] = [sum('units'), sum('minimum')]
  if (value !== 0n && (value !== units || !(await isWrapped(first.from, wrapped)))) return undefined
  const from = value === 0n ? first.from : undefined
  if (!unwraps)
    return isAddressEqual(first.recipient, itself) ? undefined : { from, to: first.to, units, minimum: least, recipient: first.recipient }
  if (!isAddressEqual(first.recipient, itself) || !(await isWrapped(first.to, wrapped))) return undefined
  const minimum = unwraps.minimum > least ? unwraps.minimum : least
  return { from, to: undefined, units, minimum, recipient: unwraps.recipient }
}

function readLeg(data: Hex): Leg | undefined {
  const [one] = decode(single, data) ?? []
  // With a limit it swaps a part, and leaves the rest of a coin with the router.
  if (one && one.sqrtPriceLimitX96 !== 0n) return undefined
  if (one) return { from: one.tokenIn, to: one.tokenOut, recipient: one.recipient, units: one.amountIn, minimum: one.amountOutMinimum }
  const [more] = decode(several, data) ?? []
  if (more) {
    const { path, recipient, amountIn: units, amountOutMinimum: minimum } = more
    // Address, fee, address, fee, address …
    const hops = (path.length - 2 - 40) / 46
    if (!Number.isInteger(hops) || hops < 1) return undefined
    return { from: `0x${path.slice(2, 42)}`, to: `0x${path.slice(-40)}`, recipient, units, minimum }
  }
  const [units, minimum, path = [], recipient] = decode(inV2, data) ?? []
  const [from, to] = [path[0], path.at(-1)]
  const isWhole = units !== undefined && minimum !== undefined && recipient && from && to && path.length > 1
  return isWhole ? { from, to, recipient, units, minimum } : undefined
}

function readOneInch({ data, value }: SwapCall): SwapMeaning | undefined {
  // It is followed by a mark of who made it, so it is not compared to the last byte.
  const [, said] = decode(oneInch, data, false) ?? []
  if (!said) return undefined
  const { srcToken, dstToken, dstReceiver: recipient, amount: units, minReturnAmount: minimum, flags } = said
  const from = isAddressEqual(srcToken, native) ? undefined : srcToken
  const to = isAddressEqual(dstToken, native) ? undefined : dstToken
  return (flags & openFlags) === 0n && value === (from ? 0n : units) ? { from, to, units, minimum, recipient } : undefined
}

function readLifi({ data, value }: SwapCall): SwapMeaning | undefined {
  const many = decode(lifiSteps, data)
  const alone = decode(lifiStep, data)
  const [, , , recipient, minimum] = many ?? alone ?? []
  const steps = many?.[5] ?? (alone ? [{ ...alone[5], deposits: true }] : [])
  const [first, last] = [steps[0], steps.at(-1)]
  if (!recipient || minimum === undefined || !first || !last || steps.length > mostLegs) return undefined
  const [from, to] = [first.from, last.to].map((token) => (isAddressEqual(token, zeroAddress) ? undefined : token))
  if (from === undefined) return value > 0n ? { from, to, units: value, minimum, recipient } : undefined
  // Each step that deposits takes from the visitor, whatever the one before it left.
  const taken = steps.filter(({ deposits }) => deposits)
  if (value !== 0n || !first.deposits || !taken.every((each) => isAddressEqual(each.from, from))) return undefined
  return { from, to, units: taken.reduce((sum, { units }) => sum + units, 0n), minimum, recipient }
}

async function readZeroEx({ data, value }: SwapCall, settler: AskChain['settler']): Promise<SwapMeaning | undefined> {
  const [operator, from, units, target, inner] = decode(zeroExHolder, data) ?? []
  const [said] = (inner && decode(zeroExSettler, inner)) ?? []
  if (!operator || !from || units === undefined || !target || !said || value !== 0n) return undefined
  if (isAddressEqual(from, native) || !isAddressEqual(operator, target)) return undefined
  const known = await settler()
  if (!known || !isAddressEqual(known, target)) return undefined
  return { from, to: isAddressEqual(said.token, native) ? undefined : said.token, units, minimum: said.minimum, recipient: said.recipient }
}

const selectorOf = (data: Hex) => data.slice(0, 10).toLowerCase()

/** The parameters of a call of one of the functions. @param exact refuses what their own encoder would write otherwise: bytes left over, or hidden */
function decode<const P extends readonly AbiParameter[]>({ selectors, inputs }: Words<P>, data: Hex, exact = true) {
  if (!selectors.includes(selectorOf(data))) return undefined
  try {
    const words: Hex = `0x${data.slice(10)}`
    const said = decodeAbiParameters(inputs, words)
    const isExact = !exact || encodeAbiParameters<readonly AbiParameter[]>(inputs, said).toLowerCase() === words.toLowerCase()
    return isExact ? said : undefined
  } catch {
    return undefined // words that are not to be read
  }
}
