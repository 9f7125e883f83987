import type { ReactNode } from 'react'
import { Art } from './letter.js'

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

/** The drawing of an EVM network by its CAIP-2 id; undefined for those that Portico has none for. */
export function evmArt(id: string): ReactNode {
  if (id === 'eip155:1') return <EthereumArt />
  if (id === 'eip155:10') return <OptimismArt />
  if (id === 'eip155:8453') return <BaseArt />
  return undefined
}
