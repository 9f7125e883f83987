import type { FeeSpeed, NetworkId, SpeedChoice } from '@portico/core'
import type { Instruction } from './encode.js'
import { field, readUnits } from './json.js'
import { associatedTokenProgram, computeUnitLimit, computeUnitPrice, memoProgram, systemProgram } from './programs.js'
import type { Rpc } from './rpc.js'

/** What a compute unit costs beside the fee of the signature, by speed, in millionths of a lamport. */
export type Prices = Readonly<Record<FeeSpeed, bigint>>

/** Which percentile of what recent slots took a speed pays. */
const percentiles = { slow: 25, standard: 50, fast: 90 } as const
/** About how long a speed waits, in seconds: a slot takes 0.4. */
const waits = { slow: 10, standard: 2, fast: 1 } as const
const speeds: readonly FeeSpeed[] = ['slow', 'standard', 'fast']

/** What no endpoint may make a visitor pay for being first, in lamports. */
const highestPriority = 10_000_000n

/** What instructions take at the most, in compute units, with room for what programs become; of a token program half as much is usual. */
const limits: Readonly<Record<string, bigint>> = { [systemProgram]: 1_000n, [memoProgram]: 16_000n, [associatedTokenProgram]: 80_000n }
const tokenLimit = 20_000n
/** A memo is checked to be text, and written to the log. */
const perByte = 500n

/** What instructions may take, in compute units. */
export const unitsOf = (instructions: readonly Instruction[]): bigint =>
  instructions.reduce(
    (sum, { program, data }) => sum + (limits[program] ?? tokenLimit) + (program === memoProgram ? perByte * BigInt(data.length) : 0n),
    0n,
  )

/**
 * What recent slots took for a transaction that writes to some accounts, or to any (`getRecentPrioritizationFees`). All are 0 where
 * the network asks for nothing, and where a node does not tell.
 */
export async function pricesOf(
  rpc: Rpc,
  { networkId, writes = [], signal }: { readonly networkId: NetworkId; readonly writes?: readonly string[]; readonly signal?: AbortSignal },
): Promise<Prices> {
  const answer = await rpc.call({ networkId, method: 'getRecentPrioritizationFees', params: [writes], signal }).catch(() => undefined)
  const paid = (Array.isArray(answer) ? answer : [])
    .map((entry: unknown) => readUnits(field(entry, 'prioritizationFee')) ?? 0n)
    .toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const at = (speed: FeeSpeed) => paid[Math.floor(((paid.length - 1) * percentiles[speed]) / 100)] ?? 0n
  return { slow: at('slow'), standard: at('standard'), fast: at('fast') }
}

/** At which speeds the network can be paid now; none where it asks nobody for more than the fee of the signature. */
export function speedsOf({ fast }: Prices): readonly SpeedChoice[] {
  return fast > 0n ? speeds.map((speed) => ({ speed, seconds: waits[speed] })) : []
}

/** What being first costs at a price, in lamports: never beyond all reason. */
export function priorityOf(price: bigint, units: bigint): bigint {
  const cost = (price * units + 999_999n) / 1_000_000n
  return cost > highestPriority ? highestPriority : cost
}

/** Has a transaction pay so many lamports for being first, and not one more; nothing is added where it is none. */
export function withPriority(instructions: readonly Instruction[], lamports: bigint): readonly Instruction[] {
  if (lamports === 0n) return instructions
  const units = unitsOf(instructions)
  // The network rounds up what the price comes to.
  return [computeUnitLimit(units), computeUnitPrice((lamports * 1_000_000n) / units), ...instructions]
}
