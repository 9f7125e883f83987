import { createEvmWallets } from './evm.js'
import type { TestWalletKind } from './start.js'
import type { TestWallet } from './testWallet.js'

/** Makes wallets of these kinds and announces them. They remember what they agreed to, and tabs follow each other. */
export async function createTestWallets(kinds: readonly TestWalletKind[]): Promise<readonly TestWallet[]> {
  const wants = (kind: TestWalletKind) => kinds.includes(kind)
  const evm = wants('evm') ? createEvmWallets() : [] // at once: most pages need no more
  const others = await Promise.all([
    wants('solana') || wants('solana2') ? import('./solana.js').then(({ createSolanaWallets }) => createSolanaWallets(kinds)) : [],
    wants('bitcoin') || wants('btc') ? import('./bitcoin.js').then(({ createBitcoinWallets }) => createBitcoinWallets(kinds)) : [],
    wants('multi') ? import('./multi.js').then(({ createMultiWallets }) => createMultiWallets()) : [],
  ])
  return [...evm, ...others.flat()]
}
