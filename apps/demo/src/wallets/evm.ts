import { announce, createWallet, type HeadlessWallet } from '@portico/testing'
import { rpcUrls } from '../config.js'
import { harborIcon, juniperIcon } from './icons.js'
import type { TestWallet } from './testWallet.js'

/** A chain that the site does not take, for the wallet to be on. Its node is never asked for anything but its name. */
const foreignChain = 250
const chainNames: Readonly<Record<number, string>> = { 1: 'Ethereum', 10: 'OP Mainnet', 8453: 'Base', [foreignChain]: 'Another chain' }

/** The third and fourth of the keys that every local chain funds. Public: never use them for anything of worth. */
const juniperKeys = [
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
] as const

export const evmChains = { ...rpcUrls, [foreignChain]: rpcUrls[1] }

/** Two wallets with two accounts each. */
export function createEvmWallets(): readonly TestWallet[] {
  const common = { chains: evmChains, chainId: 1, policy: 'manual', persist: 'local' } as const
  const wallets = [
    createWallet({ ...common, name: 'Harbor', rdns: 'com.harbor.wallet', icon: harborIcon, count: 2 }),
    createWallet({ ...common, name: 'Juniper', rdns: 'com.juniper.wallet', icon: juniperIcon, privateKeys: juniperKeys }),
  ]
  for (const wallet of wallets) announce(wallet)
  return wallets.map(evmTestWallet)
}

function evmTestWallet(wallet: HeadlessWallet): TestWallet {
  return {
    person: wallet,
    accounts: wallet.accounts,
    accountInUse() {
      const [first] = wallet.state.exposed
      return first && wallet.accounts.indexOf(first)
    },
    networks: {
      list: () =>
        Object.keys(wallet.state.chains).map((id) => ({ value: id, label: chainNames[Number(id)] ?? 'Added by a site', detail: id })),
      inUse: () => String(wallet.state.chainId),
      choose: (id) => wallet.switchChain(Number(id)),
    },
  }
}
