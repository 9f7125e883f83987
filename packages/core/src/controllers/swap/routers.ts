import { isSameAddress } from '../../kit/amount/sameAddress.js'
import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { isTokenAddress } from './token.js'
import { loadAdapter } from '../connection/loadAdapter.js'

/** Contracts that may swap on a network: those that are known, and those that the site names. Never what a service says (S18). */
export async function routersOf(portico: Portico, networkId: NetworkId): Promise<readonly string[]> {
  const { getRouters } = await loadAdapter(portico, namespaceOf(networkId))
  const named = portico.options.swap?.routers?.[networkId]
  const own = Array.isArray(named) ? named.filter((one: unknown) => typeof one === 'string' && isTokenAddress(one, networkId)) : []
  return [...((await getRouters?.({ networkId })) ?? []), ...own]
}

/** Whether a contract may swap on a network. */
export const isRouter = async (portico: Portico, networkId: NetworkId, address: string): Promise<boolean> =>
  (await routersOf(portico, networkId)).some((one) => isSameAddress(one, address))
