import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { ownSolana } from '../kit.test.helper.js'

/** Another signer, and some addresses. */
export const otherKey = new Uint8Array(32).fill(9)
export const other = base58.encode(ed25519.getPublicKey(otherKey))
const addresses = Array.from({ length: 256 }, (_, byte) => base58.encode(new Uint8Array(32).fill(byte)))
export const address = (byte: number) => addresses[byte] ?? ''
export const blockhash = address(77)

export interface Call {
  readonly program: string
  readonly accounts?: readonly { readonly address: string; readonly signer?: boolean; readonly writable?: boolean }[]
  readonly data?: readonly number[] | Uint8Array
  /** Indexes of accounts that stand in tables. */
  readonly loaded?: readonly number[]
}

export const u32 = (value: number) => [...new Uint8Array(new Uint32Array([value]).buffer)]
export const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)]
const decoded = new Map<string, readonly number[]>()
export function bytesOf(key: string): readonly number[] {
  const bytes = decoded.get(key) ?? [...base58.decode(key)]
  decoded.set(key, bytes)
  return bytes
}

/** A compact-u16. */
export function length(value: number): number[] {
  return value < 0x80
    ? [value]
    : value < 0x4000
      ? [(value & 0x7f) | 0x80, value >> 7]
      : [(value & 0x7f) | 0x80, ((value >> 7) & 0x7f) | 0x80, value >> 14]
}

export interface Lookup {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

interface MessageOptions {
  readonly payer?: string
  readonly version?: 'legacy' | 0
  readonly lookups?: readonly Lookup[]
  /** Account indexes of the last call that stand in tables. */
  readonly loaded?: readonly number[]
}

/** The message of some calls, written independently of what reads it. */
export function message(
  calls: readonly Call[],
  { payer = ownSolana, version = 'legacy', lookups = [], loaded = [] }: MessageOptions = {},
): Uint8Array {
  const uses = [
    { address: payer, signer: true, writable: true },
    ...calls.flatMap(({ accounts = [] }) => accounts),
    ...calls.map(({ program }) => ({ address: program })),
  ]
  const merged = new Map<string, { signer: boolean; writable: boolean }>()
  for (const { address: key, signer = false, writable = false } of uses as { address: string; signer?: boolean; writable?: boolean }[]) {
    const before = merged.get(key)
    merged.set(key, { signer: signer || (before?.signer ?? false), writable: writable || (before?.writable ?? false) })
  }
  const rank = ({ signer, writable }: { signer: boolean; writable: boolean }) => (signer ? 0 : 2) + (writable ? 0 : 1)
  const sorted = [...merged].toSorted(([a, x], [b, y]) => Number(b === payer) - Number(a === payer) || rank(x) - rank(y))
  const keys = sorted.map(([key]) => key)
  const count = (test: (use: { signer: boolean; writable: boolean }) => boolean) => sorted.filter(([, use]) => test(use)).length
  const header = [
    count(({ signer }) => signer),
    count(({ signer, writable }) => signer && !writable),
    count(({ signer, writable }) => !signer && !writable),
  ]
  const compiled = calls.flatMap(({ program, accounts = [], data = [], loaded: own }, index) => {
    const indexes = [
      ...accounts.map((each) => keys.indexOf(each.address)),
      ...(own ?? (index === calls.length - 1 ? loaded : [])).map((at) => keys.length + at),
    ]
    return [keys.indexOf(program), ...length(indexes.length), ...indexes, ...length(data.length), ...data]
  })
  const tables = lookups.flatMap(({ table, writable, readonly }) => [
    ...bytesOf(table),
    ...length(writable.length),
    ...writable,
    ...length(readonly.length),
    ...readonly,
  ])
  return Uint8Array.from([
    ...(version === 0 ? [0x80] : []),
    ...header,
    ...length(keys.length),
    ...keys.flatMap(bytesOf),
    ...bytesOf(blockhash),
    ...length(calls.length),
    ...compiled,
    ...(version === 0 ? [...length(lookups.length), ...tables] : []),
  ])
}

/** A transaction without signatures, or with those given by their place. */
export function transaction(bytes: Uint8Array, signatures: Readonly<Record<number, Uint8Array>> = {}): Uint8Array {
  const signers = (bytes[0] === 0x80 ? bytes[1] : bytes[0]) ?? 0
  return Uint8Array.from([
    ...length(signers),
    ...Array.from({ length: signers }, (_, index) => [...(signatures[index] ?? new Uint8Array(64))]).flat(),
    ...bytes,
  ])
}

export const system = address(0)
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const associated = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
export const computeBudget = 'ComputeBudget111111111111111111111111111111'

export const pay = (to: string, lamports: bigint, from = ownSolana): Call => ({
  program: system,
  accounts: [
    { address: from, signer: true, writable: true },
    { address: to, writable: true },
  ],
  data: [...u32(2), ...u64(lamports)],
})

/** A token account as the chain keeps it. */
export const tokenAccount = (mint: string, owner: string, units: bigint) =>
  Uint8Array.from([...bytesOf(mint), ...bytesOf(owner), ...u64(units), ...new Uint8Array(93)])
export const mintAccount = (decimals: number, supply: bigint) =>
  Uint8Array.from([...new Uint8Array(36), ...u64(supply), decimals, ...new Uint8Array(37)])
