import type { SocketConstructor } from '@portico/walletconnect/client'

/** What can be seen of a session, whoever holds it. */
export interface Shown {
  readonly topic: string
  /** CAIP-10. */
  readonly accounts: readonly string[]
  /** Seconds since 1970. */
  readonly expiry: number
  /** Name of the other side. */
  readonly peer: string
}

export interface SessionRequest {
  readonly topic: string
  readonly chainId: string
  readonly method: string
  readonly params: unknown
}

export interface Happening {
  readonly name: string
  readonly data: unknown
  readonly chainId: string
}

/** A site's client, whoever made it, behind one face. */
export interface Dapp {
  readonly connect: () => Promise<{ readonly uri: string; readonly approval: Promise<Shown> }>
  /** Asks the wallet that has agreed last for another session, over the same pairing. */
  readonly connectAgain: () => Promise<Shown>
  readonly authenticate: () => Promise<{
    readonly uri: string
    readonly approval: Promise<{
      readonly topic: string | undefined
      readonly issuers: readonly string[]
      /** The texts as the site rebuilds them, where it is Portico's. */
      readonly signed?: readonly { readonly message: string; readonly signature: string }[]
    }>
  }>
  readonly request: (request: SessionRequest) => Promise<unknown>
  readonly sessions: () => readonly Shown[]
  readonly events: readonly Happening[]
  readonly ping: (topic: string) => Promise<void>
  readonly disconnect: (topic: string) => Promise<void>
  /** A new client on the same storage. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What the wallet does with what it is asked next, until it is told otherwise. `ignore`: nothing. */
export type Mood = 'agree' | 'decline' | 'ignore'

/** A wallet, whoever made it, behind one face. */
export interface Wallet {
  mood: Mood
  /** Methods of the session requests that came. */
  readonly asked: () => readonly string[]
  readonly scan: (uri: string) => Promise<void>
  readonly sessions: () => readonly Shown[]
  /** Takes a chain out of a session. */
  readonly dropChain: (topic: string, chain: string) => Promise<void>
  readonly extend: (topic: string) => Promise<void>
  readonly ping: (topic: string) => Promise<void>
  readonly emit: (topic: string, happening: Happening) => Promise<void>
  readonly disconnect: (topic: string) => Promise<void>
  /** Resolves once the relay has all that it has answered. The official one, cut off before that, needs 15 s to find back. */
  readonly settled: () => Promise<void>
  readonly offline: () => Promise<void>
  readonly online: () => Promise<void>
  /** A new client on the same storage; it answers what was waiting. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What both sides run in: Node or a page. */
export interface Environment {
  readonly relayUrl: string
  /** Of the chain that eth_sendTransaction goes to. */
  readonly nodeUrl: string
  /** Node 20 has none of its own. */
  readonly WebSocket?: SocketConstructor
  /** What outlives a restart. */
  readonly storage: {
    readonly getItem: (key: string) => string | null
    readonly setItem: (key: string, value: string) => void
    readonly removeItem: (key: string) => void
  }
  /** Ends every connection to the relay. Resolves once as many are back. */
  readonly drop: () => Promise<void>
  /** How many messages the relay has taken so far. */
  readonly published: () => Promise<number>
}

export interface Row {
  readonly name: string
  readonly dapp: (environment: Environment) => Promise<Dapp>
  readonly wallet: (environment: Environment) => Promise<Wallet>
}
