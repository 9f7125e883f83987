import { createHmac } from 'node:crypto'
import type { Log } from '@portico/service'
import { writeSignInMessage } from '@portico/siwx'
import { type Context, Hono } from 'hono'
import { privateKeyToAccount } from 'viem/accounts'
import { createAccounts } from '../../account/accounts.js'
import { type ChainOptions, readChains } from '../../chains/chains.js'
import { standIn } from '../../providers/test/standIn.js'
import { type Onramp, createOnramp } from '../onramp.js'
import { onrampRoutes } from '../routes.js'
import { type OnrampOptions, readOnramp } from '../settings.js'

export const page = 'https://shop.example'
export const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const secret = 'whsec'
const harborUrl = 'https://harbor.example'

const base: ChainOptions = {
  id: 'eip155:8453',
  name: 'Base',
  rpc: ['https://node.example'],
  native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [{ address: `0x${'8'.repeat(40)}`, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
  providers: [{ kind: 'llama', url: 'https://prices.example' }],
}

export interface OnrampWorld {
  readonly onramp: Onramp
  readonly call: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>
  /** Opens a page for Alice, and says by which reference Harbor knows it. */
  readonly begin: (more?: Record<string, unknown>) => Promise<{ id: string; grant: string; url: string }>
  readonly proof: () => Promise<{ message: string; signature: string }>
  /** A webhook of Harbor's, signed now by its secret unless told. */
  readonly tell: (facts: Record<string, unknown>, how?: { by?: string; at?: number }) => Promise<Reply>
  /** Bodies that Harbor was sent, and how often it was asked how a session goes. */
  readonly sent: unknown[]
  readonly reads: () => number
  readonly logged: unknown[]
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- what the tests look into
  readonly json: any
}

export interface WorldOptions {
  database: string
  /** What Harbor says in the place of its own answers. */
  instead?: (context: Context) => Response | Promise<Response> | undefined
  /** What it says of every session that it is asked about. */
  says?: () => Record<string, unknown>
  /** Where its page is. */
  url?: () => string
  settings?: Partial<OnrampOptions>
  /** Dollars for a coin; nothing is known about prices without. */
  price?: number
  /** And for a euro. */
  euro?: number
  clock?: () => number
  /** Whether every account is a contract, which takes this signature alone. */
  contractTakes?: string
}

/** A gateway that sells by Harbor, with a stand-in of its wire, without a socket. */
export function makeOnramp({
  database,
  instead,
  says,
  url,
  settings,
  price,
  euro,
  clock = Date.now,
  contractTakes,
}: WorldOptions): OnrampWorld {
  const sent: unknown[] = []
  const logged: unknown[] = []
  let reads = 0
  const view = {
    id: 's_1',
    kind: 'buy',
    status: 'created',
    address: alice.address,
    txHash: null,
    failureReason: null,
    depositAddress: null,
  }
  const money = (amount: string, currency: string) => ({ amount, currency })
  const harbor = new Hono()
    .use(async (context, next) => (await instead?.(context)) ?? next())
    .get('/v1/options', (context) =>
      context.json({
        paymentCurrencies: ['USD', 'EUR'].map((id) => ({ id, limits: [{ method: 'card', min: '10', max: '7500' }] })),
        assets: [{ symbol: 'USDC', name: 'USD Coin', network: 'eip155:8453', contract: `0x${'8'.repeat(40)}`, decimals: 6 }],
      }),
    )
    .post('/v1/quotes', async (context) => {
      const { fiat, amount }: { fiat: string; amount: string } = await context.req.json()
      const total = { paymentTotal: money(amount, fiat), paymentSubtotal: money('49.00', fiat), providerFee: money('1.00', fiat) }
      return context.json({
        quoteId: 'q_1',
        expiresAt: '2099-01-01T00:00:00Z',
        ...total,
        networkFee: money('0.00', fiat),
        purchaseAmount: money('53.2', 'USDC'),
      })
    })
    .post('/v1/sessions', async (context) => {
      const body: { quoteId: string } = await context.req.json()
      sent.push(body)
      return context.json({
        ...view,
        network: 'eip155:8453',
        purchaseAmount: money('53.2', 'USDC'),
        paymentTotal: money('50', 'EUR'),
        url: url?.() ?? `${harborUrl}/pay?session=1`,
      })
    })
    .get('/v1/sessions/:id', (context) => {
      reads += 1
      return context.json({ ...view, partnerUserRef: 'x', ...says?.() })
    })
  const node = new Hono().post('/', async (context) => {
    const { id, method, params }: { id: number; method: string; params: readonly unknown[] } = await context.req.json()
    const isTaken = contractTakes !== undefined && JSON.stringify(params).includes(contractTakes.slice(2))
    const answers: Record<string, string> = {
      eth_chainId: '0x2105',
      eth_getCode: contractTakes === undefined ? '0x' : '0x60',
      eth_call: isTaken ? '0x1' : '0x0',
    }
    return context.json({ jsonrpc: '2.0', id, result: answers[method] ?? '0x' })
  })
  const priceOf = (coin: string) => (coin.toLowerCase().endsWith('0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42') ? euro : price)
  const prices = new Hono().get('/prices/current/:coins', (context) => {
    const timestamp = Math.floor(clock() / 1000) - 60
    const told = context.req
      .param('coins')
      .split(',')
      .flatMap((coin) => {
        const known = priceOf(coin)
        return known === undefined ? [] : [[coin, { price: known, timestamp, confidence: 0.99 }] as const]
      })
    return context.json({ coins: Object.fromEntries(told) })
  })
  const hosts: Record<string, typeof fetch> = {
    'harbor.example': standIn(harbor),
    'node.example': standIn(node),
    'prices.example': standIn(prices),
  }
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    return hosts[new URL(request.url).host]?.(request, init) ?? Promise.reject(new TypeError('fetch failed'))
  }
  const log: Log = (...line) => void logged.push(line)
  const accounts = createAccounts({ chains: readChains([base]), database, fetch, clock, log })
  const providers = [{ kind: 'harbor', url: harborUrl, key: 'k', webhookSecret: secret }]
  const onramp = createOnramp({
    settings: readOnramp({ providers, pollMs: 50, ...settings }),
    accounts,
    database,
    rpcUrls: {},
    sessionsOfToken: () => Promise.resolve([]),
    fetch,
    clock,
    log,
  })
  const routes = onrampRoutes(onramp)
  const app = new Hono().route('/v1/onramp', routes.onramp).route('/v1/generators', routes.generators).route('/v1/json-rpc', routes.rpc)
  const call: OnrampWorld['call'] = async (path, body, headers = { origin: page }) => {
    const init = { headers, ...(body !== undefined && { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }) }
    const env = { incoming: { socket: { remoteAddress: '198.51.100.23' } } }
    const response = await app.request(path, init, env)
    return { status: response.status, headers: response.headers, json: await response.json() }
  }
  const proof = async () => {
    const { nonce } = (await call('/v1/onramp/nonce', {})).json
    const at = Date.now()
    const message = writeSignInMessage({
      namespace: 'eip155',
      domain: 'shop.example',
      uri: `${page}/buy`,
      version: '1',
      chainId: '8453',
      address: alice.address,
      statement: 'Receive what I buy at this address.',
      nonce,
      issuedAt: new Date(at).toISOString(),
      expirationTime: new Date(at + 300_000).toISOString(),
    })
    return { message, signature: await alice.signMessage({ message }) }
  }
  return {
    onramp,
    call,
    proof,
    sent,
    logged,
    reads: () => reads,
    begin: async (more = {}) => {
      const body = { ...buying, proof: await proof(), ...more }
      const { status, json } = await call('/v1/generators/onrampurl', body)
      if (status !== 200) throw new Error(JSON.stringify(json))
      return { id: json.sessionId, grant: json.grant, url: json.url }
    },
    tell: (facts, { by = secret, at = Math.floor(clock() / 1000) } = {}) => {
      const body = JSON.stringify({ type: 'session.updated', session: { ...view, partnerUserRef: 'x', ...facts } })
      const signature = `t=${at},v1=${createHmac('sha256', by).update(`${at}.${body}`).digest('hex')}`
      return call('/v1/onramp/webhook/harbor', body, { 'harbor-signature': signature })
    },
  }
}

/** What Alice buys. */
export const buying = {
  destinationWallets: [{ address: alice.address, blockchains: ['base'], assets: ['USDC'] }],
  presetFiatAmount: 50,
  paymentCurrency: 'EUR',
  network: 'eip155:8453',
  country: 'DE',
}
