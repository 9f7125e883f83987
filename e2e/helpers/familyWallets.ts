import { testSecrets } from '@portico/testing/bitcoin'
import { installBitcoinWallet, installMultiChainWallet, installSolanaWallet, type WalletBrowserContext } from '@portico/testing/playwright'
import { testSeed } from '@portico/testing/solana'
import type { FamilyWallet } from './families.js'
import { bitcoinNode, fundedAccount, nodes, solanaNodes } from './sandbox.js'
import { installAlpha } from './wallets.js'

type SolanaOptions = Exclude<Parameters<typeof installSolanaWallet>[1], undefined | { wallet: unknown }>
type BitcoinOptions = Exclude<Parameters<typeof installBitcoinWallet>[1], undefined | { wallet: unknown }>
type MultiOptions = Exclude<Parameters<typeof installMultiChainWallet>[1], undefined | { wallet: unknown }>

/** Gamma: a Solana wallet with two accounts, of which sites see one. */
export const installGamma = (context: WalletBrowserContext, options: SolanaOptions = {}) =>
  installSolanaWallet(context, {
    name: 'Gamma',
    rdns: 'com.example.gamma',
    chains: solanaNodes,
    accounts: 2,
    seeds: [testSeed(2), testSeed(3)],
    ...options,
  })

/** Delta: another one. */
export const installDelta = (context: WalletBrowserContext, options: SolanaOptions = {}) =>
  installGamma(context, { name: 'Delta', rdns: 'com.example.delta', seeds: [testSeed(4), testSeed(5)], ...options })

/** Epsilon: a Bitcoin wallet with two accounts, known by the Wallet Standard. */
export const installEpsilon = (context: WalletBrowserContext, options: BitcoinOptions = {}) =>
  installBitcoinWallet(context, {
    name: 'Epsilon',
    rdns: 'com.example.epsilon',
    esploraUrl: bitcoinNode,
    accounts: 2,
    secrets: [testSecrets(2), testSecrets(3)],
    ...options,
  })

/** Zeta: a Bitcoin wallet on the `btc_providers` list. */
export const installZeta = (context: WalletBrowserContext, options: BitcoinOptions = {}) =>
  installEpsilon(context, {
    name: 'Zeta',
    rdns: 'com.example.zeta',
    faces: ['btc_providers'],
    secrets: [testSecrets(4), testSecrets(5)],
    ...options,
  })

/** Omega: one wallet on all three chain families. */
export const installOmega = (context: WalletBrowserContext, options: MultiOptions = {}) =>
  installMultiChainWallet(context, {
    name: 'Omega',
    rdns: 'com.example.omega',
    accounts: 2,
    evm: { chains: nodes },
    solana: { chains: solanaNodes },
    bitcoin: { esploraUrl: bitcoinNode },
    ...options,
  })

/** A wallet for each chain family, with two accounts each; sites see the first of them. */
export async function installThree(
  context: WalletBrowserContext,
): Promise<{ readonly evm: FamilyWallet; readonly solana: FamilyWallet; readonly bitcoin: FamilyWallet }> {
  const alpha = await installAlpha(context, { privateKeys: [fundedAccount(3).key, fundedAccount(4).key] })
  const gamma = await installGamma(context)
  const epsilon = await installEpsilon(context)
  return {
    evm: {
      name: 'Alpha',
      network: 'Ethereum',
      person: alpha,
      addresses: alpha.accounts,
      asks: { connect: 'eth_requestAccounts', sign: 'personal_sign', send: 'eth_sendTransaction' },
    },
    solana: {
      name: 'Gamma',
      network: 'Solana',
      person: gamma,
      addresses: gamma.accounts,
      asks: {
        connect: 'standard:connect',
        sign: 'solana:signMessage',
        send: ({ method }) => /^solana:sign(AndSend|Transaction)/.test(method),
      },
    },
    bitcoin: {
      name: 'Epsilon',
      network: 'Bitcoin',
      person: epsilon,
      addresses: epsilon.accounts.map(({ payment }) => payment.address),
      asks: { connect: 'connect', sign: 'signMessage', send: 'signPsbt' },
    },
  }
}
