import { isSame } from './bytes.js'

/** What a legacy or v0 transaction may weigh, signatures and all, in bytes: one network packet. */
export const transactionLimit = 1_232
/** What a v1 transaction may weigh (SIMD-0385). */
const longTransactionLimit = 4_096

/** The parts of a transaction's message that matter here. */
export interface Message {
  readonly version: 'legacy' | 0
  /** How many signatures it needs: of its first accounts, the payer's first. */
  readonly signers: number
  /** Addresses, 32 bytes each. */
  readonly accounts: readonly Uint8Array[]
  readonly blockhash: Uint8Array
  readonly instructions: readonly CompiledInstruction[]
}

/** What a program is told. Numbers are places in the message's accounts, or, from their end on, in those of its lookup tables. */
export interface CompiledInstruction {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** Reads bytes one after the other. What is not there ends the reading with {@link Malformed}. */
interface Reader {
  readonly byte: () => number
  readonly take: (length: number) => Uint8Array
  /** Compact-u16: seven bits for each byte, at most three bytes, in the shortest form. */
  readonly length: () => number
  readonly isAtEnd: () => boolean
}

class Malformed extends Error {}

function readerOf(bytes: Uint8Array): Reader {
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Malformed()
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = () => take(1)[0] ?? 0
  const length = () => {
    let value = 0
    for (let part = 0; part < 3; part += 1) {
      const next = byte()
      value |= (next & 127) << (7 * part)
      if (next < 128) {
        if ((part > 0 && next === 0) || value > 65_535) break
        return value
      }
    }
    throw new Malformed()
  }
  return { byte, take, length, isAtEnd: () => at === bytes.length }
}

/** What `read` makes of the bytes; undefined where they end too early or hold what they may not. */
function attempt<T>(bytes: Uint8Array, read: (reader: Reader) => T): T | undefined {
  try {
    return read(readerOf(bytes))
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}

function must(isGood: boolean): asserts isGood {
  if (!isGood) throw new Malformed()
}

const times = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make)

/**
 * Reads a legacy or v0 message, to its last byte, by the rules with which a validator turns one away. Undefined for
 * anything else. Never throws.
 */
export function parseMessage(bytes: Uint8Array): Message | undefined {
  return attempt(bytes, (reader) => {
    const first = reader.byte()
    must(first <= 128)
    const version = first === 128 ? 0 : 'legacy'
    const signers = version === 0 ? reader.byte() : first
    const [readonlySigners, readonlyOthers] = [reader.byte(), reader.byte()]
    const accounts = times(reader.length(), () => reader.take(32))
    must(signers > 0 && readonlySigners < signers && signers + readonlyOthers <= accounts.length && accounts.length <= 256)
    const blockhash = reader.take(32)
    const instructions = times(reader.length(), (): CompiledInstruction => {
      const program = reader.byte()
      return { program, accounts: [...reader.take(reader.length())], data: reader.take(reader.length()) }
    })
    let loaded = 0
    if (version === 0) {
      for (let left = reader.length(); left > 0; left -= 1) {
        reader.take(32)
        const writable = reader.take(reader.length()).length
        const readable = reader.take(reader.length()).length
        must(writable + readable > 0)
        loaded += writable + readable
      }
    }
    must(reader.isAtEnd())
    must(instructions.every(({ program }) => program > 0 && program < accounts.length))
    must(instructions.every((each) => each.accounts.every((index) => index < accounts.length + loaded)))
    return { version, signers, accounts, blockhash, instructions }
  })
}

/** A v1 message (SIMD-0385): its prefix is 0x81, and its lengths come before what they are of. */
function isLongMessage(bytes: Uint8Array): boolean {
  const signers = attempt(bytes, (reader) => {
    must(reader.byte() === 129)
    const [count, readonlySigners, readonlyOthers] = [reader.byte(), reader.byte(), reader.byte()]
    const mask = reader.take(4)
    reader.take(32)
    const [instructions, accounts] = [reader.byte(), reader.byte()]
    must(count > 0 && readonlySigners < count && count + readonlyOthers <= accounts)
    reader.take(32 * accounts)
    for (const byte of mask) for (let bit = 0; bit < 8; bit += 1) if ((byte >> bit) & 1) reader.take(4)
    const lengths = times(instructions, () => {
      const [program, used, low, high] = [reader.byte(), reader.byte(), reader.byte(), reader.byte()]
      must(program < accounts)
      return used + low + 256 * high
    })
    for (const length of lengths) reader.take(length)
    must(reader.isAtEnd())
    return count
  })
  return signers !== undefined && 64 * signers + bytes.length <= longTransactionLimit
}

/**
 * S16: whether a signature of these bytes would be a signature of a transaction. What is too long to be sent, with the
 * signatures that it asks for, is none. A text never is one: where its first character is printable, it would ask for
 * more signatures than fit.
 */
export function isTransactionMessage(bytes: Uint8Array): boolean {
  const message = parseMessage(bytes)
  return (message !== undefined && 1 + 64 * message.signers + bytes.length <= transactionLimit) || isLongMessage(bytes)
}

/** A transaction: signatures in the order of its message's first accounts, 64 zeros for one that is missing, and the message. */
export interface Transaction {
  readonly signatures: readonly Uint8Array[]
  readonly bytes: Uint8Array
  readonly message: Message
}

/** Reads a serialised legacy or v0 transaction, signed or not. Undefined for anything else. Never throws. */
export function parseTransaction(bytes: Uint8Array): Transaction | undefined {
  if (bytes.length > transactionLimit) return undefined
  const parts = attempt(bytes, (reader) => {
    const signatures = times(reader.length(), () => reader.take(64))
    return { signatures, bytes: bytes.subarray(signatures.length * 64 + 1) }
  })
  const message = parts && parseMessage(parts.bytes)
  return message?.signers === parts?.signatures.length && parts && message ? { ...parts, message } : undefined
}

const none = new Uint8Array(64)

/** False for the 64 zeros that hold a signature's place. */
export const isSigned = (signature: Uint8Array): boolean => !isSame(signature, none)

/** Where in the list of signatures an address has its own; -1 where its signature is not asked for. */
export const signerIndex = ({ accounts, signers }: Message, address: Uint8Array): number =>
  accounts.findIndex((account, at) => at < signers && isSame(account, address))
