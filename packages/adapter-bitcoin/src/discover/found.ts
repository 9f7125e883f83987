/** A wallet that one of the sources shows, as it was when it was first seen. */
export interface Found {
  /** Tells it apart from the others of its source, on every visit. */
  readonly key: string
  readonly name: string
  readonly icon?: string
  /** What to talk to: a Wallet Standard wallet, or an object with methods. */
  readonly provider: object
  /** Other objects that are the same wallet. */
  readonly same?: readonly object[]
  /** It has no name of its own. */
  readonly generic?: boolean
}

/** A key that none of the wallets has: the second one of a name is `name#2` (S34). */
export function freeKey(key: string, wallets: readonly Found[]): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? key : `${key}#${number}`
    if (!wallets.some((wallet) => wallet.key === free)) return free
  }
}
