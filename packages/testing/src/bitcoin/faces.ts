import type { Wallet } from '@wallet-standard/base'
import { registerFace, type RegisterOptions } from '../shared/standard.js'
import { placeProvider, type ListedProvider, type ProviderConfig } from './placeProvider.js'
import type { HeadlessBitcoinWallet } from './types.js'

/** How a wallet shows itself on `window`. */
export interface PlaceOptions {
  /** The window to put it on. Default: the global one. */
  readonly window?: object
  /** Milliseconds before the wallet is there at all. Default: at once. */
  readonly late?: number
  /** The site that it belongs to. Default: that of the wallet. */
  readonly origin?: string
}

export interface ListOptions extends PlaceOptions {
  /** What the list says of it instead of the truth. `id` is its path on `window`. */
  readonly entry?: Partial<ListedProvider>
}

/** The faces that an object on `window` can have. */
export type FaceName = 'btc_providers' | 'unisat' | 'okx' | 'leather' | 'xverse'

/** What a face has to know. Plain data, for bridges. */
export function faceConfig(
  wallet: HeadlessBitcoinWallet,
  face: FaceName,
  options: Pick<ListOptions, 'late' | 'entry'> = {},
): ProviderConfig {
  const late = options.late === undefined ? {} : { late: options.late }
  switch (face) {
    case 'btc_providers': {
      const methods = wallet.methodsOf('sats')
      const id = `${wallet.info.rdns.replaceAll(/[^a-zA-Z0-9]+/g, '_')}.BitcoinProvider`
      const entry = { id, name: wallet.info.name, icon: wallet.info.icon, methods, ...options.entry }
      return { path: entry.id, dialect: 'sats', form: 'request', methods, entry, ...late }
    }
    case 'xverse':
      return {
        path: 'XverseProviders.BitcoinProvider',
        dialect: 'sats',
        form: 'request',
        methods: wallet.methodsOf('sats'),
        ...late,
      }
    case 'unisat':
      return { path: 'unisat', dialect: 'unisat', form: 'calls', methods: wallet.methodsOf('unisat'), ...late }
    case 'okx':
      return { path: 'okxwallet.bitcoin', dialect: 'okx', form: 'calls', methods: wallet.methodsOf('okx'), ...late }
    case 'leather':
      return {
        path: 'LeatherProvider',
        dialect: 'leather',
        form: 'request',
        methods: wallet.methodsOf('leather'),
        flags: { isLeather: true },
        ...late,
      }
  }
}

function place(wallet: HeadlessBitcoinWallet, face: FaceName, options: ListOptions): () => void {
  return placeProvider(wallet.port(options.origin ?? wallet.origin), faceConfig(wallet, face, options), options.window)
}

/**
 * Puts a wallet into the page as the Wallet Standard has it: it registers with the site that listens already, and with each
 * that says it is ready later on. Returns the way to take it out, which also unregisters it where the site gave a way to.
 * @example const unregister = registerStandard(createBitcoinWallet(), { late: 3000 }) // in milliseconds
 */
export function registerStandard(wallet: Pick<HeadlessBitcoinWallet, 'wallet'> | Wallet, options: RegisterOptions = {}): () => void {
  return registerFace('wallet' in wallet ? wallet.wallet : wallet, options)
}

/**
 * Lists a wallet in `window.btc_providers`, as sats-connect looks for it. Returns the way to take it out.
 * @example const takeOut = registerListed(createBitcoinWallet(), { late: 500 }) // in milliseconds
 */
export function registerListed(wallet: HeadlessBitcoinWallet, options: ListOptions = {}): () => void {
  return place(wallet, 'btc_providers', options)
}

/**
 * Makes it `window.unisat`. Returns the way to take it away.
 * @example const takeAway = registerUnisat(createBitcoinWallet())
 */
export function registerUnisat(wallet: HeadlessBitcoinWallet, options: PlaceOptions = {}): () => void {
  return place(wallet, 'unisat', options)
}

/**
 * Makes it `window.okxwallet.bitcoin`. Returns the way to take it away.
 * @example const takeAway = registerOkx(createBitcoinWallet())
 */
export function registerOkx(wallet: HeadlessBitcoinWallet, options: PlaceOptions = {}): () => void {
  return place(wallet, 'okx', options)
}

/**
 * Makes it `window.LeatherProvider`. Returns the way to take it away.
 * @example const takeAway = registerLeather(createBitcoinWallet())
 */
export function registerLeather(wallet: HeadlessBitcoinWallet, options: PlaceOptions = {}): () => void {
  return place(wallet, 'leather', options)
}

/**
 * Makes it `window.XverseProviders.BitcoinProvider`. Returns the way to take it away.
 * @example const takeAway = registerXverse(createBitcoinWallet({ without: ['signPsbt'] }))
 */
export function registerXverse(wallet: HeadlessBitcoinWallet, options: PlaceOptions = {}): () => void {
  return place(wallet, 'xverse', options)
}
