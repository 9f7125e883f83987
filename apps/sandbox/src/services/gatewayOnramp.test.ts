import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { writeSignInMessage } from '@portico/siwx'
import { base58, base64 } from '@scure/base'
import { p2wpkh } from '@scure/btc-signer'
import { pubECDSA, sha256x2 } from '@scure/btc-signer/utils.js'
import { createPublicClient, createWalletClient, erc20Abi, formatUnits, http, parseUnits } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { receiptOf } from '@portico/chains/evm'
import { z } from 'zod'
import { mnemonic } from '../accounts.js'
import { addresses } from '../contracts/index.js'
import { createSandbox } from '../sandbox.js'
import { arrived } from './harbor/deposits.js'
import { assets } from './harbor/market.js'

const sandbox = createSandbox({ portOffset: 2400, quiet: true })
beforeAll(async () => void (await sandbox.ready), 60_000)
afterAll(() => sandbox.stop(), 30_000)
afterEach(() => webhooks('send'))

const page = 'http://127.0.0.1:5173'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const accepted = '4242 4242 4242 4242'

interface Visitor {
  readonly network: string
  readonly address: string
  readonly sign: (message: string) => Promise<string> | string
}

function evmVisitor(network = 'eip155:8453'): Visitor {
  const account = privateKeyToAccount(generatePrivateKey())
  return { network, address: account.address, sign: (message) => account.signMessage({ message }) }
}
function solanaVisitor(): Visitor {
  const secret = randomBytes(32)
  const sign = (message: string) => base58.encode(ed25519.sign(new TextEncoder().encode(message), secret))
  return { network: solana, address: base58.encode(ed25519.getPublicKey(secret)), sign }
}
function bitcoinVisitor(): Visitor {
  const secret = randomBytes(32)
  const { address = '' } = p2wpkh(pubECDSA(secret))
  const sign = (message: string): string => {
    const text = new TextEncoder().encode(message)
    const head = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
    // Of 253 bytes and more (BIP-137).
    const hash = sha256x2(head, Uint8Array.from([0xfd, text.length & 0xff, text.length >> 8]), text)
    const [recovery = 0, ...rest] = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
    return base64.encode(Uint8Array.from([39 + recovery, ...rest]))
  }
  return { network: bitcoin, address, sign }
}

async function call(path: string, body?: unknown, headers: Readonly<Record<string, string>> = { origin: page }) {
  const isPost = body !== undefined
  const response = await fetch(`${sandbox.urls.gateway}${path}`, { headers, ...(isPost && { method: 'POST', body: JSON.stringify(body) }) })
  // oxlint-disable-next-line typescript/no-explicit-any -- what the tests look into
  const json: any = await response.json()
  return { status: response.status, headers: response.headers, json }
}

interface ProofOptions {
  readonly origin?: string
  readonly statement?: string
  readonly nonce?: string
  readonly lasts?: number
}
async function proofOf({ network, address, sign }: Visitor, options: ProofOptions = {}) {
  const { origin = page, statement = 'Receive what I buy at this address.', lasts = 300_000 } = options
  const nonce = options.nonce ?? (await call('/v1/onramp/nonce', {})).json.nonce
  const [namespace = '', reference = ''] = network.split(':')
  const now = Date.now()
  const fields = {
    domain: new URL(origin).host,
    uri: `${origin}/`,
    version: '1' as const,
    nonce,
    statement,
    address,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + lasts).toISOString(),
  }
  const message =
    namespace === 'solana'
      ? writeSignInMessage({ ...fields, namespace, chainId: 'mainnet' })
      : writeSignInMessage({ ...fields, namespace: namespace === 'bip122' ? 'bip122' : 'eip155', chainId: reference })
  return { message, signature: await sign(message) }
}

