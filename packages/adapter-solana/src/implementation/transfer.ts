import { InsufficientFundsError, InvalidOptionError, type FeeEstimate, type FeeSpeed } from '@portico/core'
import { toBase64, type TransactionRequest } from '@portico/core/kit'
import { EndpointError } from '../errors.js'
import { getBalance } from './balance.js'
import { latestBlockhash } from './blockhash.js'
import { readAddress } from './bytes.js'
import { encodeMessage, type Instruction } from './encode.js'
import { field, readUnits } from './json.js'
import { planToken, type Plan } from './planToken.js'
import { priorityOf, pricesOf, unitsOf, withPriority } from './priority.js'
import { memo, transferSol } from './programs.js'
import { checkRent } from './rent.js'
import { commitment, type Rpc } from './rpc.js'

/** What a signature costs, in lamports. */
const signatureFee = 5_000n
/** What is paid for being first, too, in lamports, rather than left: an account may hold nothing, or 890,880 and more. */
const mostRest = 100_000n
/** What every account may hold, in lamports: more than the chain asks for. Of less it is asked. */
const ample = 1_000_000n

/** A transfer, worked out. */
export interface Transfer {
  /** A legacy message, to be signed by the sender alone. */
  readonly message: Uint8Array
  /** What the recipient's new token account has to hold, in lamports; 0 where none is made. */
  readonly rent: bigint
  /** What it pays for being first, in lamports. */
  readonly priority: bigint
  /** What leaves the sender beside fee and rent, in lamports; 0 for a token. */
  readonly lamports: bigint
  /** What the sender has, in lamports. */
  readonly balance: bigint
  /** What the token keeps of the amount, in its smallest unit; left out where it has no fee. */
  readonly withheld?: bigint
}

/**
 * Works out a transfer of SOL, or of a token of either token program.
 * @throws InvalidOptionError for an address, an amount or a token that is none, InsufficientFundsError, AmountTooSmallError where
 * the recipient's account would hold too little afterwards, EndpointError
 */
export async function planTransfer(rpc: Rpc, request: TransactionRequest): Promise<Transfer> {
  const { address, to, value = 0n, data, token, tokenId, networkId, speed = 'standard', memo: note, references = [] } = request
  const check = (option: string, isGood: unknown, expected: string) => {
    if (!isGood) throw new InvalidOptionError({ option, problem: `expected ${expected}` })
  }
  check('to', readAddress(to), 'an address, 32 bytes in base58')
  check('value', typeof value === 'bigint' && value >= 0n && value < 2n ** 64n, 'a bigint of 64 bits that is not negative')
  check('data', data === undefined, 'none: a transfer on Solana carries no data')
  check('tokenId', tokenId === undefined, 'none: on Solana an item of a collection is a token of its own')
  check('token', token === undefined || readAddress(token), 'the address of a mint, 32 bytes in base58')
  check('references', references.every(readAddress), 'addresses, 32 bytes in base58 each')
  check('memo', note === undefined || new TextEncoder().encode(note).length <= longestMemo, `at most ${longestMemo} bytes`)
  check('speed', Object.hasOwn(speeds, speed), Object.keys(speeds).join(', '))

  const plan = async (): Promise<Plan & { readonly wanted: bigint }> => {
    const order = { from: address, to, units: value, networkId }
    const moved = token === undefined ? { instructions: [transferSol(order)], rent: 0n } : await planToken(rpc, { ...order, mint: token })
    const planned = { ...moved, instructions: withNote(moved.instructions, note, references) }
    const used = planned.instructions.flatMap(({ accounts }) => accounts.filter(({ writable }) => writable))
    const prices = await pricesOf(rpc, { networkId, writes: [...new Set([address, ...used.map((account) => account.address)])] })
    return { ...planned, wanted: priorityOf(prices[speed], unitsOf(planned.instructions)) }
  }
  const [{ blockhash }, balance, { instructions, rent, wanted, withheld }] = await Promise.all([
    latestBlockhash(rpc, networkId),
    getBalance(rpc, { address, networkId }),
    plan(),
  ])
  const lamports = token === undefined ? value : 0n
  const rest = balance - signatureFee - rent - lamports
  const priority = fittingPriority(wanted, rest, token === undefined)
  const left = rest - priority
  const isSmall = (amount: bigint) => amount > 0n && amount < ample
  if (to !== address && (isSmall(left) || isSmall(lamports))) await checkRent(rpc, { to, networkId, lamports, balance, left })
  return {
    message: encodeMessage({ payer: address, blockhash, instructions: withPriority(instructions, priority) }),
    rent,
    priority,
    lamports,
    balance,
    ...(withheld !== undefined && { withheld }),
  }
}

