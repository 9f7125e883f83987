import { createBitcoinWallet, registerListed, registerStandard, testSecrets } from '@portico/testing/bitcoin'
import { bitcoinUrl } from '../nodes.js'
import { cairnIcon, quarryIcon } from './icons.js'
import type { TestWalletKind } from './start.js'
import type { TestWallet } from './testWallet.js'

const networkNames = { mainnet: 'Bitcoin', signet: 'Signet' } as const

/** Wallets with two accounts each: one known by the Wallet Standard, one on the `btc_providers` list. */
export function createBitcoinWallets(kinds: readonly TestWalletKind[]): readonly TestWallet[] {
  const networks = ['mainnet', 'signet'] as const // the site does not take the second
  const common = { networks, esploraUrl: bitcoinUrl, accounts: 2, policy: 'manual', persist: 'local' } as const
  const made = [
    {
      kind: 'bitcoin',
      register: registerStandard,
      name: 'Quarry',
      rdns: 'com.quarry.wallet',
      icon: quarryIcon,
      secrets: [testSecrets(0), testSecrets(1)],
    },
    {
      kind: 'btc',
      register: registerListed,
      name: 'Cairn',
      rdns: 'com.cairn.wallet',
      icon: cairnIcon,
      secrets: [testSecrets(2), testSecrets(3)],
    },
  ] as const
  return made
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind: _, register, ...options }) => {
      const wallet = createBitcoinWallet({ ...common, ...options })
      register(wallet)
      return {
        person: wallet,
        accounts: wallet.accounts.map(({ payment }) => payment.address),
        accountInUse: () => wallet.state.exposed[0],
        networks: {
          list: () => networks.map((value) => ({ value, label: networkNames[value], detail: value })),
          inUse: () => wallet.state.network,
          choose: (value) => wallet.switchNetwork(value === 'signet' ? 'signet' : 'mainnet'),
        },
      }
    })
}
