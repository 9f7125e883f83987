import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { writeSignInMessage } from '@portico/siwx'
import { base58, base64 } from '@scure/base'
import { p2wpkh } from '@scure/btc-signer'
import { pubECDSA, sha256x2 } from '@scure/btc-signer/utils.js'
import { formatUnits } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
  return { status: response.status, headers: response.headers, json: (await response.json()) as any }
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
})
