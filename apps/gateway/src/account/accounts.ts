import type { Log } from '@portico/service'
import { type Database, migrate, openDatabase } from '@portico/service/database'
import type { Chain } from '../chains/chains.js'
import { createDescribe } from '../nfts/describe.js'
import { createDraw } from '../pictures/draw.js'
import { type OutsideOptions, createOutside } from '../pictures/outside.js'
import { type OwnPictures, createOwnPictures } from '../pictures/own.js'
import { type Pictures, createPictures } from '../pictures/pictures.js'
import { type FallThrough, fallThrough } from '../providers/fallThrough.js'
import { providerMigrations } from '../providers/migrations.js'
import { createProvider } from '../providers/registry.js'
import { type Node, createNode } from '../rpc/node.js'

/** A chain that accounts are asked about, with whoever answers. */
export interface AccountChain {
  readonly chain: Chain
  readonly node: Node
  /** Where transactions are sent. */
  readonly sender: Node
  readonly sources: FallThrough
}

/** The account half of the gateway. */
export interface Accounts {
  /** By CAIP-2 id, in the order of the configuration. */
  readonly chains: ReadonlyMap<string, AccountChain>
  /** Those that chains name; undefined where there are no chains. */
  readonly pictures: Pictures | undefined
  /** What clients get in the place of the pictures that sources name. */
  readonly own: OwnPictures
  /** Where what is known of the chains is kept; undefined where there are no chains. */
  readonly db: Database | undefined
  /** Opens the database and starts to follow the chains; again and again the same. @throws DatabaseError, OperatorError */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface AccountsParameters {
  readonly chains: readonly Chain[]
  /** A `postgres://` URL or a file. Not opened where there are no chains. */
  readonly database: string
  readonly fetch: typeof fetch
  /** Origin that browsers know the gateway by. */
  readonly publicUrl?: string | undefined
  /** How pictures and metadata of strangers are reached. */
  readonly outside?: OutsideOptions | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

/** @throws OptionsError for a provider that can't be made, DatabaseError */
export function createAccounts({ chains, database, fetch, publicUrl, outside: outsideOptions, clock, log }: AccountsParameters): Accounts {
  if (chains.length === 0)
    return {
      chains: new Map(),
      pictures: undefined,
      own: createOwnPictures(undefined),
      db: undefined,
      start: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }
  const db = openDatabase(database)
  const outside = createOutside(outsideOptions)
  const pictures = createPictures({ db, outside, draw: createDraw(), publicUrl })
  const describe = createDescribe({ db, outside, clock })
  const made = chains.map((chain) => {
    const node = createNode({ urls: chain.rpc, fetch })
    const sender = chain.privateRpc ? createNode({ urls: chain.privateRpc, fetch }) : node
    const providers = chain.providers.map((options) => createProvider({ chain, options, db, node, fetch, describe, clock, log }))
    return { chain, node, sender, providers, sources: fallThrough({ providers, clock, log }) }
  })
  const providers = made.flatMap((each) => each.providers)
  let starting: Promise<void> | undefined
  const start = async (): Promise<void> => {
    await migrate(db, providerMigrations)
    await Promise.all(providers.map(async (provider) => await provider.start?.()))
  }
  return {
    chains: new Map(made.map((each) => [each.chain.id, each])),
    pictures,
    own: createOwnPictures(pictures),
    db,
    start: () => (starting ??= start()),
    close: async () => {
      await starting?.catch(() => {})
      await Promise.all(providers.map(async (provider) => await provider.close?.()))
      await db.destroy()
    },
  }
}
