import { randomBytes } from 'node:crypto'
import { genesisHashes, solanaTokens } from '@portico/chains/solana/data'
import { formatUnits, isAddress, parseUnits } from 'viem'
import { addresses } from '../../contracts/artifacts/addresses.js'
import { chains } from '../../parts.js'

export const fiats = ['USD', 'EUR'] as const
export const methods = ['card', 'bank'] as const
export type Method = (typeof methods)[number]

export interface Asset {
  readonly symbol: string
  readonly name: string
  /** CAIP-2. */
  readonly network: string
  /** What visitors call the network. */
  readonly networkName: string
  /** Of the token; empty for the chain's own coin. */
  readonly contract: string
  readonly decimals: number
}

const solana = `solana:${genesisHashes.mainnet.slice(0, 32)}`
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const [solanaUsdc] = solanaTokens

/** What is bought and sold here: coins that the sandbox has, at the prices that it has. */
export const assets: readonly Asset[] = [
  ...chains.flatMap(({ id, name }): Asset[] => {
    const on = { network: `eip155:${id}`, networkName: name }
    return [
      { ...on, symbol: 'ETH', name: 'Ether', contract: '', decimals: 18 },
      { ...on, symbol: 'USDC', name: 'USD Coin', contract: addresses.usdc, decimals: 6 },
      { ...on, symbol: 'DAI', name: 'Dai Stablecoin', contract: addresses.dai, decimals: 18 },
    ]
  }),
  { symbol: 'SOL', name: 'Solana', network: solana, networkName: 'Solana', contract: '', decimals: 9 },
  { symbol: 'USDC', name: 'USD Coin', network: solana, networkName: 'Solana', contract: solanaUsdc.mint, decimals: solanaUsdc.decimals },
  { symbol: 'BTC', name: 'Bitcoin', network: bitcoin, networkName: 'Bitcoin', contract: '', decimals: 8 },
]

/** Cents of a dollar for one whole coin. */
const cents: Readonly<Record<string, bigint>> = { ETH: 320_000n, USDC: 100n, DAI: 100n, SOL: 15_000n, BTC: 6_400_000n }
/** Cents of a dollar for one euro. */
const euro = 108n
/** What the chain costs, in cents. */
const networkCents = (network: string): bigint => (network === 'eip155:1' ? 120n : network === bitcoin ? 200n : 5n)

/** Whole units, and hundredths of a per cent. */
export const limits: Readonly<Record<Method, { readonly min: bigint; readonly max: bigint; readonly fee: bigint }>> = {
  card: { min: 10n, max: 7500n, fee: 199n },
  bank: { min: 10n, max: 25_000n, fee: 100n },
}

/** Where nothing is sold, and where banks take part. */
const blocked: ReadonlySet<string> = new Set(['CN', 'HK', 'MO', 'KP', 'IR', 'CU', 'SY'])
const banked: ReadonlySet<string> = new Set(['US', 'DE', 'AT', 'FR', 'NL', 'ES', 'IT', 'IE', 'PT', 'BE', 'FI'])

export const isServed = (country: string | undefined): boolean => country === undefined || !blocked.has(country)

/** How one may pay in a country. */
export const methodsIn = (country: string | undefined): readonly Method[] =>
  country === undefined || banked.has(country) ? methods : ['card']

export interface Money {
  readonly amount: string
  readonly currency: string
}

/** An agreed price. Of a sale `paymentTotal` is what is paid out. */
export interface Price {
  readonly paymentTotal: Money
  readonly paymentSubtotal: Money
  readonly providerFee: Money
  readonly networkFee: Money
  readonly purchaseAmount: Money
}

export interface Question {
  readonly kind: 'buy' | 'sell'
  readonly asset: string
  readonly network: string
  readonly fiat: string
  /** Of the fiat to buy for, or of the coin to sell. */
  readonly amount: string
  readonly method: string
  readonly country?: string | undefined
}

export interface Quote {
  readonly id: string
  readonly kind: Question['kind']
  readonly asset: Asset
  readonly method: Method
  readonly price: Price
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Why there is no price: a code, and a sentence for people. */
export class MarketError extends Error {
  override readonly name = 'MarketError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** @throws MarketError */
export function quoteOf(question: Question, expiresAt: number): Quote {
  const { kind, fiat, network, amount, country } = question
  if (!isServed(country)) throw new MarketError('country_not_supported', `Harbor Pay sells nothing in ${country}.`)
  const method = methods.find((each) => each === question.method)
  if (!method || !methodsIn(country).includes(method))
    throw new MarketError('payment_method_not_supported', 'Nobody can pay like this here.')
  const asset = assets.find((each) => each.symbol === question.asset && each.network === network)
  const unit = cents[question.asset]
  if (!asset || unit === undefined) throw new MarketError('asset_not_supported', `${question.asset} is not sold on ${network}.`)
  if (!fiats.some((each) => each === fiat)) throw new MarketError('currency_not_supported', `Nobody can pay in ${fiat} here.`)
  const { fee, min, max } = limits[method]
  const one = 10n ** BigInt(asset.decimals)
  /** Cents of the fiat for one whole coin. */
  const rate = fiat === 'EUR' ? (unit * 100n) / euro : unit
  const networkFee = networkCents(network)
  const units = kind === 'sell' ? parse(amount, asset.decimals) : undefined
  const gross = units === undefined ? parse(amount, 2) : (units * rate) / one
  if (gross < min * 100n) throw new MarketError('amount_too_small', `At least ${min} ${fiat}.`)
  if (gross > max * 100n) throw new MarketError('amount_too_large', `At most ${max} ${fiat}.`)
  const providerFee = (gross * fee) / 10_000n
  const net = gross - providerFee - networkFee
  const money = (value: bigint): Money => ({ amount: `${value / 100n}.${String(value % 100n).padStart(2, '0')}`, currency: fiat })
  // Nobody wants eighteen digits behind the point, and the coin's smallest unit is never split.
  const bought = units ?? cut((net * one) / rate, asset.decimals)
  const price: Price = {
    paymentTotal: money(kind === 'buy' ? gross : net),
    paymentSubtotal: money(kind === 'buy' ? net : gross),
    providerFee: money(providerFee),
    networkFee: money(networkFee),
    purchaseAmount: { amount: formatUnits(bought, asset.decimals), currency: asset.symbol },
  }
  return { id: `q_${randomBytes(12).toString('hex')}`, kind, asset, method, price, expiresAt }
}

const cut = (units: bigint, decimals: number): bigint => {
  const rest = 10n ** BigInt(Math.max(0, decimals - 8))
  return (units / rest) * rest
}

/** @throws MarketError */
function parse(text: string, decimals: number): bigint {
  if (!/^\d{1,12}(\.\d{1,18})?$/.test(text)) throw new MarketError('invalid_amount', 'The amount is no decimal number.')
  return parseUnits(text, decimals)
}

/** Whether an address could be one of the network. */
export function fits(network: string, address: string): boolean {
  if (network.startsWith('eip155:')) return isAddress(address, { strict: false })
  if (network.startsWith('solana:')) return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)
  return /^(bc1[02-9ac-hj-np-z]{11,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/.test(address)
}
