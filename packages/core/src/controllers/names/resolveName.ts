import type { Adapter } from '../../adapter.js'
import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import { asError } from '../../kit/asError.js'
import type { Portico } from '../../portico/createPortico.js'
import { nameLifetime, queryClientOf, staleAfter } from '../../portico/query.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { connectionStore } from '../connection/store.js'
import { networkStore } from '../network/store.js'
import type { Names } from './capability.js'
import { InvalidChainIdError, NameResolutionError } from './errors.js'
import { addressOn, getZones, hasNames, lookUpName } from './service.js'

/** How long it is believed that nobody has a name, in milliseconds: somebody may be registering it. */
export const absenceLifetime = 15_000

export interface ResolveNameParameters {
  /** `vitalik.eth`, `bonfida.sol`; in any case. */
  readonly name: string
  /** On which network the address is wanted. Default: the one in use. */
  readonly networkId?: NetworkId | undefined
}

/**
 * The address behind a name on a network, whole and in the chain's usual form, or undefined where there is none: by ENS with CCIP-Read
 * (EIP-3668, ENSIP-10, ENSIP-11) for EVM networks, by the Solana Name Service for Solana, and by the gateway for names that it gives
 * away and the chain does not know. Cached for 5 min; that there is none, for 15 s.
 * @example const address = await resolveName(portico, { name: 'vitalik.eth' })
 * @throws NameResolutionError, InvalidChainIdError
 */
export const resolveName = async (portico: Portico, parameters: ResolveNameParameters): Promise<string | undefined> =>
  (await queryClientOf(portico).fetchQuery(resolveNameQuery(portico, parameters))) ?? undefined

/**
 * {@link resolveName} for a query client, in which null is that there is none.
 * @example const address = await queryClient.fetchQuery(resolveNameQuery(portico, { name: 'vitalik.eth' }))
 */
export function resolveNameQuery(portico: Portico, { name, networkId = currentNetworkId(portico) }: ResolveNameParameters) {
  const wanted = name.trim()
  return {
    queryKey: ['name', networkId, wanted.toLowerCase()] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<string | null> => {
      try {
        return (await find(portico, wanted, networkId, signal)) ?? null
      } catch (error) {
        if (error instanceof InvalidChainIdError || error instanceof NameResolutionError) throw error
        throw new NameResolutionError({ cause: error })
      }
    },
    staleTime: (query: { readonly state: { readonly data?: string | null | undefined; readonly dataUpdatedAt: number } }) =>
      staleAfter(query.state.data === null ? absenceLifetime : nameLifetime)(query),
    enabled: canBeName(wanted),
    retry: false as const, // the transports repeat by themselves
    networkMode: 'always' as const,
  }
}

/** Whether a text is worth looking up. */
export const canBeName = (text: string): boolean => text.length <= 255 && /^[^\s.]+(\.[^\s.]+)+$/.test(text)

async function find(portico: Portico, name: string, networkId: NetworkId, signal: AbortSignal): Promise<string | undefined> {
  if (!canBeName(name)) return undefined
  const adapter: Adapter & Names = await loadAdapter(portico, namespaceOf(networkId))
  const onChain = adapter.resolveName
    ? await adapter.resolveName({ name, networkId, signal }).catch((error: unknown) => asError(error))
    : undefined
  const found = typeof onChain === 'string' ? onChain : await findAtGateway(portico, name, networkId, signal)
  if (found === undefined) {
    if (onChain instanceof Error) throw onChain
    return undefined
  }
  return adapter.readAddress ? await adapter.readAddress({ text: found, networkId }) : found
}

/** Of names that the site's own gateway gives away, and of no others. */
async function findAtGateway(portico: Portico, name: string, networkId: NetworkId, signal: AbortSignal): Promise<string | undefined> {
  if (!hasNames(portico) || namespaceOf(networkId) !== 'eip155') return undefined
  const wanted = name.toLowerCase()
  const zones = await getZones(portico).catch(() => undefined)
  if (!zones?.zones.some((zone) => wanted.endsWith(`.${zone}`))) return undefined
  const record = await lookUpName(portico, wanted, signal)
  return record && addressOn(record, networkId)
}

/** The network in use, of the chain family in use. */
export function currentNetworkId(portico: Portico): NetworkId {
  const { activeNamespace } = connectionStore(portico).getState()
  return networkStore(portico).getState().byNamespace[activeNamespace]?.active.id ?? portico.defaultNetwork.id
}
