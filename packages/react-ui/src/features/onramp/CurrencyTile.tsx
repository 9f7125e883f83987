import { Tile } from '@portico/ui/tile'
import type { ReactNode } from 'react'

/** Where the stars of two flags stand. */
const euroStars = Array.from(
  { length: 12 },
  (_, at) => [20 + 10 * Math.sin((at * Math.PI) / 6), 20 - 10 * Math.cos((at * Math.PI) / 6)] as const,
)
const unionStars = [5, 10, 15].flatMap((y) => (y === 10 ? [7.5, 12.5] : [5, 10, 15]).map((x) => [x, y] as const))

const flags: Readonly<Record<string, ReactNode>> = {
  USD: (
    <svg viewBox="0 0 40 40">
      <path fill="#fff" d="M0 0h40v40H0Z" />
      <path fill="#c23b48" d="M0 3h40v5H0Zm0 10h40v5H0Zm0 10h40v5H0Zm0 10h40v5H0Z" />
      <path fill="#2e4480" d="M0 0h20v21H0Z" />
      <g fill="#fff">
        {unionStars.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="1.3" />
        ))}
      </g>
    </svg>
  ),
  EUR: (
    <svg viewBox="0 0 40 40">
      <path fill="#2b4aa0" d="M0 0h40v40H0Z" />
      <g fill="#f5d24a">
        {euroStars.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="1.5" />
        ))}
      </g>
    </svg>
  ),
}

/** The flag of a currency, or its first letter. */
export const CurrencyTile = ({ currency, size }: { readonly currency: string; readonly size: number }) => (
  <Tile name={currency} size={size}>
    {flags[currency]}
  </Tile>
)
