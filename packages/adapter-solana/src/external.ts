/** How far a wallet's code is on this device: `Loadable` needs no installation, `Unsupported` cannot work here. */
export type ReadyState = 'Installed' | 'Loadable' | 'NotDetected' | 'Unsupported'

/** Where a wallet that cannot send by itself finds a chain: an http(s) URL, or undefined for a chain that the site does not use. */
export type EndpointOf = (chain: string) => string | undefined

/** A wallet that the host hands in, such as `walletAdapter(new XAdapter())`. Nothing of it is believed, and nothing touched before it is listed. */
export interface ExternalWallet {
  readonly name: string
  /** Image as data: or https: URL. */
  readonly icon?: string
  readonly readyState: () => ReadyState
  /** Calls back when {@link readyState} may have changed, until the returned function is called. */
  readonly follow: (onChange: () => void) => () => void
  /** The Wallet Standard wallet that it wraps, if it does: the two are one wallet. */
  readonly standard?: object
  /** The wallet in the form of the Wallet Standard. */
  readonly open: (endpointOf: EndpointOf) => Promise<unknown>
}
