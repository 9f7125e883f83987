import type { WalletRecord } from '../../portico/options.js'

type Named = Pick<WalletRecord, 'id' | 'rdns' | 'name'>

/** A list of rdns, ids or names, as the host's options have them, made to look wallets up in. Case does not count. */
export interface NameList {
  /** Where the first of its names stands that is the wallet's; -1 where none is. */
  readonly placeOf: (wallet: Named) => number
  readonly has: (wallet: Named) => boolean
}

export function nameList(names: readonly string[]): NameList {
  const places = new Map(names.map((name, at) => [name.toLowerCase(), at] as const).reverse()) // the first of two stays
  const placeOf = ({ id, rdns, name }: Named) => {
    if (places.size === 0) return -1
    const found = [id, rdns, name]
      .map((key) => (key === undefined ? undefined : places.get(key.toLowerCase())))
      .filter((place) => place !== undefined)
    return found.length > 0 ? Math.min(...found) : -1
  }
  return { placeOf, has: (wallet) => placeOf(wallet) >= 0 }
}
