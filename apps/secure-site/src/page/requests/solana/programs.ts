import { base58 } from '@scure/base'
import { readableText } from '../text.js'
import type { AccountUse, Instruction } from './transaction.js'

/** What an instruction does. Amounts are in the smallest unit. */
export type SolanaAction =
  | { readonly kind: 'sol'; readonly from: string; readonly to: string; readonly lamports: bigint }
  /** From and to token accounts; `mint` and `decimals` where the instruction says them. */
  | {
      readonly kind: 'token'
      readonly from: string
      readonly to: string
      readonly authority: string
      readonly units: bigint
      readonly mint?: string
      readonly decimals?: number
    }
  | {
      readonly kind: 'approve'
      readonly account: string
      readonly delegate: string
      readonly units: bigint
      readonly mint?: string
      readonly decimals?: number
    }
  /** Somebody else gets to decide over an account; `to` is undefined when nobody does any more. */
  | { readonly kind: 'authority'; readonly program: string; readonly account: string; readonly what: string; readonly to?: string }
  /** A harmless instruction with a name; `values` are addresses and amounts for the sentence. */
  | {
      readonly kind: 'known'
      readonly program: string
      readonly instruction: string
      readonly values: Readonly<Record<string, string>>
      readonly grave?: true
    }
  | { readonly kind: 'memo'; readonly text: string }
  | { readonly kind: 'unknown'; readonly program: string; readonly name?: string }

export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  memo1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
} as const

/** Bytes from the front, little-endian. Each throws for what is not there. */
class OtherShape extends Error {}
const other = (): never => {
  throw new OtherShape()
}

function createReader(data: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > data.length) return other()
    at += length
    return data.subarray(at - length, at)
  }
  const number = (size: number) => () => take(size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return {
    u8: () => Number(number(1)()),
    u32: () => Number(number(4)()),
    u64: number(8),
    address: () => base58.encode(take(32)),
    end: () => (at === data.length ? undefined : other()),
  }
}
type Reader = ReturnType<typeof createReader>

/** What an instruction does, by the programs that everybody uses; `unknown` for every other, and for what these do not have. */
export function decodeInstruction({ program, accounts, data }: Instruction): SolanaAction {
  const decode = decoders.get(program)
  if (!decode) return { kind: 'unknown', program }
  try {
    return decode(createReader(data), (index) => accounts[index]?.address ?? other(), { program, accounts, data })
  } catch (error) {
    if (error instanceof OtherShape) return { kind: 'unknown', program, name: nameOf(program) }
    throw error
  }
}

type Decode = (
  reader: Reader,
  account: (index: number) => string,
  instruction: { program: string; accounts: readonly AccountUse[]; data: Uint8Array },
) => SolanaAction

const names: ReadonlyMap<string, string> = new Map([
  [programs.system, 'System'],
  [programs.token, 'Token'],
  [programs.token2022, 'Token-2022'],
  [programs.associatedToken, 'Associated Token Account'],
  [programs.memo, 'Memo'],
  [programs.memo1, 'Memo'],
  [programs.computeBudget, 'Compute Budget'],
])
const nameOf = (program: string) => names.get(program) ?? ''

const system: Decode = (reader, account) => {
  const known = (instruction: string, values: Readonly<Record<string, string>>, grave?: true): SolanaAction => ({
    kind: 'known',
    program: 'System',
    instruction,
    values,
    ...(grave && { grave }),
  })
  switch (reader.u32()) {
    case 0: {
      const [lamports, , owner] = [reader.u64(), reader.u64(), reader.address()]
      reader.end()
      return known('createAccount', { account: account(1), lamports: String(lamports), owner })
    }
    case 1: {
      const owner = reader.address()
      reader.end()
      return { kind: 'authority', program: 'System', account: account(0), what: 'owner', to: owner }
    }
    case 2: {
      const lamports = reader.u64()
      reader.end()
      return { kind: 'sol', from: account(0), to: account(1), lamports }
    }
    // A nonce that does not expire: once signed, the transaction can be sent at any time.
    case 4:
      reader.end()
      return known('advanceNonceAccount', { account: account(0) }, true)
    case 5: {
      const lamports = reader.u64()
      reader.end()
      return { kind: 'sol', from: account(0), to: account(1), lamports }
    }
    case 7: {
      const to = reader.address()
      reader.end()
      return { kind: 'authority', program: 'System', account: account(0), what: 'nonce', to }
    }
    case 8:
      reader.u64()
      reader.end()
      return known('allocate', { account: account(0) })
    default:
      return other()
  }
}

