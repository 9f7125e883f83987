import { type Log, failureOf } from '@portico/service'
import { ApiError, createCallLimit, isHostOrigin, networkOf, visitorOf } from '@portico/service/http'
import { type Context, Hono } from 'hono'
import { readJson } from '../http/body.js'
import { readQuery, searchOf } from '../http/query.js'
import { InvalidQueryError } from '../errors.js'
import { ProviderError } from '../providers/errors.js'
import { onrampLimits } from './amounts.js'
import { type Asker, openBuy, openSell } from './buy.js'
import type { KnownCatalog } from './catalogs.js'
import { OnrampForgedError, OnrampRefusedError } from './errors.js'
import { answerExchanges } from './exchanges.js'
import { nameOf, wordOf } from './networks.js'
import type { Onramp } from './onramp.js'
import { isAbout } from './polling.js'
import { type OnrampQuote, quoteIdOf, quotesOf } from './quotes.js'
import type { OnrampSession } from './sessions.js'
import { onrampFiats, onrampMethods } from './types.js'
import { buyBody, exchangeCall, optionsQuery, quoteBody, sellBody } from './wire.js'

/** `/v1/onramp`, `/v1/generators` and `/v1/json-rpc`. */
export interface OnrampRoutes {
  readonly onramp: Hono
  readonly generators: Hono
  readonly rpc: Hono
}

/** Buying and selling, in the shapes that existing clients know. */
export function onrampRoutes(onramp: Onramp): OnrampRoutes {
  const { settings, log } = onramp
  const limit = createCallLimit({ perMinute: settings.callsPerMinute })
  const guarded = (): Hono => {
    const app = new Hono()
    app.onError((error, context) => refuse(context, error, log))
    app.use(async (context, next) => {
      context.header('cache-control', 'no-store')
      // Providers come by webhook, from a few addresses and as often as they have something to say.
      const isWebhook = context.req.path.startsWith('/v1/onramp/webhook/')
      const seconds = isWebhook ? 0 : limit(networkOf(context, settings.trustProxy))
      if (seconds > 0) throw new OnrampRefusedError('rate', { retryAfter: seconds })
      await next()
    })
    return app
  }
  const askerOf = (context: Context): Asker => ({
    origin: originOf(context.req.header('origin')),
    bearer: /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(context.req.header('authorization') ?? '')?.[1],
    visitor: visitorOf(context, settings.trustProxy),
  })

  const app = guarded()
  app.get('/options', async (context) => {
    const { country } = readQuery(searchOf(context.req.url), optionsQuery)
    context.header('cache-control', 'public, max-age=60')
    return context.json(optionsOf(await onramp.catalogs(country)))
  })
  app.post('/quote', async (context) => {
    const { purchaseCurrency, paymentCurrency, amount, network, provider, country, paymentMethod } = await readJson(context, quoteBody)
    const wanted = { symbol: purchaseCurrency, network, fiat: paymentCurrency, method: paymentMethod ?? 'CARD', country } as const
    const [best, ...others] = await quotesOf(onramp, { ...wanted, amount, provider })
    if (!best) throw new OnrampRefusedError('unavailable', { retryAfter: 5 })
    return context.json({ ...shownQuote(best), others: others.map(shownQuote) })
  })
  app.post('/nonce', async (context) => context.json(await onramp.ownership.nonce()))
  app.get('/sessions/:id', async (context) => context.json(shownSession(await onramp.look(context.req.param('id')))))
  app.post('/webhook/:provider', async (context) => {
    const provider = onramp.providers.find(({ kind }) => kind === context.req.param('provider'))
    if (!provider) throw new OnrampRefusedError('provider')
    const { publicUrl } = settings
    const delivery = {
      header: (name: string) => context.req.header(name),
      body: await context.req.text(),
      url: publicUrl === undefined ? undefined : `${publicUrl}${context.req.path}`,
    }
    const news = await provider.readWebhook(delivery)
    const session = news && (await onramp.sessions.about(provider.kind, news))
    if (news && session && isAbout(session, news.progress)) await onramp.sessions.apply(session, news.progress)
    else if (news) log('warn', 'onramp.webhook.unknown', { provider: provider.kind })
    return context.json({ status: 'SUCCESS' })
  })

  const generators = guarded()
  generators.post('/onrampurl', async (context) => context.json(await openBuy(onramp, await readJson(context, buyBody), askerOf(context))))
  generators.post('/offrampurl', async (context) =>
    context.json(await openSell(onramp, await readJson(context, sellBody), askerOf(context))),
  )

  const rpc = guarded()
  rpc.post('/', async (context) => {
    const call = await readJson(context, exchangeCall)
    try {
      return context.json({ jsonrpc: '2.0', id: call.id, result: await answerExchanges(onramp, call, askerOf(context)) })
    } catch (error) {
      if (error instanceof InvalidQueryError) return context.json(failed(call.id, -32_602, error.code, error.message))
      if (error instanceof OnrampRefusedError) return context.json(failed(call.id, -32_000, error.reason, error.message))
      throw error
    }
  })
  return { onramp: app, generators, rpc }
}

/** A page that a visitor can have signed for: a sandboxed one says `null`, and one without TLS is anybody's. */
const originOf = (header: string | undefined): string | undefined => (header !== undefined && isHostOrigin(header) ? header : undefined)

const failed = (id: string | number | null, code: number, reason: string, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, data: { reason } },
})

