import { PortInUseError, SandboxOptionsError } from './errors.js'
import { createServer } from 'node:net'

/** The chains, with the ports they have at offset 0. The order is the order of the page and of the port check. */
export const chains = [
  { part: 'ethereum', id: 1, name: 'Ethereum', port: 8545 },
  { part: 'optimism', id: 10, name: 'OP Mainnet', port: 8546 },
  { part: 'base', id: 8453, name: 'Base', port: 8547 },
] as const

/** The port of the control API and the status page at offset 0. */
export const controlPort = 9000

export type Chain = (typeof chains)[number]
export type ChainId = Chain['id']
export type Part = Chain['part'] | 'control'
export type Ports = Record<Part, number>

/** Ports of every part: its own number if given, else base plus offset. @throws SandboxOptionsError */
export function resolvePorts({ offset = 0, ports = {} }: { offset?: number; ports?: Partial<Ports> }): Ports {
  const bases: Ports = { ethereum: chains[0].port, optimism: chains[1].port, base: chains[2].port, control: controlPort }
  const at = (part: Part): number => ports[part] ?? bases[part] + offset
  const resolved: Ports = { ethereum: at('ethereum'), optimism: at('optimism'), base: at('base'), control: at('control') }

  const seen = new Map<number, string>()
  for (const [part, port] of Object.entries(resolved)) {
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new SandboxOptionsError(`Port ${port} (${part}) is not a port.`)
    const other = seen.get(port)
    if (other) throw new SandboxOptionsError(`Port ${port} is given to both ${other} and ${part}.`)
    seen.set(port, part)
  }
  return resolved
}

/** Binds each port for a moment, in order. @throws PortInUseError naming the first that is taken. */
export async function assertPortsFree(ports: Ports, host: string): Promise<void> {
  for (const chain of chains) await assertPortFree(ports[chain.part], host, `${chain.name}, chain ${chain.id}`)
  await assertPortFree(ports.control, host, 'control API')
}

function assertPortFree(port: number, host: string, part: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new PortInUseError({ port, part }))
      else reject(new SandboxOptionsError(`Port ${port} (${part}) can't be listened on: ${error.message}`))
    })
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()))
  })
}
