import { cells } from './cells.js'
import type { Outcome } from './runRow.js'

/** Outcomes of a row as they come, for those who wait for each. */
export interface Board {
  readonly tell: (outcome: Outcome) => void
  /** Resolves once the cell has ended. */
  readonly outcomeOf: (cell: string) => Promise<Outcome>
}

export function createBoard(): Board {
  const waiting = new Map<string, { readonly promise: Promise<Outcome>; readonly resolve: (outcome: Outcome) => void }>()
  for (const { name } of cells) {
    let resolve: (outcome: Outcome) => void = () => {}
    const promise = new Promise<Outcome>((settle) => (resolve = settle))
    waiting.set(name, { promise, resolve })
  }
  return {
    tell: (outcome) => waiting.get(outcome.cell)?.resolve(outcome),
    outcomeOf: (cell) => waiting.get(cell)?.promise ?? Promise.reject(new Error(`There is no cell ${cell}.`)),
  }
}
