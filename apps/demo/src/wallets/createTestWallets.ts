import { announce, createWallet, type HeadlessWallet } from '@portico/testing'
import { rpcUrls } from '../config.js'
import { harborIcon, juniperIcon } from './icons.js'

/** A chain that the site does not take, for the wallet to be on. Its node is never asked for anything but its name. */
export const foreignChain = 250

/** The third and fourth of the keys that every local chain funds. Public: never use them for anything of worth. */
const juniperKeys = [
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
] as const

/** Two wallets with two accounts each. They remember what they agreed to, and tabs follow each other. */
export function createTestWallets(): readonly HeadlessWallet[] {
  const chains = { ...rpcUrls, [foreignChain]: rpcUrls[1] }
  const common = { chains, chainId: 1, policy: 'manual', persist: 'local' } as const
  const wallets = [
    createWallet({ ...common, name: 'Harbor', rdns: 'com.harbor.wallet', icon: harborIcon, count: 2 }),
    createWallet({ ...common, name: 'Juniper', rdns: 'com.juniper.wallet', icon: juniperIcon, privateKeys: juniperKeys }),
  ]
  for (const wallet of wallets) announce(wallet)
  return wallets
}
