import type { ErrorAnswer } from '../peer/codes.js'
import type { MessageId } from '../peer/message.js'
import type { Pairing, Session } from '../peer/stored.js'
import type { Peer, PeerEvents } from '../peer/types.js'
import type { RelayStatus } from '../relay/types.js'
import type { WalletAuthentication, WalletProposal, WalletRequest } from './waiting.js'

export interface WalletEvents extends PeerEvents {
  proposal: WalletProposal
  request: WalletRequest
  authentication: WalletAuthentication
}

/** The namespaces that a wallet approves: accounts as CAIP-10. The chains are those of the accounts unless named. */
export type Approved = Readonly<
  Record<
    string,
    {
      readonly chains?: readonly string[]
      readonly accounts: readonly string[]
      readonly methods: readonly string[]
      readonly events: readonly string[]
    }
  >
>

export interface ApproveOptions {
  readonly id: number
  readonly namespaces: Approved
  readonly properties?: Readonly<Record<string, unknown>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
  /** Seconds since 1970. Default: in 7 days. */
  readonly expiry?: number
}

/** The wallet's side of the protocol. */
export interface WalletClient extends Pick<Peer<WalletEvents>, 'extend' | 'ping' | 'disconnect' | 'receiveLink' | 'close'> {
  readonly on: Peer<WalletEvents>['events']['on']
  readonly sessions: () => readonly Session[]
  readonly session: (topic: string) => Session | undefined
  readonly relayStatus: () => RelayStatus
  /** Sites that were let in before, for 30 days: they may propose again over these. {@link WalletClient.disconnect} forgets one on both sides. */
  readonly pairings: () => readonly Pairing[]
  /** What waits for an answer, also from before a restart. */
  readonly proposals: () => readonly WalletProposal[]
  readonly requests: () => readonly WalletRequest[]
  readonly authentications: () => readonly WalletAuthentication[]
  /** Takes the URI of a site. Its proposal comes as an event. @throws PairingUriError */
  readonly pair: (request: { readonly uri: string }) => { readonly topic: string }
  /** Lets a site in. Resolves once the site has taken note. @throws SettlementError, SessionNotFoundError, PeerError, RequestExpiredError */
  readonly approve: (options: ApproveOptions) => Promise<Session>
  readonly reject: (request: { readonly id: number; readonly error?: ErrorAnswer }) => Promise<void>
  readonly respond: (
    answer: { readonly topic: string; readonly id: MessageId } & ({ readonly result: unknown } | { readonly error: ErrorAnswer }),
  ) => Promise<void>
  /** Changes what a session covers. Resolves once the site agreed. */
  readonly update: (request: { readonly topic: string; readonly namespaces: Approved }) => Promise<void>
  /** Tells the site that something happened. @throws OutOfScopeError */
  readonly emitEvent: (request: {
    readonly topic: string
    readonly chainId: string
    readonly name: string
    readonly data: unknown
  }) => Promise<void>
  /** The text that an account signs to sign in. */
  readonly authMessage: (request: { readonly id: number; readonly account: string }) => string
  /** Signs in. @param signatures by CAIP-10 account, as 0x hex, each of that account's {@link WalletClient.authMessage} */
  readonly approveAuthentication: (request: {
    readonly id: number
    readonly signatures: readonly { readonly account: string; readonly signature: string; readonly type?: string }[]
  }) => Promise<Session | undefined>
  readonly rejectAuthentication: (request: { readonly id: number; readonly error?: ErrorAnswer }) => Promise<void>
}
