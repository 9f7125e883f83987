import type { NetworkId } from '@portico/core'

/** The picture of one of the demo's networks. */
export function NetworkArt({ id, size = 32 }: { readonly id: NetworkId; readonly size?: number }) {
  return (
    <svg className="m-art" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      {drawing(id)}
    </svg>
  )
}

function drawing(id: NetworkId) {
  if (id === 'eip155:1') {
    return (
      <>
        <rect width="40" height="40" fill="#8691b8" />
        <path d="m20 8 8 12.5-8 4.5-8-4.5Z" fill="#fff" />
        <path d="m20 8 8 12.5-8 4.5Z" fill="#dfe4f3" />
        <path d="m12.3 23.3 7.7 4.4 7.7-4.4L20 33Z" fill="#eef1f9" />
      </>
    )
  }
  if (id === 'eip155:10') {
    return (
      <>
        <rect width="40" height="40" fill="#e5383b" />
        <g fill="none" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" strokeLinejoin="round">
          <circle cx="14.2" cy="20" r="4.8" />
          <path d="M23 25l2-10h3.5a3.2 3.2 0 0 1 0 6.4H24" />
        </g>
      </>
    )
  }
  if (id === 'eip155:8453') {
    return (
      <>
        <rect width="40" height="40" fill="#1f54f2" />
        <path d="M20 31a11 11 0 1 0-10.95-12.1H23.5v2.2H9.05A11 11 0 0 0 20 31Z" fill="#fff" />
      </>
    )
  }
  if (id.startsWith('solana:')) {
    const isMain = id === 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    return (
      <>
        <rect width="40" height="40" fill={isMain ? '#1c1730' : '#4a4a5e'} />
        <g fill={isMain ? '#5ee6b4' : '#d6d6e4'}>
          <path d="M13.5 11h17l-4 4.2h-17Z" />
          <path d="M9.5 17.9h17l4 4.2h-17Z" />
          <path d="M13.5 24.8h17l-4 4.2h-17Z" />
        </g>
      </>
    )
  }
  if (id.startsWith('bip122:')) {
    return (
      <>
        <rect width="40" height="40" fill="#e58a1f" />
        <path
          d="M15.5 11.5v17m0-17h6.2a4 4 0 0 1 0 8.1h-6.2m6.8 0a4.4 4.4 0 0 1 0 8.9h-6.8m2.3-20v3m4-3v3m-4 17v3m4-3v3"
          fill="none"
          stroke="#fff"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    )
  }
  return (
    <>
      <rect width="40" height="40" fill="#7b8787" />
      <circle cx="20" cy="20" r="9" fill="none" stroke="#fff" strokeWidth="2.4" strokeDasharray="3.5 3.5" />
    </>
  )
}
