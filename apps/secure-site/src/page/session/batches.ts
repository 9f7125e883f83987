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
  operation: z.exactOptional(z.string()),
  accepted: z.exactOptional(z.literal(true)),
  atomic: z.exactOptional(z.literal(true)),
})

/** What became of batches, over reloads. */
export async function openBatches(store: PageStore): Promise<Batches & { readonly forget: () => Promise<void> }> {
  let kept: readonly Batch[] = []
  /** Another tab of the site writes to the same place. */
  const read = async () => (kept = z.array(batch).safeParse(await store.get(storedAs)).data ?? [])
  await read()
  return {
    find: (id) => kept.find((each) => each.id === id),
    latest: async (networkId, from) => (await read()).find((each) => each.networkId === networkId && each.from === from),
    async keep(next) {
      await read()
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
