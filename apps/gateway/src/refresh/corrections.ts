import { z } from 'zod'
import { chain, walletId } from '../wallets/schema.js'

const link = z.enum(['rdns', 'mobile_link', 'universal_link', 'desktop_link', 'webapp_link', 'app_store', 'play_store', 'chrome_store'])

const why = z.string().min(10)
/** Other names by which lists have it. */
const names = z.optional(z.array(z.string()))
const page = z.optional(z.string())
const pages = z.strictObject({ homepage: page, app_store: page, play_store: page, chrome_store: page })

/** What is known by hand, each with its reason. Keys are the ids of the package, those of `add` the ids of the data set. */
export const corrections = z.strictObject({
  /** Left out. */
  drop: z.record(z.string(), why),
  /** The same wallet as another listing, whose id it gets: what it adds is taken over. */
  same: z.record(z.string(), z.strictObject({ as: walletId, why })),
  /** Wallets that another list has, by the name there. */
  add: z.record(
    walletId,
    z.strictObject({ name: z.string(), aka: names, chains: z.optional(z.array(chain)), links: z.optional(pages), why }),
  ),
  /** Put right: another id, other chains, links that are not to be used. */
  change: z.record(
    z.string(),
    z.strictObject({
      id: z.optional(walletId),
      aka: names,
      chains: z.optional(z.array(chain)),
      without: z.optional(z.array(link)),
      why,
    }),
  ),
})
export type Corrections = z.output<typeof corrections>
