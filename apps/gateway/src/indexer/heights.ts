import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

/** Milliseconds that a page waits for the index at most. */
const patience = 1000
/** Blocks that an index may be behind and still be waited for: one that fills up comes too late anyway. */
const nearby = 20
/** Milliseconds that a height is remembered: after that the index has it, or the chain is no longer that high. */
const remembered = 5000

/** What accounts were told lately, and at which block: what they see next is no older. */
export interface Heights {
  /** The balances of an account were read at a block, or before. */
  readonly tell: (address: string, block: number) => void
  /** Waits, for a second at most, until the index has what the account was told of. @param reached the newest block of the index */
  readonly wait: (address: string, reached: () => Promise<number | undefined>, signal: AbortSignal) => Promise<void>
}

export interface HeightsOptions {
  /** Milliseconds between two looks at how far the past is. 40 unless told. */
  readonly lookEvery?: number
}

/**
 * Balances are the chain's and the past is the index's, a moment behind: whoever saw coins come and then looks for where they are from
 * would look in vain, and not look again for half a minute.
 */
export function createHeights({ lookEvery = 40 }: HeightsOptions = {}): Heights {
  const told = new LRUCache<string, number>({ max: 10_000, ttl: remembered })
  return {
    tell: (address, block) => void told.set(address, block),
    wait: async (address, reached, signal) => {
      const block = told.get(address)
      if (block === undefined) return
      for (const until = performance.now() + patience; performance.now() < until; await pause(lookEvery, undefined, { signal })) {
        const number = await reached()
        if (number === undefined || number >= block || number < block - nearby) return
      }
    },
  }
}
