import type { WalletItem } from '../../wallets/walletList.js'

/** Matches a search by name and rdns. Case and diacritics do not count, as in the directory. */
export function matches(wallet: WalletItem, query: string): boolean {
  const wanted = folded(query)
  return textsOf(wallet).some((text) => text.includes(wanted))
}

/** Folded once for each wallet: with each key that is pressed, hundreds are looked through. */
const kept = new WeakMap<WalletItem, readonly string[]>()

function textsOf(wallet: WalletItem): readonly string[] {
  const before = kept.get(wallet)
  if (before) return before
  const { name, connector, record } = wallet
  const texts = [name, connector?.rdns, record?.rdns].flatMap((text) => (text === undefined ? [] : [folded(text)]))
  kept.set(wallet, texts)
  return texts
}

const folded = (text: string) => text.slice(0, 1024).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
