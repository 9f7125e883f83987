import * as z from 'zod/mini'
import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import { isSameAddress } from '../../kit/amount/sameAddress.js'
import { HttpStatusError } from '../../kit/http/errors.js'
import { request } from '../../kit/http/request.js'
import type { Portico } from '../../portico/createPortico.js'
import { nameLifetime, queryClientOf, staleAfter } from '../../portico/query.js'
import { coinTypeOf, defaultCoin, ethereumCoin } from './coinType.js'
import { AddressNamesError, NameResolutionError, NamesUnavailableError } from './errors.js'
import { isPlainName } from './label.js'
import { readRecord, recordAnswer, recordsAnswer, zonesAnswer, type NameRecord } from './schema.js'

/** As the wire asks for it. */
const apiVersion = 2

/**
 * Whether the site gives names away, or looks them up, at a gateway.
 * @example const isOffered = hasNames(portico)
 */
export const hasNames = ({ options: { names, apiUrl } }: Portico): boolean => names !== undefined && Boolean(apiUrl)

export interface NameZones {
  /** Parents under which names are given away, the first one being the usual one. */
  readonly zones: readonly [string, ...string[]]
  /** How long a name is kept without being renewed, in seconds; undefined where it stays. */
  readonly lifetimeSeconds: number | undefined
}

/**
 * Parents under which the gateway gives names away: that of the option `names.zone` first. A gateway that does not tell is believed to
 * have that one. Cached for 5 min.
 * @example
 * const { zones, lifetimeSeconds } = await getZones(portico)
 * const name = `mira.${zones[0]}` // 'mira.example.eth'
 * @throws NamesUnavailableError, and the errors of asking the gateway
 */
export const getZones = (portico: Portico): Promise<NameZones> => queryClientOf(portico).fetchQuery(zonesQuery(portico))

/**
 * {@link getZones} for a query client.
 * @example const { zones } = await queryClient.fetchQuery(zonesQuery(portico)) // ['example.eth']
 */
export function zonesQuery(portico: Portico) {
  return {
    queryKey: ['name zones'] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => askZones(portico, signal),
    staleTime: staleAfter(nameLifetime),
    enabled: hasNames(portico),
    retry: false as const, // the transport repeats by itself
    networkMode: 'always' as const,
  }
}

async function askZones(portico: Portico, signal: AbortSignal): Promise<NameZones> {
  const { names, apiUrl } = portico.options
  if (!names || !apiUrl) throw new NamesUnavailableError()
  const own = names.zone ? [names.zone] : []
  try {
    const { zones, lifetimeSeconds } = await request(portico, { path: '/v1/profile/zones', schema: zonesAnswer, signal })
    const [zone, ...others] = [...own, ...zones.filter((one) => isPlainName(one) && one !== names.zone)]
    if (zone === undefined) throw new NamesUnavailableError()
    return { zones: [zone, ...others], lifetimeSeconds: lifetimeSeconds ?? undefined }
  } catch (error) {
    if (!(error instanceof HttpStatusError && error.status === 404)) throw error
    if (!names.zone) throw new NamesUnavailableError()
    return { zones: [names.zone], lifetimeSeconds: undefined }
  }
}

/**
 * What the name service knows of a name, or undefined where nobody has it.
 * @example const record = await lookUpName(portico, 'mira.example.eth') // undefined: nobody has it
 * @throws NameResolutionError
 */
export async function lookUpName(portico: Portico, name: string, signal?: AbortSignal): Promise<NameRecord | undefined> {
  const path = `/v1/profile/account/${encodeURIComponent(name)}`
  try {
    const record = readRecord(await request(portico, { path, query: { apiVersion }, schema: recordAnswer, ...(signal && { signal }) }))
    return record?.name === name ? record : undefined
  } catch (error) {
    if (error instanceof HttpStatusError && error.status === 404) return undefined
    throw new NameResolutionError({ cause: error })
  }
}

interface NamesOfAddress {
  readonly address: string
  readonly signal?: AbortSignal
}

/**
 * The registered names of an address. Those that do not lead back to it are left out.
 * @example const names = await getNames(portico, { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })
 * @param isOwn whether it is the visitor's own address, which the service may hear of as the one who asks
 * @throws AddressNamesError
 */
export const getNames = (
  portico: Portico,
  { isOwn = false, ...of }: NamesOfAddress & { readonly isOwn?: boolean },
): Promise<readonly NameRecord[]> =>
  // To be told by an empty list that there is none: browsers write each 404 to their console.
  namesAt(portico, 'reverse', of, { empty: 'list', ...(isOwn && { sender: of.address }) })

/**
 * Names that others have handed over to an address, and that it has not accepted: none of its own yet.
 * @example const offered = await getOfferedNames(portico, { address }) // handed over by others, not accepted yet
 * @throws AddressNamesError
 */
export const getOfferedNames = (portico: Portico, of: NamesOfAddress): Promise<readonly NameRecord[]> => namesAt(portico, 'offered', of)

async function namesAt(
  portico: Portico,
  list: 'reverse' | 'offered',
  { address, signal }: NamesOfAddress,
  more: Readonly<Record<string, string>> = {},
): Promise<readonly NameRecord[]> {
  const path = `/v1/profile/${list}/${encodeURIComponent(address)}`
  const query = { apiVersion, ...more }
  try {
    const entries = await request(portico, { path, query, schema: recordsAnswer, ...(signal && { signal }) })
    return entries.slice(0, 100).flatMap((entry) => {
      const { data } = z.safeParse(recordAnswer, entry)
      const record = data && readRecord(data)
      return record && Object.values(record.addresses).some((one) => isSameAddress(one, address)) ? [record] : []
    })
  } catch (error) {
    if (error instanceof HttpStatusError && error.status === 404) return []
    throw new AddressNamesError({ cause: error })
  }
}

/**
 * {@link getNames} for a query client: cached for 5 min.
 * @example const names = await queryClient.fetchQuery(namesQuery(portico, address)) // [{ name: 'mira.example.eth', … }], or empty
 */
export function namesQuery(portico: Portico, address: string | undefined, isOwn = false) {
  return {
    queryKey: ['names', address?.toLowerCase()] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => getNames(portico, { address: address ?? '', isOwn, signal }),
    ...asked(portico, address),
  }
}

/**
 * {@link getOfferedNames} for a query client: cached for 5 min.
 * @example const offered = await queryClient.fetchQuery(offeredNamesQuery(portico, address)) // names to be accepted, or none
 */
export function offeredNamesQuery(portico: Portico, address: string | undefined) {
  return {
    queryKey: ['offered names', address?.toLowerCase()] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => getOfferedNames(portico, { address: address ?? '', signal }),
    ...asked(portico, address),
  }
}

const asked = (portico: Portico, address: string | undefined) => ({
  staleTime: staleAfter(nameLifetime),
  enabled: address !== undefined && hasNames(portico),
  retry: false as const, // the transport repeats by itself
  networkMode: 'always' as const,
})

/**
 * The address of a record on a network: its own, or that of every EVM network (ENSIP-19), or undefined.
 * @example
 * const record = await lookUpName(portico, 'mira.example.eth')
 * const receiver = record && addressOn(record, 'eip155:8453')
 * @throws InvalidChainIdError
 */
export function addressOn({ addresses }: NameRecord, networkId: NetworkId): string | undefined {
  if (namespaceOf(networkId) !== 'eip155') return undefined
  const coinType = coinTypeOf(networkId)
  return addresses[networkId === 'eip155:1' ? ethereumCoin : coinType] ?? addresses[defaultCoin]
}
