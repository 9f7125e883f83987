import { solana, solanaDevnet } from '@portico/adapter-solana/networks'
import type { NetworkId } from '@portico/core'
import { explorerOf, solanaDevnetUrl, solanaUrl } from './nodes.js'

/** Solana and its devnet, as the sandbox plays them. */
export const solanaNetworks = [
  { ...solana, rpcUrls: [solanaUrl], blockExplorers: explorerOf(solana.id) },
  { ...solanaDevnet, rpcUrls: [solanaDevnetUrl], blockExplorers: explorerOf(solanaDevnet.id) },
] as const

/** Where a site's own Solana library finds a network. The WebSocket is one port higher. */
export function networkOf(networkId: NetworkId): { readonly rpcUrl: string; readonly wsUrl: string } {
  const rpcUrl = networkId === solanaDevnet.id ? solanaDevnetUrl : solanaUrl
  const ws = new URL(rpcUrl)
  ws.protocol = 'ws:'
  ws.port = String(Number(ws.port) + 1)
  return { rpcUrl, wsUrl: ws.href }
}
