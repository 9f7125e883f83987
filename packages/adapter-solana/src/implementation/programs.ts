import type { Instruction } from './encode.js'
import { littleEndian } from './bytes.js'

export const systemProgram = '11111111111111111111111111111111'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'

/** System program, Transfer: `units` in lamports. */
export const transferSol = ({ from, to, units }: { readonly from: string; readonly to: string; readonly units: bigint }): Instruction => ({
  program: systemProgram,
  accounts: [
    { address: from, signs: true, writable: true },
    { address: to, writable: true },
  ],
  data: Uint8Array.from([2, 0, 0, 0, ...littleEndian(units, 8)]),
})

export interface TokenTransfer {
  readonly program: string
  readonly source: string
  readonly mint: string
  readonly destination: string
  readonly owner: string
  readonly units: bigint
  readonly decimals: number
  /** What the token keeps of it, in its smallest unit, where the mint has a fee (Token-2022). */
  readonly withheld?: bigint
}

/**
 * Token program, TransferChecked: the program refuses when mint or decimals are others. With `withheld` it is TransferCheckedWithFee
 * of Token-2022, which refuses too when the token would keep another amount.
 */
export const transferToken = ({ program, source, mint, destination, owner, units, decimals, withheld }: TokenTransfer): Instruction => ({
  program,
  accounts: [
    { address: source, writable: true },
    { address: mint },
    { address: destination, writable: true },
    { address: owner, signs: true },
  ],
  data: Uint8Array.from(
    withheld === undefined
      ? [12, ...littleEndian(units, 8), decimals]
      : [26, 1, ...littleEndian(units, 8), decimals, ...littleEndian(withheld, 8)],
  ),
})

/** Associated token program, CreateIdempotent: does nothing where the account is there already. */
export const createTokenAccount = ({
  payer,
  account,
  owner,
  mint,
  program,
}: {
  readonly payer: string
  readonly account: string
  readonly owner: string
  readonly mint: string
  readonly program: string
}): Instruction => ({
  program: associatedTokenProgram,
  accounts: [
    { address: payer, signs: true, writable: true },
    { address: account, writable: true },
    { address: owner },
    { address: mint },
    { address: systemProgram },
    { address: program },
  ],
  data: Uint8Array.from([1]),
})

/** Memo program: a text beside what follows. Nobody has to sign it. */
export const memo = (text: string): Instruction => ({ program: memoProgram, accounts: [], data: new TextEncoder().encode(text) })

/** Compute budget program, SetComputeUnitLimit: no more units than this, which are what a price is paid for. */
export const computeUnitLimit = (units: bigint): Instruction => ({
  program: computeBudgetProgram,
  accounts: [],
  data: Uint8Array.from([2, ...littleEndian(units, 4)]),
})

/** Compute budget program, SetComputeUnitPrice: `price` in millionths of a lamport for each unit of the limit. */
export const computeUnitPrice = (price: bigint): Instruction => ({
  program: computeBudgetProgram,
  accounts: [],
  data: Uint8Array.from([3, ...littleEndian(price, 8)]),
})
