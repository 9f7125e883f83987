import { join } from 'node:path'
import { type Log, OptionsError, createLog, folderWith, inWords } from '@portico/service'
import {
  type MetricsAddress,
  createListener,
  createMetricsListener,
  createServiceMetrics,
  isHostOrigin,
  metricsAddressSchema,
} from '@portico/service/http'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Accounts, createAccounts } from './account/accounts.js'
import { createAnalytics } from './analytics/analytics.js'
import { type AnalyticsOptions, readAnalytics } from './analytics/settings.js'
import { createApp } from './app.js'
import { createBundlers } from './bundler/bundlers.js'
import { mergeMethods } from './bundler/methods.js'
import { type BundlerOptions, readBundlers } from './bundler/settings.js'
import { type ChainOptions, readChains } from './chains/chains.js'
import { DataSetError } from './errors.js'
import { type Names, createNames } from './names/names.js'
import { type NamesOptions, readNames } from './names/settings.js'
import { createOnramp } from './onramp/onramp.js'
import { type OnrampOptions, readOnramp } from './onramp/settings.js'
import type { OutsideOptions } from './pictures/outside.js'
import { type SponsoringOptions, readSponsoring } from './paymaster/settings.js'
import { createSponsors } from './paymaster/sponsors.js'
import { guardPermissions } from './permissions/guardPermissions.js'
import { createPrices } from './prices/prices.js'
import { type SiwxSettings, siwxSettingsSchema } from './siwx/settings.js'
import { createSignIn } from './siwx/signIn.js'
import { createSwaps } from './swap/swaps.js'
import { type WalletData, readWalletData } from './wallets/dataSet.js'
import { applyOverlay } from './wallets/overlay.js'

export interface GatewayOptions {
  /** Where it listens. 127.0.0.1 unless told. */
  host?: string
  /** 9100 unless told; 0 takes any that is free. */
  port?: number
  /** The folder of the data set. The one of this package unless told. */
  data?: string
  /** The file of the operator's own changes to it: wallets added, hidden, put first, with other logos. None unless told. */
  overlay?: string
  /** Ids of the wallets that this gateway's operator calls certified. None unless told: the data set says nothing of it. */
  certified?: readonly string[]
  /** Signs visitors in, for a site that has no server. Not there unless told. */
  siwx?: SiwxSettings
  /** The chains that accounts are asked about. None unless told: then nothing is known about any account. */
  chains?: readonly ChainOptions[]
  /** Who brings operations of smart accounts to the chains (ERC-4337). Nobody unless told. */
  bundlers?: readonly BundlerOptions[]
  /** Who pays for operations, and for which (ERC-7677). Nobody unless told. */
  sponsoring?: SponsoringOptions
  /** Counts the errors that pages tell of (`POST /e`). Not there unless told. */
  analytics?: AnalyticsOptions
  /** Names that visitors register below the operator's. Not there unless told; needs a chain of Ethereum's kind. */
  names?: NamesOptions
  /** Who sells coins for money. Nobody unless told. */
  onramp?: OnrampOptions
  /** Origin of the embedded wallet: operations that use a permission which was stopped there are refused. Nobody is asked unless told. */
  wallet?: string
  /** Where what is read of the chains, and what is counted, is kept: a `postgres://` URL or a file. `portico-gateway.sqlite` in the current folder unless told. */
  database?: string
  /** URL that browsers know the gateway by, with the path where a proxy has it below one: addresses of pictures begin with it. Paths unless told. */
  publicUrl?: string
  /** How pictures and metadata that chains name are reached. */
  outside?: OutsideOptions
  /** Where `GET /metrics`, and `GET /errors` where they are counted, is answered, for the operator alone. Nowhere unless told. */
  metrics?: MetricsAddress
  /** Log warnings and errors alone. */
  quiet?: boolean
}

export interface Gateway {
  /** The routes alone, for a process that listens by itself. */
  app: Hono
  /** Where its numbers are, once it listens: `http://127.0.0.1:9190`. Undefined unless asked for. */
  readonly metricsUrl: string | undefined
  /** Starts to listen, and to follow its chains, and tells where: `http://127.0.0.1:9100`. @throws ListenError, DatabaseError */
  listen(): Promise<string>
  /** Takes no more connections, lets what is under way end for five seconds, and cuts the rest. */
  close(): Promise<void>
}

