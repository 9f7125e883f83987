import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'

/** Slots for which a transaction may name a blockhash (`MAX_PROCESSING_AGE` of Agave). */
export const blockhashLifetime = 150

/** The blockhashes that are good now. */
export interface Blockhashes {
  /** The hash of a slot: always the same for a genesis hash and a slot. */
  at(slot: number): string
  /** Whether a hash belongs to one of the last 151 slots, the newest being `slot`. */
  isValid(hash: string, slot: number): boolean
  /** The hashes that are good at a slot, newest first. */
  recent(slot: number): { slot: number; hash: string }[]
}

/** The runtime never changes its blockhash by itself and would take two equal transfers for one, so this table decides. */
export function createBlockhashes(genesisHash: string): Blockhashes {
  const slots = new Map<string, number>()
  let filledTo = -1

  const at = (slot: number): string => base58.encode(sha256(new TextEncoder().encode(`${genesisHash}:${slot}`)))
  const fill = (slot: number): void => {
    if (slot < filledTo) {
      slots.clear()
      filledTo = -1
    }
    for (let next = Math.max(filledTo + 1, slot - blockhashLifetime); next <= slot; next += 1) slots.set(at(next), next)
    filledTo = slot
    for (const [hash, of] of slots) {
      if (of >= slot - blockhashLifetime) break
      slots.delete(hash)
    }
  }
  const isValid = (hash: string, slot: number): boolean => {
    fill(slot)
    return slots.has(hash)
  }
  const recent = (slot: number): { slot: number; hash: string }[] => {
    fill(slot)
    return [...slots].map(([hash, of]) => ({ hash, slot: of })).reverse()
  }
  return { at, isValid, recent }
}
