import type { ReactNode } from 'react'
import { hash } from '../primitives/hash.js'

/** The ground of a tile, 40 x 40. `aria-hidden`: the name stands beside it. */
export function Art({ ground, children }: { ground: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={ground} />
      {children}
    </svg>
  )
}

/** Where there is no picture: the first letter of the name, on a colour that the name decides. */
export function LetterArt({ name }: { name: string }) {
  const [letter = '?'] = name.trim()
  return (
    <Art ground={`oklch(0.46 0.07 ${(hash(name) % 15) * 24})`}>
      <text x="20" y="27" fill="#fff" fontSize="20" fontWeight="600" textAnchor="middle">
        {letter.toUpperCase()}
      </text>
    </Art>
  )
}
