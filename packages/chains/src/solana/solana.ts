import type { Server } from 'node:http'
import { NotRunningError } from '../errors.js'
import { close, listen } from '../listen.js'
import type { Log } from '../log.js'
import { faucetPrivateKey, solanaAccounts } from './accounts.js'
import { type Chain, createChain } from './chain.js'
import { invalidParams } from './errors.js'
import { livePast } from './past.js'
import { createTokenAccount, mintTo } from './instructions.js'
import { addressOf } from './keys.js'
import { type Ledger, createLedger } from './ledger.js'
import { genesisHashes } from './networks.js'
import { createHttpServer } from './rpc/http.js'
import { type WebSocketFront, listenWebSocket } from './rpc/webSocket.js'
import { createSlotClock } from './slotClock.js'
import { type StateFile, createStateFile } from './stateFile.js'
import { readMint, readTokenAccount } from './tokenState.js'
import { solanaTokens } from './tokens.js'

export interface SolanaOptions {
  /** Default 127.0.0.1. */
  host?: string
  port: number
  /** `port + 1`, unless clients are told otherwise: that is where they look. */
  wsPort: number
  /** Default mainnet's, so that the CAIP-2 id is the usual one. */
  genesisHash?: string
  /** A file that keeps the state. Without it every start is fresh. */
  persist?: string
  log?: Log
}

export interface Solana {
  urls: { http: string; ws: string }
  genesisHash: string
  accounts: typeof solanaAccounts
  tokens: typeof solanaTokens
  /** Loads the runtime, seeds it and listens on both ports. @throws PortInUseError */
  start(): Promise<void>
  stop(): Promise<void>
  /** Back to the seed: accounts, tokens, slot and history. Connections and subscriptions stay. */
  reset(): Promise<void>
  /** Back to the seed, with a past of one of its accounts (two months, ending with final slots). */
  live(account: number): Promise<void>
  /** Makes slots and returns the newest. */
  mine(slots?: number): number
  /** Gives lamports by a transaction and returns its signature. */
  airdrop(address: string, lamports: bigint): string
  /**
   * Mints a seeded token to the owner's associated account, which it makes if needed, and returns the signature. `units` are
   * the smallest of the token.
   * @throws JsonRpcError when the mint is none
   */
  mintTo(mint: string, owner: string, units: bigint): string
  /** What a transaction that is written now names as its moment. */
  blockhash(): string
  /** Lamports. */
  balanceOf(address: string): bigint
  /** The smallest units that a token account holds; 0 when there is none. */
  tokenBalanceOf(account: string): bigint
  health(): { up: boolean; slot?: number; clients?: number }
}

/** Slots keep coming while a socket is open, and so long after a request: long enough for a transaction to be final. */
const attentionMs = 10_000

/**
 * A Solana cluster in this process, behind the JSON-RPC and WebSocket API of a node. Nothing is loaded before `start`.
 * @example
 * const solana = createSolana({ port: 8899, wsPort: 8900 })
 * await solana.start()
 * const connection = new Connection(solana.urls.http)
 */
export function createSolana(options: SolanaOptions): Solana {
  const { host = '127.0.0.1', port, wsPort, genesisHash = genesisHashes.mainnet, persist, log = () => {} } = options
  const name = host.includes(':') ? `[${host}]` : host
  const urls = { http: `http://${name}:${port}`, ws: `ws://${name}:${wsPort}` }
  let running: { ledger: Ledger; chain: Chain; http: Server; ws: WebSocketFront; file: StateFile | undefined } | undefined

  const up = () => {
    if (!running) throw new NotRunningError('Solana is not running.')
    return running
  }

  const start = async (): Promise<void> => {
    if (running) return
    const ledger = await createLedger({ genesisHash })
    let lastRequest = 0
    const isNeeded = (): boolean => (running?.ws.clients() ?? 0) > 0 || performance.now() - lastRequest < attentionMs
    const clock = createSlotClock({ tick: () => ledger.advance(), isNeeded })
    const file = persist === undefined ? undefined : createStateFile(persist, ledger.save)
    await restore(ledger, file, log)

    const onRequest = (): void => {
      lastRequest = performance.now()
      clock.wake()
    }
    const onTransaction = (): void => {
      onRequest()
      file?.touch()
    }
    const onUnknownMethod = (method: string): void => log('warn', 'method.unknown', { method })
    const chain = createChain(ledger, { onTransaction, onUnknownMethod })
    const http = createHttpServer(chain, { onRequest })
    http.once('close', clock.stop)
    await listen(http, { host, port, part: 'Solana' })
    const ws = await listenWebSocket(chain, { host, port: wsPort, onConnect: clock.wake }).catch(async (error: unknown) => {
      await close(http)
      throw error
    })
    running = { ledger, chain, http, ws, file }
    log('info', 'chain.started', { genesisHash, ...urls })
  }

  const stop = async (): Promise<void> => {
    const stopping = running
    running = undefined
    if (!stopping) return
    await Promise.all([close(stopping.http), stopping.ws.close()])
    await stopping.file?.flush()
  }

  return {
    urls,
    genesisHash,
    accounts: solanaAccounts,
    tokens: solanaTokens,
    start,
    stop,
    reset: async () => {
      const { ledger, file } = up()
      ledger.reset()
      await file?.remove()
    },
    live: async (account) => {
      const { ledger, chain, file } = up()
      ledger.reset()
      livePast(ledger, chain, account)
      file?.touch()
    },
    mine: (slots = 1) => up().ledger.advance(slots),
    airdrop: (address, lamports) => up().chain.airdrop(address, lamports).id,
    mintTo: (mint, owner, units) => {
      const { ledger, chain } = up()
      const account = ledger.runtime.account(mint)
      if (!account || !readMint(account)) throw invalidParams(`${mint} is not a token mint.`)
      const parameters = { payer: addressOf(faucetPrivateKey), owner, mint, program: account.owner }
      return chain.asFaucet([createTokenAccount(parameters), mintTo({ ...parameters, units })]).id
    },
    blockhash: () => {
      const { ledger } = up()
      return ledger.blockhashes.at(ledger.slot())
    },
    balanceOf: (address) => up().ledger.runtime.account(address)?.lamports ?? 0n,
    tokenBalanceOf: (address) => {
      const account = up().ledger.runtime.account(address)
      return (account && readTokenAccount(account)?.amount) ?? 0n
    },
    health: () => (running ? { up: true, slot: running.ledger.slot(), clients: running.ws.clients() } : { up: false }),
  }
}

async function restore(ledger: Ledger, file: StateFile | undefined, log: Log): Promise<void> {
  const text = await file?.read()
  if (text === undefined) return
  try {
    ledger.load(text)
  } catch (error) {
    log('warn', 'state.outdated', { message: error instanceof Error ? error.message : String(error) })
    ledger.reset()
  }
}
