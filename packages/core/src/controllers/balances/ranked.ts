import type { HeldToken } from './token.js'

/** The most valuable first, then the network's own coin, then what has no price, as it was told. */
export function ranked(tokens: readonly HeldToken[]): readonly HeldToken[] {
  const weight = ({ value, address }: HeldToken) => value ?? (address === undefined ? 0n : -1n)
  return [...tokens].sort((one, other) => {
    const [a, b] = [weight(one), weight(other)]
    return a === b ? 0 : a > b ? -1 : 1
  })
}
