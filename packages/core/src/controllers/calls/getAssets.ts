import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { target, type AccountParameters } from '../account/target.js'
import { balancesQuery } from '../balances/queries.js'
import type { HeldToken } from '../balances/token.js'
import { CapabilityMissingError } from '../connection/errors.js'
import { requireNetwork } from '../network/requireNetwork.js'
import type { Asset } from './capability.js'

export interface GetAssetsParameters extends AccountParameters {
  /** Default: the networks of the site in the namespace. */
  readonly networkIds?: readonly NetworkId[]
  /** Such as `native`, `erc20`. Default: all that there is. */
  readonly types?: readonly string[]
}

/**
 * What the account in use holds on each network (ERC-7811): as its wallet tells, which may know of more than the chain does, or else
 * as the gateway or the chain does.
 * @example const assets = await getAssets(portico, { networkIds: ['eip155:8453'] })
 * @throws NetworkNotConfiguredError, BalanceUnavailableError, and what the wallet throws
 */
export async function getAssets(
  portico: Portico,
  { networkIds, types, ...parameters }: GetAssetsParameters = {},
): Promise<Readonly<Record<NetworkId, readonly Asset[]>>> {
  for (const networkId of networkIds ?? []) requireNetwork(portico, networkId)
  const { adapter, account, namespace } = await target(portico, parameters)
  const own = portico.networks.filter((network) => network.namespace === namespace).map(({ id }) => id)
  const wanted = networkIds ?? own
  try {
    if (adapter.getAssets) return await adapter.getAssets({ ...account, networkIds: wanted, ...(types && { types }) })
  } catch (error) {
    if (!(error instanceof CapabilityMissingError)) throw error
  }
  const held = await Promise.all(
    wanted.map((networkId) => queryClientOf(portico).fetchQuery(balancesQuery(portico, { address: account.address, networkId }))),
  )
  const isWanted = ({ type }: Asset) => types === undefined || types.includes(type)
  return Object.fromEntries(wanted.map((networkId, at) => [networkId, (held[at] ?? []).map((token) => assetOf(token)).filter(isWanted)]))
}

function assetOf({ address, units, name, symbol, decimals, networkId }: HeldToken): Asset {
  const type = address === undefined ? 'native' : networkId.startsWith('eip155:') ? 'erc20' : 'token'
  return { type, balance: units, symbol, decimals, ...(address !== undefined && { address }), ...(name !== undefined && { name }) }
}
