import { fakeAddress, fakeAdapter, fakeConnector, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { vi } from 'vitest'
import { dispatchConnection } from '../connection/dispatch.js'
import type { NetworkId } from '../../kit/caip/ids.js'
import type { Call } from '../calls/capability.js'
import type { PorticoOptions } from '../../portico/options.js'
import { queryClientOf } from '../../portico/query.js'
import type { SwapMeaning } from './capability.js'
import { orderOfSwap } from './form/checkSwap.js'
import { setSwapAmount, setSwapToken } from './form/editSwap.js'
import { startSwap } from './form/startSwap.js'
import { swapFormStore } from './form/store.js'
import type { AgreedSwap } from './prepareSwap.js'
import { quoteDelay, swapQuotesQuery } from './quotes.js'
import type { SwapToken } from './token.js'

export const networkId = 'eip155:8453' satisfies NetworkId
export const router = '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24'
export const ether: SwapToken = { networkId, symbol: 'ETH', name: 'Ether', units: 2n * 10n ** 18n, decimals: 18 }
export const usdc: SwapToken = {
  networkId,
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  symbol: 'USDC',
  name: 'USD Coin',
  units: 310_500_000n,
  decimals: 6,
}
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const on = (address: string) => `${networkId}:${address}`

/** What a swap's call says here: its own words as JSON. */
export const written = (said: Omit<SwapMeaning, 'units' | 'minimum'> & { units: bigint; minimum: bigint }): string =>
  `0x${[...JSON.stringify(said, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))]
    .map((char) => char.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')}`

export function readWritten({ data = '0x' }: Call): SwapMeaning | undefined {
  try {
    const text = (data.slice(2).match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('')
    const { from, to, units, minimum, recipient } = JSON.parse(text) as Record<string, string>
    return { from, to, units: BigInt(units ?? 0), minimum: BigInt(minimum ?? 0), recipient: recipient ?? '' }
  } catch {
    return undefined
  }
}

export interface Gateway {
  /** Tokens that come out for one that goes in, in base units times 1000. */
  rate: bigint
  /** Answers instead; undefined lets the gateway answer. */
  script: (path: string, query: URLSearchParams, body: Record<string, unknown>) => Response | Promise<Response> | undefined
  readonly asked: { readonly path: string; readonly query: URLSearchParams; readonly body: Record<string, unknown> }[]
}

export const refusal = (name: string, status = 400) => Response.json({ reasons: [{ name, description: 'no' }] }, { status })

/** A gateway as the wire has it. */
export function gateway(): Gateway & { readonly fetch: typeof fetch } {
  const self: Gateway & { fetch: typeof fetch } = { rate: 3n, script: () => undefined, asked: [], fetch: () => Promise.reject(new Error()) }
  const answer = (path: string, query: URLSearchParams, body: Record<string, unknown>): Response => {
    const received = (amount: unknown) => BigInt(String(amount)) * self.rate
    switch (path) {
      case '/v1/supported-chains':
        return Response.json({ http: [], ws: [] })
      case '/v1/convert/tokens':
        return Response.json({
          tokens: [
            { name: 'USD Coin', symbol: 'USDC', address: on(usdc.address ?? ''), decimals: 6, logoUri: null, eip2612: true },
            { name: 'Ether', symbol: 'ETH', address: on(native), decimals: 18, logoUri: null, eip2612: false },
            { name: 'Elsewhere', symbol: 'ELSE', address: `eip155:1:${usdc.address}`, decimals: 6, logoUri: null, eip2612: false },
            { name: 'Not a token', symbol: 'NOT', address: on('0x12'), decimals: 6, logoUri: null },
          ],
        })
      case '/v1/convert/gas-price':
        return Response.json({ standard: '1000', fast: '2000', instant: '3000' })
      case '/v1/convert/quotes': {
        const toAmount = received(query.get('amount'))
        const minAmount = (toAmount * BigInt(Math.round(10_000 - Number(query.get('slippage')) * 100))) / 10_000n
        const quote = {
          id: `q${self.rate}`,
          fromAmount: query.get('amount'),
          fromAccount: query.get('from'),
          toAmount: String(toAmount),
          toAccount: query.get('to'),
          minAmount: String(minAmount),
          provider: 'onchain',
          impact: '0.0004',
          gas: '150000',
          fees: [],
        }
        return Response.json({ quotes: [quote] })
      }
      case '/v1/convert/build-transaction': {
        const { slippage } = body['eip155'] as { slippage: number }
        const place = (id: unknown) => (String(id).endsWith(native) ? undefined : String(id).split(':')[2])
        const minimum = (received(body['amount']) * BigInt(Math.round(10_000 - slippage * 100))) / 10_000n
        const said = {
          from: place(body['from']),
          to: place(body['to']),
          units: BigInt(String(body['amount'])),
          minimum,
          recipient: String(body['userAddress']).split(':')[2] ?? '',
        }
        const amount = said.from === undefined ? String(body['amount']) : '0'
        return Response.json({
          tx: { from: body['userAddress'], to: on(router), data: written(said), amount, eip155: { gas: '1', gasPrice: '1' } },
        })
      }
      default:
        return Response.json({ balances: [], fungibles: [] })
    }
  }
  self.fetch = async (input, init) => {
    const request = new Request(input, init)
    const text = await request.text()
    const { pathname: path, searchParams: query } = new URL(request.url)
    const body = text ? (JSON.parse(text) as Record<string, unknown>) : {}
    self.asked.push({ path, query, body })
    return (await self.script(path, query, body)) ?? answer(path, query, body)
  }
  return self
}

/** A portico with a connected wallet that can swap, and a form that is open. For tests that have stopped the clock. */
export function withSwaps(adapter: FakeAdapterOptions = {}, options: Partial<PorticoOptions> = {}) {
  const server = gateway()
  const allowance = { units: 0n }
  const fake = fakeAdapter({
    getRouters: () => Promise.resolve([router]),
    readSwap: ({ call }) => Promise.resolve(readWritten(call)),
    getAllowance: () => Promise.resolve(allowance.units),
    writeApproval: ({ token, spender, units }) => Promise.resolve({ to: token, data: `approve ${spender} ${units}`, value: 0n }),
    simulate: () => Promise.resolve(),
    getBalance: () => Promise.resolve(ether.units),
    getToken: ({ token }) => Promise.resolve({ address: token, symbol: 'USDC', name: 'USD Coin', units: usdc.units, decimals: 6 }),
    sendTransaction: ({ data = '' }) => {
      if (data.startsWith('approve')) allowance.units = BigInt(data.split(' ')[2] ?? 0)
      return Promise.resolve(data.startsWith('approve') ? '0xallow' : '0xswap')
    },
    waitForReceipt: ({ hash }) => Promise.resolve({ hash, outcome: 'success', minedHash: hash, blockNumber: 7n }),
    ...adapter,
  })
  const portico = testPortico({ adapters: [fake], apiUrl: 'https://api.example', fetch: server.fetch, ...options })
  const grant = { addresses: [fakeAddress] as const, networkId } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
  startSwap(portico)
  const form = () => swapFormStore(portico).getState()
  /** The form filled in, and what its quote comes to. */
  const agree = async (from: SwapToken, to: SwapToken, amount: string): Promise<AgreedSwap> => {
    setSwapToken(portico, 'from', from)
    setSwapToken(portico, 'to', to)
    setSwapAmount(portico, amount)
    const order = orderOfSwap(form())
    const asked = queryClientOf(portico).fetchQuery(swapQuotesQuery(portico, order))
    await vi.advanceTimersByTimeAsync(quoteDelay)
    const [quote] = await asked
    if (!order || !quote) throw new Error('There is no quote')
    return { ...order, quote }
  }
  return { portico, fake, server, form, agree, allowance }
}

export { fakeAddress }
