import { createHmac, generateKeyPairSync } from 'node:crypto'
import { OptionsError } from '@portico/service'
import { type Context, Hono } from 'hono'
import { SignJWT, importJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { standIn } from '../providers/test/standIn.js'
import { createOnrampProvider } from './registry.js'
import type { OnrampProviderOptions } from './settings.js'
import type { OnrampAsset, OnrampDelivery, OnrampOpening, OnrampProvider } from './types.js'

const now = 1_800_000_000_000
const seconds = now / 1000
const address = `0x${'Ab'.repeat(20)}`
const usdc: OnrampAsset = { symbol: 'USDC', name: 'USDC', network: 'eip155:8453', address: `0x${'8'.repeat(40)}`, decimals: 6 }
const signal = new AbortController().signal
const question = { asset: usdc, fiat: 'EUR', amount: '50', method: 'CARD', country: 'DE', signal } as const
const opening: OnrampOpening = {
  ...question,
  kind: 'buy',
  session: 'our-session',
  address,
  redirectUrl: 'https://shop.example/done',
  visitor: '203.0.113.7',
}
const reference = { session: 'our-session', reference: 'theirs', kind: 'buy', address } as const

const { privateKey } = generateKeyPairSync('ed25519')
const jwk = privateKey.export({ format: 'jwk' })
const cdpSecret = Buffer.concat([Buffer.from(jwk.d ?? '', 'base64url'), Buffer.from(jwk.x ?? '', 'base64url')]).toString('base64')
const transakToken = 'a token of the partner'

type Kind = 'coinbase' | 'meld' | 'transak'
type Answer = (context: Context) => Response | Promise<Response>
interface World {
  readonly instead?: Answer
  /** What its transactions say. */
  readonly transactions?: unknown
}
interface Asked {
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
}

/** The services, as their documentation has them, with fields that nobody knows yet. */
function serviceOf(kind: Kind, { instead, transactions }: World): Hono {
  const app = new Hono()
  if (instead) app.use(async (context, next) => (context.req.path.endsWith('refresh-token') ? await next() : await instead(context)))
  const money = (value: string, currency = 'EUR') => ({ value, currency, brandNew: true })
  const services: Record<Kind, () => void> = {
    coinbase: () => {
      app.get('/onramp/v1/buy/options', (context) =>
        context.json({
          payment_currencies: [
            { id: 'EUR', limits: [{ id: 'CARD', min: '2', max: '500' }] },
            { id: 'GBP', limits: [] },
          ],
          purchase_currencies: [
            {
              id: 'd85dce9b',
              name: 'USDC',
              symbol: 'USDC',
              icon_url: 'https://i.example/usdc.png',
              networks: [
                { name: 'base', display_name: 'Base', chain_id: '8453', contract_address: usdc.address, is_new: 1 },
                { name: 'ink', display_name: 'Ink', chain_id: '57073', contract_address: usdc.address },
                { name: 'stellar', display_name: 'Stellar', chain_id: '0', contract_address: '' },
              ],
            },
            {
              id: '1',
              name: 'Whatever',
              symbol: 'WHAT',
              icon_url: '',
              networks: [{ name: 'base', chain_id: '8453', contract_address: '' }],
            },
          ],
        }),
      ) // prettier-ignore
      app.post('/onramp/v1/buy/quote', (context) =>
        context.json({
          payment_total: money('50.00'),
          payment_subtotal: money('48.50'),
          purchase_amount: money('52.3801', 'USDC'),
          coinbase_fee: money('1.40'),
          network_fee: money('0.10'),
          quote_id: 'q',
          new: {},
        }),
      )
      app.post('/platform/v2/onramp/sessions', (context) =>
        context.json({ session: { onrampUrl: 'https://pay.coinbase.com/buy?sessionToken=abc' } }, 201),
      )
      app.post('/onramp/v1/token', (context) => context.json({ token: 'st', channel_id: '' }))
      app.get('/onramp/v1/buy/user/:ref/transactions', (context) => context.json({ transactions, nextPageKey: '', totalCount: '1' }))
      app.get('/onramp/v1/sell/user/:ref/transactions', (context) => context.json({ transactions }))
    },
    meld: () => {
      app.get('/service-providers/properties/crypto-currencies', (context) =>
        context.json([
          {
            currencyCode: 'USDC_BASE',
            name: 'USD Coin',
            chainCode: 'BASE',
            chainId: '8453',
            contractAddress: usdc.address,
            symbolImageUrl: 'https://i.example/u.png',
            x: 1,
          },
          { currencyCode: 'BTC', name: 'Bitcoin', chainCode: 'BTC', chainId: null, contractAddress: null },
          { currencyCode: 'XRP', name: 'XRP', chainCode: 'XRP' },
        ]),
      ) // prettier-ignore
      app.post('/payments/crypto/quote', (context) =>
        context.json({
          quotes: [
            { serviceProvider: 'ROBINHOOD', sourceAmount: 50, destinationAmount: 51.9, totalFee: 2.1, networkFee: 0.1, transactionFee: 2 },
            { serviceProvider: 'TRANSAK', sourceAmount: 50, destinationAmount: 52.25, totalFee: 1.75, networkFee: 0.25, somethingNew: [] },
            { serviceProvider: 'ODD', destinationAmount: 'a lot' },
          ],
          message: null,
          error: null,
        }),
      )
      app.post('/crypto/session/widget', (context) =>
        context.json({ id: 'WePz', externalSessionId: 'our-session', widgetUrl: 'https://meldcrypto.com?token=ey', token: 'ey' }),
      )
      app.get('/payments/transactions', (context) => context.json({ transactions, count: 1, remaining: 0 }))
    },
    transak: () => {
      app.post('/partners/api/v2/refresh-token', (context) =>
        context.json({ data: { accessToken: transakToken, expiresAt: seconds + 604_800 } }),
      )
      app.get('/api/v2/currencies/crypto-currencies', (context) =>
        context.json({
          response: [
            {
              symbol: 'USDC',
              name: 'USD Coin',
              decimals: 6,
              address: usdc.address,
              isAllowed: true,
              network: { name: 'base', chainId: '8453', fiatCurrenciesNotSupported: [] },
              image: { small: 'https://i.example/s.png' },
            },
            { symbol: 'OLD', name: 'Old', decimals: 6, address: usdc.address, isAllowed: false, network: { name: 'base' } },
            { symbol: 'ODD', isAllowed: 'perhaps' },
          ],
        }),
      ) // prettier-ignore
      app.get('/api/v2/countries', (context) =>
        context.json({
          response: [
            { alpha2: 'DE', isAllowed: true },
            { alpha2: 'CN', isAllowed: false },
          ],
        }),
      ) // prettier-ignore
      app.get('/api/v1/pricing/public/quotes', (context) =>
        context.json({
          response: {
            quoteId: 'q',
            fiatAmount: 50,
            cryptoAmount: 51.5,
            totalFee: 2.5,
            feeBreakdown: [
              { id: 'transak_fee', value: 2.1 },
              { id: 'network_fee', value: 0.4 },
            ],
          },
        }),
      ) // prettier-ignore
      app.post('/api/v2/auth/session', (context) =>
        context.json({ data: { widgetUrl: 'https://global.transak.com?apiKey=k&sessionId=s' } }),
      )
      app.get('/partners/api/v2/orders', (context) => context.json({ data: transactions, meta: {} }))
    },
  }
  services[kind]()
  return app
}

const optionsOf: Record<Kind, OnrampProviderOptions> = {
  coinbase: { kind: 'coinbase', key: 'organizations/x/apiKeys/y', secret: cdpSecret, webhookSecret: 'whsec' },
  meld: { kind: 'meld', key: 'mk', webhookSecret: '42m4NMLS34WQ6BbMfo1KFKqMv4hy' },
  transak: { kind: 'transak', key: 'tk', secret: 'ts', domain: 'shop.example' },
}
function setUp(kind: Kind, world: World = {}): { provider: OnrampProvider; asked: Asked[] } {
  const asked: Asked[] = []
  const answer = standIn(serviceOf(kind, world))
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const text = await request.clone().text()
    asked.push({ url: request.url, headers: request.headers, body: text === '' ? undefined : JSON.parse(text) })
    return answer(request, init)
  }
  return { provider: createOnrampProvider({ options: optionsOf[kind], fetch, clock: () => now, log: () => {} }), asked }
}
const deliveryOf = (headers: Record<string, string>, body: string, url?: string): OnrampDelivery => ({
  header: (name) => headers[name],
  body,
  url,
})
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text)

