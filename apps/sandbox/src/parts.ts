import { PortInUseError, SandboxOptionsError } from './errors.js'
import { createServer } from 'node:net'

/** The chains, with the ports they have at offset 0. The order is the order of the page and of the port check. */
export const chains = [
  { part: 'ethereum', id: 1, name: 'Ethereum', port: 8545 },
  { part: 'optimism', id: 10, name: 'OP Mainnet', port: 8546 },
  { part: 'base', id: 8453, name: 'Base', port: 8547 },
] as const

/** The chains that run in this process, known by name. One of Solana has a WebSocket as well, one port above. */
export const namedChains = [
  { part: 'solana', name: 'Solana', note: 'Mainnet ids', port: 8899, hasWebSocket: true },
  { part: 'solanaDevnet', name: 'Solana devnet', note: 'Devnet ids', port: 8901, hasWebSocket: true },
  { part: 'bitcoin', name: 'Bitcoin', note: 'Mainnet address forms', port: 3002, hasWebSocket: false },
] as const

/** What runs in this process beside the chains. */
export const services = [
  { part: 'relay', name: 'Relay', note: 'WalletConnect', scheme: 'ws', port: 5555 },
  { part: 'gateway', name: 'Gateway', note: 'Wallets, balances, activity', scheme: 'http', port: 9100 },
  { part: 'secureSite', name: 'Secure site', note: 'Embedded wallet', scheme: 'http', port: 9301 },
  { part: 'vault', name: 'Recovery vault', note: 'Shares for recovery', scheme: 'http', port: 9302 },
  { part: 'identity', name: 'Identity provider', note: 'Stands in for six', scheme: 'http', port: 9403 },
  { part: 'farcaster', name: 'Farcaster relay', note: 'With a phone', scheme: 'http', port: 9504 },
  { part: 'members', name: "Members' server", note: 'Sign-in with a session', scheme: 'http', port: 9605 },
  { part: 'harbor', name: 'Harbor Pay', note: 'Buys and sells, for no money', scheme: 'http', port: 9706 },
  { part: 'inbox', name: 'Inbox', note: 'Every mail', scheme: 'http', port: 8025 },
] as const

/** Where mails are handed in, at offset 0. */
export const smtpPort = 1025

/** The port of the control API and the status page at offset 0. */
export const controlPort = 9000

export type Chain = (typeof chains)[number]
export type ChainId = Chain['id']
export type ChainName = (typeof namedChains)[number]['part']
export type ServiceName = (typeof services)[number]['part']
export type Part = Chain['part'] | ChainName | ServiceName | 'smtp' | 'control'
export type Ports = Record<Part, number>

/** Ports of every part: its own number if given, else base plus offset. @throws SandboxOptionsError */
export function resolvePorts({ offset = 0, ports = {} }: { offset?: number; ports?: Partial<Ports> }): Ports {
  const at = ({ part, port }: { part: Part; port: number }): number => ports[part] ?? port + offset
  const resolved: Ports = {
    ethereum: at(chains[0]),
    optimism: at(chains[1]),
    base: at(chains[2]),
    solana: at(namedChains[0]),
    solanaDevnet: at(namedChains[1]),
    bitcoin: at(namedChains[2]),
    relay: at(services[0]),
    gateway: at(services[1]),
    secureSite: at(services[2]),
    vault: at(services[3]),
    identity: at(services[4]),
    farcaster: at(services[5]),
    members: at(services[6]),
    harbor: at(services[7]),
    inbox: at(services[8]),
    smtp: at({ part: 'smtp', port: smtpPort }),
    control: at({ part: 'control', port: controlPort }),
  }

  const seen = new Map<number, string>()
  for (const { port, part } of usedPorts(resolved)) {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new SandboxOptionsError(`Port ${port} (${part}) is not a port.`)
    const other = seen.get(port)
    if (other) throw new SandboxOptionsError(`Port ${port} is given to both ${other} and ${part}.`)
    seen.set(port, part)
  }
  return resolved
}

/** Where the WebSocket of a Solana chain is: clients look one port above. */
export function webSocketPort(port: number): number {
  return port + 1
}

/** Every port that is listened on, in the order of the page. */
function usedPorts(ports: Ports): { port: number; part: string }[] {
  return [
    ...chains.map(({ part, name, id }) => ({ port: ports[part], part: `${name}, chain ${id}` })),
    ...namedChains.flatMap(({ part, name, hasWebSocket }) => [
      { port: ports[part], part: name },
      ...(hasWebSocket ? [{ port: webSocketPort(ports[part]), part: `${name}, WebSocket` }] : []),
    ]),
    ...services.map(({ part, name }) => ({ port: ports[part], part: name })),
    { port: ports.smtp, part: 'Inbox, SMTP' },
    { port: ports.control, part: 'control API' },
  ]
}

/** Binds each port for a moment, in order. @throws PortInUseError naming the first that is taken. */
export async function assertPortsFree(ports: Ports, host: string): Promise<void> {
  for (const { port, part } of usedPorts(ports)) await assertPortFree(port, host, part)
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
