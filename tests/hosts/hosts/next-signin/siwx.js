import { createSiwx, memoryStore } from '@portico/siwx/server'
import { evmVerifier } from '@portico/siwx/server/evm'

const make = () =>
  createSiwx({
    origins: [process.env.SITE_ORIGIN],
    chains: ['eip155:1'],
    store: memoryStore(),
    verifiers: { eip155: evmVerifier({ rpcUrls: { 'eip155:1': process.env.RPC_URL } }) },
  })

/** Next may load a module once for each route: what is in memory is kept beside them. */
export const siwx = () => (globalThis.siwx ??= make())
