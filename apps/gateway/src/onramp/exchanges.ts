import { addressOn, namespaceOf } from '../chains/address.js'
import { InvalidQueryError } from '../errors.js'
import { type Asker, checkReturn } from './buy.js'
import { OnrampRefusedError } from './errors.js'
import type { Onramp } from './onramp.js'
import type { OnrampAsset, OnrampExchange, OnrampProvider, OnrampStatus } from './types.js'
import { buyStatusParams, exchangeCall, exchangesParams, payUrlParams } from './wire.js'
import type { z } from 'zod'

/** Exchanges on a page. */
const pageSize = 50
const openMs = 8000

const statuses: Readonly<Record<OnrampStatus, string>> = {
  created: 'UNKNOWN',
  paid: 'IN_PROGRESS',
  processing: 'IN_PROGRESS',
  settled: 'SUCCESS',
  failed: 'FAILED',
  refunded: 'FAILED',
  expired: 'FAILED',
}

/** Answers a call of `POST /v1/json-rpc`. @throws InvalidQueryError, OnrampRefusedError, ProviderError */
export async function answerExchanges(onramp: Onramp, call: z.output<typeof exchangeCall>, asker: Asker): Promise<unknown> {
  const params: unknown = Array.isArray(call.params) ? (call.params[0] ?? {}) : call.params
  const all = onramp.providers.flatMap((provider) => provider.exchanges.map((exchange) => ({ provider, exchange })))
  if (call.method === 'reown_getExchanges') {
    const { page = 1, includeOnly, exclude = [], asset } = parse(exchangesParams, params)
    const known = asset === undefined ? all : await having(onramp, all, asset)
    const listed = known.filter(({ exchange: { id } }) => (includeOnly?.includes(id) ?? true) && !exclude.includes(id))
    const from = Math.max(0, page - 1) * pageSize
    const exchanges = listed.slice(from, from + pageSize).map(({ exchange: { id, name, imageUrl } }) => ({ id, name, imageUrl }))
    return { exchanges, total: listed.length }
  }
  if (call.method === 'reown_getExchangePayUrl') return payUrl(onramp, all, parse(payUrlParams, params), asker)
  if (call.method === 'reown_getExchangeBuyStatus') {
    const { sessionId } = parse(buyStatusParams, params)
    const { status, hash } = await onramp.look(sessionId)
    return { status: statuses[status], ...(hash !== undefined && { txHash: hash }) }
  }
  throw new InvalidQueryError([`there is no ${call.method}`])
}

interface Place {
  readonly provider: OnrampProvider
  readonly exchange: OnrampExchange
}

async function payUrl(
  onramp: Onramp,
  all: readonly Place[],
  { exchangeId, asset: assetId, amount, recipient, redirectUrl, proof, grant }: z.output<typeof payUrlParams>,
  asker: Asker,
): Promise<{ url: string; sessionId: string; grant?: string }> {
  const place = all.find(({ exchange }) => exchange.id === exchangeId)
  if (!place) throw new OnrampRefusedError('provider')
  const asset = (await assetsOf(onramp, assetId)).find(({ provider }) => provider === place.provider.kind)
  if (!asset) throw new OnrampRefusedError('asset')
  const { network } = asset
  // CAIP-10, or the address alone.
  const at = recipient.lastIndexOf(':')
  const address = recipient.slice(at + 1)
  if ((at >= 0 && recipient.slice(0, at) !== network) || addressOn(namespaceOf(network), address) === undefined)
    throw new OnrampRefusedError('address')
  checkReturn(onramp, redirectUrl, asker)
  const { origin, bearer } = asker
  const {
    url,
    session,
    grant: granted,
  } = await onramp.begin({
    kind: 'buy',
    asset,
    network,
    address,
    provider: place.provider,
    claim: { origin, bearer, proof, grant },
    open: async (session) => {
      const opened = await place.exchange.open({ asset, amount, address, session, redirectUrl, signal: AbortSignal.timeout(openMs) })
      return { ...opened, purchaseAmount: { amount, currency: asset.symbol } }
    },
  })
  return { url, sessionId: session, ...(granted !== undefined && { grant: granted }) }
}

async function having(onramp: Onramp, all: readonly Place[], assetId: string): Promise<readonly Place[]> {
  const assets = await assetsOf(onramp, assetId)
  return all.filter(({ provider }) => assets.some((asset) => asset.provider === provider.kind))
}

/** Coins of providers by CAIP-19: `eip155:1/erc20:0x…`, `eip155:1/slip44:60`. */
async function assetsOf({ catalogs }: Onramp, assetId: string): Promise<readonly (OnrampAsset & { readonly provider: string })[]> {
  const [, network = '', space = '', reference = ''] =
    /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}|native)(?::([-.%a-zA-Z0-9]{1,128}))?$/.exec(assetId) ?? []
  const isCoin = space === 'slip44' || space === 'native'
  const all = await catalogs(undefined)
  return all.flatMap(({ provider, assets }) =>
    assets
      .filter((asset) => asset.network === network && (isCoin ? asset.address === '' : same(network, asset.address, reference)))
      .map((asset) => ({ ...asset, provider: provider.kind })),
  )
}

const same = (network: string, a: string, b: string): boolean => {
  const [left, right] = [a, b].map((address) => addressOn(namespaceOf(network), address))
  return left !== undefined && left === right
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new InvalidQueryError(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'params'} ${message}`))
}
