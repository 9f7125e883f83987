import { base58, hex } from '@scure/base'

/** One call of a program, with whole addresses; an account that comes from a lookup table may not be known. */
export interface Instruction {
  readonly program: string
  readonly accounts: readonly AccountUse[]
  readonly data: Uint8Array
}

export interface AccountUse {
  /** Undefined while the lookup table that it stands in was not read. */
  readonly address: string | undefined
  readonly signer: boolean
  readonly writable: boolean
}

export interface AddressTableLookup {
  readonly table: string
  readonly writableIndexes: readonly number[]
  readonly readonlyIndexes: readonly number[]
}

/** A message as it is signed, legacy or version 0 (Solana documentation, "Transactions"). */
export interface SolanaMessage {
  readonly bytes: Uint8Array
  readonly version: 'legacy' | 0
  readonly signers: number
  readonly readonlySigners: number
  readonly readonlyOthers: number
  /** The keys in the message itself. The first `signers` sign, and the very first pays. */
  readonly keys: readonly string[]
  readonly blockhash: string
  readonly compiled: readonly { readonly program: number; readonly accounts: readonly number[]; readonly data: Uint8Array }[]
  readonly lookups: readonly AddressTableLookup[]
}

export interface SolanaTransaction {
  readonly bytes: Uint8Array
  /** 64 bytes each, zeros for one that is missing. */
  readonly signatures: readonly Uint8Array[]
  readonly message: SolanaMessage
}

/** What fits into a packet of the network, in bytes. */
export const largestTransaction = 1232

class NotATransaction extends Error {}
const fail = (): never => {
  throw new NotATransaction()
}

function createReader(bytes: Uint8Array, write: (key: Uint8Array) => string) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) return fail()
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = (): number => take(1)[0] ?? fail()
  /** A length in 1 to 3 bytes of 7 bits each ("compact-u16"), which is written in one way only. */
  const length = (): number => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if (next >= 0x80) continue
      return (shift > 0 && next === 0) || value > 0xffff ? fail() : value
    }
    return fail()
  }
  const many = <T>(read: () => T): readonly T[] => Array.from({ length: length() }, read)
  return { take, byte, many, address: () => write(take(32)), rest: () => take(bytes.length - at) }
}

/** The transaction that the bytes are, or undefined. Never throws. */
export const parseTransaction = (bytes: Uint8Array): SolanaTransaction | undefined => attempt(() => readTransaction(bytes, base58.encode))
/** The message that the bytes are, or undefined. Never throws. */
export const parseMessage = (bytes: Uint8Array): SolanaMessage | undefined =>
  attempt(() => readMessage(bytes, { isWhole: true, write: base58.encode }))

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotATransaction) return undefined
    throw error
  }
}

function readTransaction(bytes: Uint8Array, write: Reading['write']): SolanaTransaction {
  if (bytes.length > largestTransaction) return fail()
  const reader = createReader(bytes, write)
  const signatures = reader.many(() => reader.take(64))
  const message = readMessage(reader.rest(), { isWhole: true, write })
  return signatures.length === message.signers ? { bytes, signatures, message } : fail()
}

/**
 * Whether bytes could be taken for a transaction, whole or as its message (S16). Wider than what runs today: more may follow
 * the message, and version 1 is known by its first byte alone.
 */
export function resemblesTransaction(bytes: Uint8Array): boolean {
  if (bytes[0] === 0x81 && bytes.length >= shortestVersion1) return true
  // Base58 takes long, and here nobody reads the keys.
  const isMessage = attempt(() => readMessage(bytes, { isWhole: false, write: hex.encode })) !== undefined
  return isMessage || attempt(() => readTransaction(bytes, hex.encode)) !== undefined
}

/** Version, header, mask, lifetime, counts and one key (SIMD-0385), in bytes. */
const shortestVersion1 = 74

interface Reading {
  /** Nothing may follow, and it fits into a packet. */
  readonly isWhole: boolean
  readonly write: (key: Uint8Array) => string
}

function readMessage(bytes: Uint8Array, { isWhole, write }: Reading): SolanaMessage {
  if (isWhole && bytes.length > largestTransaction) return fail()
  const reader = createReader(bytes, write)
  const { byte, many, address } = reader
  const first = byte()
  const isVersioned = first >= 0x80
  if (isVersioned && first !== 0x80) return fail()
  const [signers, readonlySigners, readonlyOthers] = [isVersioned ? byte() : first, byte(), byte()]
  const keys = many(address)
  const blockhash = address()
  const indexes = () => many(byte)
  const compiled = many(() => ({ program: byte(), accounts: indexes(), data: Uint8Array.from(many(byte)) }))
  const lookups = isVersioned ? many(() => ({ table: address(), writableIndexes: indexes(), readonlyIndexes: indexes() })) : []
  if (isWhole && reader.rest().length > 0) return fail()
  const loaded = lookups.reduce((sum, each) => sum + each.writableIndexes.length + each.readonlyIndexes.length, 0)
  const isSound =
    // So at least one signs.
    readonlySigners < signers &&
    signers + readonlyOthers <= keys.length &&
    new Set(keys).size === keys.length &&
    compiled.every(
      ({ program, accounts }) => program > 0 && program < keys.length && accounts.every((index) => index < keys.length + loaded),
    )
  return isSound
    ? { bytes, version: isVersioned ? 0 : 'legacy', signers, readonlySigners, readonlyOthers, keys, blockhash, compiled, lookups }
    : fail()
}

/**
 * The instructions with addresses. Keys of lookup tables follow those of the message: all that are written to, then the rest.
 * @param tables addresses by table, as far as they are known
 */
export function instructionsOf(message: SolanaMessage, tables: ReadonlyMap<string, readonly string[]>): readonly Instruction[] {
  const { keys, signers, readonlySigners, readonlyOthers, lookups, compiled } = message
  const own = keys.map((address, index) => ({
    address,
    signer: index < signers,
    writable: index < signers ? index < signers - readonlySigners : index < keys.length - readonlyOthers,
  }))
  const loaded = (pick: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.flatMap((lookup) =>
      lookup[pick].map((index) => ({ address: tables.get(lookup.table)?.[index], signer: false, writable: pick === 'writableIndexes' })),
    )
  const all: readonly AccountUse[] = [...own, ...loaded('writableIndexes'), ...loaded('readonlyIndexes')]
  return compiled.map(({ program, accounts, data }) => ({
    program: keys[program] ?? '',
    accounts: accounts.map((index) => all[index] ?? { address: undefined, signer: false, writable: false }),
    data,
  }))
}
