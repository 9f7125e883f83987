import { base58, concat } from './bytes.js'

/** An account that an instruction uses, in base58. */
export interface AccountUse {
  readonly address: string
  readonly signs?: boolean
  readonly writable?: boolean
}

export interface Instruction {
  readonly program: string
  readonly accounts: readonly AccountUse[]
  readonly data: Uint8Array
}

/** Compact-u16: seven bits for each byte. */
export function compactLength(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest & 127) | 128)
  }
}

/**
 * Writes a legacy message, or one of version 0 that looks up no accounts: the payer, then signers before others and writable accounts before read-only ones. Accounts of
 * one kind are in the order that `@solana/web3.js` and `@solana/kit` use, so that all three write the same bytes.
 */
export function encodeMessage({
  version = 'legacy',
  payer,
  blockhash,
  instructions,
}: {
  readonly version?: 'legacy' | 0
  readonly payer: string
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
}): Uint8Array {
  const uses = new Map<string, Required<AccountUse>>()
  const add = ({ address, signs = false, writable = false }: AccountUse) => {
    const known = uses.get(address)
    uses.set(address, { address, signs: signs || !!known?.signs, writable: writable || !!known?.writable })
  }
  add({ address: payer, signs: true, writable: true })
  for (const { program, accounts } of instructions) {
    accounts.forEach(add)
    add({ address: program })
  }

  const order = new Intl.Collator('en', { caseFirst: 'lower' })
  const rank = ({ address, signs, writable }: Required<AccountUse>) => (address === payer ? 0 : (signs ? 1 : 3) + (writable ? 0 : 1))
  const sorted = [...uses.values()].toSorted((one, other) => rank(one) - rank(other) || order.compare(one.address, other.address))
  const count = (isCounted: (use: Required<AccountUse>) => boolean) => sorted.filter(isCounted).length
  const indexOf = (wanted: string) => sorted.findIndex(({ address }) => address === wanted)

  return concat(
    version === 0 ? [versionMark] : [],
    [count(({ signs }) => signs), count(({ signs, writable }) => signs && !writable), count(({ signs, writable }) => !signs && !writable)],
    compactLength(sorted.length),
    ...sorted.map(({ address }) => base58.decode(address)),
    base58.decode(blockhash),
    compactLength(instructions.length),
    ...instructions.flatMap(({ program, accounts, data }) => [
      [indexOf(program)],
      compactLength(accounts.length),
      accounts.map(({ address }) => indexOf(address)),
      compactLength(data.length),
      data,
    ]),
    version === 0 ? [0] : [],
  )
}

/** First byte of a message of version 0. In a legacy one stands there how many sign, which are fewer. */
const versionMark = 128

/** Puts signatures before a message. */
export const encodeTransaction = (signatures: readonly Uint8Array[], message: Uint8Array): Uint8Array =>
  concat(compactLength(signatures.length), ...signatures, message)

/** A transaction that nobody has signed yet. */
export const unsigned = (message: Uint8Array): Uint8Array =>
  encodeTransaction(
    Array.from({ length: message[message[0] === versionMark ? 1 : 0] ?? 0 }, () => new Uint8Array(64)),
    message,
  )
