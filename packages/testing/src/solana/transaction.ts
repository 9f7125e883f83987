import { base58 } from '@scure/base'

/** Bytes that are no transaction, or one of a version that is not known. */
export class MalformedTransactionError extends Error {
  override readonly name = 'MalformedTransactionError'
}

export interface SolanaInstruction {
  /** Base58. */
  readonly program: string
  /** Indices into the accounts, those of lookup tables after the static ones. */
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** What is signed: a legacy message or one of version 0. */
export interface SolanaMessage {
  readonly version: 'legacy' | 0
  /** How many of the accounts, from the first on, have to sign. The first pays the fee. */
  readonly signers: number
  /** The accounts that stand in the message itself, in base58. */
  readonly accounts: readonly string[]
  readonly instructions: readonly SolanaInstruction[]
}

export interface SolanaTransaction {
  /** One for each signer, 64 bytes, all zero while it is missing. */
  readonly signatures: readonly Uint8Array[]
  readonly message: SolanaMessage
  /** The bytes that are signed. */
  readonly messageBytes: Uint8Array
}

/**
 * Reads a transaction from its wire format: signatures behind a compact-u16 count, then the message.
 * @throws {@link MalformedTransactionError}
 */
export function readTransaction(bytes: Uint8Array): SolanaTransaction {
  const reader = createReader(bytes)
  const signatures = reader.list(() => reader.take(64))
  const messageBytes = reader.rest()
  const message = readMessage(messageBytes)
  if (signatures.length !== message.signers) {
    throw new MalformedTransactionError(`It has ${signatures.length} places for signatures and ${message.signers} signers.`)
  }
  return { signatures, message, messageBytes }
}

/**
 * Reads a message, legacy or of version 0, as strictly as a node: nothing may be left over or point outside.
 * @throws {@link MalformedTransactionError}
 */
export function readMessage(bytes: Uint8Array): SolanaMessage {
  const reader = createReader(bytes)
  const first = reader.byte()
  const isVersioned = (first & 0x80) !== 0
  if (isVersioned && first !== 0x80) throw new MalformedTransactionError(`Version ${first & 0x7f} is not known.`)
  const signers = isVersioned ? reader.byte() : first
  const readonlySigners = reader.byte()
  const readonlyOthers = reader.byte()
  const accounts = reader.list(() => base58.encode(reader.take(32)))
  reader.take(32)
  const instructions = reader.list(() => {
    const program = reader.byte()
    const indices = Array.from(reader.take(reader.length()))
    return { program, indices, data: reader.take(reader.length()) }
  })
  const lookups = isVersioned ? reader.list(() => readLookup(reader)) : []
  if (reader.rest().length > 0) throw new MalformedTransactionError('There are bytes left over.')

  if (signers === 0 || readonlySigners >= signers || signers + readonlyOthers > accounts.length) {
    throw new MalformedTransactionError('Its header does not fit its accounts.')
  }
  const total = lookups.reduce((sum, count) => sum + count, accounts.length)
  return {
    version: isVersioned ? 0 : 'legacy',
    signers,
    accounts,
    instructions: instructions.map(({ program, indices, data }) => {
      const address = accounts[program]
      // The payer of the fee is never a program.
      const fits = program > 0 && indices.every((index) => index < total)
      if (address === undefined || !fits) throw new MalformedTransactionError('An instruction points outside the accounts.')
      return { program: address, accounts: indices, data }
    }),
  }
}

/** The transaction with one more signature, in the place of this signer. */
export function withSignature(bytes: Uint8Array, signer: number, signature: Uint8Array): Uint8Array {
  const signed = bytes.slice()
  const reader = createReader(bytes)
  reader.length()
  signed.set(signature, bytes.length - reader.rest().length + signer * 64)
  return signed
}

function readLookup(reader: Reader): number {
  reader.take(32)
  const writable = reader.take(reader.length()).length
  return writable + reader.take(reader.length()).length
}

interface Reader {
  byte(): number
  take(length: number): Uint8Array
  /** A compact-u16: seven bits a byte, the lowest first, in the shortest form. */
  length(): number
  list<T>(item: () => T): T[]
  /** Everything that was not read yet. Does not move on. */
  rest(): Uint8Array
}

function createReader(bytes: Uint8Array): Reader {
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new MalformedTransactionError('It ends too early.')
    at += length
    return bytes.slice(at - length, at)
  }
  const byte = () => take(1)[0] ?? 0
  const length = () => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if ((next & 0x80) !== 0) continue
      if ((next === 0 && shift > 0) || value > 0xffff) break
      return value
    }
    throw new MalformedTransactionError('A length is not a compact-u16.')
  }
  return { byte, take, length, list: (item) => Array.from({ length: length() }, item), rest: () => bytes.slice(at) }
}
