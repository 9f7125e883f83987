import type { Portico } from '../portico/createPortico.js'

/** A place for something that is there once for each portico, and nobody else's business. */
export interface Slot<T> {
  /** What a portico has there; made when first asked for. */
  (portico: Portico): T
  /** What it has there already, or undefined. Makes nothing. */
  readonly peek: (portico: Portico) => T | undefined
  readonly put: (portico: Portico, value: T) => void
  /** Empties it: who asks next has it made anew. */
  readonly clear: (portico: Portico) => void
}

/**
 * Declares something that each portico has one of: a loaded adapter, a timer, what is under way. Nothing is made until a portico
 * is asked for it, two porticos never share one, and only who imports the slot can reach it.
 * @example
 * const countOf = defineSlot('count', () => 0)
 * countOf.put(portico, countOf(portico) + 1)
 * @param name for whoever looks at `portico.slots` while debugging
 * @param make what is there at first
 */
export function defineSlot<T>(name: string, make: (portico: Portico) => T): Slot<T> {
  const key = Symbol(name)
  const held = ({ slots }: Portico) => slots.get(key) as T // nobody else has the key
  const slot = (portico: Portico) => {
    if (!portico.slots.has(key)) portico.slots.set(key, make(portico))
    return held(portico)
  }
  return Object.assign(slot, {
    peek: held,
    put: ({ slots }: Portico, value: T) => void slots.set(key, value),
    clear: ({ slots }: Portico) => void slots.delete(key),
  })
}
