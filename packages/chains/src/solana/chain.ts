import { faucetPrivateKey } from './accounts.js'
import type { Commitment } from './commitment.js'
import { JsonRpcError } from './errors.js'
import { type Instruction, signTransaction, transferSol } from './instructions.js'
import { addressOf } from './keys.js'
import type { Entry, Ledger } from './ledger.js'
import type { Transaction } from './transaction.js'

/** The ledger with what both doors, HTTP and WebSocket, need to serve it. */
export interface Chain {
  ledger: Ledger
  /** Takes a transaction that is signed and whose blockhash is good. `undefined` = it is dropped. */
  submit(transaction: Transaction): Entry | undefined
  /** Signs as the faucet and submits. @throws JsonRpcError when it fails */
  asFaucet(instructions: readonly Instruction[]): Entry
  airdrop(address: string, lamports: bigint): Entry
  /** Says that somebody asked for a method that is not here. */
  unknownMethod(method: string): JsonRpcError
}

export interface ChainEvents {
  onTransaction(): void
  onUnknownMethod(method: string): void
}

export function createChain(ledger: Ledger, { onTransaction, onUnknownMethod }: ChainEvents): Chain {
  const submit = (transaction: Transaction): Entry | undefined => {
    onTransaction()
    return ledger.execute(transaction)
  }
  const asFaucet = (instructions: readonly Instruction[]): Entry => {
    const blockhash = ledger.blockhashes.at(ledger.slot())
    const entry = submit(signTransaction(instructions, { privateKey: faucetPrivateKey, blockhash }))
    if (!entry || entry.err !== null) throw new JsonRpcError(-32_603, `The faucet failed: ${entry?.logs.join('; ') ?? 'it is empty'}`)
    return entry
  }
  return {
    ledger,
    submit,
    asFaucet,
    airdrop: (address, lamports) => asFaucet([transferSol({ from: addressOf(faucetPrivateKey), to: address, lamports })]),
    unknownMethod: (method) => {
      onUnknownMethod(method)
      return new JsonRpcError(-32_601, 'Method not found')
    },
  }
}

/** The context that answers carry. @throws JsonRpcError (-32016) when the chain has not come as far as asked */
export function contextAt({ ledger }: Chain, { commitment, minContextSlot }: AtCommitment) {
  const slot = ledger.slot(commitment ?? 'finalized')
  if (minContextSlot !== undefined && minContextSlot !== null && slot < minContextSlot) {
    throw new JsonRpcError(-32_016, 'Minimum context slot has not been reached', { contextSlot: slot })
  }
  return { apiVersion, slot }
}

export interface AtCommitment {
  commitment?: Commitment | null | undefined
  minContextSlot?: number | null | undefined
}

/** The version of the validator whose API this is. */
export const apiVersion = '2.3.6'
