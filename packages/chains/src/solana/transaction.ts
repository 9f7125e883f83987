import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { createReader, toBase58 } from './bytes.js'
import { invalidParams } from './errors.js'

export interface CompiledInstruction {
  programIdIndex: number
  accounts: readonly number[]
  data: Uint8Array
}

export interface AddressTableLookup {
  accountKey: string
  writableIndexes: readonly number[]
  readonlyIndexes: readonly number[]
}

/** A message as it is signed, legacy or version 0. */
export interface Message {
  bytes: Uint8Array
  version: 'legacy' | 0
  header: { numRequiredSignatures: number; numReadonlySignedAccounts: number; numReadonlyUnsignedAccounts: number }
  /** The keys in the message itself; those of lookup tables follow them. */
  staticKeys: readonly string[]
  recentBlockhash: string
  instructions: readonly CompiledInstruction[]
  lookups: readonly AddressTableLookup[]
}

export interface Transaction {
  bytes: Uint8Array
  /** 64 bytes each; zeros stand for one that is missing. */
  signatures: readonly Uint8Array[]
  /** The first signature in base58, by which the transaction is known. */
  id: string
  message: Message
}

/** What fits into one packet of the network. */
export const maxTransactionSize = 1232

/** @throws JsonRpcError (-32602) when the bytes are no transaction */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  if (bytes.length > maxTransactionSize) {
    throw invalidParams(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${maxTransactionSize} bytes)`,
    )
  }
  const reader = createReader(bytes)
  const signatures = Array.from({ length: reader.length() }, () => reader.take(64))
  const message = decodeMessage(reader.take(reader.left()))
  const first = signatures[0]
  if (!first || signatures.length !== message.header.numRequiredSignatures) {
    throw invalidParams('failed to sanitize transaction: the number of signatures is not what the message asks for')
  }
  return { bytes, signatures, id: toBase58(first), message }
}

/** @throws JsonRpcError (-32602) when the bytes are no message */
export function decodeMessage(bytes: Uint8Array): Message {
  const reader = createReader(bytes)
  const first = reader.byte()
  const isVersioned = first >= 0x80
  if (isVersioned && first !== 0x80) throw invalidParams('failed to deserialize transaction: unknown version')
  const header = {
    numRequiredSignatures: isVersioned ? reader.byte() : first,
    numReadonlySignedAccounts: reader.byte(),
    numReadonlyUnsignedAccounts: reader.byte(),
  }
  const staticKeys = Array.from({ length: reader.length() }, reader.address)
  const recentBlockhash = reader.address()
  const indexes = (): number[] => [...reader.take(reader.length())]
  const instructions = Array.from({ length: reader.length() }, () => ({
    programIdIndex: reader.byte(),
    accounts: indexes(),
    data: reader.take(reader.length()),
  }))
  const lookups = isVersioned
    ? Array.from({ length: reader.length() }, () => ({
        accountKey: reader.address(),
        writableIndexes: indexes(),
        readonlyIndexes: indexes(),
      }))
    : []
  if (reader.left() > 0) throw invalidParams('failed to deserialize transaction: bytes are left over')
  if (header.numRequiredSignatures === 0 || header.numRequiredSignatures > staticKeys.length) {
    throw invalidParams('failed to sanitize transaction: it has no signer or not enough keys')
  }
  return { bytes, version: isVersioned ? 0 : 'legacy', header, staticKeys, recentBlockhash, instructions, lookups }
}

/** Whether every signer has signed the message. */
export function isSigned({ signatures, message }: Transaction): boolean {
  return signatures.every((signature, index) => {
    const key = message.staticKeys[index]
    try {
      return key !== undefined && ed25519.verify(signature, message.bytes, base58.decode(key))
    } catch {
      return false
    }
  })
}

/** Whether a static key may be written to. */
export function isWritable({ header, staticKeys }: Message, index: number): boolean {
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header
  if (index < numRequiredSignatures) return index < numRequiredSignatures - numReadonlySignedAccounts
  return index < staticKeys.length - numReadonlyUnsignedAccounts
}
