import { fakeAddress, fakeAdapter, fakeConnector, memoryStorage, testPortico, type FakeAdapterOptions } from '@portico/testing'
import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import type { PorticoOptions } from '../../portico/options.js'
import { queryClientOf } from '../../portico/query.js'
import { dispatchConnection } from '../connection/dispatch.js'
import { setOnrampAmount, setOnrampToken } from './form/editOnramp.js'
import { checkOnramp, receiverOf } from './form/checkOnramp.js'
import { startOnramp } from './form/startOnramp.js'
import { onrampFormStore, type ChosenOffer } from './form/store.js'
import { onrampOptionsQuery } from './options.js'
import { onrampSessionStore } from './sessions.js'

export const networkId = 'eip155:8453' satisfies NetworkId
export const payHost = 'pay.coinbase.com'
export const sessionId = 'k3YtQ0mZp1uXw9Rb7NfA2s'

const methods = [
  { id: 'CARD', min: '10', max: '7500' },
  { id: 'ACH_BANK_ACCOUNT', min: '10', max: '25000' },
]
const networks = (address: string, decimals: number) => [
  { name: 'base', display_name: 'Base', chain_id: '8453', contract_address: address, caipNetworkId: networkId, decimals },
  { name: 'nowhere', display_name: 'Nowhere', chain_id: '5', contract_address: address, caipNetworkId: 'eip155:5', decimals },
]
export const options = {
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: methods },
    { id: 'EUR', payment_method_limits: methods },
    { id: 'nonsense', payment_method_limits: methods },
  ],
  purchaseCurrencies: [
    { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: networks('', 18) },
    { id: 'USDC', name: 'USD Coin', symbol: 'USDC', networks: networks('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 6) },
    { id: 'OLD', name: 'Of the older wire', symbol: 'OLD', networks: [{ name: 'base', display_name: 'Base', chain_id: '8453' }] },
  ],
  providers: [
    { id: 'coinbase', name: 'Coinbase', feeRange: { min: 1, max: 2 }, namespaces: ['eip155'], methods: ['CARD'], sell: true },
    { id: 'meld', name: 'Meld', feeRange: { min: 1, max: 2 }, namespaces: ['eip155', 'solana'], methods: [], sell: false },
    { name: 'Without an id' },
  ],
  exchanges: true,
}

const usd = (amount: string) => ({ amount, currency: 'USD' })
export const quote = (provider: string, purchased: string, change: object = {}) => ({
  paymentTotal: usd('50'),
  paymentSubtotal: usd('49.25'),
  purchaseAmount: { amount: purchased, currency: 'ETH' },
  networkFee: usd('0.05'),
  quoteId: `q-${provider}`,
  provider,
  expiresAt: Date.now() + 30_000,
  fees: [
    { id: 'provider', ...usd('0.7') },
    { id: 'network', ...usd('0.05') },
  ],
  estimate: false,
  ...change,
})

export interface Asked {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

export const refusal = (name: string, status = 400) =>
  Response.json({ status: 'FAILED', reasons: [{ name, description: 'no' }] }, { status })

export interface Gateway {
  readonly asked: Asked[]
  script: (asked: Asked) => Response | Promise<Response> | undefined
  /** What the session says, one after the other; the last one stays. */
  sessions: object[]
  url: string
  readonly fetch: typeof fetch
  readonly of: (path: string) => readonly Asked[]
}

/** A gateway as the wire has it. `script` answers instead; undefined lets the gateway answer. */
export function gateway(): Gateway {
  const self: Gateway = {
    asked: [],
    script: () => undefined,
    sessions: [{ status: 'created' }],
    url: `https://${payHost}/buy?sessionToken=abc`,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const text = await request.text()
      const { pathname: path, searchParams: query } = new URL(request.url)
      const asked = { path, query, body: text ? (JSON.parse(text) as Record<string, unknown>) : {}, headers: request.headers }
      self.asked.push(asked)
      return (await self.script(asked)) ?? answer(asked)
    },
    of: (path: string) => self.asked.filter((one) => one.path === path),
  }
  const answer = ({ path, body }: Asked): Response => {
    switch (path) {
      case '/v1/onramp/options':
        return Response.json(options)
      case '/v1/onramp/quote':
        return Response.json({ ...quote('meld', '0.0141'), others: [quote('coinbase', '0.0143'), { provider: 'torn' }] })
      case '/v1/onramp/nonce':
        return Response.json({ nonce: 'abcdefgh12345678', expiresAt: Date.now() + 300_000 })
      case '/v1/generators/onrampurl':
      case '/v1/generators/offrampurl': {
        if (body['grant'] === undefined && body['proof'] === undefined && !self.asked.at(-1)?.headers.has('authorization'))
          return refusal('ownership', 401)
        return Response.json({ url: self.url, sessionId, provider: body['provider'], grant: 'granted' })
      }
      case `/v1/onramp/sessions/${sessionId}`:
        return Response.json({
          id: sessionId,
          kind: 'buy',
          provider: 'coinbase',
          ...(self.sessions.length > 1 ? self.sessions.shift() : self.sessions[0]),
        })
      default:
        return Response.json({ balances: [], data: [], http: [], ws: [] })
    }
  }
  return self
}

const made: Portico[] = []

/** Ends what follows orders: the clock of the next test is another one. */
export function forgetAll(): void {
  for (const portico of made.splice(0)) onrampSessionStore(portico).setState([], true)
}

/** A portico with a connected wallet and a form that is open. */
export function withOnramp(adapter: FakeAdapterOptions = {}, more: Partial<PorticoOptions> = {}, server = gateway()) {
  const storage = memoryStorage()
  const portico = testPortico({
    adapters: [fakeAdapter({ signMessage: () => Promise.resolve('0xsigned'), ...adapter })],
    apiUrl: 'https://api.example',
    fetch: server.fetch,
    onramp: {},
    storage,
    ...more,
  })
  made.push(portico)
  const connect = (address = fakeAddress) => {
    const grant = { addresses: [address] as const, networkId } as const
    dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
  }
  connect()
  startOnramp(portico)
  const form = () => onrampFormStore(portico).getState()
  /** What the options offer, and the form looked over. */
  const look = async () => {
    const data = await queryClientOf(portico).fetchQuery(onrampOptionsQuery(portico))
    const { token } = form()
    return { data, check: checkOnramp(form(), { data }, token && receiverOf(portico, token)) }
  }
  /** The form filled in, with a provider chosen. */
  const choose = async (): Promise<ChosenOffer> => {
    const { data } = await look()
    const [token] = data.tokens
    if (!token) throw new Error('There is no token')
    setOnrampToken(portico, token)
    setOnrampAmount(portico, '50')
    const { check } = await look()
    if (check.status !== 'ready') throw new Error(`The form is ${check.status}`)
    return { order: check.order, provider: { id: 'coinbase', name: 'Coinbase' } }
  }
  return { portico, server, storage, connect, form, look, choose }
}
