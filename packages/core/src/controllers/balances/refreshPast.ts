import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import type { HolderParameters } from './token.js'

/**
 * Asks anew for what happened to an account, and for its NFTs, where they are shown: its balances have told that something did.
 * @example await refreshPast(portico, { address, networkId })
 */
export async function refreshPast(portico: Portico, { address, networkId }: HolderParameters): Promise<void> {
  const isTheirs = ({ queryKey: [what, network, holder] }: { readonly queryKey: readonly unknown[] }) =>
    ['activity', 'transactions', 'nfts'].includes(String(what)) && network === networkId && holder === address
  await queryClientOf(portico).invalidateQueries({ predicate: isTheirs })
}
