import type { WalletRecord } from '../../portico.js'

type Named = Pick<WalletRecord, 'id' | 'rdns' | 'name'>

/** Where a wallet stands in a list of rdns, ids or names, as the host's options have them; -1 where it does not. Case does not count. */
export function placeIn(list: readonly string[], { id, rdns, name }: Named): number {
  const keys = [id, rdns, name].map((key) => key?.toLowerCase())
  return list.findIndex((entry) => keys.includes(entry.toLowerCase()))
}

/** Whether a wallet is in such a list. */
export const isNamed = (list: readonly string[], wallet: Named): boolean => placeIn(list, wallet) >= 0
