import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { loopbackOnly } from '../../control/loopback.js'
import { fateOf, secureCode } from './cards.js'
import { type HarborSession, type Ledger, viewOf } from './ledger.js'
import { MarketError, type Method, assets, fiats, fits, isServed, limits, methodsIn, quoteOf } from './market.js'
import { type Problem, formPage, harborPolicy, lostPage, securePage, statePage } from './pages.js'
import { harborScript, harborStyle } from './style.js'
import { type Webhooks, webhookModes } from './webhooks.js'

export interface HarborAppParameters {
  ledger: () => Ledger
  webhooks: () => Webhooks
  /** Where its pages are. */
  origin: string
  apiKey: string
  /** Origins of pages that a visitor may be led back to. */
  allowedReturns: readonly string[]
  /** Milliseconds since 1970. */
  clock: () => number
}

/** Milliseconds that a price is held. */
const quoteMs = 60_000

const country = z.optional(z.string().regex(/^[A-Z]{2}$/))
const quoteBody = z.object({
  kind: z.enum(['buy', 'sell']).default('buy'),
  asset: z.string(),
  network: z.string(),
  fiat: z.string(),
  amount: z.string(),
  method: z.string(),
  country,
})
const common = { address: z.string().max(100), partnerUserRef: z.string().min(1).max(64), redirectUrl: z.optional(z.url()) }
const sessionBody = z.object({ quoteId: z.string(), ...common })
const paymentBody = z.object({ asset: z.string(), network: z.string(), amount: z.string().regex(/^\d{1,12}(\.\d{1,18})?$/), ...common })
const modeBody = z.strictObject({ mode: z.enum(webhookModes), delayMs: z.int().min(0).max(60_000).default(1500) })
const sessionOf = z.strictObject({ session: z.string() })

