import type { RunningChain } from '../chains/chain.js'
import type { NamedChain } from '../chains/named.js'
import { quantity, rpc } from '../chains/rpc.js'
import { type ChainId, type ChainName, type Ports, type ServiceName, chains, namedChains, services } from '../parts.js'
import type { Service, ServiceHealth } from '../services/service.js'

export interface PartHealth extends ServiceHealth {
  part: string
  name: string
  port: number
  up: boolean
  chainId?: ChainId
  chain?: ChainName
  /** Height, for a chain that is up; the newest slot of Solana. */
  blockNumber?: number
  /** Milliseconds that a chain took to tell its height. */
  latencyMs?: number
}

/** Asks every part how it is. One that does not answer within 2 seconds counts as down. */
export async function getHealth(
  running: ReadonlyMap<ChainId, RunningChain>,
  named: ReadonlyMap<ChainName, NamedChain>,
  beside: ReadonlyMap<ServiceName, Service>,
  ports: Ports,
): Promise<{ up: boolean; parts: PartHealth[] }> {
  const ofChains = await Promise.all(
    chains.map(async ({ part, id, name }): Promise<PartHealth> => {
      const facts = { part, name, port: ports[part], chainId: id }
      const from = performance.now()
      try {
        const chain = running.get(id)
        if (chain?.pid() === undefined) return { ...facts, up: false }
        const blockNumber = Number(quantity.parse(await rpc(chain.rpcUrl, 'eth_blockNumber', [], AbortSignal.timeout(2000))))
        return { ...facts, up: true, blockNumber, latencyMs: Math.round((performance.now() - from) * 10) / 10 }
      } catch {
        return { ...facts, up: false }
      }
    }),
  )
  const ofNamed = namedChains.map(({ part, name }): PartHealth => {
    const height = named.get(part)?.height()
    const facts = { part, name, port: ports[part], chain: part, up: height !== undefined }
    return { ...facts, ...(height !== undefined && { blockNumber: height }) }
  })
  const ofServices = await Promise.all(
    services.map(async ({ part, name }): Promise<PartHealth> => {
      const facts = await beside
        .get(part)
        ?.health()
        .catch(() => undefined)
      return { part, name, port: ports[part], up: facts !== undefined, ...facts }
    }),
  )
  const parts = [...ofChains, ...ofNamed, ...ofServices, { part: 'control', name: 'Control API', port: ports.control, up: true }]
  return { up: parts.every(({ up }) => up), parts }
}
