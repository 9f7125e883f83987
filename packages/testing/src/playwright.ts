import { installBridge, type WalletBrowserContext, type WalletPage } from './shared/install.js'
import type { AnnounceOptions } from './wallet/announce.js'
import { createBridge } from './wallet/bridge.js'
import { createWallet } from './wallet/createWallet.js'
import type { HeadlessWallet, WalletOptions } from './wallet/types.js'

export { installBitcoinWallet, type InstallBitcoinOptions } from './bitcoin/playwright.js'
export { installMultiChainWallet, type InstallMultiChainOptions } from './multichain/playwright.js'
export type { WalletBrowserContext, WalletFrame, WalletPage } from './shared/install.js'
export { installSolanaWallet, type InstallSolanaOptions } from './solana/install.js'

/** How the wallet shows itself in the page: see {@link AnnounceOptions}. */
export interface InstallOptions {
  readonly announced?: Omit<AnnounceOptions, 'window'>
}

/**
 * Installs a wallet in a page, or in every page of a context, from their next load on. The wallet lives in this process
 * with its keys; pages get a thin EIP-1193 provider, with errors, garbage and events as they are. It outlives reloads, and
 * all pages of a context see the same wallet with the same permissions. Call it before `page.goto`.
 * @example
 * const wallet = await installWallet(context, { chains: { 1: 'http://127.0.0.1:8545' } })
 * wallet.script('personal_sign', reject())
 */
export async function installWallet(
  target: WalletPage | WalletBrowserContext,
  options: (WalletOptions & InstallOptions) | (InstallOptions & { readonly wallet: HeadlessWallet }),
): Promise<HeadlessWallet> {
  const wallet = 'wallet' in options ? options.wallet : createWallet(options)
  const bridge = createBridge(wallet, options.announced)
  await installBridge(target, bridge, wallet.listen)
  return wallet
}
