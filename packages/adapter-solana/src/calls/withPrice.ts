import type { Instruction } from '../implementation/encode.js'
import { priorityOf } from '../implementation/priority.js'
import { computeBudgetProgram, computeUnitPrice } from '../implementation/programs.js'

/** What a transaction may take at the most, and what a node allows for an instruction where nobody says, in compute units. */
const [mostUnits, usualUnits] = [1_400_000n, 200_000n]

/** Has instructions of any programs pay a price for being first; those that say themselves what they pay are left as they are. */
export function withPrice(instructions: readonly Instruction[], price: bigint): readonly Instruction[] {
  if (price === 0n || instructions.some(({ program }) => program === computeBudgetProgram)) return instructions
  const allowed = usualUnits * BigInt(instructions.length)
  const units = allowed < mostUnits ? allowed : mostUnits
  return [computeUnitPrice((priorityOf(price, units) * 1_000_000n) / units), ...instructions]
}
