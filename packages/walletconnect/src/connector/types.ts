import type { Connector, ConnectorKind, Namespace, Portico } from '@portico/core'
import type { Cacao } from '../auth/cacao.js'
import type { SignInRequest } from '../client/signIn.js'
import type { RelayStatus } from '../relay/types.js'

/** How far a pairing is. `uri` is for a QR code or a deep link, and is replaced by a new one when it expires (R13). */
export type LinkState =
  | { readonly status: 'idle' }
  /** The code is on its way. */
  | { readonly status: 'loading' }
  | {
      readonly status: 'waiting'
      readonly uri: string
      /** When it is replaced, in seconds since 1970. */
      readonly expiry: number
      readonly relay: RelayStatus
    }
  | { readonly status: 'failed'; readonly error: Error }

/** What a view needs of a connector that pairs with a wallet elsewhere. */
export interface Link {
  readonly state: () => LinkState
  /** Calls back after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** Makes the URI before it is needed: a phone opens a link only in the moment of a tap. */
  readonly prepare: () => void
  /** The visitor turned away. The URI stays good until it expires, and is shown again. */
  readonly cancel: () => void
  /** Whether an earlier page view left a proposal open, or a session: then it is worth loading the rest. Loads nothing. */
  readonly isOpen: () => boolean
  /** Chain families of the session; empty without one. */
  readonly approved: () => readonly Namespace[]
  /** Pairs and asks to be signed in at the same time. Empty where the wallet connected without that. */
  readonly signIn: (request: SignInRequest) => Promise<readonly Cacao[]>
}

export interface LinkConnector extends Connector {
  readonly kind: 'walletConnect'
  readonly link: Link
}

/** A connector that a host hands to `createPortico` beside the adapters. It serves several chain families at once. */
export interface ConnectorDescription<C extends Connector = Connector> {
  readonly id: string
  readonly kind: ConnectorKind
  readonly name: string
  /** Makes the connector of one portico. Loads nothing and touches nothing. */
  readonly create: (portico: Portico) => C
}
