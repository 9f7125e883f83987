import type { Eip1193Provider, HeadlessWallet, WalletInfo } from './types.js'

/** The part of `Window` that wallets use. */
export type AnnounceWindow = EventTarget & { ethereum?: unknown }

export interface AnnounceOptions {
  /** The window to speak in. Default: the global one. */
  readonly window?: AnnounceWindow
  /** Milliseconds before the wallet is there at all. Default: at once. */
  readonly late?: number
  /** `false`: says nothing of EIP-6963, for wallets that only set `window.ethereum`. */
  readonly announce?: boolean
  /** Also becomes `window.ethereum`, in place of whatever is there. */
  readonly asEthereum?: boolean
  /** What it says about itself instead of the truth, for example {@link sameRdns} or {@link sameUuid} of another wallet. */
  readonly info?: Partial<WalletInfo>
}

/** What `eip6963:announceProvider` carries: frozen, as EIP-6963 demands. */
export interface AnnouncedProvider {
  readonly info: WalletInfo
  readonly provider: Eip1193Provider
}

/**
 * Puts a wallet into the page: announces it (EIP-6963), again whenever a site asks for wallets, and sets `window.ethereum`
 * if told to. Returns the way to take it out.
 *
 * The bridge for drivers sends this function to the page as text, so it refers to nothing outside itself.
 * @example const takeOut = announce(createWallet({ chains: { 1: 'http://127.0.0.1:8545' } }))
 */
export function announce(wallet: Pick<HeadlessWallet, 'info' | 'provider'>, options: AnnounceOptions = {}): () => void {
  const { late, announce: speaks = true, asEthereum = false } = options
  const target: AnnounceWindow = options.window ?? globalThis.window
  const info = Object.freeze({ ...wallet.info, ...options.info })
  const detail: AnnouncedProvider = Object.freeze({ info, provider: wallet.provider })
  const speak = () => void target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  const arrive = () => {
    if (asEthereum) {
      const ethereum = { value: wallet.provider, configurable: true, writable: true, enumerable: true }
      Object.defineProperty(target, 'ethereum', ethereum)
      target.dispatchEvent(new Event('ethereum#initialized'))
    }
    if (!speaks) return
    target.addEventListener('eip6963:requestProvider', speak)
    speak()
  }
  const timer = late === undefined ? undefined : setTimeout(arrive, late)
  if (late === undefined) arrive()
  return () => {
    clearTimeout(timer)
    target.removeEventListener('eip6963:requestProvider', speak)
    if (asEthereum && target.ethereum === wallet.provider) Reflect.deleteProperty(target, 'ethereum')
  }
}

/**
 * What a spoofer says that copies a wallet's name, icon and rdns; its uuid stays its own.
 * @example
 * announce(wallet)
 * announce(other, { info: sameRdns(wallet) }) // the site sees two that claim to be one
 */
export function sameRdns({ info: { name, icon, rdns } }: Pick<HeadlessWallet, 'info'>): Partial<WalletInfo> {
  return { name, icon, rdns }
}

/**
 * What a spoofer says that copies everything of a wallet, the uuid too. Only the provider differs.
 * @example
 * announce(wallet)
 * announce(other, { info: sameUuid(wallet) })
 */
export function sameUuid({ info }: Pick<HeadlessWallet, 'info'>): WalletInfo {
  return info
}
