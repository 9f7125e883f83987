import { TokenNotFoundError } from '../../balances/errors.js'
import { balancesQuery } from '../../balances/queries.js'
import type { HeldToken } from '../../balances/token.js'
import { loadAdapter } from '../../connection/loadAdapter.js'
import { findNetwork } from '../../network/store.js'
import { isSameAddress } from '../../../kit/amount/sameAddress.js'
import type { Portico } from '../../../portico/createPortico.js'
import { queryClientOf } from '../../../portico/query.js'
import type { Sender } from './store.js'

/**
 * A token that can be sent, by its address, and how much of it the sender has; the network's own coin without an address.
 * Also one that no list knows.
 * @example const token = await findToken(portico, sender, '0xA0b8…') // without an address: the network's coin
 * @throws TokenNotFoundError, and the endpoint's errors
 */
export async function findToken(portico: Portico, sender: Sender, token?: string): Promise<HeldToken> {
  const { namespace, networkId, address } = sender
  const network = findNetwork(portico, networkId)
  const held = await queryClientOf(portico)
    .fetchQuery(balancesQuery(portico, sender))
    .catch(() => []) // the chain may still know the one
  const isThis = (one: HeldToken) =>
    token === undefined ? one.address === undefined : one.address !== undefined && isSameAddress(one.address, token)
  const listed = held.find(isThis)
  if (listed) return listed
  const adapter = await loadAdapter(portico, namespace)
  if (token === undefined && network) {
    const { name, symbol, decimals } = network.nativeCurrency
    return { networkId, name, symbol, decimals, units: await adapter.getBalance({ address, networkId }) }
  }
  const found = token === undefined ? undefined : await adapter.getToken?.({ address, token, networkId })
  if (!found) throw new TokenNotFoundError({ token: token ?? '', networkId, reason: 'contract' })
  return { ...found, networkId }
}