class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: 400 | 404 | 409 | 422
  readonly code: string
  constructor(status: 400 | 404 | 409 | 422, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Harbor Pay: what partners call, what visitors see, and what tests turn. */
export function createHarborApp({ ledger, webhooks, origin, apiKey, allowedReturns, clock }: HarborAppParameters): Hono {
  const app = new Hono()
  app.use(loopbackOnly)
  app.use(bodyLimit({ maxSize: 16_384 }))
  app.use(async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
    // The forms need an Origin, which `no-referrer` would take from them; the token is shown to no other site.
    context.header('referrer-policy', 'same-origin')
    context.header('content-security-policy', harborPolicy)
  })
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/page.css', (context) => context.body(harborStyle, { headers: { 'content-type': 'text/css; charset=utf-8' } }))
  app.get('/page.js', (context) => context.body(harborScript, { headers: { 'content-type': 'text/javascript; charset=utf-8' } }))

  app.use('/v1/*', async (context, next) => {
    if (context.req.header('authorization') === `Bearer ${apiKey}`) return next()
    return context.json({ error: { code: 'unauthorized', message: 'There is no such key.' } }, 401)
  })
  app.get('/v1/options', (context) => {
    const asked = country.safeParse(context.req.query('country'))
    if (!asked.success) throw new Refusal(400, 'invalid', 'The country is no ISO 3166-1 code.')
    const served = isServed(asked.data)
    return context.json({
      paymentCurrencies: fiats.map((id) => ({
        id,
        limits: methodsIn(asked.data).map((method) => ({ method, min: String(limits[method].min), max: String(limits[method].max) })),
      })),
      assets: served ? assets : [],
      countrySupported: served,
      sell: true,
      exchange: { id: 'harbor', name: 'Harbor Exchange', imageUrl: `${origin}/mark.svg` },
    })
  })
  app.post('/v1/quotes', async (context) => {
    const quote = ledger().keepQuote(quoteOf(await read(context, quoteBody), clock() + quoteMs))
    return context.json({ quoteId: quote.id, expiresAt: new Date(quote.expiresAt).toISOString(), ...quote.price })
  })
  const answerSession = (context: Context, session: HarborSession) =>
    context.json({
      ...viewOf(session),
      url: `${origin}/pay?session=${session.token}`,
      expiresAt: new Date(session.expiresAt).toISOString(),
    })
  const checkPlaces = (network: string, { address, redirectUrl }: { address: string; redirectUrl?: string | undefined }): void => {
    if (!fits(network, address)) throw new Refusal(422, 'invalid_address', 'The address is none of this network.')
    if (redirectUrl !== undefined && !allowedReturns.includes(new URL(redirectUrl).origin))
      throw new Refusal(422, 'redirect_not_allowed', 'Nobody is led back to this site.')
  }
  app.post('/v1/sessions', async (context) => {
    const { quoteId, ...more } = await read(context, sessionBody)
    const quote = ledger().quote(quoteId)
    if (!quote) throw new Refusal(404, 'unknown_quote', 'There is no such quote.')
    if (quote.expiresAt <= clock()) throw new Refusal(409, 'quote_expired', 'The price is not held any more.')
    checkPlaces(quote.asset.network, more)
    const { kind, asset, method, price } = quote
    return answerSession(context, ledger().create({ kind, asset, method, price, amount: price.purchaseAmount.amount, ...more }))
  })
  app.post('/v1/exchange/payments', async (context) => {
    const { asset: symbol, network, amount, ...more } = await read(context, paymentBody)
    const asset = assets.find((each) => each.symbol === symbol && each.network === network)
    if (!asset) throw new Refusal(422, 'asset_not_supported', 'Nobody has this here.')
    if (!(Number(amount) > 0)) throw new Refusal(422, 'amount_too_small', 'There is nothing to send.')
    checkPlaces(network, more)
    const method: Method = 'bank'
    return answerSession(context, ledger().create({ kind: 'exchange', asset, amount, method, ...more }))
  })
  app.get('/v1/sessions/:id', (context) => context.json(viewOf(found(ledger().find(context.req.param('id'))))))
  app.get('/v1/transactions', (context) =>
    context.json({
      transactions: ledger()
        .list(context.req.query('partnerUserRef') ?? '')
        .map(viewOf),
    }),
  )

  const show = (context: Context, session: HarborSession, problem?: Problem): Response | Promise<Response> => {
    const isPaid = session.status !== 'created' || session.depositAddress !== undefined
    if (isPaid) return context.html(statePage(session))
    return context.html(formPage(session, problem), problem ? 422 : 200)
  }
  /** A step that was taken is not taken again when the page is loaded anew. */
  const goOn = (context: Context, { token }: HarborSession): Response => context.redirect(`/pay?session=${token}`, 303)
  const opened = (context: Context): HarborSession | undefined => ledger().open(context.req.query('session') ?? '')
  app.get('/pay', (context) => {
    const session = opened(context)
    return session ? show(context, session) : context.html(lostPage(), 410)
  })
  app.get('/pay/status', (context) => {
    const session = opened(context)
    return session
      ? context.json({ status: session.status, deposit: session.depositAddress !== undefined })
      : context.json({ status: 'expired', deposit: false }, 410)
  })
  app.post('/pay/:step', async (context) => {
    const session = opened(context)
    if (!session) return context.html(lostPage(), 410)
    if (session.status !== 'created') return goOn(context, session)
    const form = new URLSearchParams(await context.req.text())
    const value = (name: string): string => form.get(name)?.trim().slice(0, 100) ?? ''
    const step = context.req.param('step')
    if (step === 'card' && session.kind === 'buy' && session.method === 'card') {
      const problem = cardProblem(value, clock())
      if (problem) return show(context, session, problem)
      const fate = fateOf(value('card')) ?? 'declined'
      if (fate === 'secure') return context.html(securePage(session, value('card')))
      const refusal = ledger().payByCard(session, fate)
      return refusal === undefined ? goOn(context, session) : show(context, session, { text: refusal, field: 'card' })
    }
    if (step === 'secure' && session.kind === 'buy' && fateOf(value('card')) === 'secure') {
      if (value('code') !== secureCode) {
        const refusal = { text: 'This is not the code that your bank has sent.', field: 'code' } as const
        return context.html(securePage(session, value('card'), refusal), 422)
      }
      ledger().pay(session)
      return goOn(context, session)
    }
    if (step === 'bank' && session.kind === 'buy' && session.method === 'bank') {
      ledger().pay(session)
      return goOn(context, session)
    }
    if (step === 'sell' && session.kind === 'sell') {
      const iban = value('iban').replaceAll(' ', '').toUpperCase()
      if (!isIban(iban)) return show(context, session, { text: 'This is no IBAN. Look at its digits again.', field: 'iban' })
      ledger().awaitDeposit(session, iban === refusedIban)
      return goOn(context, session)
    }
    if (step === 'exchange' && session.kind === 'exchange') {
      ledger().pay(session)
      return goOn(context, session)
    }
    if (step === 'cancel' && session.kind === 'exchange') {
      ledger().expire(session)
      return goOn(context, session)
    }
    return context.html(lostPage(), 410)
  })
  app.get('/mark.svg', (context) =>
    context.body(exchangeMark, { headers: { 'content-type': 'image/svg+xml', 'cross-origin-resource-policy': 'cross-origin' } }),
  )

  /** By Harbor's id, or its partner's. */
  const named = async (context: Context): Promise<HarborSession> => {
    const { session } = await read(context, sessionOf)
    return found(ledger().find(session) ?? ledger().list(session)[0])
  }
  app.get('/control/webhooks', (context) => context.json({ ...webhooks().mode(), log: webhooks().log() }))
  app.post('/control/webhooks', async (context) => {
    const mode = await read(context, modeBody)
    webhooks().set(mode)
    return context.json(mode)
  })
  app.post('/control/expire', async (context) => {
    const session = await named(context)
    ledger().expire(session)
    return context.json(viewOf(session))
  })
  app.post('/control/refund', async (context) => {
    const session = await named(context)
    ledger().refund(session)
    return context.json(viewOf(session))
  })

  app.notFound((context) => context.json({ error: { code: 'not_found', message: 'There is nothing here.' } }, 404))
  app.onError((error, context) => {
    if (error instanceof Refusal) return context.json({ error: { code: error.code, message: error.message } }, error.status)
    if (error instanceof MarketError) return context.json({ error: { code: error.code, message: error.message } }, 422)
    return context.json({ error: { code: 'failed', message: 'Something went wrong here.' } }, 500)
  })
  return app
}

