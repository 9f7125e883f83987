import { type Log, OptionsError } from '@portico/service'
import type { Accounts } from '../account/accounts.js'
import { type Bundler, createBundler } from './bundler.js'
import { hostedMethods } from './hosted.js'
import { type Methods, bundlerMethods } from './methods.js'
import type { HostedBundler, OwnBundler } from './settings.js'

/** The bundlers of all chains that have one. */
export interface Bundlers {
  /** By CAIP-2 id. */
  readonly methods: ReadonlyMap<string, Methods>
  /** After the accounts have started: their tables are there then. */
  readonly start: () => void
  readonly close: () => Promise<void>
}

export interface BundlersParameters {
  bundlers: readonly (OwnBundler | HostedBundler)[]
  accounts: Accounts
  fetch: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
}

/** @throws OptionsError for a chain whose node nobody has named */
export function createBundlers({ bundlers, accounts, fetch, clock, log }: BundlersParameters): Bundlers {
  const own: Bundler[] = []
  const methods = new Map<string, Methods>()
  for (const settings of bundlers) {
    if ('url' in settings) {
      methods.set(settings.chain, hostedMethods({ url: settings.url, names: bundlerMethods, fetch }))
      continue
    }
    const at = accounts.chains.get(settings.chain)
    if (!at || !accounts.db) throw new OptionsError(`bundlers: ${settings.chain} is not among the chains`)
    const bundler = createBundler({ settings, node: at.node, db: accounts.db, clock, log })
    own.push(bundler)
    methods.set(settings.chain, bundler.methods)
  }
  return {
    methods,
    start: () => {
      for (const bundler of own) bundler.start()
    },
    close: async () => void (await Promise.all(own.map((bundler) => bundler.close()))),
  }
}