function optionsOf(all: readonly KnownCatalog[]) {
  const serving = all.filter(({ assets }) => assets.length > 0)
  const fiats = onrampFiats.filter((fiat) => serving.some((each) => each.fiats.includes(fiat)))
  const methods = onrampMethods.filter((method) => serving.some((each) => each.methods.includes(method)))
  const coins = new Map<string, Map<string, KnownCatalog['assets'][number]>>()
  for (const asset of serving.flatMap(({ assets }) => assets)) {
    const networks = coins.get(asset.symbol) ?? new Map<string, typeof asset>()
    coins.set(asset.symbol, networks)
    if (!networks.has(asset.network)) networks.set(asset.network, asset)
  }
  return {
    paymentCurrencies: fiats.map((id) => ({
      id,
      payment_method_limits: methods.map((method) => ({
        id: method,
        min: String(onrampLimits[method].min),
        max: String(onrampLimits[method].max),
      })),
    })),
    purchaseCurrencies: [...coins].map(([symbol, networks]) => {
      const [first] = networks.values()
      const iconUrl = [...networks.values()].find((asset) => asset.iconUrl)?.iconUrl
      return {
        id: symbol,
        name: first?.name ?? symbol,
        symbol,
        ...(iconUrl && { iconUrl }),
        networks: [...networks.values()].map(({ network, address, decimals }) => ({
          name: wordOf(network),
          display_name: nameOf(network),
          chain_id: network.startsWith('eip155:') ? network.slice(7) : '',
          contract_address: address,
          caipNetworkId: network,
          decimals,
        })),
      }
    }),
    providers: serving.map(({ provider: { kind, name, feeRange, sells }, assets, methods: ways }) => ({
      id: kind,
      name,
      feeRange,
      namespaces: [...new Set(assets.map(({ network }) => network.slice(0, network.indexOf(':'))))],
      methods: ways,
      sell: sells,
    })),
    exchanges: all.some(({ provider }) => provider.exchanges.length > 0),
    builtIn: all.some(({ isBuiltIn }) => isBuiltIn),
  }
}

function shownQuote(quote: OnrampQuote) {
  const { paymentTotal, paymentSubtotal, purchaseAmount, networkFee, providerFee, provider, expiresAt, isFirm, pricedAt } = quote
  return {
    paymentTotal,
    paymentSubtotal,
    purchaseAmount,
    networkFee,
    ...(provider.kind === 'coinbase' && { coinbaseFee: providerFee }),
    quoteId: quoteIdOf(quote),
    provider: provider.kind,
    expiresAt,
    fees: [
      { id: 'provider', ...providerFee },
      { id: 'network', ...networkFee },
    ],
    estimate: !isFirm,
    ...(pricedAt !== undefined && { pricedAt }),
  }
}

/** What providers call the commonest failures, for people. */
const failures: Readonly<Record<string, string>> = {
  card_declined: 'The bank declined the card.',
  insufficient_funds: 'There was too little money on the card.',
  expired_card: 'The card had expired.',
  bank_error: 'The bank could not be reached.',
  settlement_failed: 'The coins could not be delivered.',
  charged_back: 'The payment was taken back.',
  payout_refused: 'The bank refused the money.',
}

function shownSession({ asset, reason, reference: _own, network, ...session }: OnrampSession) {
  const { symbol, decimals, address } = asset
  const description =
    reason === undefined ? '' : ((Object.hasOwn(failures, reason) ? failures[reason] : undefined) ?? 'The provider gave no other reason.')
  return {
    ...session,
    network,
    asset: { symbol, decimals, ...(address !== '' && { address }) },
    ...(reason !== undefined && { reason: { name: reason, description } }),
  }
}

/** In the shape that clients of the convert routes know, too. */
function refuse(context: Context, error: Error, log: Log): Response {
  context.header('cache-control', 'no-store')
  const answer = (
    status: 400 | 401 | 403 | 404 | 413 | 429 | 500 | 503,
    code: string,
    reasons: readonly { name: string; description: string }[],
  ) => context.json({ status: 'FAILED', reasons, error: { code, message: reasons[0]?.description ?? '' } }, status)
  const wait = (seconds: number | undefined): void => {
    if (seconds !== undefined) context.header('retry-after', String(Math.ceil(seconds)))
  }
  if (error instanceof OnrampRefusedError) {
    wait(error.retryAfter)
    return answer(error.status, error.code, [{ name: error.reason, description: error.message }])
  }
  if (error instanceof InvalidQueryError) {
    return answer(
      400,
      error.code,
      error.problems.map((description) => ({ name: error.code, description })),
    )
  }
  if (error instanceof OnrampForgedError) return answer(401, error.code, [{ name: 'forged', description: error.message }])
  if (error instanceof ApiError) return answer(413, 'too-large', [{ name: 'too-large', description: error.message }])
  if (error instanceof ProviderError || error.name === 'TimeoutError' || error.name === 'AbortError') {
    const { message } = new OnrampRefusedError('unavailable')
    log('warn', 'onramp.provider', { reason: error instanceof ProviderError ? error.reason : 'unavailable', message: error.message })
    wait(error instanceof ProviderError ? (error.retryAfter ?? 5) : 5)
    return answer(503, 'unavailable', [{ name: 'unavailable', description: message }])
  }
  log('error', 'onramp.failed', failureOf(error))
  return answer(500, 'failed', [{ name: 'failed', description: 'Something went wrong here.' }])
}
