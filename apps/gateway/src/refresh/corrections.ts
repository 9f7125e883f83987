import { z } from 'zod'
import { chain, walletId } from '../wallets/schema.js'

const link = z.enum(['rdns', 'mobile_link', 'universal_link', 'desktop_link', 'webapp_link', 'app_store', 'play_store', 'chrome_store'])

/** What is known by hand, each with its reason. Keys are the ids of the package. */
export const corrections = z.strictObject({
  /** Left out. */
  drop: z.record(z.string(), z.string().min(10)),
  /** Put right: another id, other chains, links that are not to be used. */
  change: z.record(
    z.string(),
    z.strictObject({
      id: z.optional(walletId),
      chains: z.optional(z.array(chain)),
      without: z.optional(z.array(link)),
      why: z.string().min(10),
    }),
  ),
})
export type Corrections = z.output<typeof corrections>
