import { OptionsError } from '@portico/service'
import { z } from 'zod'
import { ProviderError } from '../../providers/errors.js'
import { decimal } from '../../providers/wire.js'
import { OnrampForgedError, OnrampRefusedError, type OnrampReason } from '../errors.js'
import { checkSigned, parseJson, createCall } from '../hosted.js'
import { type OnrampMethod, type OnrampProgress, type OnrampProviderFactory, onrampFiats, onrampStatuses } from '../types.js'

const methods: Readonly<Record<string, OnrampMethod>> = { card: 'CARD', bank: 'ACH_BANK_ACCOUNT' }
const methodOf = (method: OnrampMethod): string => (method === 'CARD' ? 'card' : 'bank')

const money = z.object({ amount: decimal, currency: z.string() })
const optionsAnswer = z.object({
  paymentCurrencies: z.array(z.object({ id: z.string(), limits: z.array(z.object({ method: z.string() })) })),
  assets: z.array(
    z.object({ symbol: z.string(), name: z.string(), network: z.string(), contract: z.string(), decimals: z.int().min(0).max(36) }),
  ),
})
const price = {
  paymentTotal: money,
  paymentSubtotal: money,
  providerFee: money,
  networkFee: money,
  purchaseAmount: money,
}
const quoteAnswer = z.object({ quoteId: z.string(), expiresAt: z.iso.datetime(), ...price })
const openedAnswer = z.object({
  id: z.string(),
  url: z.string(),
  network: z.string(),
  purchaseAmount: money,
  paymentTotal: z.optional(money),
})
const view = z.object({
  id: z.string(),
  partnerUserRef: z.string(),
  status: z.enum(onrampStatuses),
  kind: z.string(),
  address: z.string(),
  txHash: z.nullable(z.string()),
  failureReason: z.nullable(z.string()),
  depositAddress: z.nullable(z.string()),
})
const event = z.object({ type: z.string(), session: z.unknown() })
const refusal = z.object({ error: z.object({ code: z.string() }) })

const reasons: Readonly<Record<string, OnrampReason>> = {
  country_not_supported: 'country',
  payment_method_not_supported: 'paymentMethod',
  asset_not_supported: 'asset',
  currency_not_supported: 'paymentCurrency',
  amount_too_small: 'amountTooSmall',
  amount_too_large: 'amountTooLarge',
  invalid_amount: 'amount',
  unknown_quote: 'quoteExpired',
  quote_expired: 'quoteExpired',
  invalid_address: 'address',
  redirect_not_allowed: 'redirect',
}

function refusalIn(answer: unknown): Error | undefined {
  const { data } = refusal.safeParse(answer)
  if (!data) return undefined
  const { code } = data.error
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  return reason ? new OnrampRefusedError(reason) : new ProviderError('refused', `harbor refuses the request with ${code}.`)
}

/** Harbor Pay, which the sandbox has: `{ kind: 'harbor', url, key, webhookSecret }`. */
export const harbor: OnrampProviderFactory = ({ options, fetch, clock }) => {
  const { url, key, webhookSecret } = options
  if (url === undefined || key === undefined) throw new OptionsError('onramp: harbor needs a url and a key')
  const headers = { authorization: `Bearer ${key}` }
  const ask = createCall({ kind: 'harbor', fetch, statuses: [404, 409, 422], refusalIn })
  const call = <Schema extends z.ZodType>(path: string, schema: Schema, asked: { body?: unknown; signal: AbortSignal }) =>
    ask({ url: `${url}${path}`, headers, ...asked }, schema)
  const quote = async (
    kind: 'buy' | 'sell',
    { asset, fiat, amount, method, country, signal }: Parameters<ReturnType<OnrampProviderFactory>['quote']>[0],
  ) => {
    const body = { kind, asset: asset.symbol, network: asset.network, fiat, amount, method: methodOf(method), country }
    return call('/v1/quotes', quoteAnswer, { body, signal })
  }
  const progressOf = ({ status, txHash, failureReason, depositAddress, address }: z.output<typeof view>): OnrampProgress => ({
    status,
    address,
    ...(txHash !== null && { hash: txHash }),
    ...(failureReason !== null && status !== 'created' && { reason: failureReason }),
    ...(depositAddress !== null && { depositAddress }),
  })

  return {
    kind: 'harbor',
    name: 'Harbor Pay',
    feeRange: { min: 1, max: 2 },
    pages: options.pages ?? [new URL(url).origin],
    sells: true,
    catalog: async (country, signal) => {
      const query = country === undefined ? '' : `?country=${country}`
      const { paymentCurrencies, assets } = await call(`/v1/options${query}`, optionsAnswer, { signal })
      const offered = new Set(paymentCurrencies.flatMap(({ limits }) => limits.map(({ method }) => methods[method])))
      return {
        assets: assets.map(({ contract, ...asset }) => ({ ...asset, address: contract })),
        fiats: onrampFiats.filter((fiat) => paymentCurrencies.some(({ id }) => id === fiat)),
        methods: (['CARD', 'ACH_BANK_ACCOUNT'] as const).filter((method) => offered.has(method)),
      }
    },
    quote: async (question) => {
      const { quoteId, expiresAt, ...offer } = await quote('buy', question)
      return { ...offer, id: quoteId, expiresAt: Date.parse(expiresAt), isFirm: true }
    },
    open: async ({ kind, address, session, offer, redirectUrl, signal, ...question }) => {
      const quoteId = offer ?? (await quote(kind, { ...question, signal })).quoteId
      const body = { quoteId, address, partnerUserRef: session, redirectUrl }
      const opened = await call('/v1/sessions', openedAnswer, { body, signal })
      const { purchaseAmount, paymentTotal } = opened
      if (purchaseAmount.currency !== question.asset.symbol || opened.network !== question.asset.network)
        throw new OnrampRefusedError('quoteExpired')
      return { url: opened.url, reference: opened.id, purchaseAmount, ...(paymentTotal && { paymentTotal }) }
    },
    read: async ({ reference }, signal) => progressOf(await call(`/v1/sessions/${encodeURIComponent(reference)}`, view, { signal })),
    readWebhook: ({ header, body }) => {
      const [, time, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header('harbor-signature') ?? '') ?? []
      if (time === undefined || signature === undefined) throw new OnrampForgedError('It is not signed.')
      checkSigned({ secret: webhookSecret, time: Number(time), now: clock(), text: `${time}.${body}`, signature, encoding: 'hex' })
      const parsed = event.safeParse(parseJson(body))
      const told = parsed.success && parsed.data.type === 'session.updated' ? view.safeParse(parsed.data.session) : undefined
      if (!told?.success) return undefined
      return { session: told.data.partnerUserRef, reference: told.data.id, progress: progressOf(told.data) }
    },
    exchanges: [
      {
        id: 'harbor',
        name: 'Harbor Exchange',
        imageUrl: `${url}/mark.svg`,
        open: async ({ asset, amount, address, session, redirectUrl, signal }) => {
          const body = { asset: asset.symbol, network: asset.network, amount, address, partnerUserRef: session, redirectUrl }
          const { id, url: page } = await call('/v1/exchange/payments', openedAnswer, { body, signal })
          return { url: page, reference: id }
        },
      },
    ],
  }
}
