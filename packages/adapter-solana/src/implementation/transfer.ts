import { InsufficientFundsError, InvalidOptionError, type FeeEstimate, type NetworkId } from '@portico/core'
import { toBase64, type TransactionRequest } from '@portico/core/kit'
import { EndpointError } from '../errors.js'
import { extensionsOf, getAccounts, isMint, isTokenAccount, isTokenProgram, tokenAccountLength, type Account } from './accounts.js'
import { base58, isSame, readAddress } from './bytes.js'
import { encodeMessage, type Instruction } from './encode.js'
import { field, readUnits } from './json.js'
import { loaded } from './loaded.js'
import { createTokenAccount, tokenProgram, transferSol, transferToken } from './programs.js'
import { commitment, type Rpc } from './rpc.js'
import { tokenAccountsOf } from './tokens.js'

/** What a signature costs, in lamports. */
const signatureFee = 5_000n

/** A transfer, worked out. */
export interface Transfer {
  /** A legacy message, to be signed by the sender alone. */
  readonly message: Uint8Array
  /** What the recipient's new token account has to hold, in lamports; 0 where none is made. */
  readonly rent: bigint
  /** What leaves the sender beside fee and rent, in lamports; 0 for a token. */
  readonly lamports: bigint
  /** What the sender has, in lamports. */
  readonly balance: bigint
}

interface Checked {
  readonly from: string
  readonly to: string
  readonly units: bigint
  readonly networkId: NetworkId
}

/**
 * Works out a transfer of SOL, or of a token of either token program.
 * @throws InvalidOptionError for an address, an amount or a token that is none, InsufficientFundsError, EndpointError
 */
export async function planTransfer(rpc: Rpc, { address, to, value = 0n, data, token, networkId }: TransactionRequest): Promise<Transfer> {
  const check = (option: string, isGood: unknown, expected: string) => {
    if (!isGood) throw new InvalidOptionError({ option, problem: `expected ${expected}` })
  }
  check('to', readAddress(to), 'an address, 32 bytes in base58')
  check('value', typeof value === 'bigint' && value >= 0n && value < 2n ** 64n, 'a bigint of 64 bits that is not negative')
  check('data', data === undefined, 'none: a transfer on Solana carries no data')
  check('token', token === undefined || readAddress(token), 'the address of a mint, 32 bytes in base58')
  const checked: Checked = { from: address, to, units: value, networkId }

  const [blockhash, balance, { instructions, rent }] = await Promise.all([
    latestBlockhash(rpc, networkId),
    getBalance(rpc, { address, networkId }),
    token === undefined ? { instructions: [transferSol(checked)], rent: 0n } : planToken(rpc, { ...checked, mint: token }),
  ])
  const lamports = token === undefined ? value : 0n
  return { message: encodeMessage({ payer: address, blockhash, instructions }), rent, lamports, balance }
}

/** @throws InsufficientFundsError where the sender's SOL do not cover what a transfer takes */
export function checkFunds({ balance, rent, lamports }: Transfer, fee = signatureFee): void {
  if (balance < rent + lamports + fee) throw new InsufficientFundsError()
}

/** What a transfer costs: the network's fee, and the deposit of a token account that has to be made. @throws InsufficientFundsError, EndpointError */
export async function estimateFee(rpc: Rpc, request: TransactionRequest): Promise<FeeEstimate> {
  const transfer = await planTransfer(rpc, request)
  const params = [toBase64(transfer.message), { commitment }]
  const answer = await rpc.call({ networkId: request.networkId, method: 'getFeeForMessage', params })
  const fee = readUnits(field(answer, 'value'))
  if (fee === undefined) throw new EndpointError({ cause: answer })
  checkFunds(transfer, fee)
  const cost = fee + transfer.rent
  return { expected: cost, maximum: cost }
}

/** In lamports. @throws EndpointError */
export async function getBalance(
  rpc: Rpc,
  { address, networkId, signal }: { readonly address: string; readonly networkId: NetworkId; readonly signal?: AbortSignal },
): Promise<bigint> {
  const answer = await rpc.call({ networkId, method: 'getBalance', params: [address, { commitment }], signal })
  const units = readUnits(field(answer, 'value'))
  if (units === undefined) throw new EndpointError({ cause: answer })
  return units
}

