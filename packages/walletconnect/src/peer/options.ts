import type { PorticoStorage } from '@portico/core'
import type { Log } from '../relay/log.js'
import type { SeveralLines } from '../relay/several.js'
import type { PageEvents, SocketConstructor } from '../relay/types.js'
import type { Metadata } from './metadata.js'
import type { Channel } from './records.js'

/** The part of `navigator.locks` that is used. */
export interface Locks {
  readonly request: (name: string, options: { readonly signal?: AbortSignal }, held: () => Promise<void>) => Promise<unknown>
}

/** What a client is put together with beside its options. */
export interface PeerParts {
  /** Needed where there are several relays; without it the first one is the only one. */
  readonly several?: SeveralLines | undefined
}

export interface PeerOptions {
  /**
   * ws(s)://… of the relay, exactly as it calls itself. Of several, all are listened to and asked, and a session is on the one over
   * which the other side answered; the first is the one that pairing codes name.
   */
  readonly relayUrl: string | readonly string[]
  /** Asked for by a hosted relay, and sent to nobody else. */
  readonly projectId?: string
  /** Who this side is, as the other one shows it. */
  readonly metadata: Metadata
  /** Where keys and sessions are remembered. Default: in memory only. */
  readonly storage?: PorticoStorage
  /** Tells clients of one storage apart: part of the name of the item, of the lock and of the channel. Default 'portico'. */
  readonly name?: string
  /** Whether pairings are remembered over which the other side has agreed, for `connect({ pairing })`. Default true. */
  readonly keepPairings?: boolean
  /** Default: the global one. Node 20 has none: hand in that of `ws`. */
  readonly WebSocket?: SocketConstructor
  /** What attests this site's origin to wallets. Portico asks nobody for one. */
  readonly attestation?: string
  /** Opens a universal link, where the two sides agreed on link mode. Without it, everything goes over the relay. */
  readonly openLink?: (url: string) => void
  /** Default: the window, where there is one. */
  readonly page?: PageEvents
  /** With both, the tabs of a site share one connection. Default: the browser's. */
  readonly locks?: Locks
  readonly channel?: Channel
  /** Takes a line for the host's developer, at most one a second. Default: nothing. */
  readonly log?: Log
}