/** In bytes: what fits beside a transfer, its new account and its price. */
const longestMemo = 256

/**
 * As Solana Pay has it: the text right before the transfer, which is the last instruction, and the addresses at the end of its accounts.
 * Where a transfer takes several, the last one has them.
 */
function withNote(instructions: readonly Instruction[], note: string | undefined, references: readonly string[]): readonly Instruction[] {
  const last = instructions.at(-1)
  if (!last) return instructions
  const named = { ...last, accounts: [...last.accounts, ...references.map((address) => ({ address }))] }
  return [...instructions.slice(0, -1), ...(note ? [memo(note)] : []), named]
}

const speeds: Readonly<Record<FeeSpeed, true>> = { slow: true, standard: true, fast: true }

/**
 * What is paid for being first, in lamports: what is wanted, and no more than there is. Prices move between the moment at which
 * the most was worked out and the one at which it is sent: what would be left of all the SOL is paid, too, where it may not be left.
 */
function fittingPriority(wanted: bigint, left: bigint, isSol: boolean): bigint {
  if (left < wanted) return left > 0n ? left : 0n
  return isSol && left <= mostRest ? left : wanted
}

/** @throws InsufficientFundsError where the sender's SOL do not cover what a transfer takes */
export function checkFunds({ balance, rent, lamports, priority }: Transfer, fee = signatureFee + priority): void {
  if (balance < rent + lamports + fee) throw new InsufficientFundsError()
}

/** What a transfer costs: the network's fee, and the deposit of a token account that has to be made. @throws InsufficientFundsError, EndpointError */
export async function estimateFee(rpc: Rpc, request: TransactionRequest): Promise<FeeEstimate> {
  const transfer = await planTransfer(rpc, request)
  const params = [toBase64(transfer.message), { commitment }]
  const answer = await rpc.call({ networkId: request.networkId, method: 'getFeeForMessage', params })
  // A node that is behind does not know the blockhash yet, and says null: what a transfer costs is no secret.
  const fee = field(answer, 'value') === null ? signatureFee + transfer.priority : readUnits(field(answer, 'value'))
  if (fee === undefined) throw new EndpointError({ cause: answer })
  checkFunds(transfer, fee)
  const cost = fee + transfer.rent
  return { expected: cost, maximum: cost, ...(transfer.withheld !== undefined && { withheld: transfer.withheld }) }
}

/**
 * The most SOL that can be sent, in lamports: all but what the signature costs, and being first at the chosen speed. Nothing is left
 * then, so that no rent is due.
 * @throws EndpointError
 */
export async function getMaximum(
  rpc: Rpc,
  { address, to, networkId, speed = 'standard' }: Pick<TransactionRequest, 'address' | 'networkId' | 'speed'> & { readonly to?: string },
): Promise<bigint> {
  const [balance, prices] = await Promise.all([
    getBalance(rpc, { address, networkId }),
    pricesOf(rpc, { networkId, writes: to === undefined ? [address] : [address, to] }),
  ])
  const cost = signatureFee + priorityOf(prices[speed], unitsOf([transferSol({ from: address, to: to ?? address, units: 0n })]))
  return balance > cost ? balance - cost : 0n
}
