import type { Namespace, NetworkId } from './kit/caip/ids.js'
import type { EmbeddedWallet } from './controllers/embedded/wallet.js'
import type { Portico } from './portico/createPortico.js'

/**
 * How a way in works.
 * `announced` and `injected` live in the page (EIP-6963 and `window.ethereum`), `multiChain` speaks several namespaces,
 * `external` brings an SDK of its own, `custom` was handed in by the host, `embedded` is Portico's own wallet.
 */
export type ConnectorKind = 'walletConnect' | 'injected' | 'announced' | 'multiChain' | 'external' | 'custom' | 'embedded'

/** What may be shown and stored of a connector. All of it is untrusted text of a wallet. */
export interface ConnectorInfo {
  /** Unique on the page, and the same after a reload: the rdns, or rdns and uuid for a second wallet that claims it (S34). */
  readonly id: string
  readonly kind: ConnectorKind
  readonly name: string
  /** Image as data: or https: URL. Shown only after the checks of S35. */
  readonly icon?: string
  /** Reverse domain name (EIP-6963), for example `io.metamask`. */
  readonly rdns?: string
  /** EIP-6963 uuid: this page view's handle of the wallet. */
  readonly uuid?: string
}

/** A way in: something a visitor can choose on the Connect view. */
export interface Connector extends ConnectorInfo {
  /** Chain families it can serve. A connector with more than one is handed the namespace to connect. */
  readonly namespaces: readonly Namespace[]
  /** Present on this device now, so that choosing it needs no download. */
  readonly installed: boolean
  /** Another connector claims the same rdns or name. Both are listed, and both are marked (S34). */
  readonly duplicate?: boolean
  /** Of a wallet that speaks several chain families: its connector in each. Choosing it asks for one first. */
  readonly members?: Readonly<Partial<Record<Namespace, Connector>>>
  /** Shown though it has no name of its own: the 'Browser Wallet', which is whatever stands in `window.ethereum`. */
  readonly generic?: boolean
  /**
   * The object to talk to: an EIP-1193 provider for `eip155`. Untyped here because core knows no chain.
   * @throws whatever the wallet's own loader throws
   */
  readonly getProvider: (namespace: Namespace) => Promise<unknown>
  /** Its wallet keeps to the nonce that a transaction is handed with, so that one that waits can be replaced (EVM). Default: no. */
  readonly keepsNonce?: boolean
  /** Of a connector that pairs with a wallet elsewhere: how far that is, and the code to show. */
  readonly link?: Link
  /** Of the connector that logs visitors in to a wallet of Portico's own: its requests. */
  readonly embedded?: EmbeddedWallet
}

/** How far a pairing is. The URI is for a QR code or a deep link, and is replaced by a new one when it expires (R13). */
export type LinkState =
  | { readonly status: 'idle' }
  /** The code is on its way. */
  | { readonly status: 'loading' }
  | {
      readonly status: 'waiting'
      /** A WalletConnect pairing URI. A secret: it is shown, and neither logged nor sent (S45). */
      readonly uri: string
      /** When it is replaced, in seconds since 1970. */
      readonly expiry: number
      /** Whether a wallet that scans it can be heard now: `lost` and `refused` while the relay cannot be reached. */
      readonly relay: 'connecting' | 'open' | 'lost' | 'refused'
    }
  /** Declined, out of date, or not possible. `prepare` begins anew. */
  | { readonly status: 'failed'; readonly error: Error }

/** Who is at the other end of a session, in its own words: untrusted text. */
export interface LinkPeer {
  readonly name: string
  /** https: URL of its page. */
  readonly url?: string
  /** Image as https: or data: URL. */
  readonly icon?: string
}

/** By which links a wallet elsewhere is opened. Each is checked before it is used (S19). */
export interface WalletLinks {
  /** Of its own scheme, such as `lumen://`. */
  readonly mobileLink?: string
  /** https: link that a phone hands to the wallet. */
  readonly universalLink?: string
}

/** What a wallet elsewhere has been asked and has not answered, and the way to it. */
export interface LinkRequest {
  /** Opens the wallet where it asks its owner. No secret. Checked before (S19). */
  readonly href: string
  /** Opens it, as the site has links opened. Call it in the moment of a tap. @returns whether it was opened, as far as a browser tells */
  readonly open: () => boolean
}

/** What a view needs of a connector that pairs with a wallet elsewhere. */
export interface Link {
  readonly state: () => LinkState
  /** Calls back after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** Makes the URI before it is needed: a phone opens a link only in the moment of a tap. Calling it again changes nothing. */
  readonly prepare: () => void
  /** Fetches the code that it needs, and neither connects nor makes anything: a press is quicker then. */
  readonly load?: () => void
  /**
   * Waits for a session with an account of the chain family, pairing where there is none, or `anew` for another wallet: so that what the
   * adapter needs is not fetched before a wallet has answered. @throws what `connect` does
   */
  readonly pair?: (namespace: Namespace, options?: { readonly anew?: boolean }) => Promise<void>
  /** The visitor turned away. The URI stays good until it expires, and is shown again. */
  readonly cancel: () => void
  /** Whether an earlier page view left a proposal open, or a session: then it is worth loading the rest. Loads nothing. */
  readonly isOpen: () => boolean
  /** Chain families of the session; empty without one. */
  readonly approved: () => readonly Namespace[]
  /** Networks of the session, in one chain family. */
  readonly approvedNetworkIds: (namespace: Namespace) => readonly NetworkId[]
  /** The wallet of the session; undefined without one. */
  readonly peer: () => LinkPeer | undefined
  /** Which wallet was opened with the URI: requests open it again, on a phone. */
  readonly opened: (links: WalletLinks) => void
  /**
   * On a phone, what the wallet was asked last and has not answered: the browser may not have opened it, or the visitor came back
   * undecided. The same object until that changes, which `subscribe` tells. Undefined without one, and where the wallet has no link.
   */
  readonly request?: () => LinkRequest | undefined
}

/** A connector that a host hands to `createPortico` beside the adapters. It serves several chain families at once. */
export interface ConnectorDescription<C extends Connector = Connector> {
  readonly id: string
  readonly kind: ConnectorKind
  readonly name: string
  /** Makes the connector of one portico. Loads nothing and touches nothing. */
  readonly create: (portico: Portico) => C
}

/** The part of a connector that may be stored and shown. */
export function connectorInfo({ id, kind, name, icon, rdns, uuid }: ConnectorInfo): ConnectorInfo {
  return { id, kind, name, ...(icon && { icon }), ...(rdns && { rdns }), ...(uuid && { uuid }) }
}
