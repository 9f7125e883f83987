import type { SwapMeaning } from '@portico/core/kit'
import { base58 } from '../implementation/bytes.js'
import type { associatedTokenAddress } from '../implementation/curve.js'
import { parseTransaction } from '../implementation/message.js'
import { associatedTokenProgram, computeBudgetProgram, systemProgram, token2022Program, tokenProgram } from '../implementation/programs.js'
import { jupiterProgram, readRoute, type Route } from './jupiter.js'

/** The mint by which SOL is a token. */
export const wrappedSol = 'So11111111111111111111111111111111111111112'
/** What may be paid for being first, in lamports: a hundredth of a SOL. */
const mostPriority = 10_000_000n
/** Units of computing that an instruction has where nobody says how many, and a transaction at the most. */
const [unitsEach, unitsAtMost] = [200_000n, 1_400_000n]

export interface ReadSwapParameters {
  readonly transaction: Uint8Array
  /** Who is to swap. */
  readonly address: string
  /** What was ordered, by mint; undefined is SOL. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly derive: typeof associatedTokenAddress
}

/**
 * What a transaction says of money (S18): one swap by Jupiter's program, between the account's own token accounts of the tokens that were
 * ordered. Beside it nothing but what such a swap needs: token accounts of the account's own, SOL wrapped before it and unwrapped after it,
 * and the price of being first. Undefined for anything else: the account is the only one who signs, and what is not known may be anything.
 */
export function readSwap({ transaction, address, from, to, derive }: ReadSwapParameters): SwapMeaning | undefined {
  const { message } = parseTransaction(transaction) ?? {}
  if (!message || message.signers !== 1) return undefined
  const keys = message.accounts.map((key) => base58.encode(key))
  if (keys[0] !== address) return undefined
  const homes = (mint: string) => [tokenProgram, token2022Program].map((program) => derive({ owner: address, mint, tokenProgram: program }))
  const [solHome = ''] = homes(wrappedSol)

  let route: Route | undefined
  let wrapped = 0n
  let isUnwrapped = false
  let limit: bigint | undefined
  let price = 0n
  for (const { program, accounts, data } of message.instructions) {
    /** The address at a place of the instruction; undefined where a lookup table would say it. */
    const at = (place: number): string | undefined => keys[accounts[place] ?? -1]
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    const says = (...bytes: readonly number[]) => bytes.every((byte, index) => data[index] === byte)
    switch (keys[program]) {
      case computeBudgetProgram:
        if (says(2) && data.length === 5) limit = BigInt(view.getUint32(1, true))
        else if (says(3) && data.length === 9) price = view.getBigUint64(1, true)
        // How much of its accounts is loaded costs nothing.
        else if (!(says(4) && data.length === 5)) return undefined
        break
      case associatedTokenProgram:
        if (data.length > 1 || (data[0] ?? 0) > 1 || at(0) !== address || at(2) !== address) return undefined
        break
      case systemProgram:
        // Into one's own wrapped SOL, before the swap that it is for.
        if (!says(2, 0, 0, 0) || data.length !== 12 || at(0) !== address || at(1) !== solHome || route) return undefined
        wrapped += view.getBigUint64(4, true)
        break
      case tokenProgram:
        if (at(0) !== solHome || data.length !== 1) return undefined
        if (says(17)) break // SyncNative
        if (!says(9) || at(1) !== address || at(2) !== address || !route) return undefined
        isUnwrapped = true
        break
      case jupiterProgram: {
        const read = route ? undefined : readRoute(accounts, data, program)
        if (!read) return undefined
        route = read
        break
      }
      default:
        return undefined
    }
  }
  if (!route || keys[route.user] !== address) return undefined
  if (price * (limit ?? unitsOf(message.instructions.length)) > mostPriority * 1_000_000n) return undefined

  // Its own token accounts, so that nobody else's are paid from or into.
  const isHome = (place: number, mint = wrappedSol) => homes(mint).includes(keys[place] ?? '')
  if (!isHome(route.source, from) || !isHome(route.destination, to)) return undefined
  // SOL are wrapped for it, exactly, and do not stay so.
  if (wrapped !== (from === undefined ? route.units : 0n)) return undefined
  if (to === undefined ? !isUnwrapped : isUnwrapped && from !== undefined) return undefined
  return { from, to, units: route.units, minimum: route.minimum, recipient: address }
}

const unitsOf = (instructions: number): bigint => {
  const asked = unitsEach * BigInt(instructions)
  return asked < unitsAtMost ? asked : unitsAtMost
}
