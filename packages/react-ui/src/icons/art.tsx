import type { ReactNode } from 'react'
import { Art } from './letter.js'

export { LetterArt } from './letter.js'

export const EthereumArt = () => (
  <Art ground="#8691b8">
    <path d="m20 8 8 12.5-8 4.5-8-4.5Z" fill="#fff" />
    <path d="m20 8 8 12.5-8 4.5Z" fill="#dfe4f3" />
    <path d="m12.3 23.3 7.7 4.4 7.7-4.4L20 33Z" fill="#eef1f9" />
  </Art>
)

export const OptimismArt = () => (
  <Art ground="#e5383b">
    <path
      d="M9.4 20a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0-9.6 0ZM23 25l2-10h3.5a3.2 3.2 0 0 1 0 6.4H24"
      fill="none"
      stroke="#fff"
      strokeWidth="3.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Art>
)

export const BaseArt = () => (
  <Art ground="#1f54f2">
    <path d="M20 31a11 11 0 1 0-10.95-12.1H23.5v2.2H9.05A11 11 0 0 0 20 31Z" fill="#fff" />
  </Art>
)

/** A wallet that says nothing about itself. */
export const BrowserWalletArt = () => (
  <Art ground="#64748b">
    <path
      d="M12 10h16a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V14a4 4 0 0 1 4-4ZM8 16.5h24"
      fill="none"
      stroke="#fff"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Art>
)

/** A site that says nothing about itself: the globe of the design's example site. */
export const SiteArt = () => (
  <Art ground="#10233f">
    <g fill="none" strokeWidth="2.2" strokeLinecap="round">
      <circle cx="20" cy="20" r="10.5" stroke="#cfe3ff" />
      <ellipse cx="20" cy="20" rx="4.3" ry="10.5" stroke="#7fb2ff" />
      <path d="M9.5 20h21" stroke="#cfe3ff" />
    </g>
  </Art>
)

/** The drawing of a network by its CAIP-2 id; undefined for those that Portico has none for. */
export function networkArt(id: string): ReactNode {
  if (id === 'eip155:1') return <EthereumArt />
  if (id === 'eip155:10') return <OptimismArt />
  if (id === 'eip155:8453') return <BaseArt />
  return undefined
}
