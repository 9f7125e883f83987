import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import { asError } from '../../kit/asError.js'
import type { Portico } from '../../portico/createPortico.js'
import { identityLifetime, queryClientOf, staleAfter } from '../../portico/query.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import type { Names } from './capability.js'
import { AddressNamesError } from './errors.js'
import { currentNetworkId } from './resolveName.js'
import { addressOn, getNames, hasNames } from './service.js'

export interface ReverseNameParameters {
  readonly address: string
  /** Whose name is wanted: that of this network comes first. Default: the one in use. */
  readonly networkId?: NetworkId | undefined
}

/** What an address is called. */
export interface NamedAddress {
  readonly name?: string
  /** https or data: URL. */
  readonly avatar?: string
}

/**
 * Name and picture of an address, or nothing: its primary name on chain (ENSIP-3, ENSIP-19; the favourite domain of SNS), else the name
 * that it registered at the gateway. Every name is looked up forward, and counts only where it leads back to the address. Cached for 5 min.
 * @example const { name, avatar } = await reverseName(portico, { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })
 * @throws AddressNamesError
 */
export const reverseName = (portico: Portico, parameters: ReverseNameParameters): Promise<NamedAddress> =>
  queryClientOf(portico).fetchQuery(reverseNameQuery(portico, parameters))

/**
 * {@link reverseName} for a query client.
 * @example const { name } = await queryClient.fetchQuery(reverseNameQuery(portico, { address }))
 */
export function reverseNameQuery(portico: Portico, { address, networkId = currentNetworkId(portico) }: ReverseNameParameters) {
  return {
    queryKey: ['identity', networkId, address] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<NamedAddress> => {
      try {
        return await findName(portico, { address, networkId, signal })
      } catch (error) {
        throw error instanceof AddressNamesError ? error : new AddressNamesError({ cause: error })
      }
    },
    staleTime: staleAfter(identityLifetime),
    enabled: address !== '',
    retry: false as const, // the transports repeat by themselves
    networkMode: 'always' as const,
  }
}

interface Finding {
  readonly address: string
  readonly networkId: NetworkId
  readonly signal: AbortSignal
}

/** Without a cache. */
export async function findName(portico: Portico, { address, networkId, signal }: Finding): Promise<NamedAddress> {
  const namespace = namespaceOf(networkId)
  const { lookupAddress }: Names = await loadAdapter(portico, namespace)
  const onChain = (await lookupAddress?.({ address, networkId, signal }).catch((error: unknown) => asError(error))) ?? {}
  if (!(onChain instanceof Error) && onChain.name) return onChain
  if (hasNames(portico) && namespace === 'eip155') {
    const isOwn = activeConnection(connectionStore(portico).getState(), namespace)?.addresses[0] === address
    const records = await getNames(portico, { address, isOwn, signal })
    const named = records.find((record) => addressOn(record, networkId)?.toLowerCase() === address.toLowerCase()) ?? records[0]
    if (named) return { name: named.name, ...(named.avatar && { avatar: named.avatar }) }
  }
  if (onChain instanceof Error) throw onChain
  return onChain
}
