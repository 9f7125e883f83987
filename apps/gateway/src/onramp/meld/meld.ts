import { OptionsError } from '@portico/service'
import { z } from 'zod'
import { ProviderError } from '../../providers/errors.js'
import { fiatDecimals, fiatOf, unitsOf } from '../amounts.js'
import { OnrampForgedError, OnrampRefusedError } from '../errors.js'
import { checkSigned, indicativeMs, maybeText, number, parseJson, createCall, usualDecimals } from '../hosted.js'
import { networkId } from '../networks.js'
import {
  type OnrampAsset,
  type OnrampProgress,
  type OnrampProviderFactory,
  type OnrampQuestion,
  type OnrampStatus,
  onrampFiats,
  onrampMethods,
} from '../types.js'

/** Of its API. Fields that are not known pass. */
const version = '2025-03-04'

const assetsAnswer = z.array(
  z.object({
    currencyCode: z.string(),
    name: z.string(),
    chainCode: maybeText,
    chainId: z.optional(z.nullable(z.union([z.string(), z.number()]))),
    contractAddress: maybeText,
    symbolImageUrl: maybeText,
  }),
)
const quote = z.object({
  sourceAmount: number,
  destinationAmount: number,
  totalFee: z.optional(z.nullable(number)),
  networkFee: z.optional(z.nullable(number)),
  serviceProvider: z.string().regex(/^[\w.-]{1,100}$/),
})
/** It answers with 200 where nobody quotes, and says why in words. */
const quotesAnswer = z.object({ quotes: z.optional(z.nullable(z.array(z.unknown()))), message: maybeText, error: maybeText })
const openedAnswer = z.object({ id: z.string(), widgetUrl: z.string() })
const transaction = z.object({
  status: z.string(),
  cryptoDetails: z.optional(z.nullable(z.object({ blockchainTransactionId: maybeText, destinationWalletAddress: maybeText }))),
})
const transactionsAnswer = z.object({ transactions: z.array(transaction) })
const event = z.object({
  eventType: z.string(),
  payload: z.object({ externalSessionId: maybeText, sessionId: maybeText, paymentTransactionStatus: z.string() }),
})
const refusal = z.object({ code: z.string(), message: z.optional(z.string()) })

const statuses: Readonly<Record<string, OnrampStatus>> = {
  PENDING_CREATED: 'created',
  PENDING: 'created',
  TWO_FA_REQUIRED: 'created',
  TWO_FA_PROVIDED: 'created',
  AUTHORIZED: 'paid',
  PROCESSING: 'processing',
  SETTLING: 'processing',
  SETTLED: 'settled',
  REFUNDED: 'refunded',
  DECLINED: 'failed',
  CANCELLED: 'failed',
  FAILED: 'failed',
  ERROR: 'failed',
  VOIDED: 'failed',
}

