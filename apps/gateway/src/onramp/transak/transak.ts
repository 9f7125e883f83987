import { OptionsError } from '@portico/service'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import { ProviderError } from '../../providers/errors.js'
import { fiatDecimals, fiatOf, unitsOf } from '../amounts.js'
import { OnrampForgedError, OnrampRefusedError } from '../errors.js'
import { indicativeMs, maybeText, number, parseJson, createCall } from '../hosted.js'
import { networkId, wordOf } from '../networks.js'
import {
  type OnrampAsset,
  type OnrampMethod,
  type OnrampProgress,
  type OnrampProviderFactory,
  type OnrampStatus,
  onrampFiats,
  onrampMethods,
} from '../types.js'

const coin = z.object({
  symbol: z.string(),
  name: z.string(),
  decimals: z.optional(z.nullable(z.int().min(0).max(36))),
  address: maybeText,
  isAllowed: z.boolean(),
  network: z.object({ name: z.string(), chainId: z.optional(z.nullable(z.union([z.string(), z.number()]))) }),
  image: z.optional(z.nullable(z.object({ small: maybeText }))),
})
const coinsAnswer = z.object({ response: z.array(z.unknown()) })
const countriesAnswer = z.object({ response: z.array(z.object({ alpha2: z.string(), isAllowed: z.boolean() })) })
const priceAnswer = z.object({
  response: z.object({
    fiatAmount: number,
    cryptoAmount: number,
    totalFee: number,
    feeBreakdown: z.optional(z.array(z.object({ id: z.string(), value: number }))),
  }),
})
const tokenAnswer = z.object({ data: z.object({ accessToken: z.string().min(1), expiresAt: z.number() }) })
const openedAnswer = z.object({ data: z.object({ widgetUrl: z.string() }) })
const order = z.object({
  status: z.string(),
  partnerOrderId: maybeText,
  walletAddress: maybeText,
  transactionHash: maybeText,
  cryptoAmount: z.optional(z.nullable(number)),
  isBuyOrSell: maybeText,
  cryptoPaymentData: z.optional(z.nullable(z.object({ paymentAddress: maybeText }))),
})
const ordersAnswer = z.object({ data: z.array(z.unknown()) })
const delivery = z.object({ data: z.string() })
const claims = z.object({ webhookData: order, iat: z.optional(z.number()) })
const refusal = z.object({ error: z.object({ message: z.optional(z.string()), statusCode: z.optional(z.number()) }) })

const statuses: Readonly<Record<string, OnrampStatus>> = {
  AWAITING_PAYMENT_FROM_USER: 'created',
  // Said by the visitor alone.
  PAYMENT_DONE_MARKED_BY_USER: 'created',
  PROCESSING: 'paid',
  PENDING_DELIVERY_FROM_TRANSAK: 'processing',
  ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK: 'processing',
  COMPLETED: 'settled',
  CANCELLED: 'failed',
  FAILED: 'failed',
  REFUNDED: 'refunded',
  EXPIRED: 'expired',
}

/** Seconds that a webhook may be old. */
const tolerance = 300
/** Milliseconds before its end at which a token is made anew. */
const renewMs = 60_000