async function latestBlockhash(rpc: Rpc, networkId: NetworkId): Promise<string> {
  const answer = await rpc.call({ networkId, method: 'getLatestBlockhash', params: [{ commitment }] })
  const blockhash = field(answer, 'value', 'blockhash')
  if (typeof blockhash !== 'string' || !readAddress(blockhash)) throw new EndpointError({ cause: answer })
  return blockhash
}

async function planToken(
  rpc: Rpc,
  { from, to, units, networkId, mint }: Checked & { readonly mint: string },
): Promise<{ readonly instructions: readonly Instruction[]; readonly rent: bigint }> {
  const [[mintAccount, recipient], { associatedTokenAddress, isOnCurve }] = await Promise.all([
    getAccounts(rpc, networkId, [mint, to]),
    loaded(import('./curve.js')),
  ])
  if (!mintAccount || !isMint(mintAccount))
    throw new InvalidOptionError({ option: 'token', problem: 'there is no such token on this network' })
  const program = mintAccount.owner
  const decimals = mintAccount.data[44] ?? 0

  // A token account is paid into; to make it the owner of another one would lose what is sent.
  const isAccount = recipient !== undefined && isTokenAccount(recipient)
  const refused =
    recipient && isTokenProgram(recipient.owner) && !(isAccount && isSame(recipient.data.subarray(0, 32), base58.decode(mint)))
  if (refused) throw new InvalidOptionError({ option: 'to', problem: 'it is an account of another token, which cannot hold this one' })
  const destination = isAccount ? to : associatedTokenAddress({ owner: to, mint, tokenProgram: program })
  const [[existing], owned] = await Promise.all([
    isAccount ? [recipient] : getAccounts(rpc, networkId, [destination]),
    tokenAccountsOf(rpc, { address: from, networkId }, { mint }),
  ])
  // An address without a key is a program's: only an account that its program has made itself is known to be of use to it.
  if (!existing && !isOnCurve(base58.decode(to)))
    throw new InvalidOptionError({ option: 'to', problem: 'nobody holds a key to that address, and it has no account for this token' })

  const home = associatedTokenAddress({ owner: from, mint, tokenProgram: program })
  const instructions: Instruction[] = existing ? [] : [createTokenAccount({ payer: from, account: destination, owner: to, mint, program })]
  const sources = owned
    .filter((account) => !account.frozen && account.mint === mint && account.address !== destination)
    .toSorted(
      (one, other) =>
        Number(other.address === home) - Number(one.address === home) ||
        Number(other.units - one.units > 0n) - Number(other.units - one.units < 0n),
    )
  let left = units
  for (const { address, units: held } of sources) {
    const part = held < left ? held : left
    if (part > 0n || units === 0n)
      instructions.push(transferToken({ program, source: address, mint, destination, owner: from, units: part, decimals }))
    left -= part
    if (left === 0n) break
  }
  if (left > 0n || sources.length === 0) throw new InsufficientFundsError()
  // More accounts than fit into a transaction: what the largest of them hold can be sent.
  if (instructions.length > 12)
    throw new InvalidOptionError({ option: 'value', problem: 'it is spread over more accounts than one transaction can empty' })
  const rent = existing ? 0n : await rentOf(rpc, networkId, accountLength(mintAccount))
  return { instructions, rent }
}

async function rentOf(rpc: Rpc, networkId: NetworkId, length: number): Promise<bigint> {
  const answer = await rpc.call({ networkId, method: 'getMinimumBalanceForRentExemption', params: [length, { commitment }] })
  const rent = readUnits(answer)
  if (rent === undefined) throw new EndpointError({ cause: answer })
  return rent
}

/** What a mint's extensions add to each of its accounts, in bytes, by the extension's number: transfer fee, non-transferable, transfer hook, pausable. */
const extensionLengths = new Map([
  [1, 12],
  [9, 4],
  [14, 5],
  [26, 4],
])

/** How long a new account of a mint is, in bytes. One of Token-2022 keeps its owner for good, which takes 5 more. */
const accountLength = (mint: Account): number =>
  mint.owner === tokenProgram
    ? tokenAccountLength
    : extensionsOf(mint).reduce((length, { kind }) => length + (extensionLengths.get(kind) ?? 0), tokenAccountLength + 5)
