import { namespaceOf } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { refreshBalance } from '../account/refresh.js'
import { noteChange } from './getBalances.js'
import type { HolderParameters } from './token.js'

/**
 * Asks anew for all that is shown of an account, whatever a cache says, as after a transaction of its own. What nobody looks at is
 * asked for when somebody does. Never throws.
 * @example await refreshHoldings(portico, { address, networkId }) // balances, portfolio and NFTs
 */
export async function refreshHoldings(portico: Portico, holder: HolderParameters): Promise<void> {
  noteChange(portico, holder)
  const client = queryClientOf(portico)
  const isTheirs = ({ queryKey: [what, network, address] }: { readonly queryKey: readonly unknown[] }) =>
    what === 'portfolio' ||
    (['balances', 'tokenBalances', 'activity', 'transactions', 'nfts'].includes(String(what)) &&
      network === holder.networkId &&
      address === holder.address)
  await Promise.allSettled([
    refreshBalance(portico, { namespace: namespaceOf(holder.networkId), force: true }),
    client.invalidateQueries({ predicate: isTheirs }),
  ])
}