/** Meld, which asks many others: `{ kind: 'meld', key, webhookSecret }`. Its quotes are not held. */
export const meld: OnrampProviderFactory = ({ options, fetch, clock }) => {
  const { key, url: base = 'https://api.meld.io', webhookSecret } = options
  if (key === undefined) throw new OptionsError('onramp: meld needs a key')
  const headers = { authorization: `BASIC ${key}`, 'meld-version': version }
  const ask = createCall({ kind: 'meld', fetch, statuses: [400], refusalIn })
  const call = <Schema extends z.ZodType>(path: string, schema: Schema, asked: { body?: unknown; signal: AbortSignal }) =>
    ask({ url: `${base}${path}`, headers, ...asked }, schema)
  const bestOf = async ({ asset, fiat, amount, method, country, signal }: OnrampQuestion): Promise<z.output<typeof quote>> => {
    const body = {
      sourceCurrencyCode: fiat,
      sourceAmount: Number(amount),
      destinationCurrencyCode: codeOf(asset),
      paymentMethodType: method === 'CARD' ? 'CREDIT_DEBIT_CARD' : fiat === 'EUR' ? 'SEPA' : 'ACH',
      ...(country !== undefined && { countryCode: country }),
    }
    const { quotes, message, error } = await call('/payments/crypto/quote', quotesAnswer, { body, signal })
    // One whose shape is another says nothing about the others.
    const known = (quotes ?? []).flatMap((each) => quote.safeParse(each).data ?? [])
    const units = (each: z.output<typeof quote>): bigint => unitsOf(each.destinationAmount, asset.decimals) ?? 0n
    const [best] = known.toSorted((a, b) => (units(b) > units(a) ? 1 : -1))
    if (best) return best
    if (quotes?.length) throw new ProviderError('malformed', 'meld answered in another shape.')
    throw refusalOf(`${error ?? ''} ${message ?? ''}`)
  }

  return {
    kind: 'meld',
    name: 'Meld',
    feeRange: { min: 1, max: 5 },
    pages: options.pages ?? ['https://meldcrypto.com', 'https://www.meldcrypto.com'],
    sells: true,
    catalog: async (country, signal) => {
      const query = country === undefined ? '' : `&countries=${country}`
      const assets = await call(`/service-providers/properties/crypto-currencies?accountFilter=true${query}`, assetsAnswer, { signal })
      return {
        assets: assets.flatMap(({ currencyCode, name, chainCode, chainId, contractAddress, symbolImageUrl }): OnrampAsset[] => {
          const symbol = currencyCode.split('_')[0] ?? ''
          const decimals = usualDecimals(symbol)
          const network =
            networkId(chains[chainCode ?? ''] ?? '') ?? (/^[1-9]\d*$/.test(String(chainId ?? '')) ? `eip155:${chainId}` : undefined)
          if (decimals === undefined || network === undefined) return []
          const address = contractAddress && !/^0x0{40}$/.test(contractAddress) ? contractAddress : ''
          return [{ symbol, name, network, address, decimals, ...(symbolImageUrl && { iconUrl: symbolImageUrl }) }]
        }),
        fiats: onrampFiats,
        methods: onrampMethods,
      }
    },
    quote: async (question) => {
      const { destinationAmount, totalFee, networkFee, serviceProvider } = await bestOf(question)
      const { fiat, asset } = question
      const total = unitsOf(question.amount, fiatDecimals) ?? 0n
      const network = unitsOf(networkFee ?? '0', fiatDecimals) ?? 0n
      const all = unitsOf(totalFee ?? '0', fiatDecimals) ?? 0n
      return {
        id: serviceProvider,
        paymentTotal: fiatOf(total, fiat),
        paymentSubtotal: fiatOf(total > all ? total - all : 0n, fiat),
        purchaseAmount: { amount: destinationAmount, currency: asset.symbol },
        networkFee: fiatOf(network, fiat),
        providerFee: fiatOf(all > network ? all - network : 0n, fiat),
        expiresAt: clock() + indicativeMs,
        isFirm: false,
      }
    },
    open: async ({ kind, address, session, offer, redirectUrl, visitor: _visitor, ...question }) => {
      const { asset, fiat, amount, country, signal } = question
      const serviceProvider = offer ?? (kind === 'buy' ? (await bestOf(question)).serviceProvider : undefined)
      const [from, to] = kind === 'buy' ? [fiat, codeOf(asset)] : [codeOf(asset), fiat]
      const sessionData = {
        walletAddress: address,
        sourceCurrencyCode: from,
        sourceAmount: amount,
        destinationCurrencyCode: to,
        ...(serviceProvider !== undefined && { serviceProvider }),
        ...(country !== undefined && { countryCode: country }),
        ...(redirectUrl !== undefined && { redirectUrl }),
      }
      const body = { sessionType: kind === 'buy' ? 'BUY' : 'SELL', sessionData, externalSessionId: session }
      const { id, widgetUrl } = await call('/crypto/session/widget', openedAnswer, { body, signal })
      const amounts = kind === 'buy' ? { paymentTotal: { amount, currency: fiat } } : { purchaseAmount: { amount, currency: asset.symbol } }
      return { url: widgetUrl, reference: id, ...amounts }
    },
    read: async ({ session }, signal) => {
      const query = new URLSearchParams({ externalSessionIds: session, limit: '1' })
      const [latest] = (await call(`/payments/transactions?${query}`, transactionsAnswer, { signal })).transactions
      if (!latest) return undefined
      const { blockchainTransactionId: hash, destinationWalletAddress: address } = latest.cryptoDetails ?? {}
      return { ...progressOf(latest.status), ...(hash && { hash }), ...(address && { address }) }
    },
    readWebhook: ({ header, body, url }) => {
      const [signature, stated] = [header('meld-signature'), header('meld-signature-timestamp')]
      if (signature === undefined || stated === undefined) throw new OnrampForgedError('It is not signed.')
      if (url === undefined) throw new OnrampForgedError('Nobody told this gateway by which address the world knows it (publicUrl).')
      const time = /^\d{1,12}$/.test(stated) ? Number(stated) : Date.parse(stated) / 1000
      checkSigned({ secret: webhookSecret, time, now: clock(), text: `${stated}.${url}.${body}`, signature, encoding: 'base64url' })
      const told = event.safeParse(parseJson(body))
      if (!told.success || !told.data.eventType.startsWith('TRANSACTION_CRYPTO_')) return undefined
      const { externalSessionId, sessionId, paymentTransactionStatus } = told.data.payload
      return { session: externalSessionId ?? undefined, reference: sessionId ?? undefined, progress: progressOf(paymentTransactionStatus) }
    },
    exchanges: [],
  }
}