interface Purchase {
  readonly symbol?: string
  readonly amount?: string
  readonly fiat?: string
  readonly method?: string
}
const wanted = ({ network }: Visitor, { symbol = 'USDC', amount = '50', fiat = 'EUR', method = 'CARD' }: Purchase) => ({
  purchaseCurrency: symbol,
  paymentCurrency: fiat,
  amount,
  network,
  paymentMethod: method,
  country: 'DE',
})
const urlBody = (visitor: Visitor, { symbol = 'USDC', amount = '50', fiat = 'EUR', method = 'CARD' }: Purchase = {}) => ({
  destinationWallets: [{ address: visitor.address, blockchains: [visitor.network], assets: [symbol] }],
  partnerUserId: 'anybody',
  defaultExperience: 'buy',
  presetFiatAmount: amount,
  paymentCurrency: fiat,
  paymentMethod: method,
  purchaseCurrency: symbol,
  network: visitor.network,
  country: 'DE',
})

async function begin(visitor: Visitor, purchase: Purchase = {}) {
  const quote = (await call('/v1/onramp/quote', wanted(visitor, purchase))).json
  const body = { ...urlBody(visitor, purchase), quoteId: quote.quoteId, proof: await proofOf(visitor) }
  const { status, json } = await call('/v1/generators/onrampurl', body)
  expect(status, JSON.stringify(json)).toBe(200)
  return { quote, url: String(json.url), id: String(json.sessionId), grant: String(json.grant) }
}

