import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { u32, u64 } from './bytes.js'
import { addressOf, associatedTokenAddress, concat } from './keys.js'
import { associatedTokenProgram, systemProgram } from './programs.js'
import { type Transaction, decodeTransaction } from './transaction.js'

export interface Instruction {
  program: string
  accounts: readonly { address: string; signer?: true; writable?: true }[]
  data: Uint8Array
}

export function transferSol({ from, to, lamports }: { from: string; to: string; lamports: bigint }): Instruction {
  const accounts = [
    { address: from, signer: true, writable: true },
    { address: to, writable: true },
  ] as const
  return { program: systemProgram, accounts, data: concat([u32(2), u64(lamports)]) }
}

interface MintParameters {
  payer: string
  owner: string
  mint: string
  /** The token program of the mint. */
  program: string
}

/** Makes the owner's account for the token, if there is none. */
export function createTokenAccount({ payer, owner, mint, program }: MintParameters): Instruction {
  const accounts = [
    { address: payer, signer: true, writable: true },
    { address: associatedTokenAddress({ owner, mint, program }), writable: true },
    { address: owner },
    { address: mint },
    { address: systemProgram },
    { address: program },
  ] as const
  return { program: associatedTokenProgram, accounts, data: Uint8Array.of(1) }
}

export function mintTo({ payer, owner, mint, program, units }: MintParameters & { units: bigint }): Instruction {
  const accounts = [
    { address: mint, writable: true },
    { address: associatedTokenAddress({ owner, mint, program }), writable: true },
    { address: payer, signer: true },
  ] as const
  return { program, accounts, data: concat([Uint8Array.of(7), u64(units)]) }
}

/** A legacy transaction with one signer, who pays. */
export function signTransaction(
  instructions: readonly Instruction[],
  { privateKey, blockhash }: { privateKey: Uint8Array; blockhash: string },
): Transaction {
  const message = messageOf(instructions, { payer: addressOf(privateKey), blockhash })
  return decodeTransaction(concat([Uint8Array.of(1), ed25519.sign(message, privateKey), message]))
}

/** A transaction of version 0 for its payer, the one who signs it, to sign. */
export function unsignedTransaction(instructions: readonly Instruction[], parameters: { payer: string; blockhash: string }): Uint8Array {
  const version = Uint8Array.of(128)
  const noLookups = Uint8Array.of(0)
  return concat([Uint8Array.of(1), new Uint8Array(64), version, messageOf(instructions, parameters), noLookups])
}

function messageOf(instructions: readonly Instruction[], { payer, blockhash }: { payer: string; blockhash: string }): Uint8Array {
  const accounts = instructions.flatMap((instruction) => instruction.accounts)
  const isWritten = (key: string): boolean => accounts.some(({ address, writable }) => address === key && writable)
  const others = new Set([...accounts.map(({ address }) => address), ...instructions.map(({ program }) => program)])
  others.delete(payer)
  const written = [...others].filter(isWritten)
  const read = [...others].filter((key) => !isWritten(key))
  const keys = [payer, ...written, ...read]

  const compiled = instructions.map(({ program, accounts: own, data }) => {
    const indexes = own.map(({ address }) => keys.indexOf(address))
    return concat([Uint8Array.of(keys.indexOf(program), own.length, ...indexes, data.length), data])
  })
  return concat([
    Uint8Array.of(1, 0, read.length, keys.length),
    ...keys.map((key) => base58.decode(key)),
    base58.decode(blockhash),
    Uint8Array.of(instructions.length),
    ...compiled,
  ])
}
