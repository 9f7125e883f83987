import { createSolanaWallet, registerStandard, testSeed } from '@portico/testing/solana'
import { solanaDevnetUrl, solanaUrl } from '../nodes.js'
import { beaconIcon, lanternIcon } from './icons.js'
import type { TestWalletKind } from './start.js'
import type { TestWallet } from './testWallet.js'

/** Sites that go by a node's address, as wallet-adapter does, take the first one for a local cluster. */
export const solanaChains = { 'solana:mainnet': solanaUrl, 'solana:devnet': solanaDevnetUrl, 'solana:localnet': solanaUrl } as const

/** Wallets with two accounts each, known to the page by the Wallet Standard. */
export function createSolanaWallets(kinds: readonly TestWalletKind[]): readonly TestWallet[] {
  const common = { chains: solanaChains, accounts: 2, policy: 'manual', persist: 'local' } as const
  const made = [
    { kind: 'solana', name: 'Lantern', rdns: 'com.lantern.wallet', icon: lanternIcon, seeds: [testSeed(0), testSeed(1)] },
    { kind: 'solana2', name: 'Beacon', rdns: 'com.beacon.wallet', icon: beaconIcon, seeds: [testSeed(2), testSeed(3)] },
  ] as const
  return made
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind: _, ...options }) => {
      const wallet = createSolanaWallet({ ...common, ...options })
      registerStandard(wallet)
      return { person: wallet, accounts: wallet.accounts, accountInUse: () => wallet.state.exposed[0] }
    })
}