/** Its words for networks, where they are not ours. */
const chains: Readonly<Record<string, string>> = {
  ETH: 'ethereum',
  ETHEREUM: 'ethereum',
  BASE: 'base',
  OPTIMISM: 'optimism',
  ARBITRUM: 'arbitrum',
  POLYGON: 'polygon',
  MATIC: 'polygon',
  BTC: 'bitcoin',
  BITCOIN: 'bitcoin',
  SOLANA: 'solana',
  SOL: 'solana',
  BSC: 'bnb',
  AVAXC: 'avalanche-c-chain',
} // prettier-ignore

const suffixes: Readonly<Record<string, string>> = {
  'eip155:1': 'ETHEREUM',
  'eip155:10': 'OPTIMISM',
  'eip155:56': 'BSC',
  'eip155:137': 'POLYGON',
  'eip155:8453': 'BASE',
  'eip155:42161': 'ARBITRUM',
  'eip155:43114': 'AVAXC',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'SOLANA',
} // prettier-ignore

/** `USDC_BASE`; the coin of its own chain goes without. */
function codeOf({ symbol, network }: OnrampAsset): string {
  if (symbol === 'BTC' || (symbol === 'ETH' && network === 'eip155:1') || symbol === 'SOL') return symbol
  const suffix = Object.hasOwn(suffixes, network) ? suffixes[network] : undefined
  return suffix === undefined ? symbol : `${symbol}_${suffix}`
}

function progressOf(word: string): OnrampProgress {
  const status = (Object.hasOwn(statuses, word) ? statuses[word] : undefined) ?? 'created'
  return { status, ...(status === 'failed' && { reason: word.toLowerCase() }) }
}

function refusalIn(answer: unknown): Error | undefined {
  const { data } = refusal.safeParse(answer)
  return data && refusalOf(`${data.code} ${data.message ?? ''}`)
}

function refusalOf(text: string): Error {
  if (/country|region/i.test(text)) return new OnrampRefusedError('country')
  if (/minimum|too (low|small)|below/i.test(text)) return new OnrampRefusedError('amountTooSmall')
  if (/maximum|too (high|large)|above|exceed/i.test(text)) return new OnrampRefusedError('amountTooLarge')
  if (/payment.?method/i.test(text)) return new OnrampRefusedError('paymentMethod')
  if (/currency|not supported|no quotes|not found/i.test(text)) return new OnrampRefusedError('asset')
  if (/wallet.?address/i.test(text)) return new OnrampRefusedError('address')
  return new ProviderError('refused', 'meld refuses the request.')
}
