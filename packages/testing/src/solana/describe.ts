import type { SolanaInstruction, SolanaMessage } from './transaction.js'

const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

const programs = new Map([
  [SYSTEM, 'System Program'],
  [TOKEN, 'Token Program'],
  [TOKEN_2022, 'Token-2022 Program'],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'Associated Token Account Program'],
  ['ComputeBudget111111111111111111111111111111', 'Compute Budget Program'],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo Program'],
])

/** What a message would do, for a person to read: transfers with amount and recipient, else the program that is called (S16). */
export function describeMessage(message: SolanaMessage): string {
  const steps = message.instructions.map((instruction) => describe(instruction, message.accounts))
  return steps.length === 0 ? 'nothing' : steps.join(', ')
}

function describe({ program, accounts, data }: SolanaInstruction, all: readonly string[]): string {
  const account = (position: number) => all[accounts[position] ?? -1] ?? 'an account of a lookup table'
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (program === SYSTEM && data.length === 12 && view.getUint32(0, true) === 2) {
    return `transfer ${toDecimal(view.getBigUint64(4, true), 9)} SOL to ${account(1)}`
  }
  if ((program === TOKEN || program === TOKEN_2022) && data.length === 10 && data[0] === 12) {
    return `transfer ${toDecimal(view.getBigUint64(1, true), data[9] ?? 0)} of the token ${account(1)} to ${account(2)}`
  }
  return `call the ${programs.get(program) ?? `unknown program ${program}`}`
}

function toDecimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