const optionsSchema = z.object({
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(9100),
  data: z.optional(z.string().min(1)),
  overlay: z.optional(z.string().min(1)),
  certified: z.array(z.string()).default([]),
  siwx: z.optional(siwxSettingsSchema),
  chains: z.array(z.unknown()).default([]),
  bundlers: z.array(z.unknown()).default([]),
  sponsoring: z.optional(z.unknown()),
  analytics: z.optional(z.unknown()),
  names: z.optional(z.unknown()),
  onramp: z.optional(z.unknown()),
  wallet: z.optional(z.string().refine(isHostOrigin, 'is not an origin such as https://wallet.example (http on localhost alone)')),
  database: z.string().min(1).default('portico-gateway.sqlite'),
  publicUrl: z.optional(
    z
      .url({ protocol: /^https?$/, error: 'is not a URL such as https://api.example' })
      .refine((url) => !/[?#]/.test(url), 'has a query or a fragment')
      // Below a path as well: without it, the addresses of pictures would lead past the gateway.
      .transform((url) => new URL(url).href.replace(/\/$/, '')),
  ),
  outside: z.optional(z.object({ ipfs: z.optional(z.url()), arweave: z.optional(z.url()), allowPrivate: z.optional(z.boolean()) })),
  metrics: z.optional(metricsAddressSchema),
  quiet: z.boolean().default(false),
})

/**
 * The gateway: the directory of wallets, what accounts own and did, and signing in where that is asked for. Reads its data and listens
 * to nothing yet.
 * @example const gateway = createGateway({ port: 9100 }); const url = await gateway.listen()
 * @throws OptionsError, DataSetError, DatabaseError
 */
export function createGateway(options: GatewayOptions = {}): Gateway {
  const parsed = optionsSchema.safeParse(options, inWords())
  if (!parsed.success) throw new OptionsError(z.prettifyError(parsed.error))
  const { host, port, certified, siwx, metrics: metricsAt, quiet, database, publicUrl, outside, wallet } = parsed.data
  const listed = readWalletData(parsed.data.data ?? ownData())
  const wallets = parsed.data.overlay === undefined ? listed : applyOverlay(listed, parsed.data.overlay)
  const ids = new Set(wallets.wallets.map(({ id }) => id))
  const strangers = certified.filter((id) => !ids.has(id))
  if (strangers.length > 0) throw new OptionsError(`certified names wallets that are not listed: ${strangers.join(', ')}`)

  const log = createLog({ quiet, service: 'gateway' })
  let open = true
  const metrics = createServiceMetrics()
  const signIn = siwx && createSignIn(siwx, { log })
  const clock = Date.now
  const accounts = createAccounts({ chains: readChains(parsed.data.chains), database, fetch, publicUrl, outside, clock, log })
  const prices = createPrices(clock)
  const swaps = createSwaps({ accounts, prices, fetch, clock, log })
  const bundlers = createBundlers({ bundlers: readBundlers(parsed.data.bundlers), accounts, fetch, clock, log })
  const sponsoring = parsed.data.sponsoring === undefined ? undefined : readSponsoring(parsed.data.sponsoring)
  const sponsors = createSponsors({ sponsoring, accounts, prices, fetch, clock, log })
  const methods = mergeMethods(bundlers.methods, sponsors.methods)
  const operations = wallet === undefined ? methods : guardPermissions({ methods, wallet, fetch })
  const analytics =
    parsed.data.analytics === undefined
      ? undefined
      : createAnalytics({ settings: readAnalytics(parsed.data.analytics), database, fetch, clock, log })
  const names = parsed.data.names === undefined ? undefined : openNames(parsed.data, { accounts, wallets, log })
  const onramp =
    parsed.data.onramp === undefined
      ? undefined
      : createOnramp({
          settings: readOnramp(parsed.data.onramp),
          accounts,
          database,
          rpcUrls: siwx?.rpcUrls ?? {},
          sessionsOfToken: signIn?.sessionsOfToken ?? (() => Promise.resolve([])),
          fetch,
          clock,
          log,
        })
  const routes = {
    wallets,
    certified: new Set(certified),
    accounts,
    operations,
    siwx: signIn?.routes,
    analytics: analytics?.routes,
    names,
    onramp,
    wallet,
  }
  const ping = () => Promise.all([accounts.db && sql`select 1`.execute(accounts.db), signIn?.ping()])
  const app = createApp({ ...routes, prices, swaps, clock, log, metrics, isOpen: () => open, ping })
  // Any page may read what it is told, refusals as well.
  const refusal = { code: 'bad-request', headers: { 'access-control-allow-origin': '*' } }
  const listener = createListener({ app, host, port, refusal })
  const numbers = metricsAt && createMetricsListener(metrics, metricsAt, analytics?.page)
  let metricsUrl: string | undefined

  return {
    app,
    get metricsUrl() {
      return metricsUrl
    },
    listen: async () => {
      await signIn?.open()
      await accounts.start()
      await analytics?.start()
      names?.start()
      await onramp?.start()
      bundlers.start()
      sponsors.start()
      metricsUrl = await numbers?.listen()
      const url = await listener.listen()
      log('info', 'listening', { url, wallets: wallets.wallets.length, ...(metricsUrl && { metricsUrl }) })
      return url
    },
    close: async () => {
      open = false
      await listener.close()
      await signIn?.close()
      if (metricsUrl) await numbers?.close()
      await Promise.all([bundlers.close(), sponsors.close()])
      await analytics?.close()
      names?.close()
      await onramp?.close()
      await accounts.close()
      log('info', 'closed')
    },
  }
}

/** @throws OptionsError where nobody's signature could be looked at, or the key is used for something else as well */
function openNames(
  options: z.output<typeof optionsSchema>,
  { accounts, wallets, log }: { accounts: Accounts; wallets: WalletData; log: Log },
): Names {
  const settings = readNames(options.names)
  const chains = [...accounts.chains.values()].map(({ chain }) => chain)
  const { db } = accounts
  if (!db || !chains.some(({ id }) => id.startsWith('eip155:'))) {
    throw new OptionsError('names: chains has no chain of the kind eip155, on which an account could sign for a name')
  }
  const others = [
    ...readBundlers(options.bundlers).flatMap((bundler) => ('executors' in bundler ? bundler.executors : [])),
    ...(options.sponsoring === undefined
      ? []
      : readSponsoring(options.sponsoring).paymasters.flatMap((paymaster) => ('signer' in paymaster ? [paymaster.signer] : []))),
  ]
  if (others.some(({ address }) => address === settings.signer.address)) {
    throw new OptionsError('names: the signer is a key that sends or pays for operations as well: it has to be one of its own')
  }
  return createNames({ settings, db, chains, start: accounts.start, wallets: wallets.wallets, fetch, clock: Date.now, log })
}

/** `data` of this package. */
function ownData(): string {
  const folder = folderWith('data/wallets.json', import.meta.url)
  if (!folder) throw new DataSetError('The data set is not beside this program: name its folder (PORTICO_GATEWAY_DATA).')
  return join(folder, 'data')
}
