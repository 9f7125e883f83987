import { readU32, readU64, toBase58 } from './bytes.js'
import { token2022Program, tokenPrograms } from './programs.js'

/** An account of the chain. */
export interface AccountState {
  lamports: bigint
  data: Uint8Array
  /** Address of the program that owns it. */
  owner: string
  executable: boolean
}

export interface TokenAccountState {
  mint: string
  owner: string
  amount: bigint
  delegate: string | undefined
  delegatedAmount: bigint
  state: 'uninitialized' | 'initialized' | 'frozen'
  /** Lamports that rent takes, of an account of wrapped SOL. */
  rentExemptReserve: bigint | undefined
  closeAuthority: string | undefined
}

export interface MintState {
  mintAuthority: string | undefined
  supply: bigint
  decimals: number
  isInitialized: boolean
  freezeAuthority: string | undefined
}

const accountSize = 165
const mintSize = 82

/** `token/program/src/state.rs`; what Token-2022 adds follows at byte 165, with the kind of account first. */
export function readTokenAccount({ owner, data }: AccountState): TokenAccountState | undefined {
  if (!tokenPrograms.includes(owner) || data.length < accountSize) return undefined
  if (data.length > accountSize && (owner !== token2022Program || data[accountSize] !== 2)) return undefined
  const states = ['uninitialized', 'initialized', 'frozen'] as const
  return {
    mint: toBase58(data.subarray(0, 32)),
    owner: toBase58(data.subarray(32, 64)),
    amount: readU64(data, 64),
    delegate: option(data, 72),
    state: states[data[108] ?? 0] ?? 'uninitialized',
    rentExemptReserve: readU32(data, 109) === 1 ? readU64(data, 113) : undefined,
    delegatedAmount: readU64(data, 121),
    closeAuthority: option(data, 129),
  }
}

export function readMint({ owner, data }: AccountState): MintState | undefined {
  if (!tokenPrograms.includes(owner)) return undefined
  if (data.length !== mintSize && (owner !== token2022Program || data[accountSize] !== 1)) return undefined
  return {
    mintAuthority: option(data, 0),
    supply: readU64(data, 36),
    decimals: data[44] ?? 0,
    isInitialized: data[45] === 1,
    freezeAuthority: option(data, 46),
  }
}

/** What follows the base of an account of Token-2022, and the byte that says its kind: type, length, bytes, again. */
export function readExtensions({ data }: AccountState): { type: number; data: Uint8Array }[] {
  const found: { type: number; data: Uint8Array }[] = []
  let at = accountSize + 1
  while (at + 4 <= data.length) {
    const type = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8)
    const length = (data[at + 2] ?? 0) | ((data[at + 3] ?? 0) << 8)
    if (type === 0) break
    found.push({ type, data: data.subarray(at + 4, at + 4 + length) })
    at += 4 + length
  }
  return found
}

/** An address behind four bytes that say whether there is one. */
function option(data: Uint8Array, at: number): string | undefined {
  return readU32(data, at) === 1 ? toBase58(data.subarray(at + 4, at + 36)) : undefined
}

/** An amount as the API writes it. */
export function tokenAmount(amount: bigint, decimals: number) {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = fraction ? `${whole}.${fraction}` : whole
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}
