import { InvalidOptionError } from '@portico/core'
import { unsigned, type Instruction } from '../implementation/encode.js'
import { transactionLimit } from '../implementation/message.js'

/**
 * Puts instructions into as few transactions as hold them, in their order. `write` makes a message of some of them.
 * @returns messages to sign
 * @throws InvalidOptionError for a call that fits into no transaction
 */
export function pack(instructions: readonly Instruction[], write: (some: readonly Instruction[]) => Uint8Array): readonly Uint8Array[] {
  const lengthOf = (some: readonly Instruction[]) => unsigned(write(some)).length
  const groups: Instruction[][] = []
  instructions.forEach((instruction, at) => {
    const group = groups.at(-1)
    if (group && lengthOf([...group, instruction]) <= transactionLimit) return void group.push(instruction)
    const length = lengthOf([instruction])
    if (length > transactionLimit)
      throw new InvalidOptionError({
        option: `calls[${at}]`,
        problem: `it takes ${length} bytes, and a transaction holds ${transactionLimit}: use signTransactions, with a lookup table for its accounts`,
      })
    groups.push([instruction])
  })
  return groups.map(write)
}
