import type { NetworkId } from '@portico/core'
import { controlUrl } from './config.js'

const {
  VITE_PORTICO_SOLANA,
  VITE_PORTICO_SOLANA_DEVNET,
  VITE_PORTICO_BITCOIN,
  VITE_PORTICO_RELAY,
  VITE_PORTICO_API,
  VITE_PORTICO_SECURE_SITE,
  VITE_PORTICO_MEMBERS,
  VITE_PORTICO_INBOX,
} = import.meta.env

/** Where the sandbox serves a part that has this port when nothing is moved: all its ports move together. */
function at(port: number): string {
  const { hostname, port: control } = new URL(controlUrl)
  return `http://${hostname}:${port + Number(control) - 9000}`
}

/** The sandbox's two Solana clusters: http, and beside it their WebSockets, one port higher. */
export const solanaUrl: string = VITE_PORTICO_SOLANA ?? at(8899)
export const solanaDevnetUrl: string = VITE_PORTICO_SOLANA_DEVNET ?? at(8901)
/** The sandbox's Bitcoin: an esplora API. */
export const bitcoinUrl: string = VITE_PORTICO_BITCOIN ?? at(3002)
/** The sandbox's WalletConnect relay. */
export const relayUrl: string = VITE_PORTICO_RELAY ?? at(5555).replace('http', 'ws')
/** The sandbox's gateway: the directory of wallets. */
export const apiUrl: string = VITE_PORTICO_API ?? at(9100)
/** The paymaster behind a network: the sandbox's gateway, by the address that its secure site knows. */
export const sponsorUrl = (networkId: NetworkId): string => `${apiUrl}/v1/bundler?chainId=${networkId}`
/** The sandbox's secure site, the embedded wallet's own origin: by a name that makes it another site than this page. */
export const secureSiteUrl: string = VITE_PORTICO_SECURE_SITE ?? at(9301).replace(/\/\/[^:]+/, '//secure.localhost')
/** The sandbox's members' server: the demo's own, as a site would write it. */
export const membersUrl: string = VITE_PORTICO_MEMBERS ?? at(9605)
/** Where the sandbox's mails are read. */
export const inboxUrl: string = VITE_PORTICO_INBOX ?? at(8025)

/** What a local network shows in the place of a block explorer: the demo's own page, for nothing here is known elsewhere. */
export const explorerOf = (networkId: NetworkId) => [{ name: 'Sandbox explorer', url: `${location.origin}/explorer.html#${networkId}` }]
