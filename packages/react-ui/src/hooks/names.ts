'use client'
import { accountStore, connectionStore, networkStore, type Account, type NetworkId, type PorticoError } from '@portico/core'
import { accountFrom } from '@portico/core/kit'
import {
  canHaveName,
  nameFormStore,
  namesQuery,
  offeredNamesQuery,
  registerName,
  resolveNameQuery,
  reverseNameQuery,
  zonesQuery,
  type NamedAddress,
  type NameForm,
  type NameRecord,
  type NameZones,
  type RegisterNameParameters,
  type SignedBy,
} from '@portico/core/names'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useAction } from './useAction.js'
import { useQuery } from './useQuery.js'

export interface Names {
  /** The EVM account that names belong to. */
  readonly account: Account<'eip155'>
  /** Whether that account can have a name here. */
  readonly isOffered: boolean
  /** Its registered names; undefined while they are loaded, and where they cannot be. */
  readonly names: readonly NameRecord[] | undefined
  /** Names that were handed over to the account, which has none and has not accepted them; undefined until that is known. */
  readonly handedOver: readonly NameRecord[] | undefined
  /** Why they could not be learned. */
  readonly error: Error | undefined
  /** The name that is being chosen. */
  readonly form: NameForm
  /** The parent of new names, such as `portico.eth`; undefined until it is known. */
  readonly zone: string | undefined
  /** How long a name is kept without being renewed, in seconds; undefined where it stays. */
  readonly lifetimeSeconds: number | undefined
  /** Why the site has no names to give away just now. */
  readonly zoneError: Error | undefined
  /** Asks again for what could not be learned. Resolves once it is answered; `error` and `zoneError` say how. */
  readonly refetch: () => Promise<void>
}

/**
 * The names of the account in use, and the one that is being chosen, for an interface of one's own. What changes them are the functions
 * of `@portico/core/names`: `setNameText(portico, 'mira')`, `submitName(portico)`, `renewName(portico, { name })`.
 * @example const { isOffered, names = [], form } = useNames()
 */
export function useNames(): Names {
  const portico = usePortico()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const networks = usePorticoStore(networkStore, (state) => state)
  const facts = usePorticoStore(accountStore, (state) => state)
  const form = usePorticoStore(nameFormStore, (state) => state)
  const account = accountFrom(portico, connections, networks, facts, 'eip155')
  const isOffered = canHaveName(portico)
  const enabled = isOffered && account.address !== undefined
  const {
    data: names,
    error,
    refetch: refetchNames,
  } = useQuery<readonly NameRecord[]>({ ...namesQuery(portico, account.address, true), enabled })
  const isWithout = enabled && names?.length === 0
  const { data: handedOver } = useQuery<readonly NameRecord[]>({ ...offeredNamesQuery(portico, account.address), enabled: isWithout })
  const { data: zones, error: zoneError, refetch: refetchZones } = useQuery<NameZones>({ ...zonesQuery(portico), enabled: isOffered })
  return {
    account,
    isOffered,
    names,
    handedOver: isWithout ? handedOver : undefined,
    error: error ?? undefined,
    form,
    zone: zones?.zones[0],
    lifetimeSeconds: zones?.lifetimeSeconds,
    zoneError: zoneError ?? undefined,
    refetch: async () => {
      await Promise.all([error && refetchNames(), zoneError && refetchZones()])
    },
  }
}

/** A look-up that is shown: `data` is undefined until it is answered. */
export interface LookUp<T> {
  readonly data: T | undefined
  readonly error: Error | undefined
  readonly isLoading: boolean
}

/**
 * The whole address behind a name on a network, and null where nobody has it: `useResolveName('vitalik.eth')`. Asked at once: let typing
 * rest before. Cached for 5 min.
 * @example const { data: address, isLoading } = useResolveName('vitalik.eth')
 * @param networkId default: the network in use
 */
export function useResolveName(name: string | undefined, { networkId }: { readonly networkId?: NetworkId } = {}): LookUp<string | null> {
  const portico = usePortico()
  const query = resolveNameQuery(portico, { name: name ?? '', networkId })
  const { data, error, isFetching } = useQuery<string | null>(query)
  return { data: query.enabled ? data : undefined, error: error ?? undefined, isLoading: isFetching && data === undefined }
}

/**
 * Name and picture of an address, or nothing of them: `useReverseName('0x…').data?.name`. Every name leads back to the address. Cached
 * for 5 min.
 * @example
 * const { data } = useReverseName('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
 * const text = data?.name
 * @param networkId default: the network in use
 */
export function useReverseName(address: string | undefined, { networkId }: { readonly networkId?: NetworkId } = {}): LookUp<NamedAddress> {
  const portico = usePortico()
  const query = reverseNameQuery(portico, { address: address ?? '', networkId })
  const { data, error, isFetching } = useQuery<NamedAddress>(query)
  return { data: query.enabled ? data : undefined, error: error ?? undefined, isLoading: isFetching && data === undefined }
}

/**
 * Registers a name for the account in use: `mutate({ name: 'mira.portico.eth' })`.
 * @example
 * const { mutateAsync } = useRegisterName()
 * await mutateAsync({ name: 'mira.portico.id' })
 */
export const useRegisterName = () => useAction<SignedBy, PorticoError, RegisterNameParameters>(registerName)
