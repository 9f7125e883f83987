import { skeletonOf } from './skeleton.js'

/** Whoever speaks for a service. No label has one of them as a part of its own, and no brand goes with one. */
const offices = [
  'abuse',
  'admin',
  'administrator',
  'billing',
  'customer',
  'helpdesk',
  'hostmaster',
  'moderator',
  'official',
  'operator',
  'postmaster',
  'recovery',
  'refund',
  'root',
  'security',
  'service',
  'staff',
  'support',
  'sysadmin',
  'verified',
  'verify',
  'webmaster',
] // prettier-ignore

/** What a label may not be as a whole. */
const words = [
  ...offices,
  'account',
  'accounts',
  'airdrop',
  'claim',
  'contact',
  'deposit',
  'email',
  'help',
  'info',
  'legal',
  'login',
  'mail',
  'mainnet',
  'nobody',
  'null',
  'owner',
  'password',
  'payment',
  'payments',
  'portico',
  'press',
  'privacy',
  'seedphrase',
  'signin',
  'status',
  'swap',
  'team',
  'terms',
  'testnet',
  'treasury',
  'undefined',
  'vault',
  'wallet',
  'wallets',
  'withdraw',
] // prettier-ignore

/** Companies, protocols and chains whose names would be taken for theirs. Wallets are added from the directory. */
const brands = [
  'aave',
  'alchemy',
  'apple',
  'arbitrum',
  'avalanche',
  'base',
  'basescan',
  'binance',
  'bitcoin',
  'bitfinex',
  'bitstamp',
  'blockscout',
  'bybit',
  'chainlink',
  'circle',
  'coinbase',
  'coingecko',
  'consensys',
  'curve',
  'discord',
  'ethereum',
  'etherscan',
  'facebook',
  'farcaster',
  'gemini',
  'github',
  'google',
  'infura',
  'instagram',
  'jupiter',
  'kraken',
  'kucoin',
  'ledger',
  'lido',
  'makerdao',
  'mastercard',
  'metamask',
  'microsoft',
  'moonpay',
  'opensea',
  'optimism',
  'paypal',
  'phantom',
  'polygon',
  'rainbow',
  'reown',
  'revolut',
  'robinhood',
  'safe',
  'solana',
  'stripe',
  'telegram',
  'tether',
  'trezor',
  'trustwallet',
  'twitter',
  'uniswap',
  'usdc',
  'usdt',
  'visa',
  'vitalik',
  'walletconnect',
  'whatsapp',
  'zerion',
  'zksync',
] // prettier-ignore

/** Whether a label may be had by nobody here. */
export type IsReserved = (label: string) => boolean

export interface ReservedParameters {
  /** Names of wallets, as people write them. */
  readonly wallets: readonly string[]
  /** Labels that the operator keeps. */
  readonly own: readonly string[]
}

/** The labels that nobody gets: offices, brands, wallets, those of the operator, and what looks like one of them. */
export function createReserved({ wallets, own }: ReservedParameters): IsReserved {
  const labels = [...words, ...brands, ...wallets.flatMap(labelsOf), ...own]
  const known = new Set(labels.map(skeletonOf))
  const parts = new Set(offices.map(skeletonOf))
  return (label) => {
    const skeleton = skeletonOf(label)
    if (known.has(skeleton) || label.split('-').some((part) => parts.has(skeletonOf(part)))) return true
    // `metamasksupport`, `support4metamask` is left to people's eyes.
    return [...parts].some(
      (part) =>
        (skeleton.endsWith(part) && known.has(skeleton.slice(0, -part.length))) ||
        (skeleton.startsWith(part) && known.has(skeleton.slice(part.length))),
    )
  }
}

/** `Trust Wallet` to `trustwallet`, and `Zeal Wallet (beta)` to the same without what all of them are called. */
function labelsOf(name: string): readonly string[] {
  const label = name
    .toLowerCase()
    .replace(/\(.*?\)/g, '')
    .replace(/[^a-z0-9]/g, '')
  return [label, label.replace(/(wallet|app)$/, '')].filter((each) => each.length >= 4)
}
