import { openDatabase } from '@portico/service/database'
import type { Hono } from 'hono'
import type { Chain, ChainOptions } from '../../chains/chains.js'
import { readChains } from '../../chains/chains.js'
import { createNode } from '../../rpc/node.js'
import type { ProviderOptions, ProviderParameters } from '../types.js'

/** What a source that speaks its documented wire would answer, without a socket. */
export const standIn =
  (app: Hono): typeof globalThis.fetch =>
  async (input, init) => {
    init?.signal?.throwIfAborted()
    return app.request(input instanceof Request ? input : String(input), init)
  }

export const ethereum: ChainOptions = {
  id: 'eip155:1',
  name: 'Ethereum',
  rpc: ['http://node.example'],
  native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}

export function chainOf(options: ChainOptions = ethereum): Chain {
  const [chain] = readChains([options])
  if (!chain) throw new Error('No chain.')
  return chain
}

export const parametersOf = (fetch: typeof globalThis.fetch, options: ProviderOptions, chain: Chain = chainOf()): ProviderParameters => ({
  chain,
  options,
  db: openDatabase(':memory:'),
  node: createNode({ urls: chain.rpc, fetch }),
  fetch,
  describe: () => Promise.resolve(new Map()),
  clock: Date.now,
  log: () => {},
})

export const signal: AbortSignal = new AbortController().signal
