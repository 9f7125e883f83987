import { Art } from './letter.js'

export { LetterArt } from './letter.js'

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

/** WalletConnect, the protocol. */
export const WalletConnectArt = () => (
  <Art ground="#2f6fed">
    <path
      d="M11.5 16.5a12.3 12.3 0 0 1 17 0M8.5 21l5.75 5.5L20 21l5.75 5.5L31.5 21"
      fill="none"
      stroke="#fff"
      strokeWidth="3.2"
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
