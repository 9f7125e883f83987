import * as z from 'zod/mini'
import type { PageStore } from './store.js'

const storedAs = 'rotation'
const rotation = z.object({ target: z.number().check(z.int(), z.nonnegative()), sent: z.record(z.string(), z.number()) })

/** A change of the smart account's key that goes from network to network. The chains say where it is done; this is the rest. */
export interface Rotation {
  /** Which key of the wallet the account is being given, counted from 0, the first. */
  readonly target: number
  /** When the change was sent, by CAIP-2 id: milliseconds since 1970. */
  readonly sent: Readonly<Record<string, number>>
}

/** What was begun in this browser, over reloads. */
export async function readRotation(store: PageStore): Promise<Rotation> {
  return rotation.safeParse(await store.get(storedAs)).data ?? { target: 0, sent: {} }
}

export const noteRotation = (store: PageStore, next: Rotation): Promise<void> => store.set(storedAs, next)

/** After a sign-out: nobody's change stays. */
export const forgetRotation = (store: PageStore): Promise<void> => store.remove(storedAs)
