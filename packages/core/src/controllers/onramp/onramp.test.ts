import { fakeAddress } from '@portico/testing'
import { expect, test, vi } from 'vitest'
import { connectionStore } from '../connection/store.js'
import { dispatchConnection } from '../connection/dispatch.js'
import { NoOfferError, OnrampUnsupportedError } from './errors.js'
import { checkOnramp, receiverOf } from './form/checkOnramp.js'
import { setOnrampAmount, setOnrampCurrency, setOnrampKind, setOnrampMethod, setOnrampToken } from './form/editOnramp.js'
import { defaultOnrampToken, presetOnramp, reachableTokens } from './form/startOnramp.js'
import { gateway, networkId, quote, refusal, withOnramp } from './onramp.test.helper.js'
import { canBuy, getOnrampOptions } from './options.js'
import { getOffers, isFreshOffer } from './quotes.js'

const money = (whole: number) => BigInt(whole) * 10n ** 18n

test('what can be bought is read entry by entry, on the networks of the site alone', async () => {
  const { portico, server } = withOnramp({}, { onramp: { defaults: { country: 'DE' } } })
  const options = await getOnrampOptions(portico)
  expect(options.tokens.map(({ symbol, networkId: where, decimals, address }) => [symbol, where, decimals, address])).toEqual([
    ['ETH', networkId, 18, undefined],
    ['USDC', networkId, 6, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
  ])
  expect(options.currencies.map(({ id }) => id)).toEqual(['USD', 'EUR'])
  expect(options.currencies[0]?.methods[1]).toEqual({ id: 'ACH_BANK_ACCOUNT', minimum: money(10), maximum: money(25_000) })
  expect(options.providers.map(({ id, sells }) => [id, sells])).toEqual([
    ['coinbase', true],
    ['meld', false],
  ])
  expect(options).toMatchObject({ exchanges: true, builtIn: false })
  expect(server.asked[0]?.query.get('country')).toBe('DE')
})

test('a site names its providers, and their order', async () => {
  const { portico } = withOnramp({}, { onramp: { providers: ['meld', 'nobody', 'coinbase'] } })
  expect((await getOnrampOptions(portico)).providers.map(({ id }) => id)).toEqual(['meld', 'coinbase'])
})

test.each([
  ['does not answer', () => refusal('down', 400)],
  ['answers nonsense', () => Response.json({ paymentCurrencies: 'all' })],
])('R10: where the gateway %s, the built-in list is offered, marked, and asked for again', async (_, answer) => {
  const { server, look } = withOnramp()
  server.script = ({ path }) => (path === '/v1/onramp/options' ? answer() : undefined)
  const { data } = await look()
  expect(data).toMatchObject({ builtIn: true, exchanges: false })
  expect(data.currencies.map(({ id }) => id)).toEqual(['USD', 'EUR'])
  const [card, bank] = data.currencies[0]?.methods ?? []
  expect([card?.minimum, card?.maximum, bank?.minimum, bank?.maximum]).toEqual([money(10), money(7500), money(10), money(25_000)])
  expect(data.tokens.every(({ address }) => address === undefined)).toBe(true)
  server.script = () => undefined
  expect((await look()).data.builtIn).toBe(false)
})

test('nothing is offered without a gateway, and where it has nothing for the site', async () => {
  await expect(getOnrampOptions(withOnramp({}, { apiUrl: '' }).portico)).rejects.toThrow(OnrampUnsupportedError)
  const { portico, server } = withOnramp()
  server.script = () => Response.json({ paymentCurrencies: [], purchaseCurrencies: [] })
  await expect(getOnrampOptions(portico)).rejects.toThrow(OnrampUnsupportedError)
  expect(await canBuy(portico, networkId)).toBe(false)
  expect(await canBuy(withOnramp().portico, networkId)).toBe(true)
})

test('the offers of all providers, the best first, and none that is not of what was asked', async () => {
  const { portico, choose, server } = withOnramp()
  const { order } = await choose()
  server.script = ({ path }) =>
    path === '/v1/onramp/quote'
      ? Response.json({
          ...quote('meld', '0.0141'),
          others: [
            quote('coinbase', '0.0143', { expiresAt: Date.now() + 3_600_000 }),
            quote('another coin', '5', { purchaseAmount: { amount: '5', currency: 'BTC' } }),
            quote('another amount', '5', { paymentTotal: { amount: '500', currency: 'USD' } }),
            quote('another currency', '5', { paymentTotal: { amount: '50', currency: 'EUR' } }),
            quote('nothing', '0'),
          ],
        })
      : undefined
  const offers = await getOffers(portico, order)
  expect(offers.map(({ provider, received, fee, estimate, id }) => ({ provider, received, fee, estimate, id }))).toEqual([
    { provider: 'coinbase', received: 14_300_000_000_000_000n, fee: 750_000_000_000_000_000n, estimate: false, id: 'q-coinbase' },
    { provider: 'meld', received: 14_100_000_000_000_000n, fee: 750_000_000_000_000_000n, estimate: false, id: 'q-meld' },
  ])
  expect(offers.every((offer) => isFreshOffer(offer))).toBe(true)
  expect(offers.some((offer) => isFreshOffer(offer, Date.now() + 61_000))).toBe(false)
  expect(server.of('/v1/onramp/quote')[0]?.body).toMatchObject({
    purchaseCurrency: 'ETH',
    paymentCurrency: 'USD',
    amount: '50',
    network: networkId,
    paymentMethod: 'CARD',
    address: fakeAddress,
  })
})

test('R10: without quotes there are estimates, marked, where a price is known from elsewhere, and else none', async () => {
  const { portico, choose, server } = withOnramp()
  const { order } = await choose()
  server.script = ({ path }) => (path === '/v1/onramp/quote' ? new Response('', { status: 400 }) : undefined)
  await expect(getOffers(portico, order)).rejects.toMatchObject({ name: 'HttpStatusError' })
  server.script = ({ path }) => (path === '/v1/onramp/quote' ? refusal('unavailable', 503) : undefined)
  await expect(getOffers(portico, order)).rejects.toMatchObject({ name: 'NoOfferError' })
  const prices = () => Response.json({ fungibles: [{ address: '', name: 'Ether', symbol: 'ETH', iconUrl: '', price: 3500 }] })
  const withPrices = (quotes: () => Response) => {
    server.script = ({ path }) => (path === '/v1/onramp/quote' ? quotes() : path === '/v1/fungible/price' ? prices() : undefined)
  }
  withPrices(() => refusal('unavailable', 503))
  const offers = await getOffers(portico, order)
  expect(offers.map(({ provider, estimate, id, received }) => [provider, estimate, id, received])).toEqual([
    ['coinbase', true, undefined, 14_000_000_000_000_000n], // $50 less 2 %, at $3,500
    ['meld', true, undefined, 14_000_000_000_000_000n],
  ])
  await expect(getOffers(portico, { ...order, currency: 'EUR' })).rejects.toMatchObject({ name: 'NoOfferError' })
  withPrices(() => Response.json(quote('coinbase', '0.014', { estimate: true })))
  expect(await getOffers(portico, order)).toMatchObject([{ provider: 'coinbase', estimate: true }])
})

test.each([
  ['noQuotes', 'NoOfferError'],
  ['limits', 'OnrampRefusedError'],
  ['quoteExpired', 'OfferExpiredError'],
  ['unsupportedNetwork', 'OnrampUnsupportedError'],
])('a gateway that refuses with %s is understood, and no estimate takes its place', async (reason, name) => {
  const { portico, choose, server } = withOnramp()
  const { order } = await choose()
  server.script = ({ path }) => (path === '/v1/onramp/quote' ? refusal(reason) : undefined)
  await expect(getOffers(portico, order)).rejects.toMatchObject({ name })
})

test('providers that answered with nothing are told from those that did not answer', async () => {
  const { portico, choose, server } = withOnramp()
  const { order } = await choose()
  const answered = (reason: string, status: number) => {
    server.script = ({ path }) => (path === '/v1/onramp/quote' ? refusal(reason, status) : undefined)
    return getOffers(portico, order).catch((error: unknown) => error instanceof NoOfferError && error.answered)
  }
  expect(await answered('noQuotes', 404)).toBe(true)
  expect(await answered('unavailable', 404)).toBeUndefined()
  expect(await answered('unavailable', 503)).toBeUndefined()
})

test('the first thing that is missing is named', async () => {
  const { portico, look, form } = withOnramp()
  const { data } = await look()
  const status = async () => (await look()).check.status
  expect(await status()).toBe('selectToken')
  const token = defaultOnrampToken(portico, data)
  expect(token?.symbol).toBe('ETH')
  if (token) setOnrampToken(portico, token)
  expect(await status()).toBe('addAmount')
  for (const [amount, found] of [
    ['abc', 'incorrectValue'],
    ['0', 'incorrectValue'],
    ['50.001', 'incorrectValue'],
    ['9,99', 'tooLittle'],
    ['10', 'ready'],
    ['7500', 'ready'],
    ['7500.01', 'tooMuch'],
  ] as const) {
    setOnrampAmount(portico, amount)
    expect([amount, await status()]).toEqual([amount, found])
  }
  setOnrampMethod(portico, 'ACH_BANK_ACCOUNT')
  expect(await status()).toBe('ready')
  setOnrampAmount(portico, '25001')
  expect((await look()).check).toEqual({ status: 'tooMuch', limit: money(25_000), method: 'ACH_BANK_ACCOUNT', currency: 'USD' })
  setOnrampCurrency(portico, 'EUR')
  expect((await look()).check).toMatchObject({ currency: 'EUR' })
  const known = { data }
  expect(checkOnramp(form(), known, undefined).status).toBe('noWallet')
  expect(checkOnramp(form(), { error: new OnrampUnsupportedError() }, undefined).status).toBe('unsupported')
  expect(checkOnramp(form(), { error: new Error('away') }, undefined).status).toBe('failed')
  expect(checkOnramp(form(), {}, undefined).status).toBe('loading')
  expect(checkOnramp({ ...form(), sender: undefined }, known, undefined).status).toBe('noAccount')
  setOnrampKind(portico, 'sell')
  expect(await status()).toBe('addAmount')
  setOnrampAmount(portico, '0.000000000000000001')
  expect((await look()).check).toMatchObject({ status: 'ready', order: { kind: 'sell', units: 1n } })
  const account = token && receiverOf(portico, token)
  expect(checkOnramp(form(), known, account, 0n).status).toBe('insufficientFunds')
  expect(checkOnramp(form(), known, account, 1n).status).toBe('ready')
})

test('a site fills it in, the visitor’s change stays, and another account begins anew', async () => {
  const { portico, form, connect, look } = withOnramp({}, { onramp: { defaults: { amount: '100', currency: 'EUR' } } })
  expect(form()).toMatchObject({ amount: '100', currency: 'EUR' })
  const preset = { token: 'usdc', amount: '50', currency: 'usd', method: 'ACH_BANK_ACCOUNT' }
  await presetOnramp(portico, preset)
  expect(form()).toMatchObject({ amount: '50', currency: 'USD', method: 'ACH_BANK_ACCOUNT', token: { symbol: 'USDC' } })
  setOnrampAmount(portico, '70')
  await presetOnramp(portico, preset)
  expect(form().amount).toBe('70')
  connect(`0x${'4'.repeat(40)}`)
  await vi.waitFor(() => expect(form()).toMatchObject({ amount: '100', token: undefined, currency: 'USD' }))
  expect(reachableTokens(portico, (await look()).data)).toHaveLength(2)
  for (const { connector } of connectionStore(portico).getState().byNamespace.eip155?.connections ?? [])
    dispatchConnection(portico, 'eip155', { type: 'ended', connectorId: connector.id })
  expect(reachableTokens(portico, (await look()).data)).toHaveLength(0)
  expect(form().sender).toBeUndefined()
})

test('the built-in list has the coins of the site’s networks and no other', async () => {
  const server = gateway()
  server.script = () => new Response('', { status: 400 })
  const { look, portico } = withOnramp({}, {}, server)
  const { data } = await look()
  const known = portico.networks.filter(({ testnet }) => !testnet).map(({ id }) => id)
  expect(data.tokens.map((token) => token.networkId)).toEqual(known)
})
