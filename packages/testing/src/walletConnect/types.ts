import type { RelayStatus } from '@portico/walletconnect/client'
import type { Approved, Metadata, Redirect, Session, SocketConstructor } from '@portico/walletconnect/wallet'
import type { BitcoinAccount } from '../bitcoin/types.js'
import type { BitcoinExtra } from '../bitcoin/core.js'
import type { HeadlessPerson, PersonOptions, PersonState } from '../shared/types.js'
import type { Behaviour } from '../wallet/behaviours.js'
import type { PendingRequest, WalletRequest } from '../wallet/types.js'

/** Where the wallet remembers: `localStorage`, or anything of its form. */
export interface WalletConnectStorage {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
  readonly removeItem: (key: string) => void
}

export interface WalletConnectWalletOptions extends Omit<PersonOptions, 'persist' | 'connected' | 'origin' | 'policy'> {
  /** ws(s)://… of the relay, letter by letter as sites have it. */
  readonly relayUrl: string
  /** For a hosted relay that asks for one. */
  readonly projectId?: string
  /** Default: the global one. Node 20 has none: hand in that of `ws`. */
  readonly WebSocket?: SocketConstructor
  /** Where keys, sessions and what waits are remembered. Default: in memory, for as long as this wallet lives. */
  readonly storage?: WalletConnectStorage
  /** `false`: everything waits for {@link WalletConnectWallet.approve} or `reject`. Default: `true`, yes to everything. */
  readonly autoApprove?: boolean
  /**
   * The chains that the wallet knows, by CAIP-2: URL of a node of each, for `bip122` of an esplora API.
   * Default: the sandbox's Ethereum, Optimism and Base, Solana mainnet and devnet, and Bitcoin.
   */
  readonly networks?: Readonly<Record<string, string>>
  /** `false`: it does not sign in with one click, as older wallets; sites fall back to a plain session. Default: `true`. */
  readonly authenticate?: boolean
  /** Links by which it can be opened, as sites see them. */
  readonly redirect?: Redirect
  /** The way to the nodes. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** What the wallet knows now. A new object at each change, so that it can be a React snapshot. */
export interface WalletConnectState extends PersonState, BitcoinExtra {
  /** The EVM chain in use, as CAIP-2. */
  readonly chain: string
}

/**
 * What a site asked: `wc_sessionPropose` (to be let in), `wc_sessionAuthenticate` (to be let in and signed in with), or a
 * method of a session. `origin` is the site's URL, as it says itself.
 */
export interface WalletConnectRequest extends WalletRequest {
  /** Of the session; of the pairing for what asks to be let in. */
  readonly topic: string
  /** CAIP-2. Undefined for what asks to be let in. */
  readonly chainId: string | undefined
  /** Who the site says to be: untrusted text. */
  readonly peer: Metadata
  /** What became of it. `failed`: the person was not asked, or agreed and it could not be done. */
  readonly outcome: 'waiting' | 'approved' | 'declined' | 'failed'
}

export interface WalletConnectPendingRequest extends WalletConnectRequest, PendingRequest {}

/** A method's name, or a test of the whole request. */
export type WalletConnectMatch = string | ((request: WalletConnectRequest) => boolean)

/** What the person agrees to of a proposal. Default: all that is asked and that the wallet can do. */
export interface WalletConnectChoice {
  /** Families, or single chains by CAIP-2, to let in; or exactly what the session is to cover. */
  readonly namespaces?: readonly string[] | Approved
  /** When the session ends, in seconds since 1970. Default: in 7 days. */
  readonly expiry?: number
}

/** An account, with its address on each chain family. */
export interface WalletConnectAccount {
  readonly eip155: string
  readonly solana: string
  readonly bip122: BitcoinAccount
}

interface OfSession {
  /** Default: every session that it applies to. */
  readonly topic?: string
}

/** A wallet on a phone, without the phone: it takes pairing codes, and answers what sites ask over the relay. */
export interface WalletConnectWallet
  extends Pick<
    HeadlessPerson<WalletConnectState>,
    'info' | 'state' | 'setPolicy' | 'lock' | 'unlock' | 'setOnline' | 'subscribe' | 'reset'
  > {
  /** All accounts. `state.exposed` points into it. */
  readonly accounts: readonly WalletConnectAccount[]
  /** What waits for the person, oldest first. A new array at each change. */
  readonly pending: readonly WalletConnectPendingRequest[]
  /** The last 1000 requests as they arrived, with what became of them. A new array at each change. */
  readonly requests: readonly WalletConnectRequest[]
  /** Sessions that are open. A new array at each change. */
  readonly sessions: () => readonly Session[]
  /** How the line to the relay is. */
  readonly relayStatus: () => RelayStatus

  /**
   * Scans a code: its text, `wc:…`, or a link that hands it to a wallet, `example://wc?uri=wc%3A…`. Resolves with what the site
   * asks, once it has arrived.
   * @throws PairingUriError; an error when nothing has arrived within `timeout` ms (default 30,000)
   */
  scan(uri: string, options?: { readonly timeout?: number }): Promise<WalletConnectRequest>
  /** The next request that waits for the person; one that waits already counts. @throws after `timeout` ms (default 5000) */
  next(match?: WalletConnectMatch, options?: { readonly timeout?: number }): Promise<WalletConnectPendingRequest>
  /**
   * The person agrees: to the request with this id, else to the oldest. Resolves once it is answered, with the session when
   * one was made; never rejects: `requests` tells the outcome. @throws when none waits
   */
  approve(id?: number, choice?: WalletConnectChoice): Promise<Session | undefined>
  /** The person declines. Resolves once the site can know. @param error default: 5000 @throws when none waits */
  reject(id?: number, error?: unknown): Promise<void>
  /** Says what becomes of the next requests that match, as with the other wallets of this package. */
  script(match: WalletConnectMatch, ...behaviours: readonly Behaviour[]): () => void
  /** What the person agrees to of proposals from now on, where `approve` does not say otherwise. */
  choose(choice: WalletConnectChoice): void

  /**
   * The person picks an EVM chain, by CAIP-2: sessions come to cover it, and hear `chainChanged`. Waits 2 s at most for a site
   * to take note. @throws when the wallet does not know the chain
   */
  switchChain(chain: string, of?: OfSession): Promise<void>
  /** The person picks an account, by its index: sessions are updated, and hear `accountsChanged`. @throws when there is none */
  switchAccount(index: number): Promise<void>
  /** Changes what sessions cover. */
  update(change: OfSession & { readonly namespaces: Approved }): Promise<void>
  /** Makes sessions last for another 7 days. */
  extend(of?: OfSession): Promise<void>
  /** Sends an event, true or not, to the sessions that cover it. */
  emit(event: OfSession & { readonly name: string; readonly data: unknown; readonly chainId: string }): Promise<void>
  /** Asks the sites whether they are there. */
  ping(of?: OfSession): Promise<void>
  /** The person ends a session, or all. */
  disconnect(of?: OfSession): Promise<void>

  /** The phone has no network: its connection drops, and nothing arrives or goes out. */
  goOffline(): void
  goOnline(): void
  /** The app is ended and opened again: it has what is in its storage, and asks again what was waiting. */
  restart(): void
  /** Ends the connection, and answers nothing any more. Sessions stay in storage. */
  close(): void
}
