import { isNetworkId, type NetworkId } from '@portico/core'
import * as z from 'zod/mini'
import type { Batch, Batches } from '../types.js'
import type { PageStore } from './store.js'

const storedAs = 'batches'
/** Batches that are remembered: more than ten a minute are not asked for, and a site asks soon. */
const most = 100

const batch = z.object({
  id: z.string(),
  networkId: z.custom<NetworkId>(isNetworkId),
  from: z.string(),
  nonce: z.number(),
  calls: z.number(),
  hashes: z.array(z.string()),
  stopped: z.boolean(),
  at: z.number(),
})

/** What became of batches, over reloads. */
export async function openBatches(store: PageStore): Promise<Batches & { readonly forget: () => Promise<void> }> {
  let kept: readonly Batch[] = z.array(batch).safeParse(await store.get(storedAs)).data ?? []
  return {
    find: (id) => kept.find((each) => each.id === id),
    async keep(next) {
      kept = [next, ...kept.filter(({ id }) => id !== next.id)].slice(0, most)
      await store.set(storedAs, kept)
    },
    /** After a sign-out: nobody's batches stay. */
    async forget() {
      kept = []
      await store.remove(storedAs)
    },
  }
}
