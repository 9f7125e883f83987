import { type Log, OptionsError } from '@portico/service'
import type { Accounts } from '../account/accounts.js'
import { hostedMethods } from '../bundler/hosted.js'
import type { Methods } from '../bundler/methods.js'
import { type Paymaster, createPaymaster, guardHosted, paymasterMethods } from './paymaster.js'
import type { Prices } from '../prices/prices.js'
import type { Sponsoring } from './settings.js'
import { createTokenRates } from './tokenFee.js'

/** The paymasters of all chains that have one. */
export interface Sponsors {
  /** By CAIP-2 id. */
  readonly methods: ReadonlyMap<string, Methods>
  /** After the accounts have started: their tables are there then. */
  readonly start: () => void
  readonly close: () => Promise<void>
}

export interface SponsorsParameters {
  /** Undefined where nobody pays. */
  sponsoring: Sponsoring | undefined
  accounts: Accounts
  prices: Prices
  fetch: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
}

/** @throws OptionsError for a chain whose node nobody has named */
export function createSponsors({ sponsoring, accounts, prices, fetch, clock, log }: SponsorsParameters): Sponsors {
  const own: Paymaster[] = []
  const methods = new Map<string, Methods>()
  for (const settings of sponsoring?.paymasters ?? []) {
    const at = accounts.chains.get(settings.chain)
    if (!at || !accounts.db || !sponsoring) throw new OptionsError(`sponsoring: ${settings.chain} is not among the chains`)
    const rates = createTokenRates({ at, prices })
    if ('url' in settings) {
      const hosted = hostedMethods({ url: settings.url, names: paymasterMethods, fetch })
      methods.set(settings.chain, guardHosted(hosted, { sponsoring, node: at.node, rates, chain: settings.chain }))
      continue
    }
    const paymaster = createPaymaster({ settings, sponsoring, node: at.node, rates, db: accounts.db, clock, log })
    own.push(paymaster)
    methods.set(settings.chain, paymaster.methods)
  }
  return {
    methods,
    start: () => {
      for (const paymaster of own) paymaster.start()
    },
    close: async () => void (await Promise.all(own.map((paymaster) => paymaster.close()))),
  }
}