/** Transak: `{ kind: 'transak', key, secret, domain }`. Its webhooks are signed with the token that its API gives out for the secret. */
export const transak: OnrampProviderFactory = ({ options, fetch, clock }) => {
  const { key, secret, domain, url: base = 'https://api.transak.com' } = options
  if (key === undefined || secret === undefined || domain === undefined)
    throw new OptionsError('onramp: transak needs a key, its secret and a domain')
  const gateway = base.replace(/^https:\/\/api(?=[.-][\w.-]*transak\.com)/, 'https://api-gateway')
  const call = createCall({ kind: 'transak', fetch, statuses: [400], refusalIn })
  /** The newest first: a webhook may have been signed with the one before. */
  let tokens: readonly { readonly token: string; readonly until: number }[] = []
  let renewing: Promise<string> | undefined

  const renew = async (signal: AbortSignal): Promise<string> => {
    const headers = { 'api-secret': secret }
    const { data } = await call({ url: `${base}/partners/api/v2/refresh-token`, headers, body: { apiKey: key }, signal }, tokenAnswer)
    tokens = [{ token: data.accessToken, until: data.expiresAt * 1000 }, ...tokens.slice(0, 1)]
    return data.accessToken
  }
  /** A new one ends the one before, so it is asked for once at a time. */
  const tokenNow = (signal: AbortSignal): Promise<string> => {
    const [newest] = tokens
    if (newest && newest.until - renewMs > clock()) return Promise.resolve(newest.token)
    renewing ??= renew(signal).finally(() => (renewing = undefined))
    return renewing
  }
  /** Another gateway may have made a newer token, which ended ours: then we make one too. */
  const withToken = async <T>(signal: AbortSignal, run: (token: string) => Promise<T>): Promise<T> => {
    try {
      return await run(await tokenNow(signal))
    } catch (error) {
      if (!(error instanceof ProviderError) || error.reason !== 'refused') throw error
      tokens = tokens.map((each) => ({ ...each, until: 0 }))
      return run(await tokenNow(signal))
    }
  }
  const progressOf = ({
    status: word,
    transactionHash,
    walletAddress,
    isBuyOrSell,
    cryptoPaymentData,
  }: z.output<typeof order>): OnrampProgress => {
    const status = (Object.hasOwn(statuses, word) ? statuses[word] : undefined) ?? 'created'
    const deposit = cryptoPaymentData?.paymentAddress
    return {
      status,
      ...(transactionHash && { hash: transactionHash }),
      // Of a sale it is another one: where the coins go.
      ...(walletAddress && isBuyOrSell !== 'SELL' && { address: walletAddress }),
      ...(deposit && { depositAddress: deposit }),
      ...(status === 'failed' && { reason: word.toLowerCase() }),
    }
  }

  return {
    kind: 'transak',
    name: 'Transak',
    feeRange: { min: 1, max: 6 },
    pages: options.pages ?? ['https://global.transak.com'],
    sells: true,
    catalog: async (country, signal) => {
      const [{ response }, countries] = await Promise.all([
        call({ url: `${base}/api/v2/currencies/crypto-currencies`, signal }, coinsAnswer),
        country === undefined ? undefined : call({ url: `${base}/api/v2/countries`, signal }, countriesAnswer),
      ])
      const isServed = countries?.response.some(({ alpha2, isAllowed }) => alpha2 === country && isAllowed) ?? true
      return {
        assets: !isServed
          ? []
          : response.flatMap((each): OnrampAsset[] => {
              const { data } = coin.safeParse(each)
              const network =
                data &&
                (networkId(data.network.name) ??
                  (/^[1-9]\d*$/.test(String(data.network.chainId ?? '')) ? `eip155:${data.network.chainId}` : undefined))
              if (!data?.isAllowed || network === undefined || data.decimals === undefined || data.decimals === null) return []
              const { symbol, name, decimals, address, image } = data
              const contract = address && address.toLowerCase() !== native ? address : ''
              return [{ symbol, name, network, address: contract, decimals, ...(image?.small && { iconUrl: image.small }) }]
            }),
        fiats: onrampFiats,
        methods: onrampMethods,
      }
    },
    quote: async ({ asset, fiat, amount, method, country, signal }) => {
      const query = new URLSearchParams({
        partnerApiKey: key,
        fiatCurrency: fiat,
        cryptoCurrency: asset.symbol,
        isBuyOrSell: 'BUY',
        network: wordOf(asset.network),
        paymentMethod: ways[method](fiat),
        fiatAmount: amount,
        ...(country !== undefined && { quoteCountryCode: country }),
      })
      const { response } = await call({ url: `${base}/api/v1/pricing/public/quotes?${query}`, signal }, priceAnswer)
      const all = unitsOf(response.totalFee, fiatDecimals) ?? 0n
      const network = unitsOf(response.feeBreakdown?.find(({ id }) => id === 'network_fee')?.value ?? '0', fiatDecimals) ?? 0n
      const total = unitsOf(response.fiatAmount, fiatDecimals) ?? 0n
      return {
        id: '',
        paymentTotal: fiatOf(total, fiat),
        paymentSubtotal: fiatOf(total > all ? total - all : 0n, fiat),
        purchaseAmount: { amount: response.cryptoAmount, currency: asset.symbol },
        networkFee: fiatOf(network, fiat),
        providerFee: fiatOf(all > network ? all - network : 0n, fiat),
        expiresAt: clock() + indicativeMs,
        isFirm: false,
      }
    },
    open: async ({ kind, asset, fiat, amount, method, country, address, session, redirectUrl, signal }) => {
      const widgetParams = {
        apiKey: key,
        referrerDomain: domain,
        productsAvailed: kind === 'buy' ? 'BUY' : 'SELL',
        cryptoCurrencyCode: asset.symbol,
        network: wordOf(asset.network),
        walletAddress: address,
        disableWalletAddressForm: true,
        fiatCurrency: fiat,
        ...(kind === 'buy' ? { fiatAmount: amount } : { cryptoAmount: amount }),
        paymentMethod: ways[method](fiat),
        partnerOrderId: session,
        ...(country !== undefined && { countryCode: country }),
        ...(redirectUrl !== undefined && { redirectURL: redirectUrl }),
      }
      const { data } = await withToken(signal, (token) =>
        call({ url: `${gateway}/api/v2/auth/session`, headers: { 'access-token': token }, body: { widgetParams }, signal }, openedAnswer),
      )
      const amounts = kind === 'buy' ? { paymentTotal: { amount, currency: fiat } } : { purchaseAmount: { amount, currency: asset.symbol } }
      return { url: data.widgetUrl, reference: '', ...amounts }
    },
    read: async ({ session, address }, signal) => {
      const query = new URLSearchParams({ limit: '20', 'filter[walletAddress]': address, 'filter[sortOrder]': 'desc' })
      const { data } = await withToken(signal, (token) =>
        call({ url: `${base}/partners/api/v2/orders?${query}`, headers: { 'access-token': token }, signal }, ordersAnswer),
      )
      const found = data.flatMap((each) => order.safeParse(each).data ?? []).find(({ partnerOrderId }) => partnerOrderId === session)
      return found && progressOf(found)
    },
    readWebhook: async ({ body }) => {
      const sent = delivery.safeParse(parseJson(body))
      if (!sent.success) throw new OnrampForgedError('It is not signed.')
      const payload = await firstOf(tokens, async ({ token }) => {
        const { payload: told } = await jwtVerify(sent.data.data, new TextEncoder().encode(token), {
          algorithms: ['HS256'],
          maxTokenAge: tolerance,
          clockTolerance: tolerance,
          currentDate: new Date(clock()),
        })
        return told
      })
      if (!payload) throw new OnrampForgedError('Somebody else signed it, or a long time ago.')
      const told = claims.safeParse(payload)
      if (!told.success || !told.data.webhookData.partnerOrderId) return undefined
      return { session: told.data.webhookData.partnerOrderId, progress: progressOf(told.data.webhookData) }
    },
    exchanges: [],
  }
}

