import { isSameAddress } from '../../kit/amount/sameAddress.js'
import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { CapabilityMissingError } from '../connection/errors.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { TokenListedError, TokenNotFoundError } from './errors.js'
import type { TokenParameters } from './hideToken.js'
import { balancesQuery } from './queries.js'
import { isListed, type HeldToken } from './token.js'

export interface LookUpTokenParameters extends TokenParameters {
  readonly signal?: AbortSignal
}

/**
 * Whether tokens can be added by their address on a network: Bitcoin knows none.
 * @example if (await canAddTokens(portico, networkId)) showAddToken()
 */
export const canAddTokens = async (portico: Portico, networkId: NetworkId): Promise<boolean> =>
  (await loadAdapter(portico, namespaceOf(networkId))).getToken !== undefined

/**
 * Asks the chain what token there is at an address, and how much of it an account has, to show it before it is added. One that is
 * hidden is marked so.
 * @example const { symbol } = await lookUpToken(portico, { address, networkId: 'eip155:8453', token })
 * @throws TokenNotFoundError with a `reason`, TokenListedError, CapabilityMissingError, and the endpoint's errors
 */
export async function lookUpToken(portico: Portico, { address, networkId, token, signal }: LookUpTokenParameters): Promise<HeldToken> {
  const adapter = await loadAdapter(portico, namespaceOf(networkId))
  if (!adapter.getToken) throw new CapabilityMissingError({ capability: 'getToken', namespace: namespaceOf(networkId) })
  const text = token.trim()
  const place = adapter.readAddress ? await adapter.readAddress({ text, networkId }) : text || undefined
  if (place === undefined) throw new TokenNotFoundError({ token, networkId, reason: 'address' })

  const held = await queryClientOf(portico)
    .fetchQuery(balancesQuery(portico, { address, networkId }))
    .catch(() => []) // the chain may still know the one
  const listed = held.find((one) => one.address !== undefined && isSameAddress(one.address, place))
  if (listed && isListed(listed)) throw new TokenListedError({ symbol: listed.symbol })
  if (listed) return listed

  const found = await adapter.getToken({ address, token: place, networkId, ...(signal && { signal }) })
  if (found && found.decimals > 0) return { ...found, networkId }
  const kind = await adapter.inspectRecipient?.({ address: place, networkId, ...(signal && { signal }) }).catch(() => undefined)
  throw new TokenNotFoundError({ token, networkId, reason: kind === 'account' || kind === 'burn' ? 'account' : 'contract' })
}
