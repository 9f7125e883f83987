import { registerFace } from '../shared/standard.js'
import { announce, type AnnounceOptions } from '../wallet/announce.js'
import type { HeadlessMultiChainWallet } from './types.js'

/**
 * Puts a wallet into the page on all its chains: announces it (EIP-6963), and registers it as a Wallet Standard wallet.
 * Returns the way to take it out.
 * @example const takeOut = announceMultiChain(wallet)
 */
export function announceMultiChain(wallet: HeadlessMultiChainWallet, options: AnnounceOptions = {}): () => void {
  const place = {
    ...(options.window !== undefined && { window: options.window }),
    ...(options.late !== undefined && { late: options.late }),
  }
  const offs = [...(wallet.evm ? [announce(wallet.evm, options)] : []), ...(wallet.wallet ? [registerFace(wallet.wallet, place)] : [])]
  return () => {
    for (const off of offs) off()
  }
}