const kinds: readonly Kind[] = ['coinbase', 'meld', 'transak']

describe.each(kinds)('%s', (kind) => {
  test('offers what is sold in the country, with fields that nobody knows yet', async () => {
    const { provider } = setUp(kind)
    const { assets, fiats, methods } = await provider.catalog('DE', signal)
    const [first] = assets
    expect(first).toMatchObject({ symbol: 'USDC', network: 'eip155:8453', address: usdc.address, decimals: 6 })
    expect(assets.map(({ symbol, network }) => `${symbol} ${network}`)).not.toContain('WHAT eip155:8453')
    expect(fiats).toContain('EUR')
    expect(methods).toContain('CARD')
  })

  test('R10: quotes a price that it does not stand by, and says so', async () => {
    const { provider } = setUp(kind)
    const offer = await provider.quote(question)
    expect(offer.isFirm).toBe(false)
    expect(offer.expiresAt).toBe(now + 30_000)
    expect(Number(offer.paymentTotal.amount)).toBe(50)
    expect(offer.purchaseAmount).toEqual({ currency: 'USDC', amount: { coinbase: '52.3801', meld: '52.25', transak: '51.5' }[kind] })
    const [net, fee, network] = [offer.paymentSubtotal, offer.providerFee, offer.networkFee].map(({ amount }) => Number(amount))
    expect((net ?? 0) + (fee ?? 0) + (network ?? 0)).toBeCloseTo(50, 2)
  })

  test('S19: opens a page of its own hosts for the one address, with our session as its reference', async () => {
    const { provider, asked } = setUp(kind)
    const { url } = await provider.open(opening)
    expect(provider.pages).toContain(new URL(url).origin)
    const sent = JSON.stringify(asked.at(-1)?.body)
    expect(sent).toContain(address)
    expect(sent).toContain('our-session')
    expect(sent).toContain('https://shop.example/done')
    // Only where the page is bound to it.
    expect(sent.includes('203.0.113.7')).toBe(kind === 'coinbase')
  })

  test.each([
    { name: '429', answer: (c: Context) => c.json({}, 429, { 'retry-after': '7' }), error: { reason: 'rate-limited', retryAfter: 7 } },
    { name: '500', answer: (c: Context) => c.text('oops', 500), error: { reason: 'unavailable' } },
    { name: 'no JSON', answer: (c: Context) => c.text('<html>'), error: { reason: 'malformed' } },
    { name: 'another shape', answer: (c: Context) => c.json({ hello: 1 }), error: { reason: 'malformed' } },
    { name: 'a key that is refused', answer: (c: Context) => c.json({}, 401), error: { reason: 'refused' } },
  ])('fails with a reason at $name', async ({ answer, error }) => {
    const { provider } = setUp(kind, { instead: answer })
    // What nobody said is no answer: a page is never opened on a guess.
    await expect(provider.open(kind === 'meld' ? { ...opening, offer: 'TRANSAK' } : opening)).rejects.toMatchObject({
      name: 'ProviderError',
      ...error,
    })
    await expect(provider.catalog('DE', signal)).rejects.toMatchObject({ name: 'ProviderError' })
  })

  test('gives up when it takes too long', async () => {
    const { provider } = setUp(kind, { instead: () => new Promise(() => {}) })
    const ending = new AbortController()
    const waiting = provider.quote({ ...question, signal: ending.signal })
    ending.abort(new DOMException('late', 'TimeoutError'))
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('cannot be made without its keys', () => {
    expect(() => createOnrampProvider({ options: { kind }, fetch, clock: () => now, log: () => {} })).toThrow(OptionsError)
  })
})

test.each([
  {
    kind: 'coinbase' as const,
    answer: (c: Context) => c.json({ errorType: 'invalid_request', errorMessage: 'country not supported' }, 400),
    reason: 'country',
  },
  {
    kind: 'meld' as const,
    answer: (c: Context) => c.json({ quotes: null, message: 'Amount is below the minimum of 20', error: 'INVALID_AMOUNT' }),
    reason: 'amountTooSmall',
  },
  { kind: 'meld' as const, answer: (c: Context) => c.json({ code: 'UNSUPPORTED_COUNTRY', message: 'x' }, 400), reason: 'country' },
  {
    kind: 'transak' as const,
    answer: (c: Context) => c.json({ error: { statusCode: 400, message: 'Minimum buy amount is 30 EUR' } }, 400),
    reason: 'amountTooSmall',
  },
  { kind: 'transak' as const, answer: (c: Context) => c.json({ error: { message: 'Invalid payment method' } }), reason: 'paymentMethod' },
])('$kind says why it sells nothing, with whatever status: $reason', async ({ kind, answer, reason }) => {
  await expect(setUp(kind, { instead: answer }).provider.quote(question)).rejects.toMatchObject({ name: 'OnrampRefusedError', reason })
})

test('Coinbase is called with a token for the one call, and with the visitor as its page is bound to', async () => {
  const { provider, asked } = setUp('coinbase')
  await provider.open(opening)
  const [call] = asked
  const token = call?.headers.get('authorization')?.slice(7) ?? ''
  const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: jwk.x ?? '' }, 'EdDSA')
  const { payload, protectedHeader } = await jwtVerify(token, key, { issuer: 'cdp', currentDate: new Date(now) })
  expect(payload).toMatchObject({
    sub: 'organizations/x/apiKeys/y',
    uris: ['POST api.cdp.coinbase.com/platform/v2/onramp/sessions'],
    exp: seconds + 120,
  })
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: 'organizations/x/apiKeys/y', typ: 'JWT' })
  expect(call?.body).toMatchObject({
    destinationNetwork: 'base',
    paymentMethod: 'CARD',
    clientIp: '203.0.113.7',
    partnerUserRef: 'our-session',
    country: 'DE',
  })
})

