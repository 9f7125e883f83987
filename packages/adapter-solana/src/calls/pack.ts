import { InvalidOptionError } from '@portico/core'
import { isSame } from '../implementation/bytes.js'
import { unsigned, type Instruction } from '../implementation/encode.js'
import { transactionLimit } from '../implementation/message.js'
import { memo } from '../implementation/programs.js'

/** How long a memo is that tells two transactions apart, with the address of its program, in bytes. */
const markLength = 40

/**
 * Puts instructions into as few transactions as hold them, in their order. `write` makes a message of some of them. The network takes
 * two that are the same to the byte for one: each but the first then has a memo of its own.
 * @returns messages to sign
 * @throws InvalidOptionError for a call that fits into no transaction
 */
export function pack(
  instructions: readonly Instruction[],
  write: (some: readonly Instruction[]) => Uint8Array,
  room = 0,
): readonly Uint8Array[] {
  const limit = transactionLimit - room
  const lengthOf = (some: readonly Instruction[]) => unsigned(write(some)).length
  const groups: Instruction[][] = []
  instructions.forEach((instruction, at) => {
    const group = groups.at(-1)
    if (group && lengthOf([...group, instruction]) <= limit) return void group.push(instruction)
    const length = lengthOf([instruction])
    if (length > limit)
      throw new InvalidOptionError({
        option: `calls[${at}]`,
        problem: `it takes ${length} bytes, and a transaction holds ${limit}: use signTransactions, with a lookup table for its accounts`,
      })
    groups.push([instruction])
  })
  const messages = groups.map(write)
  const before = messages.map((message, at) => messages.slice(0, at).filter((other) => isSame(other, message)).length)
  if (before.every((count) => count === 0)) return messages
  if (room === 0) return pack(instructions, write, markLength)
  return groups.map((group, at) => write(before[at] ? [...group, memo(String(before[at]))] : group))
}
