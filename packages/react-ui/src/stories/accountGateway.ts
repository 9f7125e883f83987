import type { PorticoOptions } from '@portico/core'
import { fakeAddress, fakeNetworks } from '@portico/testing'

/** What a gateway says of an account: rows of its JSON, or what answers instead. */
export interface AccountGatewayOptions {
  readonly balances?: readonly object[] | Answer
  readonly history?: readonly object[] | Answer
  readonly nfts?: readonly object[] | Answer
}
type Answer = (url: URL) => Response | Promise<Response>

/** Never answers, and refuses. */
export const silent: Answer = () => new Promise<never>(() => undefined)
export const down: Answer = () => new Response('', { status: 400 })

/** A list that comes in pages of 50. */
export const inPages =
  (rows: readonly object[], size = 50): Answer =>
  ({ searchParams }) => {
    const from = Number(searchParams.get('cursor') ?? 0)
    const next = from + size < rows.length ? String(from + size) : null
    return Response.json({ data: rows.slice(from, from + size), next })
  }

const base = 'eip155:8453'

/** The options of a portico whose gateway tells what accounts own and did, from memory. */
export function accountGateway({
  balances = [],
  history = [],
  nfts = [],
}: AccountGatewayOptions = {}): Pick<PorticoOptions, 'apiUrl' | 'fetch'> {
  const answer: typeof fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const given = (rows: readonly object[] | Answer, name: string) =>
      typeof rows === 'function' ? rows(url) : Response.json({ [name]: rows, next: null })
    if (url.pathname.endsWith('/v1/supported-chains'))
      return Response.json({ http: [...fakeNetworks.map(({ id }) => id), 'solana'], ws: [] })
    if (url.pathname.endsWith('/balance')) return given(balances, 'balances')
    if (url.pathname.endsWith('/history')) return given(history, 'data')
    if (url.pathname.endsWith('/nfts')) return given(nfts, 'data')
    return new Response('', { status: 404 })
  }
  return { apiUrl: `${location.origin}/no-gateway`, fetch: answer }
}

/** A token of an account on Base. Without an address, the chain's own coin. */
export const heldToken = (symbol: string, name: string, numeric: string, price: number, address?: string) => ({
  name,
  symbol,
  chainId: base,
  ...(address && { address: `${base}:${address}` }),
  value: Number(numeric) * price,
  price,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
})

export const someTokens = [
  heldToken('ETH', 'Ether', '1.842', 3470.24),
  heldToken('USDC', 'USD Coin', '4210.55', 1, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  heldToken('WETH', 'Wrapped Ether', '0.32', 3470.24, '0x4200000000000000000000000000000000000006'),
  heldToken('LINK', 'Chainlink', '38.114', 15.8, '0x88Fb150BDc53A65fe94Dea0c9BA0a6dAf8C6e196'),
  heldToken('AAVE', 'Aave', '0.612', 269.8, '0x63706e401c06ac8513145b7687A14804d17f814b'),
]

const other = '0x91b2C0dA7e3F45b8169aD2c4E0f6B8a17c7d20fe'

interface Moved {
  readonly symbol: string
  readonly numeric: string
  readonly direction?: 'in' | 'out' | 'self'
  /** Its name, where it is an NFT. */
  readonly nft?: string
}

interface HistoryParts {
  readonly id: string
  readonly operationType: string
  readonly minedAt: string
  readonly transfers: readonly Moved[]
  readonly status?: string
  readonly application?: string
}

/** A row of an account's past on Base. */
export const historyRow = ({ id, operationType, minedAt, transfers, status = 'confirmed', application }: HistoryParts) => ({
  id,
  metadata: {
    operationType,
    hash: `0x${id.padStart(64, '0')}`,
    minedAt,
    sentFrom: operationType === 'receive' ? other : fakeAddress,
    sentTo: operationType === 'receive' ? fakeAddress : other,
    status,
    nonce: 1,
    chain: base,
    application: { name: application ?? null, iconUrl: null },
    fee: { numeric: '0.000042', symbol: 'ETH' },
  },
  transfers: transfers.map(({ symbol, numeric, direction = 'out', nft }) => ({
    ...(nft
      ? { nft_info: { name: nft, content: null, flags: { is_spam: false } } }
      : { fungible_info: { name: symbol, symbol, icon: null, ...(symbol !== 'ETH' && { address: `${base}:0x${symbol}` }) } }),
    direction,
    quantity: { numeric },
    value: symbol === 'ETH' ? Number(numeric) * 3470 : null,
    price: null,
    sender: direction === 'in' ? other : fakeAddress,
    recipient: direction === 'in' ? fakeAddress : other,
  })),
})

/** Two months of an account's past, the newest first. */
export const somePast = [
  historyRow({
    id: 'a1',
    operationType: 'send',
    minedAt: '2026-03-15T09:00:00Z',
    status: 'pending',
    transfers: [{ symbol: 'USDC', numeric: '250' }],
  }),
  historyRow({
    id: 'a2',
    operationType: 'receive',
    minedAt: '2026-03-14T18:22:00Z',
    transfers: [{ symbol: 'ETH', numeric: '0.25', direction: 'in' }],
  }),
  historyRow({
    id: 'a3',
    operationType: 'trade',
    minedAt: '2026-03-12T10:00:00Z',
    application: 'Meridian',
    transfers: [
      { symbol: 'ETH', numeric: '0.25' },
      { symbol: 'USDC', numeric: '868.214', direction: 'in' },
    ],
  }),
  historyRow({
    id: 'a4',
    operationType: 'mint',
    minedAt: '2026-03-09T10:00:00Z',
    application: 'Threshold Studies',
    transfers: [{ symbol: '', nft: 'Colonnade #204', numeric: '1', direction: 'in' }],
  }),
  historyRow({ id: 'a5', operationType: 'send', minedAt: '2026-03-02T10:00:00Z', transfers: [{ symbol: 'LINK', numeric: '12' }] }),
  historyRow({
    id: 'b1',
    operationType: 'claim',
    minedAt: '2026-02-27T10:00:00Z',
    application: 'Aave',
    transfers: [{ symbol: 'WETH', numeric: '0.012', direction: 'in' }],
  }),
  historyRow({
    id: 'b2',
    operationType: 'deposit',
    minedAt: '2026-02-21T10:00:00Z',
    application: 'Aave',
    transfers: [{ symbol: 'USDC', numeric: '1500' }],
  }),
  historyRow({
    id: 'b3',
    operationType: 'approve',
    minedAt: '2026-02-18T10:00:00Z',
    transfers: [{ symbol: 'USDC', numeric: '0', direction: 'self' }],
  }),
  historyRow({ id: 'b4', operationType: 'trade', minedAt: '2026-02-11T10:00:00Z', status: 'failed', transfers: [] }),
]

/** An NFT of an account on Base. */
export const heldNft = (tokenId: string, name: string, collection: string, change: object = {}) => ({
  id: `${base}/erc721:0xc011ec7100000000000000000000000000000000/${tokenId}`,
  chainId: base,
  standard: 'erc721',
  address: `${base}:0xc011ec7100000000000000000000000000000000`,
  tokenId,
  quantity: '1',
  name,
  collection: { name: collection, symbol: 'TS' },
  content: null,
  flags: { is_spam: false },
  ...change,
})
