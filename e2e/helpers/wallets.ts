import { installWallet, type InstallOptions, type WalletBrowserContext } from '@portico/testing/playwright'
import type { HeadlessWallet, WalletOptions } from '@portico/testing'
import { fundedAccount, nodes } from './sandbox.js'

type Options = Partial<WalletOptions> & InstallOptions

const alpha = fundedAccount(3)
const beta = fundedAccount(4)

/** Alpha: an announced wallet with one account, on Ethereum. It agrees to everything unless it is scripted. */
export const installAlpha = (context: WalletBrowserContext, options: Options = {}): Promise<HeadlessWallet> =>
  installWallet(context, { name: 'Alpha', rdns: 'com.example.alpha', chains: nodes, privateKeys: alpha.key, ...options })

/** Beta: another one, with another account. */
export const installBeta = (context: WalletBrowserContext, options: Options = {}): Promise<HeadlessWallet> =>
  installWallet(context, { name: 'Beta', rdns: 'com.example.beta', chains: nodes, privateKeys: beta.key, ...options })

/** How often a wallet was asked for something. */
export const timesAsked = (wallet: HeadlessWallet, method: string): number =>
  wallet.log.filter((request) => request.method === method).length

/** How often the person behind a wallet was asked to let the site in. wagmi's own connector asks for permissions instead. */
export const timesPrompted = (wallet: HeadlessWallet): number =>
  timesAsked(wallet, 'eth_requestAccounts') + timesAsked(wallet, 'wallet_requestPermissions')

/** An address as it is shown: its first four characters and its last six. */
export const short = (address = ''): string => `${address.slice(0, 4)}…${address.slice(-6)}`
