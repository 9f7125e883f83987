import { Art } from './letter.js'

export { LetterArt } from './letter.js'
export { SiteArt } from './siteArt.js'

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