/** What a browser does with a form of Harbor's. */
async function submit(url: string, step: string, fields: Record<string, string> = {}) {
  const { origin, search } = new URL(url)
  const response = await fetch(`${origin}/pay/${step}${search}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: String(new URLSearchParams(fields)),
  })
  return { status: response.status, text: await response.text() }
}
const payBy = (url: string, card: string) => submit(url, 'card', { card, expiry: '12/39', cvc: '123' })

const session = async (id: string) => (await call(`/v1/onramp/sessions/${id}`)).json
async function until(id: string, ...states: string[]) {
  for (const from = Date.now(); Date.now() - from < 8000; ) {
    const found = await session(id)
    if (states.includes(found.status)) return found
    await pause(25)
  }
  throw new Error(`It never came to ${states.join()}: ${JSON.stringify(await session(id))}`)
}

const control = async (path: string, body: unknown) => {
  const response = await fetch(`${sandbox.urls.harbor}/control/${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(200)
}
const webhooks = (mode: string, delayMs = 1500) => control('webhooks', { mode, delayMs })
/** What the gateway answered to what Harbor sent of a purchase. */
const answered = async (id: string) => {
  const { log } = deliveries.parse(await (await fetch(`${sandbox.urls.harbor}/control/webhooks`)).json())
  return log.filter((each) => each.partnerUserRef === id)
}
const deliveries = z.object({ log: z.array(z.object({ partnerUserRef: z.string(), status: z.string(), answered: z.number() })) })

const chainUrls = () => ({
  'eip155:8453': sandbox.urls.chains[8453],
  'eip155:1': sandbox.urls.chains[1],
  [solana]: sandbox.urls.solana.http,
  [bitcoin]: sandbox.urls.bitcoin,
})
async function held({ network, address }: Visitor, symbol: string): Promise<string> {
  const asset = assets.find((each) => each.network === network && each.symbol === symbol)
  if (!asset) throw new Error('There is no such coin.')
  return formatUnits(await arrived(chainUrls(), asset, address), asset.decimals)
}

describe('a purchase', () => {
  test.each([
    { symbol: 'ETH', make: evmVisitor, fiat: 'EUR' },
    { symbol: 'USDC', make: evmVisitor, fiat: 'EUR' },
    { symbol: 'SOL', make: solanaVisitor, fiat: 'USD' },
    { symbol: 'BTC', make: bitcoinVisitor, fiat: 'USD' },
  ])('of $symbol arrives on its chain, as much as was quoted', async ({ symbol, make, fiat }) => {
    const visitor = make()
    const { quote, url, id } = await begin(visitor, { symbol, fiat })
    expect(quote).toMatchObject({ provider: 'harbor', estimate: false, paymentTotal: { amount: '50.00', currency: fiat }, others: [] })
    expect(new URL(url).origin).toBe(sandbox.urls.harbor)
    expect(await session(id)).toMatchObject({ status: 'created', kind: 'buy', address: visitor.address, network: visitor.network })
    expect((await payBy(url, accepted)).status).toBe(303)
    const settled = await until(id, 'settled')
    expect(settled).toMatchObject({ purchaseAmount: quote.purchaseAmount, paymentTotal: quote.paymentTotal, asset: { symbol } })
    expect(settled.hash).toMatch(/^\w{64,}$/)
    expect(await held(visitor, symbol)).toBe(quote.purchaseAmount.amount)
    const rows = (await call(`/v1/account/${visitor.address}/history?onramp=coinbase&projectId=x`)).json.data
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      metadata: { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', hash: settled.hash, chain: visitor.network },
      transfers: [{ direction: 'in', quantity: { numeric: quote.purchaseAmount.amount } }],
    })
  })

  test('by bank transfer, and by a card that asks for 3-D Secure', async () => {
    const visitor = evmVisitor()
    const large = await begin(visitor, { method: 'ACH_BANK_ACCOUNT', amount: '9000', fiat: 'USD' })
    expect((await submit(large.url, 'bank')).status).toBe(303)
    const secure = await begin(visitor)
    const asked = await payBy(secure.url, '4000002500003155')
    expect(asked.text).toContain('Confirm with your bank')
    const wrong = await submit(secure.url, 'secure', { card: '4000002500003155', code: '000000' })
    expect(wrong.status).toBe(422)
    expect(await session(secure.id)).toMatchObject({ status: 'created' })
    await submit(secure.url, 'secure', { card: '4000002500003155', code: '123456' })
    expect(await until(large.id, 'settled')).toMatchObject({ paymentTotal: { amount: '9000.00', currency: 'USD' } })
    expect(await until(secure.id, 'settled')).not.toHaveProperty('reason')
  })

  test('that is declined three times has failed, and nothing was sent', async () => {
    const visitor = evmVisitor()
    const { url, id } = await begin(visitor)
    for (const card of ['4000000000000002', '4000000000009995']) {
      const { status, text } = await payBy(url, card)
      expect(status).toBe(422)
      expect(text).toContain('role="alert"')
      expect(await session(id)).toMatchObject({ status: 'created' })
    }
    await payBy(url, '4000000000000069')
    expect(await until(id, 'failed')).toMatchObject({ reason: { name: 'expired_card', description: 'The card had expired.' } })
    expect((await payBy(url, accepted)).status).toBe(303)
    expect(await session(id)).toMatchObject({ status: 'failed' })
    expect(await held(visitor, 'USDC')).toBe('0')
    expect((await call(`/v1/account/${visitor.address}/history?onramp=coinbase`)).json.data).toMatchObject([
      { metadata: { status: 'ONRAMP_TRANSACTION_STATUS_FAILED' } },
    ])
  })

  test('is refunded where the coins cannot be delivered, and after they were', async () => {
    const visitor = evmVisitor()
    const [first, second] = [await begin(visitor), await begin(visitor)]
    await Promise.all([payBy(first.url, '4000000000005126'), payBy(second.url, accepted)])
    expect(await until(first.id, 'refunded')).toMatchObject({ reason: { name: 'settlement_failed' } })
    const settled = await until(second.id, 'settled')
    await control('refund', { session: second.id })
    expect(await until(second.id, 'refunded')).toMatchObject({ reason: { name: 'charged_back' }, hash: settled.hash })
  })

  test('that nobody pays for is over', async () => {
    const { url, id } = await begin(evmVisitor())
    await control('expire', { session: id })
    await until(id, 'expired')
    await payBy(url, accepted)
    expect(await session(id)).toMatchObject({ status: 'expired' })
  })
})

describe('webhooks', () => {
  test('that are lost are made up for by asking', async () => {
    await webhooks('lose')
    const visitor = evmVisitor()
    const { url, id, quote } = await begin(visitor)
    await payBy(url, accepted)
    expect(await until(id, 'settled')).toMatchObject({ purchaseAmount: quote.purchaseAmount })
    expect(await answered(id)).toEqual([])
  })

  test('that come twice change nothing', async () => {
    await webhooks('double')
    const visitor = evmVisitor()
    const { url, id } = await begin(visitor)
    await payBy(url, accepted)
    const settled = await until(id, 'settled')
    for (const from = Date.now(); Date.now() - from < 5000 && (await answered(id)).length < 6; ) await pause(25)
    expect((await answered(id)).map(({ answered: status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await session(id)).toEqual(settled)
    expect((await call(`/v1/account/${visitor.address}/history?onramp=coinbase`)).json.data).toHaveLength(1)
  })

  test('that are late do not lead back', async () => {
    await webhooks('delay', 1700)
    const { url, id } = await begin(evmVisitor())
    await payBy(url, accepted)
    // Asked for before any of them came.
    const settled = await until(id, 'settled')
    expect(await answered(id)).toEqual([])
    for (const from = Date.now(); Date.now() - from < 5000 && (await answered(id)).length < 3; ) await pause(25)
    expect((await answered(id)).map(({ status }) => status)).toEqual(expect.arrayContaining(['paid', 'processing', 'settled']))
    expect(await session(id)).toEqual(settled)
  })

  test('that somebody else signed are refused, and believed about nothing', async () => {
    await webhooks('forge')
    const { url, id } = await begin(evmVisitor())
    for (const card of ['4000000000000002', '4000000000000002', '4000000000000002']) await payBy(url, card)
    for (const from = Date.now(); Date.now() - from < 5000 && (await answered(id)).length < 1; ) await pause(25)
    expect(await answered(id)).toMatchObject([{ status: 'settled', answered: 401 }])
    const found = await until(id, 'failed')
    expect(found).not.toHaveProperty('hash')
  })
})

describe('S19: an address that is not shown to be owned gets no page', () => {
  const refused = { status: 401, json: { status: 'FAILED', reasons: [{ name: 'ownership' }] } }
  const ask = (visitor: Visitor, more: Record<string, unknown>, headers?: Record<string, string>) =>
    call('/v1/generators/onrampurl', { ...urlBody(visitor), ...more }, headers)

  test('by nothing, by a forged proof, by one of another address, site, chain, text or time', async () => {
    const [visitor, thief] = [evmVisitor(), evmVisitor()]
    const good = await proofOf(visitor)
    const asThief = (message: string) => thief.sign(message)
    const attempts = [
      {},
      { proof: { ...good, signature: `0x${'1'.repeat(130)}` } },
      { proof: await proofOf({ ...visitor, sign: asThief }) },
      { proof: await proofOf(thief) },
      { proof: await proofOf(visitor, { origin: 'https://evil.example' }) },
      { proof: await proofOf(visitor, { statement: 'Sign in to the shop.' }) },
      { proof: await proofOf(visitor, { statement: 'Receive what I buy at this address. Really.' }) },
      { proof: await proofOf(visitor, { nonce: 'a'.repeat(24) }) },
      { proof: await proofOf(visitor, { lasts: 3_600_000 }) },
      { proof: await proofOf(visitor, { lasts: -1000 }) },
      { proof: await proofOf({ ...visitor, network: 'eip155:1' }) },
      { proof: { message: 'nothing', signature: '0x' } },
      { grant: 'a'.repeat(43) },
    ]
    for (const attempt of attempts) expect(await ask(visitor, attempt), JSON.stringify(attempt)).toMatchObject(refused)
    // A bearer that is none.
    expect(await ask(visitor, {}, { origin: page, authorization: 'Bearer a.b.c' })).toMatchObject(refused)
    // The forged one has used its nonce up.
    expect(await ask(visitor, { proof: good })).toMatchObject(refused)
    expect((await ask(visitor, { proof: await proofOf(visitor) })).status).toBe(200)
  })

  test('by a proof that was used before, or is used by another page', async () => {
    const visitor = evmVisitor()
    const proof = await proofOf(visitor)
    expect(await ask(visitor, { proof }, { origin: 'http://localhost:5173' })).toMatchObject(refused)
    const again = await proofOf(visitor)
    expect((await ask(visitor, { proof: again })).status).toBe(200)
    expect(await ask(visitor, { proof: again })).toMatchObject(refused)
    const contested = await proofOf(visitor)
    const all = await Promise.all(Array.from({ length: 5 }, () => ask(visitor, { proof: contested })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    // A page that the operator does not know.
    expect(
      await ask(visitor, { proof: await proofOf(visitor, { origin: 'https://evil.example' }) }, { origin: 'https://evil.example' }),
    ).toMatchObject({
      status: 403,
      json: { reasons: [{ name: 'origin' }] },
    })
    // No browser: there is no page that it could be for.
    expect(await ask(visitor, { proof: await proofOf(visitor) }, {})).toMatchObject(refused)
  })

  test("by a grant that is somebody else's, or another page's; one's own is good on every chain", async () => {
    const visitor = evmVisitor()
    const { grant } = await begin(visitor)
    expect(await ask(evmVisitor(), { grant })).toMatchObject(refused)
    expect(await ask(solanaVisitor(), { grant })).toMatchObject(refused)
    expect(await ask(visitor, { grant }, { origin: 'http://localhost:5173' })).toMatchObject(refused)
    expect(await ask(visitor, { grant }, {})).toMatchObject(refused)
    expect((await ask({ ...visitor, network: 'eip155:1' }, { grant })).json).toMatchObject({ provider: 'harbor', grant })
  })

  test('and a session of the gateway counts for its own account', async () => {
    const visitor = evmVisitor()
    const send = (path: string, body: unknown) => call(`/v1/siwx/${path}`, body, { origin: page, 'content-type': 'application/json' })
    const { nonce } = (await send('nonce', {})).json
    const { token } = (await send('verify', await proofOf(visitor, { nonce, statement: 'Sign in.' }))).json
    const headers = { origin: page, authorization: `Bearer ${token}` }
    expect((await ask(visitor, {}, headers)).status).toBe(200)
    expect(await ask(evmVisitor(), {}, headers)).toMatchObject(refused)
  })
})

test('R10: what is asked for is held to limits, countries and coins, and a firm price is one', async () => {
  const visitor = evmVisitor()
  const ask = async (more: Record<string, unknown>) => (await call('/v1/onramp/quote', { ...wanted(visitor, {}), ...more })).json
  for (const [more, reason] of [
    [{ amount: '9.99' }, 'amountTooSmall'],
    [{ amount: '7500.01' }, 'amountTooLarge'],
    [{ amount: '25000.01', paymentMethod: 'ACH_BANK_ACCOUNT' }, 'amountTooLarge'],
    [{ country: 'CN' }, 'country'],
    [{ country: 'BR', paymentMethod: 'ACH_BANK_ACCOUNT' }, 'paymentMethod'],
    [{ purchaseCurrency: 'BTC' }, 'asset'],
    [{ network: 'dogechain' }, 'network'],
  ] as const)
    expect(await ask(more), JSON.stringify(more)).toMatchObject({ status: 'FAILED', reasons: [{ name: reason }] })
  expect(await ask({ amount: 25_000, paymentMethod: 'ACH_BANK_ACCOUNT', network: 'base' })).toMatchObject({ estimate: false })
  const { paymentCurrencies, purchaseCurrencies, providers, ...rest } = (
    await call('/v1/onramp/options?country=DE&projectId=x&st=appkit&sv=1')
  ).json
  expect(paymentCurrencies).toContainEqual({
    id: 'EUR',
    payment_method_limits: [
      { id: 'CARD', min: '10', max: '7500' },
      { id: 'ACH_BANK_ACCOUNT', min: '10', max: '25000' },
    ],
  })
  expect(purchaseCurrencies.find(({ id }: { id: string }) => id === 'USDC').networks).toContainEqual({
    name: 'base',
    display_name: 'Base',
    chain_id: '8453',
    contract_address: addresses.usdc,
    caipNetworkId: 'eip155:8453',
    decimals: 6,
  })
  expect(providers).toMatchObject([{ id: 'harbor', sell: true, namespaces: ['eip155', 'solana', 'bip122'] }])
  expect(rest).toEqual({ exchanges: true, builtIn: false })
  // Somebody else's price is not taken for this purchase.
  const { quoteId } = await ask({ amount: '100' })
  const body = { ...urlBody(visitor), quoteId, proof: await proofOf(visitor) }
  expect((await call('/v1/generators/onrampurl', body)).json.reasons).toMatchObject([{ name: 'quoteExpired' }])
  // Nobody is led away.
  const away = { ...urlBody(visitor), redirectUrl: 'https://evil.example/', proof: await proofOf(visitor) }
  expect((await call('/v1/generators/onrampurl', away)).json.reasons).toMatchObject([{ name: 'redirect' }])
})

test('a sale: the coins go where the provider says, and money comes back, or the coins do', async () => {
  const account = mnemonicToAccount(mnemonic, { addressIndex: 6 })
  const visitor: Visitor = { network: 'eip155:8453', address: account.address, sign: (message) => account.signMessage({ message }) }
  const wallet = createWalletClient({ chain: base, transport: http(sandbox.urls.chains[8453]), account })
  const reads = createPublicClient({ chain: base, transport: http(sandbox.urls.chains[8453]), pollingInterval: 20 })
  const statement = 'Pay me for what I sell from this address.'
  const sell = async (iban: string) => {
    const body = {
      address: visitor.address,
      network: visitor.network,
      sellCurrency: 'USDC',
      amount: '60',
      paymentCurrency: 'EUR',
      country: 'DE',
    }
    const { json } = await call('/v1/generators/offrampurl', { ...body, proof: await proofOf(visitor, { statement }) })
    await submit(json.url, 'sell', { iban })
    for (;;) {
      const found = await session(json.sessionId)
      if (found.depositAddress === undefined) continue
      const args = [found.depositAddress, parseUnits('60', 6)] as const
      const hash = await wallet.writeContract({ address: addresses.usdc, abi: erc20Abi, functionName: 'transfer', args })
      await receiptOf(reads, hash)
      return String(json.sessionId)
    }
  }
  const paid = await sell('DE89 3704 0044 0532 0130 00')
  expect(await until(paid, 'settled')).toMatchObject({ kind: 'sell', purchaseAmount: { amount: '60', currency: 'USDC' } })
  const before = await held(visitor, 'USDC')
  const refused = await sell('DE02 1001 0010 0006 8201 01')
  expect(await until(refused, 'refunded')).toMatchObject({ reason: { name: 'payout_refused' } })
  expect(await held(visitor, 'USDC')).toBe(before)
})

test('from an exchange, as existing clients ask for it', async () => {
  const visitor = evmVisitor()
  const rpc = async (method: string, params: unknown) =>
    (await call('/v1/json-rpc?projectId=x&st=appkit&sv=1&source=fund-wallet', { jsonrpc: '2.0', id: 7, method, params })).json
  const asset = `${visitor.network}/erc20:${addresses.usdc}`
  expect(await rpc('reown_getExchanges', { page: 1, asset, amount: '10' })).toMatchObject({
    id: 7,
    result: { total: 1, exchanges: [{ id: 'harbor', name: 'Harbor Exchange', imageUrl: `${sandbox.urls.harbor}/mark.svg` }] },
  })
  expect((await rpc('reown_getExchanges', { asset: `${visitor.network}/erc20:0x${'9'.repeat(40)}` })).result.total).toBe(0)
  const params = { exchangeId: 'harbor', asset, amount: '12.5', recipient: `${visitor.network}:${visitor.address}` }
  expect(await rpc('reown_getExchangePayUrl', params)).toMatchObject({ error: { code: -32_000, data: { reason: 'ownership' } } })
  const { result } = await rpc('reown_getExchangePayUrl', { ...params, proof: await proofOf(visitor) })
  const status = async () => (await rpc('reown_getExchangeBuyStatus', { exchangeId: 'harbor', sessionId: result.sessionId })).result
  expect(await status()).toEqual({ status: 'UNKNOWN' })
  await submit(result.url, 'exchange')
  await until(result.sessionId, 'settled')
  expect(await status()).toMatchObject({ status: 'SUCCESS', txHash: expect.stringMatching(/^0x/) })
  expect(await held(visitor, 'USDC')).toBe('12.5')
})