const authorities = ['mint', 'freeze', 'owner', 'close']

const token: Decode = (reader, account, { program }) => {
  const name = nameOf(program)
  const known = (instruction: string, values: Readonly<Record<string, string>>): SolanaAction => {
    reader.end()
    return { kind: 'known', program: name, instruction, values }
  }
  switch (reader.u8()) {
    case 3: {
      const units = reader.u64()
      reader.end()
      return { kind: 'token', from: account(0), to: account(1), authority: account(2), units }
    }
    case 4: {
      const units = reader.u64()
      reader.end()
      return { kind: 'approve', account: account(0), delegate: account(1), units }
    }
    case 5:
      return known('revoke', { account: account(0) })
    case 6: {
      const kind = reader.u8()
      const hasNew = reader.u8()
      const to = hasNew === 1 ? reader.address() : hasNew === 0 ? undefined : other()
      reader.end()
      return {
        kind: 'authority',
        program: name,
        account: account(0),
        what: authorities[kind] ?? String(kind),
        ...(to !== undefined && { to }),
      }
    }
    case 8: {
      const units = reader.u64()
      return known('burn', { account: account(0), mint: account(1), units: String(units) })
    }
    case 9:
      return known('closeAccount', { account: account(0), to: account(1) })
    case 12: {
      const [units, decimals] = [reader.u64(), reader.u8()]
      reader.end()
      return { kind: 'token', from: account(0), mint: account(1), to: account(2), authority: account(3), units, decimals }
    }
    case 13: {
      const [units, decimals] = [reader.u64(), reader.u8()]
      reader.end()
      return { kind: 'approve', account: account(0), mint: account(1), delegate: account(2), units, decimals }
    }
    case 15: {
      const units = reader.u64()
      reader.u8()
      return known('burn', { account: account(0), mint: account(1), units: String(units) })
    }
    case 17:
      return known('syncNative', { account: account(0) })
    // Token-2022, transfer with a fee that is said: 26, 1.
    case 26: {
      if (program !== programs.token2022 || reader.u8() !== 1) return other()
      const [units, decimals] = [reader.u64(), reader.u8()]
      reader.u64()
      reader.end()
      return { kind: 'token', from: account(0), mint: account(1), to: account(2), authority: account(3), units, decimals }
    }
    default:
      return other()
  }
}

const associatedToken: Decode = (reader, account, { data }) => {
  // No data is the first form of 'create'; 2 recovers what is nested, which nobody asks for.
  const kind = data.length === 0 ? 0 : reader.u8()
  reader.end()
  if (kind !== 0 && kind !== 1) return other()
  const values = { payer: account(0), account: account(1), owner: account(2), mint: account(3) }
  return { kind: 'known', program: nameOf(programs.associatedToken), instruction: 'create', values }
}

const memo: Decode = (_reader, _account, { data }) => ({ kind: 'memo', text: readableText(data) ?? other() })

const computeBudget: Decode = (reader) => {
  const known = (instruction: string, value: bigint | number): SolanaAction => {
    reader.end()
    return { kind: 'known', program: nameOf(programs.computeBudget), instruction, values: { value: String(value) } }
  }
  switch (reader.u8()) {
    case 1:
      return known('requestHeapFrame', reader.u32())
    case 2:
      return known('setComputeUnitLimit', reader.u32())
    case 3:
      return known('setComputeUnitPrice', reader.u64())
    case 4:
      return known('setLoadedAccountsDataSizeLimit', reader.u32())
    default:
      return other()
  }
}

const decoders: ReadonlyMap<string, Decode> = new Map([
  [programs.system, system],
  [programs.token, token],
  [programs.token2022, token],
  [programs.associatedToken, associatedToken],
  [programs.memo, memo],
  [programs.memo1, memo],
  [programs.computeBudget, computeBudget],
])