/** What it calls a chain's own coin. */
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const ways: Readonly<Record<OnrampMethod, (fiat: string) => string>> = {
  CARD: () => 'credit_debit_card',
  ACH_BANK_ACCOUNT: (fiat) => (fiat === 'EUR' ? 'sepa_bank_transfer' : 'pm_ach'),
}

async function firstOf<T, R>(all: readonly T[], run: (each: T) => Promise<R>): Promise<R | undefined> {
  for (const each of all) {
    const found = await run(each).catch(() => undefined)
    if (found !== undefined) return found
  }
  return undefined
}

function refusalIn(answer: unknown): Error | undefined {
  const { data } = refusal.safeParse(answer)
  return data && refusalOf(data.error.message ?? '')
}

function refusalOf(text: string): Error {
  if (/country|region/i.test(text)) return new OnrampRefusedError('country')
  if (/minimum|less than|below/i.test(text)) return new OnrampRefusedError('amountTooSmall')
  if (/maximum|more than|above|exceed/i.test(text)) return new OnrampRefusedError('amountTooLarge')
  if (/payment ?(method|option)/i.test(text)) return new OnrampRefusedError('paymentMethod')
  if (/crypto|network|currency/i.test(text)) return new OnrampRefusedError('asset')
  return new ProviderError('refused', 'transak refuses the request.')
}