const refusedIban = 'DE02100100100006820101'

/** ISO 13616: the digits of the whole, letters as numbers and its first four behind, leave 1. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((each) => parseInt(each, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

function cardProblem(value: (name: string) => string, now: number): Problem | undefined {
  if (fateOf(value('card')) === undefined) return { text: 'This is no card number. Look at its digits again.', field: 'card' }
  const [, month = '', year = ''] = /^(\d{2}) ?\/ ?(\d{2})$/.exec(value('expiry')) ?? []
  const end = Date.UTC(2000 + Number(year), Number(month), 1)
  if (month === '' || Number(month) < 1 || Number(month) > 12) return { text: 'Write the expiry as on the card: 09/29.', field: 'expiry' }
  if (end <= now) return { text: 'This card has expired. Look at its date again.', field: 'expiry' }
  return /^\d{3,4}$/.test(value('cvc')) ? undefined : { text: 'The CVC has three digits, on the back of the card.', field: 'cvc' }
}

async function read<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  const json: unknown = await context.req.json().catch(() => undefined)
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new Refusal(400, 'invalid', parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '))
}

function found(session: HarborSession | undefined): HarborSession {
  if (!session) throw new Refusal(404, 'unknown_session', 'There is no such session.')
  return session
}

const exchangeMark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#14508c"/><path d="M16 12V25M11.5 15.5h9M8 18.5C8.7 22.6 11.8 25 16 25s7.3-2.4 8-6.5" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/><circle cx="16" cy="9.3" r="2.7" fill="none" stroke="#fff" stroke-width="2.2"/></svg>'