test.each([
  { status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', becomes: 'processing' },
  { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', becomes: 'settled' },
  { status: 'ONRAMP_TRANSACTION_STATUS_FAILED', becomes: 'failed' },
  { status: 'ONRAMP_TRANSACTION_STATUS_SOMETHING_NEW', becomes: 'created' },
])('Coinbase says $status, polled and by webhook: $becomes', async ({ status, becomes }) => {
  const facts = {
    status,
    txHash: '0xabc',
    walletAddress: address,
    failureReason: 'FAILURE_REASON_BUY_FAILED',
    purchaseAmount: { value: '52.1', currency: 'USDC' },
  }
  const { provider } = setUp('coinbase', { transactions: [{ ...facts, partnerUserRef: 'our-session' }] })
  const told = { status: becomes, hash: '0xabc', address, reason: 'buy_failed', purchaseAmount: '52.1' }
  expect(await provider.read(reference, signal)).toEqual(told)
  const body = JSON.stringify({ ...facts, eventType: 'onramp.transaction.updated', transactionId: 't', partnerUserRef: 'our-session' })
  const names = 'content-type x-event-id'
  const headers = { 'content-type': 'application/json', 'x-event-id': 'e1' }
  const sign = (secret: string, time: number) =>
    `t=${time},v0=${hmac(secret, `${time}.${body}`).digest('hex')},h=${names},v1=${hmac(secret, `${time}.${names}.application/json.e1.${body}`).digest('hex')}`
  const send = (signature: string, more: Record<string, string> = {}) =>
    provider.readWebhook(deliveryOf({ ...headers, ...more, 'x-hook0-signature': signature }, body))
  expect(await send(sign('whsec', seconds))).toEqual({ session: 'our-session', progress: told })
  for (const forged of [
    sign('other', seconds),
    sign('whsec', seconds - 301),
    sign('whsec', seconds + 301),
    '',
    't=,v1=',
    `t=${seconds},v1=00`,
  ])
    expect(() => send(forged), forged).toThrow()
  expect(() => send(sign('whsec', seconds), { 'x-event-id': 'e2' })).toThrow()
})

test.each([
  { word: 'PENDING', becomes: 'created' },
  { word: 'SETTLING', becomes: 'processing' },
  { word: 'SETTLED', becomes: 'settled' },
  { word: 'REFUNDED', becomes: 'refunded' },
  { word: 'DECLINED', becomes: 'failed' },
])('Meld says $word, polled and by webhook: $becomes', async ({ word, becomes }) => {
  const details = { blockchainTransactionId: '0xdef', destinationWalletAddress: address, chainId: '8453' }
  const { provider } = setUp('meld', { transactions: [{ status: word, cryptoDetails: details }] })
  expect(await provider.read(reference, signal)).toMatchObject({ status: becomes, hash: '0xdef', address })
  const payload = { externalSessionId: 'our-session', sessionId: 'theirs', paymentTransactionStatus: word, new: 1 }
  const body = JSON.stringify({ eventType: 'TRANSACTION_CRYPTO_PENDING', eventId: 'e', version: '2025-03-04', payload })
  const url = 'https://api.shop.example/v1/onramp/webhook/meld'
  const secret = optionsOf.meld.webhookSecret ?? ''
  const stamp = new Date(now).toISOString()
  const sign = (by: string, time: string, at = url) => ({
    'meld-signature': `${hmac(by, `${time}.${at}.${body}`).digest('base64url')}=`,
    'meld-signature-timestamp': time,
  })
  expect(await provider.readWebhook(deliveryOf(sign(secret, stamp), body, url))).toMatchObject({
    session: 'our-session',
    progress: { status: becomes },
  })
  for (const headers of [
    sign('other', stamp),
    sign(secret, new Date(now - 301_000).toISOString()),
    sign(secret, stamp, 'https://evil.example/'),
    sign(secret, 'never'),
    {},
  ])
    expect(() => provider.readWebhook(deliveryOf(headers, body, url))).toThrow()
  expect(() => provider.readWebhook(deliveryOf(sign(secret, stamp), body, undefined))).toThrow(/publicUrl/)
})

test("Meld's signature is that of its documentation", () => {
  const body =
    '{"eventType":"WEBHOOK_TEST","eventId":"GDtv8pQgwzc9HuFFBQFrww","timestamp":"2022-05-26T20:23:45.908400Z","accountId":"W9jpQc1HKvwscqMPcLmzUS","profileId":null,"version":"2021-10-27","payload":{"requestId":"7aWW1GXTjWCCtNubzvVX7V"}}'
  const stamp = '2022-05-26T20:25:17.682818Z'
  const clock = () => Date.parse(stamp)
  const provider = createOnrampProvider({ options: optionsOf.meld, fetch, clock, log: () => {} })
  const headers = { 'meld-signature': 'O4bN5E0U9s88l2DFc0kjt-0w3LLA3Zkv8hXhafc22Hg=', 'meld-signature-timestamp': stamp }
  // It is about no purchase, and it is Meld's.
  expect(provider.readWebhook(deliveryOf(headers, body, 'https://example.meld.io/webhooks'))).toBeUndefined()
  expect(() => provider.readWebhook(deliveryOf(headers, `${body} `, 'https://example.meld.io/webhooks'))).toThrow()
})

test('Meld opens the page of the one that quoted', async () => {
  const { provider, asked } = setUp('meld')
  const { id } = await provider.quote(question)
  expect(await provider.open({ ...opening, offer: id })).toMatchObject({ reference: 'WePz' })
  expect(asked.at(-1)?.body).toMatchObject({
    sessionType: 'BUY',
    externalSessionId: 'our-session',
    sessionData: { serviceProvider: 'TRANSAK', destinationCurrencyCode: 'USDC_BASE', sourceCurrencyCode: 'EUR', walletAddress: address },
  })
  expect(asked.at(-1)?.headers.get('authorization')).toBe('BASIC mk')
})

test.each([
  { word: 'PAYMENT_DONE_MARKED_BY_USER', becomes: 'created' },
  { word: 'PENDING_DELIVERY_FROM_TRANSAK', becomes: 'processing' },
  { word: 'COMPLETED', becomes: 'settled' },
  { word: 'REFUNDED', becomes: 'refunded' },
  { word: 'CANCELLED', becomes: 'failed' },
])('Transak says $word, polled and by webhook: $becomes', async ({ word, becomes }) => {
  const facts = {
    id: 'o',
    status: word,
    partnerOrderId: 'our-session',
    walletAddress: address,
    transactionHash: '0x12',
    isBuyOrSell: 'BUY',
  }
  const { provider, asked } = setUp('transak', { transactions: [{ ...facts, partnerOrderId: 'another', status: 'FAILED' }, facts] })
  expect(await provider.read(reference, signal)).toMatchObject({ status: becomes, hash: '0x12', address })
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(['/partners/api/v2/refresh-token', '/partners/api/v2/orders'])
  expect(asked[1]?.headers.get('access-token')).toBe(transakToken)
  const sign = (secret: string, at = seconds, alg = 'HS256') =>
    new SignJWT({ webhookData: facts, eventID: 'ORDER_COMPLETED' })
      .setProtectedHeader({ alg })
      .setIssuedAt(at)
      .sign(new TextEncoder().encode(secret))
  const send = (data: string) => provider.readWebhook(deliveryOf({}, JSON.stringify({ data })))
  expect(await send(await sign(transakToken))).toMatchObject({ session: 'our-session', progress: { status: becomes } })
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ webhookData: facts, iat: seconds })).toString('base64url')}.`
  for (const forged of [
    await sign('another'),
    await sign(transakToken, seconds - 3600),
    await sign(transakToken, seconds, 'HS512'),
    unsigned,
    'nothing',
  ])
    await expect(send(forged), forged).rejects.toMatchObject({ name: 'OnrampForgedError' })
})

test('Transak is asked for one token at a time, and for another where somebody else has ended ours', async () => {
  let refused = 0
  const { provider, asked } = setUp('transak', {
    instead: (c) => (refused++ === 0 ? c.json({}, 401) : c.json({ data: { widgetUrl: 'https://global.transak.com/?x' } })),
  })
  expect((await provider.open(opening)).url).toBe('https://global.transak.com/?x')
  expect(asked.filter(({ url }) => url.endsWith('refresh-token'))).toHaveLength(2)
  await Promise.all([provider.open(opening), provider.open(opening)])
  expect(asked.filter(({ url }) => url.endsWith('refresh-token'))).toHaveLength(2)
  expect(asked.find(({ url }) => url.endsWith('/auth/session'))?.url).toBe('https://api-gateway.transak.com/api/v2/auth/session')
})

test('sells where the provider has a page for it, and knows where the coins are to go', async () => {
  const sale = { ...opening, kind: 'sell', amount: '20', method: 'ACH_BANK_ACCOUNT' } as const
  for (const kind of kinds) {
    const { provider } = setUp(kind)
    const { url, purchaseAmount } = await provider.open(sale)
    expect(provider.pages).toContain(new URL(url).origin)
    expect(purchaseAmount).toEqual({ amount: '20', currency: 'USDC' })
  }
  const { provider } = setUp('coinbase', { transactions: [{ status: 'TRANSACTION_STATUS_STARTED', to_address: '0x99', tx_hash: '' }] })
  expect(await provider.read({ ...reference, kind: 'sell' }, signal)).toEqual({ status: 'paid', depositAddress: '0x99' })
})
