import type { Namespace } from './caip/ids.js'

/**
 * How a way in works (spec point 3).
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
  /** Shown though it has no name of its own: the 'Browser Wallet' of spec point 6. */
  readonly generic?: boolean
  /**
   * The object to talk to: an EIP-1193 provider for `eip155`. Untyped here because core knows no chain.
   * @throws whatever the wallet's own loader throws
   */
  readonly getProvider: (namespace: Namespace) => Promise<unknown>
}

/** The part of a connector that may be stored and shown. */
export function connectorInfo({ id, kind, name, icon, rdns, uuid }: ConnectorInfo): ConnectorInfo {
  return { id, kind, name, ...(icon && { icon }), ...(rdns && { rdns }), ...(uuid && { uuid }) }
}
