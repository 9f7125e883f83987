import { type Log, failureOf } from '@portico/service'
import type { Database } from '@portico/service/database'
import { type Rates, createRates } from '@portico/service/rates'
import { randomToken } from '@portico/service/secrets'
import { type Hex, isAddressEqual } from 'viem'
import type { Hono } from 'hono'
import type { Chain } from '../chains/chains.js'
import type { WalletRecord } from '../wallets/schema.js'
import { type Ccip, createCcip } from './ccip.js'
import { createReserved } from './reserved.js'
import { nameRoutes } from './routes.js'
import type { NamesSettings } from './settings.js'
import { createReadSigned, readAddress } from './signed.js'
import { type NameRecord, createNameStore } from './store.js'

/** Names that visitors register below the operator's. */
export interface Names {
  /** Routes below `/v1/profile`. */
  readonly routes: Hono
  /** The name that an address has, and that leads to it. */
  readonly ofAddress: (address: string) => Promise<NameRecord | undefined>
  /** Answers resolvers (EIP-3668), without a request. */
  readonly ccip: Ccip
  /** Begins to drop what is over. The tables are there by then. */
  readonly start: () => void
  readonly close: () => void
}

export interface NamesParameters {
  settings: NamesSettings
  db: Database
  chains: readonly Chain[]
  /** Brings the database up to date; again and again the same. */
  start: () => Promise<void>
  wallets: readonly Pick<WalletRecord, 'name'>[]
  fetch: typeof fetch
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
}

const dayMs = 86_400_000
const sweepMs = 60_000

export function createNames({ settings, db, chains, start, wallets, fetch, clock, log }: NamesParameters): Names {
  const { zones, signer, origins, lifetimeDays, graceDays, reserved } = settings
  const lifetime = lifetimeDays === undefined ? undefined : lifetimeDays * dayMs
  const store = createNameStore({ db, lifetime, grace: graceDays * dayMs, clock })
  const rates: Rates = createRates({ db, clock, newId: () => randomToken(16) })
  const standing = async (name: string): Promise<NameRecord | undefined> => {
    const record = await store.find(name)
    return record && (record.expiresAt === undefined || record.expiresAt > clock()) ? record : undefined
  }
  const ofAddress: Names['ofAddress'] = async (address) => {
    const record = await store.ofOwner(address)
    const isOver = record?.expiresAt !== undefined && record.expiresAt <= clock()
    if (!record || isOver) return undefined
    const own = readAddress(address.toLowerCase())
    return [...record.addresses.values()].some((each) => isAddressEqual(each.address as Hex, own)) ? record : undefined
  }
  const ccip = createCcip({ zones, signer, find: standing, clock })
  const routes = nameRoutes({
    settings,
    lifetime,
    start,
    store,
    rates,
    isReserved: createReserved({ wallets: wallets.map(({ name }) => name), own: reserved }),
    readSigned: createReadSigned({ origins, chains, store, fetch, clock }),
    ofAddress,
    ccip,
    clock,
    log,
  })
  let timer: NodeJS.Timeout | undefined
  const sweep = async (): Promise<void> => {
    try {
      await store.sweep()
      await rates.sweep()
    } catch (error) {
      log('error', 'names.sweep', failureOf(error))
    }
  }
  return {
    routes,
    ofAddress,
    ccip,
    start: () => {
      timer = setInterval(() => void sweep(), sweepMs).unref()
    },
    close: () => clearInterval(timer),
  }
}
