import type { ReactNode } from 'react'
import { evmArt } from './evmArt.js'
import { Art } from './letter.js'

export const SolanaArt = ({ test = false }: { test?: boolean }) => {
  const [top, middle, bottom] = test ? ['#7d7b88', '#8f8d9a', '#a2a0ac'] : ['#6ee7c8', '#9d8cf5', '#c77dff']
  return (
    <Art ground={test ? '#dcdbe2' : '#1a1526'}>
      <path d="M13.5 12H31l-4.5 4.5H9Z" fill={top} />
      <path d="M9 17.75h17.5L31 22.25H13.5Z" fill={middle} />
      <path d="M13.5 23.5H31L26.5 28H9Z" fill={bottom} />
    </Art>
  )
}

export const BitcoinArt = ({ test = false }: { test?: boolean }) => (
  <Art ground={test ? '#eadfd0' : '#f08a24'}>
    <path
      d="M15 12h6.3a3.9 3.9 0 0 1 0 7.8H15m6.8 0a4.1 4.1 0 0 1 0 8.2H15M16.5 12v16M18 9.2v2.6m4-2.6v2.6m-4 16.4v2.6m4-2.6v2.6"
      fill="none"
      stroke={test ? '#94724a' : '#fff'}
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Art>
)

const mainnets: readonly string[] = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'bip122:000000000019d6689c085ae165831e93']

/** The drawing of a network by its CAIP-2 id, test networks in grey; undefined for those that Portico has none for. */
export function networkArt(id: string): ReactNode {
  const test = !mainnets.includes(id)
  if (id.startsWith('solana:')) return <SolanaArt test={test} />
  if (id.startsWith('bip122:')) return <BitcoinArt test={test} />
  return evmArt(id)
}
