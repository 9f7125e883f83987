import { type Server, createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { close, listen } from '../listen.js'
import type { Log } from '../log.js'
import { type BitcoinAccount, bitcoinAccounts } from './accounts.js'
import { createEsplora } from './app.js'
import { type Ledger, createLedger } from './ledger.js'
import { loadRecord, saveRecord } from './memory.js'
import { livePast } from './past.js'
import { scriptOf } from './script.js'
import { seedLedger } from './seed.js'

export interface BitcoinOptions {
  /** Default 127.0.0.1. */
  host?: string
  port: number
  /** Makes a block one second after a transaction arrives. Default true. */
  automine?: boolean
  /** A file that keeps the ledger. Without it every start is fresh. */
  persist?: string
  log?: Log
}

export interface BitcoinHealth {
  up: boolean
  /** Of the newest block. */
  height: number
  /** Transactions in the mempool. */
  waiting: number
}

export interface Bitcoin {
  /** Where esplora's paths begin. */
  readonly url: string
  /** Ten accounts with known keys. Each payment address starts with 1 BTC, each ordinals address with 10,000 satoshi. */
  readonly accounts: readonly BitcoinAccount[]
  /** Seeds the ledger, or loads it, and listens. @throws PortInUseError */
  start(): Promise<void>
  stop(): Promise<void>
  /** Back to the seed. */
  reset(): Promise<void>
  /** Back to the seed, with a past of one of its accounts before it. */
  live(account: number): Promise<void>
  /** Makes blocks at once; what waits goes into the first. Answers the new height. */
  mine(blocks?: number): number
  /** Gives coins in a block of their own. Answers the transaction's id. @throws InvalidAddressError */
  faucet(address: string, satoshi: bigint): string
  /** What an address can spend, in satoshi, counting what waits. @throws InvalidAddressError */
  balanceOf(address: string): bigint
  health(): BitcoinHealth
}

/** How long a transaction waits for its block when blocks come by themselves. */
const BLOCK_DELAY_MS = 1000

/**
 * A Bitcoin ledger behind a part of esplora's HTTP API, with mainnet address forms. No network, no work, no internet.
 * @example
 * const bitcoin = createBitcoin({ port: 3002 })
 * await bitcoin.start()
 * const txid = bitcoin.faucet(bitcoin.accounts[0].payment.address, 50_000n)
 */
export function createBitcoin({ host = '127.0.0.1', port, automine = true, persist, log = () => {} }: BitcoinOptions): Bitcoin {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const accounts = bitcoinAccounts()
  let ledger = seeded(accounts)
  let timer: ReturnType<typeof setTimeout> | undefined
  let server: Server | undefined

  const save = (): void => {
    if (persist !== undefined) saveRecord(persist, ledger.record())
  }
  const mine = (blocks = 1): number => {
    clearTimeout(timer)
    timer = undefined
    const height = ledger.mine(blocks)
    save()
    return height
  }
  const begin = (next: Ledger): void => {
    clearTimeout(timer)
    timer = undefined
    ledger = next
    save()
  }
  const mineSoon = (): void => {
    if (!automine || ledger.waiting() === 0) return
    timer ??= setTimeout(mine, BLOCK_DELAY_MS, 1).unref()
  }
  const load = (): void => {
    if (persist === undefined) return
    try {
      const record = loadRecord(persist)
      if (record) ledger = createLedger(record)
    } catch (error) {
      log('warn', 'bitcoin.outdated', { file: persist, message: error instanceof Error ? error.message : String(error) })
    }
  }

  const app = createEsplora({
    ledger: () => ledger,
    onTransaction(txid) {
      log('info', 'bitcoin.transaction', { txid })
      save()
      mineSoon()
    },
  })

  return {
    url,
    accounts,
    async start() {
      if (server) return
      load()
      const starting = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, getRequestListener(app.fetch))
      await listen(starting, { host, port, part: 'Bitcoin' })
      server = starting
      mineSoon()
      log('info', 'bitcoin.started', { url, height: ledger.tip().height })
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      const stopping = server
      server = undefined
      if (!stopping) return
      save()
      await close(stopping)
    },
    async reset() {
      begin(seeded(accounts))
    },
    async live(account) {
      begin(seeded(accounts, account))
    },
    mine,
    faucet(address, satoshi) {
      const txid = ledger.coinbase([{ address, satoshi }])
      save()
      return txid
    },
    balanceOf: (address) => ledger.unspent(scriptOf(address)).reduce((total, { amount }) => total + amount, 0n),
    health: () => ({ up: server !== undefined, height: ledger.tip().height, waiting: ledger.waiting() }),
  }
}

/** @param living the account that has a past, by its number */
function seeded(accounts: readonly BitcoinAccount[], living?: number): Ledger {
  const ledger = createLedger()
  if (living !== undefined) livePast(ledger, accounts, living)
  seedLedger(ledger, accounts)
  return ledger
}
