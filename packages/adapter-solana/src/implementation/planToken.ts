import { InsufficientFundsError, InvalidOptionError, type NetworkId } from '@portico/core'
import { extensionsOf, getAccounts, isMint, isTokenAccount, isTokenProgram, tokenAccountLength, type Account } from './accounts.js'
import { base58, isSame } from './bytes.js'
import type { Instruction } from './encode.js'
import { loaded } from './loaded.js'
import { createTokenAccount, memo, tokenProgram, transferToken } from './programs.js'
import { rentOf } from './rent.js'
import type { Rpc } from './rpc.js'
import { tokenAccountsOf } from './tokens.js'
import { transferFeeOf, withheldOf } from './transferFee.js'

export interface TokenOrder {
  readonly from: string
  readonly to: string
  readonly units: bigint
  readonly networkId: NetworkId
  readonly mint: string
}

/** What moves, worked out. */
export interface Plan {
  readonly instructions: readonly Instruction[]
  /** What the recipient's new token account has to hold, in lamports; 0 where none is made. */
  readonly rent: bigint
  /** What the token keeps of the amount, in its smallest unit; left out where it has no fee. */
  readonly withheld?: bigint
}

/**
 * Works out the transfer of a token of either token program.
 * @throws InvalidOptionError for a token or a recipient that is none, InsufficientFundsError, EndpointError
 */
export async function planToken(rpc: Rpc, { from, to, units, networkId, mint }: TokenOrder): Promise<Plan> {
  const [[mintAccount, recipient], { associatedTokenAddress, isOnCurve }] = await Promise.all([
    getAccounts(rpc, networkId, [mint, to]),
    loaded(import('./curve.js')),
  ])
  if (!mintAccount || !isMint(mintAccount))
    throw new InvalidOptionError({ option: 'token', problem: 'there is no such token on this network' })
  checkTransferable(mintAccount)
  const program = mintAccount.owner
  const decimals = mintAccount.data[44] ?? 0

  // A token account is paid into; to make it the owner of another one would lose what is sent.
  const isAccount = recipient !== undefined && isTokenAccount(recipient)
  const refused =
    recipient && isTokenProgram(recipient.owner) && !(isAccount && isSame(recipient.data.subarray(0, 32), base58.decode(mint)))
  if (refused) throw new InvalidOptionError({ option: 'to', problem: 'it is an account of another token, which cannot hold this one' })
  const destination = isAccount ? to : associatedTokenAddress({ owner: to, mint, tokenProgram: program })
  const [[found], owned, fee] = await Promise.all([
    isAccount ? [recipient] : getAccounts(rpc, networkId, [destination]),
    tokenAccountsOf(rpc, { address: from, networkId }, { mint }),
    transferFeeOf(rpc, networkId, mintAccount),
  ])
  // Anybody may send lamports to a place where no account is yet.
  const existing = found && isTokenAccount(found) ? found : undefined
  // An address without a key is a program's: only an account that its program has made itself is known to be of use to it.
  if (!existing && !isOnCurve(base58.decode(to)))
    throw new InvalidOptionError({ option: 'to', problem: 'nobody holds a key to that address, and it has no account for this token' })
  // The owner of a token account can make it over to somebody else, and its address stays.
  if (!isAccount && existing && !isSame(existing.data.subarray(32, 64), base58.decode(to)))
    throw new InvalidOptionError({ option: 'to', problem: 'its account for this token is in other hands' })
  checkOpen(mintAccount, existing)

  const home = associatedTokenAddress({ owner: from, mint, tokenProgram: program })
  const instructions: Instruction[] = existing ? [] : [createTokenAccount({ payer: from, account: destination, owner: to, mint, program })]
  const sources = owned
    .filter((account) => !account.frozen && account.mint === mint && account.address !== destination)
    .toSorted(
      (one, other) =>
        Number(other.address === home) - Number(one.address === home) ||
        Number(other.units - one.units > 0n) - Number(other.units - one.units < 0n),
    )
  // An account may ask that whoever pays into it says what for, right before each payment (Token-2022).
  const wantsMemo = existing && extensionsOf(existing).some(({ kind, content }) => kind === 8 && content[0] === 1)
  let left = units
  let withheld = 0n
  for (const { address, units: held } of sources) {
    const part = held < left ? held : left
    if (part > 0n || units === 0n) {
      if (wantsMemo) instructions.push(memo('Transfer'))
      // Of each part on its own: rounding up and the most that is kept are the program's for every transfer.
      const kept = fee && { withheld: withheldOf(part, fee) }
      instructions.push(transferToken({ program, source: address, mint, destination, owner: from, units: part, decimals, ...kept }))
      withheld += kept?.withheld ?? 0n
    }
    left -= part
    if (left === 0n) break
  }
  if (left > 0n || sources.length === 0) {
    const there = owned.find(({ address, mint: held }) => address === destination && held === mint)
    if (there && !there.frozen && left <= there.units)
      throw new InvalidOptionError({ option: 'to', problem: 'what would be sent is in that account already' })
    throw new InsufficientFundsError()
  }
  // More accounts than fit into a transaction: what the largest of them hold can be sent.
  if (instructions.length > 12)
    throw new InvalidOptionError({ option: 'value', problem: 'it is spread over more accounts than one transaction can empty' })
  const rent = existing ? 0n : await rentOf(rpc, networkId, accountLength(mintAccount))
  return { instructions, rent, ...(fee && { withheld }) }
}

/** @throws InvalidOptionError for a token that its mint keeps from being sent, or that a program of the token's own has a say in (Token-2022) */
function checkTransferable(mint: Account): void {
  const extensions = mint.owner === tokenProgram ? [] : extensionsOf(mint)
  if (extensions.some(({ kind }) => kind === 9))
    throw new InvalidOptionError({ option: 'token', problem: 'it belongs to its owner for good, and cannot be sent' })
  // Its authority, then whether it is.
  if (extensions.some(({ kind, content }) => kind === 26 && content[32] === 1))
    throw new InvalidOptionError({ option: 'token', problem: 'its issuer has stopped all transfers for now' })
  // The second half is the program; zeros are none.
  if (extensions.some(({ kind, content }) => kind === 14 && content.subarray(32, 64).some((byte) => byte !== 0)))
    throw new InvalidOptionError({
      option: 'token',
      problem: 'a program of its own takes part in each transfer, which only its wallet knows',
    })
}

/** What an account's state is while its issuer keeps everything in it from moving, also inwards. */
const frozen = 2

/** @throws InvalidOptionError for a recipient who cannot be paid in this token now, because its issuer says so */
function checkOpen(mint: Account, existing: Account | undefined): void {
  const isBornFrozen = mint.owner !== tokenProgram && extensionsOf(mint).some(({ kind, content }) => kind === 6 && content[0] === frozen)
  if (existing ? existing.data[108] === frozen : isBornFrozen)
    throw new InvalidOptionError({ option: 'to', problem: 'the issuer of the token has not opened that account for it' })
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
