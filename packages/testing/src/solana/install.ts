import { createFaceBridge } from '../shared/bridge.js'
import { installBridge, type WalletBrowserContext, type WalletPage } from '../shared/install.js'
import { createStandardFace, registerFace, type RegisterOptions } from '../shared/standard.js'
import { createSolanaWallet } from './createSolanaWallet.js'
import type { HeadlessSolanaWallet, SolanaWalletOptions } from './types.js'

/** How the wallet shows itself in the page: see {@link RegisterOptions}. */
export interface InstallSolanaOptions {
  readonly registered?: Omit<RegisterOptions, 'window'>
}

/**
 * Installs a Solana wallet in a page, or in every page of a context, from their next load on. The wallet lives in this
 * process with its keys; pages get a thin Wallet Standard wallet, with bytes, errors, garbage and events as they are. It
 * outlives reloads, and all pages of a context see the same wallet with the same permissions. Call it before `page.goto`.
 * @example
 * const wallet = await installSolanaWallet(context, { chains: { 'solana:devnet': 'http://127.0.0.1:8901' } })
 * wallet.script('solana:signMessage', reject())
 */
export async function installSolanaWallet(
  target: WalletPage | WalletBrowserContext,
  options: (SolanaWalletOptions & InstallSolanaOptions) | (InstallSolanaOptions & { readonly wallet: HeadlessSolanaWallet }) = {},
): Promise<HeadlessSolanaWallet> {
  const wallet = 'wallet' in options ? options.wallet : createSolanaWallet(options)
  const bridge = createFaceBridge({
    id: `solana:${wallet.info.uuid}`,
    port: wallet.port,
    face: `(port, { config, registered }) => (${String(registerFace)})((${String(createStandardFace)})(config, port), registered)`,
    config: { config: wallet.config, registered: options.registered ?? {} },
  })
  await installBridge(target, bridge, wallet.listen)
  return wallet
}
