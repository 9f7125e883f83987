import type { WalletItem } from '../../wallets/walletList.js'

/** Matches a search by name and rdns. Case and diacritics do not count, as in the directory. */
export function matches({ name, connector, record }: WalletItem, query: string): boolean {
  const wanted = folded(query)
  return [name, connector?.rdns, record?.rdns].some((text) => text !== undefined && folded(text).includes(wanted))
}

const folded = (text: string) => text.slice(0, 1024).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
