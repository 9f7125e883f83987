import { WalletAnswerError, type NetworkId } from '@portico/core'
import type { Asset } from '@portico/core/calls'
import { cleanName, isRecord } from '@portico/core/kit'
import { chainIdOf } from '../implementation/agree.js'
import { networkIdOf, readChainId, toHexNumber, type Provider } from '../implementation/provider.js'
import { isHexOf } from '../implementation/order.js'
import { askForCalls } from './errors.js'

const method = 'wallet_getAssets'
/** What is read of each network, at the most. */
const mostAssets = 10_000

export interface AssetsRequest {
  readonly address: string
  readonly networkIds?: readonly NetworkId[]
  readonly types?: readonly string[]
}

/** What an account holds, as its wallet tells (ERC-7811). What is malformed is left out. @throws CapabilityMissingError, WalletAnswerError */
export async function getAssets(
  provider: Provider,
  { address, networkIds, types }: AssetsRequest,
): Promise<Readonly<Record<NetworkId, readonly Asset[]>>> {
  const request = {
    account: address,
    ...(networkIds && { chainFilter: networkIds.map((id) => toHexNumber(chainIdOf(id))) }),
    ...(types && { assetTypeFilter: types }),
  }
  const answer = await askForCalls(provider, method, [request])
  if (!isRecord(answer)) throw new WalletAnswerError({ method })
  return Object.fromEntries(
    Object.entries(answer).flatMap(([chainId, list]) => {
      const id = readChainId(chainId)
      const isWanted = id !== undefined && (networkIds?.includes(networkIdOf(id)) ?? true)
      return isWanted && Array.isArray(list) ? [[networkIdOf(id), list.slice(0, mostAssets).flatMap((entry) => assetOf(entry) ?? [])]] : []
    }),
  )
}

function assetOf(entry: unknown): Asset | undefined {
  if (!isRecord(entry)) return undefined
  const { address, type, balance, metadata } = entry
  const isNative = type === 'native' || address === 'native' || address === null
  const isQuantity = typeof balance === 'string' && /^0x[\da-f]{1,64}$/i.test(balance)
  if (typeof type !== 'string' || type.length > 40 || !isQuantity || !(isNative || isHexOf(address, 40))) return undefined
  const { name, symbol, decimals } = isRecord(metadata) ? metadata : {}
  return {
    type,
    balance: BigInt(balance),
    ...(!isNative && typeof address === 'string' && { address }),
    ...(typeof name === 'string' && { name: cleanName(name) }),
    ...(typeof symbol === 'string' && { symbol: cleanName(symbol) }),
    ...(typeof decimals === 'number' && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255 && { decimals }),
  }
}
