import type { Instruction } from './encode.js'
import { littleEndian } from './bytes.js'

export const systemProgram = '11111111111111111111111111111111'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

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
}

/** Token program, TransferChecked: the program refuses when mint or decimals are others. */
export const transferToken = ({ program, source, mint, destination, owner, units, decimals }: TokenTransfer): Instruction => ({
  program,
  accounts: [
    { address: source, writable: true },
    { address: mint },
    { address: destination, writable: true },
    { address: owner, signs: true },
  ],
  data: Uint8Array.from([12, ...littleEndian(units, 8), decimals]),
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
