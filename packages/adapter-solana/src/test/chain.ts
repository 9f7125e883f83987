import { createSolana, type Solana } from '@portico/chains/solana'
import { WebSocket as NodeWebSocket } from 'ws'
import { solana as mainnet, solanaDevnet, solanaTestnet } from '../networks.js'
import type { SolanaOptions } from '../options.js'

/** A real runtime of Solana behind a port of its own, and options that lead to it. Stop it when done. */
export async function startChain(
  port: number,
): Promise<{ readonly chain: Solana; readonly options: SolanaOptions; readonly stop: () => Promise<void> }> {
  const chain = createSolana({ port, wsPort: port + 1 })
  await chain.start()
  const options = {
    networks: [mainnet, solanaDevnet, solanaTestnet],
    rpcUrls: { [mainnet.id]: chain.urls.http, [solanaDevnet.id]: 'http://127.0.0.1:1', [solanaTestnet.id]: 'http://127.0.0.1:1' },
  }
  return { chain, options, stop: () => chain.stop() }
}

/** Gives Node 20 the WebSocket that browsers have, until the returned function is called. */
export function useWebSocket(): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket')
  Object.defineProperty(globalThis, 'WebSocket', { value: NodeWebSocket, configurable: true, writable: true })
  return () => {
    if (before) Object.defineProperty(globalThis, 'WebSocket', before)
    else Reflect.deleteProperty(globalThis, 'WebSocket')
  }
}
