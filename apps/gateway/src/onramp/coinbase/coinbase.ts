import { OptionsError } from '@portico/service'
import { z } from 'zod'
import { ProviderError } from '../../providers/errors.js'
import { OnrampForgedError, OnrampRefusedError } from '../errors.js'
import { checkSigned, createCall, indicativeMs, maybeText, number, parseJson, usualDecimals } from '../hosted.js'
import { networkId, wordOf } from '../networks.js'
import {
  type OnrampAsset,
  type OnrampMethod,
  type OnrampMoney,
  type OnrampProgress,
  type OnrampProviderFactory,
  type OnrampStatus,
  onrampFiats,
  onrampMethods,
} from '../types.js'
import { createCoinbaseSigner } from './jwt.js'

const api = 'https://api.developer.coinbase.com'
const platform = 'https://api.cdp.coinbase.com'
const page = 'https://pay.coinbase.com'

/** Some of its calls write `purchase_amount`, others `purchaseAmount`. */
const camel = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(camel)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()), camel(each)]),
  )
}
const camelled = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(camel, schema)

/** `amount` of quotes, `value` of transactions. */
const money = z
  .object({ amount: z.optional(number), value: z.optional(number), currency: z.string() })
  .refine(({ amount, value }) => amount !== undefined || value !== undefined)
  .transform(({ amount, value, currency }): OnrampMoney => ({ amount: amount ?? value ?? '0', currency }))

const optionsAnswer = camelled(
  z.object({
    paymentCurrencies: z.array(
      z.object({
        id: z.string(),
        limits: z.optional(z.array(z.object({ id: z.string() }))),
        paymentMethodLimits: z.optional(z.array(z.object({ id: z.string() }))),
      }),
    ),
    purchaseCurrencies: z.array(
      z.object({
        name: z.string(),
        symbol: z.string(),
        iconUrl: maybeText,
        networks: z.array(
          z.object({ name: z.string(), chainId: z.optional(z.union([z.string(), z.number()])), contractAddress: maybeText }),
        ),
      }),
    ),
  }),
)
const quoteAnswer = camelled(
  z.object({ paymentTotal: money, paymentSubtotal: money, purchaseAmount: money, coinbaseFee: money, networkFee: money }),
)
const openedAnswer = z.object({ session: z.object({ onrampUrl: z.string() }) })
const tokenAnswer = z.object({ token: z.string() })
const transaction = z.object({
  status: z.string(),
  txHash: maybeText,
  walletAddress: maybeText,
  toAddress: maybeText,
  failureReason: maybeText,
  partnerUserRef: maybeText,
  purchaseAmount: z.optional(money),
})
const transactionsAnswer = camelled(z.object({ transactions: z.array(transaction) }))
const event = camelled(transaction.extend({ eventType: z.string() }))
const refusal = z.union([
  z.object({ errorType: z.string(), errorMessage: z.optional(z.string()) }),
  z.object({ code: z.union([z.string(), z.number()]), message: z.string() }),
])

const statuses: Readonly<Record<string, OnrampStatus>> = {
  CREATED: 'created',
  AWAITING_AUTH: 'created',
  AWAITING_PAYMENT: 'created',
  // Of sales: the coins are on their way to it.
  STARTED: 'paid',
  IN_PROGRESS: 'processing',
  SUCCESS: 'settled',
  FAILED: 'failed',
  EXPIRED: 'expired',
}

