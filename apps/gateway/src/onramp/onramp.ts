import { type Log, failureOf } from '@portico/service'
import { type Database, migrate, openDatabase } from '@portico/service/database'
import { type RateOutcome, createRates } from '@portico/service/rates'
import { digest, randomToken } from '@portico/service/secrets'
import type { SiwxSession } from '@portico/siwx/server'
import { bitcoinVerifier } from '@portico/siwx/server/bitcoin'
import { evmVerifier } from '@portico/siwx/server/evm'
import { solanaVerifier } from '@portico/siwx/server/solana'
import type { Accounts } from '../account/accounts.js'
import { addressOn, namespaceOf } from '../chains/address.js'
import { ProviderError } from '../providers/errors.js'
import { providerMigrations } from '../providers/migrations.js'
import { builtInCatalog } from './builtIn.js'
import { createCatalogs, type Catalogs } from './catalogs.js'
import { OnrampRefusedError } from './errors.js'
import { type Claim, type Ownership, createOwnership } from './ownership.js'
import { createPolling } from './polling.js'
import { createOnrampProvider } from './registry.js'
import { type NewOnrampSession, type OnrampSession, type Sessions, createSessions } from './sessions.js'
import type { OnrampSettings } from './settings.js'
import type { OnrampOpened, OnrampProvider } from './types.js'

/** Buying and selling, with whoever the operator has for it. */
export interface Onramp {
  readonly settings: OnrampSettings
  readonly providers: readonly OnrampProvider[]
  readonly accounts: Accounts
  readonly catalogs: Catalogs
  readonly ownership: Ownership
  readonly sessions: Sessions
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  /**
   * Opens a provider's page for an account that is shown to be the visitor's, and keeps a session of it.
   * @throws OnrampRefusedError, ProviderError
   */
  readonly begin: (
    parameters: BeginParameters,
  ) => Promise<{ readonly url: string; readonly session: string; readonly grant: string | undefined }>
  /** A session as its provider knows it now, where that is worth asking. @throws OnrampRefusedError */
  readonly look: (id: string) => Promise<OnrampSession>
  /** Of an account, in any writing: what was paid for, the newest first. */
  readonly ofAccount: (address: string, network: string | undefined) => Promise<readonly OnrampSession[]>
  /** Brings the database up to date, and begins to look after what is under way. @throws DatabaseError */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface BeginParameters extends Pick<NewOnrampSession, 'kind' | 'asset' | 'network' | 'address'> {
  readonly provider: OnrampProvider
  readonly claim: Omit<Claim, 'network' | 'address'>
  readonly open: (session: string) => Promise<OnrampOpened>
}

export interface OnrampParameters {
  settings: OnrampSettings
  accounts: Accounts
  /** A `postgres://` URL or a file: the gateway's own. */
  database: string
  /** Nodes of EVM chains that signing in knows, by CAIP-2 id. */
  rpcUrls: Readonly<Record<string, string>>
  sessionsOfToken: (token: string) => Promise<readonly SiwxSession[]>
  fetch: typeof fetch
  clock: () => number
  log: Log
}

const sweepMs = 600_000

/** @throws OptionsError, DatabaseError */
export function createOnramp(parameters: OnrampParameters): Onramp {
  const { settings, accounts, database, sessionsOfToken, fetch, clock, log } = parameters
  const providers = settings.providers.map((options) => createOnrampProvider({ options, fetch, clock, log }))
  const db: Database = openDatabase(database)
  const chains = [...accounts.chains.values()].map(({ chain }) => chain)
  const followed = Object.fromEntries(
    chains.flatMap(({ id, rpc: [url] }) => (id.startsWith('eip155:') && url !== undefined ? [[id, url]] : [])),
  )
  const rpcUrls = { ...settings.rpcUrls, ...parameters.rpcUrls, ...followed }
  const isServed = (network: string): boolean => !network.startsWith('eip155:') || Object.hasOwn(rpcUrls, network)
  const verifiers = { eip155: evmVerifier({ rpcUrls, fetch }), solana: solanaVerifier(), bip122: bitcoinVerifier() }
  const ownership = createOwnership({ db, verifiers, origins: settings.origins, sessionsOfToken, clock })
  const sessions = createSessions({ db, clock, pollMs: settings.pollMs })
  const rates = createRates({ db, clock, newId: () => randomToken(16) })
  const catalogs = createCatalogs({ providers, builtIn: builtInCatalog(chains), isServed, clock, log })
  const polling = createPolling({ sessions, providers, pollMs: settings.pollMs, clock, log })
  let timer: NodeJS.Timeout | undefined

  const sweep = async (): Promise<void> => {
    try {
      await Promise.all([sessions.sweep(), ownership.sweep(), rates.sweep()])
    } catch (error) {
      log('error', 'onramp.sweep', failureOf(error))
    }
  }
  const count = (network: string, address: string): Promise<RateOutcome> => {
    const namespace = namespaceOf(network)
    const key = `onramp:${digest(`${namespace}:${addressOn(namespace, address) ?? address}`)}`
    return rates.take([{ key, limits: [{ limit: settings.urlsPerTenMinutes, seconds: 600 }] }])
  }
  return {
    settings,
    providers,
    accounts,
    catalogs,
    ownership,
    sessions,
    clock,
    log,
    begin: async ({ kind, asset, network, address, provider, claim, open }) => {
      if (addressOn(namespaceOf(network), address) === undefined) throw new OnrampRefusedError('address')
      const grant = await ownership.check({ ...claim, network, address })
      const rate = await count(network, address)
      if (rate.status === 'refused') throw new OnrampRefusedError('rate', { retryAfter: rate.retryAfter })
      const session = randomToken()
      const { url, reference, paymentTotal, purchaseAmount } = await open(session)
      if (!isOwnPage(url, provider.pages)) throw new ProviderError('malformed', `${provider.kind} names a page that is not its own.`)
      const facts = { id: session, kind, provider: provider.kind, reference, network, address, asset }
      await sessions.add({ ...facts, paymentTotal, purchaseAmount })
      return { url: new URL(url).href, session, grant }
    },
    look: async (id) => {
      const session = await sessions.find(id)
      if (!session) throw new OnrampRefusedError('session')
      if (!(await sessions.claim(session))) return session
      await polling.ask(session)
      return (await sessions.find(id)) ?? session
    },
    ofAccount: async (address, network) => {
      const written = ['eip155', 'solana', 'bip122'].flatMap((namespace) => addressOn(namespace, address) ?? [])
      const lists = await Promise.all([...new Set(written)].map((account) => sessions.ofAccount(account, network)))
      return lists.flat().toSorted((a, b) => b.createdAt - a.createdAt)
    },
    start: async () => {
      await migrate(db, providerMigrations)
      polling.start()
      timer = setInterval(() => void sweep(), sweepMs).unref()
    },
    close: async () => {
      clearInterval(timer)
      await polling.close()
      await db.destroy()
    },
  }
}

/** Whether a page is one of its provider's: by https, or http on this machine, and nothing that the browser would take for more (S19). */
export function isOwnPage(text: string, pages: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, username, password } = new URL(text)
  // The origin of a blob is that of the page which made it.
  return /^https?:$/.test(protocol) && username === '' && password === '' && pages.includes(origin)
}
