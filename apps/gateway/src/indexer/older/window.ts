/** How many blocks a node is asked about at a time. */
export interface Window {
  readonly size: () => number
  /** So many blocks were too many, or had too much in them. */
  readonly refused: (blocks: number) => void
  readonly answered: () => void
}

const first = 1000
const widest = 1_000_000
/** Answers after which what was refused is tried once more: other blocks have less in them. */
const patience = 32

/** Half of what a node refused, twice of what it answered: nodes have limits of many kinds, and tell them in words alone. */
export function createWindow(): Window {
  let size = first
  let most = widest
  let answers = 0
  return {
    size: () => size,
    refused: (blocks) => {
      most = Math.max(1, Math.floor(blocks / 2))
      size = most
      answers = 0
    },
    answered: () => {
      answers += 1
      if (answers % patience === 0) most = Math.min(widest, most * 2)
      size = Math.min(most, size * 2)
    },
  }
}