/** Coinbase: `{ kind: 'coinbase', key, secret, webhookSecret }`. Its quotes are estimates, and its page is bound to the visitor's address. */
export const coinbase: OnrampProviderFactory = ({ options, fetch, clock }) => {
  const { key, secret, webhookSecret } = options
  if (key === undefined || secret === undefined) throw new OptionsError('onramp: coinbase needs a key and its secret')
  const signer = createCoinbaseSigner({ key, secret, clock })
  const ask = createCall({ kind: 'coinbase', fetch, statuses: [400, 404], refusalIn })
  const call = async <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    { base = api, body, signal }: { base?: string; body?: unknown; signal: AbortSignal },
  ): Promise<z.output<Schema>> => {
    const url = new URL(`${options.url ?? base}${path}`)
    const authorization = `Bearer ${await signer.sign({ method: body === undefined ? 'GET' : 'POST', url })}`
    return ask({ url, headers: { authorization }, body, signal }, schema)
  }
  const progressOf = ({
    status,
    txHash,
    walletAddress,
    toAddress,
    failureReason,
    purchaseAmount,
  }: z.output<typeof transaction>): OnrampProgress => {
    const word = status.replace(/^(ONRAMP_|OFFRAMP_)?TRANSACTION_STATUS_/, '')
    return {
      status: (Object.hasOwn(statuses, word) ? statuses[word] : undefined) ?? 'created',
      ...(txHash && { hash: txHash }),
      ...(walletAddress && { address: walletAddress }),
      ...(toAddress && { depositAddress: toAddress }),
      ...(failureReason && { reason: failureReason.replace(/^FAILURE_REASON_/, '').toLowerCase() }),
      ...(purchaseAmount && { purchaseAmount: purchaseAmount.amount }),
    }
  }

  return {
    kind: 'coinbase',
    name: 'Coinbase',
    feeRange: { min: 1, max: 4 },
    pages: options.pages ?? [page],
    sells: true,
    catalog: async (country, signal) => {
      const { paymentCurrencies, purchaseCurrencies } = await call(`/onramp/v1/buy/options?country=${country ?? 'US'}`, optionsAnswer, {
        signal,
      })
      const offered = new Set(
        paymentCurrencies.flatMap(({ limits, paymentMethodLimits }) => (limits ?? paymentMethodLimits ?? []).map(({ id }) => id)),
      )
      return {
        assets: purchaseCurrencies.flatMap(({ name, symbol, iconUrl, networks }): OnrampAsset[] => {
          const decimals = usualDecimals(symbol)
          if (decimals === undefined) return []
          return networks.flatMap((each): OnrampAsset[] => {
            const network = networkId(each.name) ?? (/^[1-9]\d*$/.test(String(each.chainId ?? '')) ? `eip155:${each.chainId}` : undefined)
            if (network === undefined) return []
            return [{ symbol, name, network, address: each.contractAddress ?? '', decimals, ...(iconUrl && { iconUrl }) }]
          })
        }),
        fiats: onrampFiats.filter((fiat) => paymentCurrencies.some(({ id }) => id === fiat)),
        methods: onrampMethods.filter((method) => offered.has(method)),
      }
    },
    quote: async ({ asset, fiat, amount, method, country, signal }) => {
      // It has prices for countries alone.
      if (country === undefined) throw new ProviderError('refused', 'coinbase has to be told the country.')
      const body = {
        purchaseCurrency: asset.symbol,
        purchaseNetwork: wordOf(asset.network),
        paymentAmount: amount,
        paymentCurrency: fiat,
        paymentMethod: method,
        country,
      }
      const { coinbaseFee, ...offer } = await call('/onramp/v1/buy/quote', quoteAnswer, { body, signal })
      return { ...offer, id: '', providerFee: coinbaseFee, expiresAt: clock() + indicativeMs, isFirm: false }
    },
    open: async ({ kind, asset, fiat, amount, method, country, address, session, redirectUrl, visitor, signal }) => {
      const clientIp = visitor === '' ? {} : { clientIp: visitor }
      if (kind === 'sell') {
        const addresses = [{ address, blockchains: [wordOf(asset.network)] }]
        const { token } = await call('/onramp/v1/token', tokenAnswer, { body: { addresses, assets: [asset.symbol], ...clientIp }, signal })
        const query = new URLSearchParams({
          sessionToken: token,
          partnerUserRef: session,
          defaultAsset: asset.symbol,
          defaultNetwork: wordOf(asset.network),
          presetCryptoAmount: amount,
          defaultCashoutMethod: method,
          fiatCurrency: fiat,
          ...(redirectUrl !== undefined && { redirectUrl }),
        })
        return { url: `${page}/v3/sell/input?${query}`, reference: '', purchaseAmount: { amount, currency: asset.symbol } }
      }
      const body = {
        purchaseCurrency: asset.symbol,
        destinationNetwork: wordOf(asset.network),
        destinationAddress: address,
        paymentAmount: amount,
        paymentCurrency: fiat,
        paymentMethod: shortMethods[method],
        partnerUserRef: session,
        ...(country !== undefined && { country }),
        ...(redirectUrl !== undefined && { redirectUrl }),
        ...clientIp,
      }
      const opened = await call('/platform/v2/onramp/sessions', openedAnswer, { base: platform, body, signal })
      return { url: opened.session.onrampUrl, reference: '', paymentTotal: { amount, currency: fiat } }
    },
    read: async ({ session, kind }, signal) => {
      const path = `/onramp/v1/${kind}/user/${encodeURIComponent(session)}/transactions?pageSize=1`
      const [latest] = (await call(path, transactionsAnswer, { signal })).transactions
      return latest && progressOf(latest)
    },
    readWebhook: ({ header, body }) => {
      const parts = new Map(
        (header('x-hook0-signature') ?? '').split(',').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
      )
      const time = parts.get('t') ?? ''
      const [names, bound, plain] = [parts.get('h'), parts.get('v1'), parts.get('v0')]
      const signature = bound ?? plain
      if (signature === undefined) throw new OnrampForgedError('It is not signed.')
      const values = (names ?? '').split(' ').map((name) => header(name) ?? '')
      const text = bound === undefined ? `${time}.${body}` : `${time}.${names ?? ''}.${values.join('.')}.${body}`
      checkSigned({ secret: webhookSecret, time: Number(time || NaN), now: clock(), text, signature, encoding: 'hex' })
      const told = event.safeParse(parseJson(body))
      if (!told.success || !/^(on|off)ramp\.transaction\./.test(told.data.eventType) || !told.data.partnerUserRef) return undefined
      return { session: told.data.partnerUserRef, progress: progressOf(told.data) }
    },
    exchanges: [],
  }
}

const shortMethods: Readonly<Record<OnrampMethod, string>> = { CARD: 'CARD', ACH_BANK_ACCOUNT: 'ACH' }

function refusalIn(answer: unknown): Error | undefined {
  const { data } = refusal.safeParse(answer)
  if (!data) return undefined
  return refusalOf('errorType' in data ? `${data.errorType} ${data.errorMessage ?? ''}` : data.message)
}

function refusalOf(text: string): Error {
  if (/country|region|subdivision/i.test(text)) return new OnrampRefusedError('country')
  if (/payment.?method/i.test(text)) return new OnrampRefusedError('paymentMethod')
  if (/amount|limit/i.test(text)) return new OnrampRefusedError('amount')
  if (/network|asset|currency/i.test(text)) return new OnrampRefusedError('asset')
  return new ProviderError('refused', 'coinbase refuses the request.')
}
