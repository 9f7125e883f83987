import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { genesisHashes } from '@portico/chains/solana/data'
import { type Log, createLog } from '@portico/service'
import { accounts } from './accounts.js'
import { bitcoinChain } from './chains/bitcoin.js'
import { type RunningChain, superviseChain } from './chains/chain.js'
import type { NamedChain } from './chains/named.js'
import { solanaChain } from './chains/solana.js'
import { startWatchdog } from './chains/watchdog.js'
import { addresses } from './contracts/artifacts/addresses.js'
import { createControl } from './control/app.js'
import { createFailures } from './control/failures.js'
import { type ControlServer, listen } from './control/server.js'
import { ChainError, SandboxOptionsError } from './errors.js'
import {
  type ChainId,
  type ChainName,
  type Ports,
  type ServiceName,
  assertPortsFree,
  chains,
  namedChains,
  resolvePorts,
  webSocketPort,
} from './parts.js'
import { farcasterService } from './services/farcaster/index.js'
import { gatewayService } from './services/gateway.js'
import { gatewayChains } from './services/gatewayChains.js'
import { identityService } from './services/identity/index.js'
import { mailService } from './services/mail/mail.js'
import { membersService } from './services/members/index.js'
import { relayService } from './services/relay.js'
import { projectId, secureSiteService } from './services/secureSite.js'
import type { Service } from './services/service.js'
import { operations } from './services/smartAccounts.js'
import { vaultService } from './services/vault.js'

export interface SandboxOptions {
  /** A loopback address. Default 127.0.0.1; anything that others on the network could reach is refused. */
  host?: '127.0.0.1' | '::1'
  /** Added to every port that `ports` does not name. Default 0: parts.ts lists them. */
  portOffset?: number
  ports?: Partial<Ports>
  /** A folder that keeps the chains' state, and who has logged in. Without it every start is fresh. */
  persist?: string
  /** Origins of pages that may embed the wallet. Default: port 5173, as 127.0.0.1 and as localhost. */
  hosts?: readonly string[]
  /** Logs warnings and errors only. */
  quiet?: boolean
}

export interface Sandbox {
  urls: {
    /** Control API and status page. */
    control: string
    /** JSON-RPC of each chain, over HTTP; the same host and port speak WebSocket. */
    chains: Record<ChainId, string>
    /** JSON-RPC and subscriptions, with the genesis hash of mainnet. */
    solana: { http: string; ws: string }
    /** The same, another chain, with the genesis hash of devnet. */
    solanaDevnet: { http: string; ws: string }
    /** Where esplora's paths begin. */
    bitcoin: string
    /** The WalletConnect relay, a WebSocket. */
    relay: string
    /** The gateway: the directory of wallets, and what accounts own and did. */
    gateway: string
    /** The embedded wallet, by the name that browsers know it by. Node finds it at the same port of 127.0.0.1. */
    secureSite: string
    vault: string
    /** The identity provider: six by path. */
    identity: string
    /** The Farcaster relay, with the phone at `/app`. */
    farcaster: string
    /** A site's server with a page for members, and sign-in at `/siwx`. */
    members: string
    /** Every mail: a page, and `GET /mails?to=`. */
    inbox: string
    /** JSON-RPC of each chain, and esplora's paths, through the control API, where failures can be injected. */
    proxies: Record<ChainId | ChainName, string>
  }
  /** Contracts, the same on every EVM chain. The names with `ens` are on Ethereum alone. */
  addresses: typeof addresses
  accounts: typeof accounts
  /** The project id that the embedded wallet knows. */
  projectId: typeof projectId
  /** Resolves when every chain is seeded and everything answers. Rejects with a SandboxError, with nothing left running. */
  ready: Promise<{ milliseconds: number }>
  /**
   * Every chain back to the seed, the relay's mailboxes emptied, injected failures cleared. Calls while one is under way share it. Rejects with a
   * ChainError once stopped.
   */
  reset(): Promise<{ milliseconds: number }>
  /** Ends everything. Resolves when no process is left; safe to call more than once. */
  stop(): Promise<void>
}

/**
 * Starts local chains, those of Ethereum's kind with contracts, names, tokens and liquidity, and the API to control them;
 * beside them a WalletConnect relay and a directory of wallets.
 * @example
 * const sandbox = createSandbox({ portOffset: 2000, quiet: true })
 * await sandbox.ready
 * // … createPublicClient({ chain: mainnet, transport: http(sandbox.urls.chains[1]) })
 * await sandbox.stop()
 * @throws SandboxOptionsError
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { host = '127.0.0.1', portOffset, ports: ownPorts, persist, quiet = false, hosts = defaultHosts } = options
  if (!['127.0.0.1', '::1'].includes(host)) throw new SandboxOptionsError(`${host} is not a loopback address: use 127.0.0.1.`)
  const ports = resolvePorts({ ...(portOffset !== undefined && { offset: portOffset }), ...(ownPorts && { ports: ownPorts }) })
  const log = createLog({ quiet, service: 'sandbox' })
  const origin = `http://${host.includes(':') ? `[${host}]` : host}`
  const url = (port: number): string => `${origin}:${port}`
  const controlUrl = url(ports.control)

  let server: ControlServer | undefined
  let watchdog: ReturnType<typeof startWatchdog> | undefined
  let resetting: Promise<{ milliseconds: number }> | undefined
  let stopped = false
  let isReady = false

  const running = new Map<ChainId, RunningChain>()
  const named = new Map<ChainName, NamedChain>()
  const publicUrl = `http://secure.localhost:${ports.secureSite}`
  const vaultUrl = `http://vault.localhost:${ports.vault}`
  const smtp = `smtp://${host.includes(':') ? `[${host}]` : host}:${ports.smtp}`
  const keptIn = (file: string) => persist && { database: join(persist, file) }
  const secureUrls = {
    chains: perChain((chain) => url(ports[chain.part])),
    named: { solana: url(ports.solana), solanaDevnet: url(ports.solanaDevnet) },
    smtp,
    identity: url(ports.identity),
    farcaster: url(ports.farcaster),
    gateway: url(ports.gateway),
  }
  const gatewayUrls = {
    evm: perChain((chain) => url(ports[chain.part])),
    solana: url(ports.solana),
    solanaDevnet: url(ports.solanaDevnet),
    bitcoin: url(ports.bitcoin),
    control: controlUrl,
  }
  const signInChains = {
    rpcUrls: Object.fromEntries(chains.map(({ id, part }) => [`eip155:${id}`, url(ports[part])])),
    otherChains: [...Object.values(genesisHashes).map((hash) => `solana:${hash.slice(0, 32)}`), bitcoinId],
  }
  const services = new Map<ServiceName, Service>([
    ['relay', relayService({ host, port: ports.relay })],
    [
      'gateway',
      gatewayService({
        host,
        port: ports.gateway,
        chains: gatewayChains(gatewayUrls),
        signIn: { origins: hosts, ...signInChains },
        operations: operations({ origins: hosts, wallet: publicUrl, walletAt: url(ports.secureSite) }),
      }),
    ],
    ['inbox', mailService({ host, port: ports.inbox, smtpPort: ports.smtp })],
    ['identity', identityService({ host, port: ports.identity, secureSites: [publicUrl], vaults: [vaultUrl] })],
    ['farcaster', farcasterService({ host, port: ports.farcaster, rpcUrl: url(ports.optimism) })],
    [
      'members',
      membersService({
        host,
        port: ports.members,
        hosts,
        ...signInChains,
        gatewayUrl: url(ports.gateway),
        ...keptIn('members.sqlite'),
      }),
    ],
    [
      'vault',
      vaultService({
        host,
        port: ports.vault,
        publicUrl: vaultUrl,
        secureUrl: publicUrl,
        secureAddress: url(ports.secureSite),
        smtp,
        identity: url(ports.identity),
        farcaster: { relayUrl: url(ports.farcaster), rpcUrl: url(ports.optimism) },
        ...keptIn('vault.sqlite'),
      }),
    ],
    [
      'secureSite',
      secureSiteService({
        host,
        port: ports.secureSite,
        publicUrl,
        vaultUrl,
        vaultAddress: url(ports.vault),
        hosts,
        urls: secureUrls,
        ...keptIn('secure-site.sqlite'),
      }),
    ],
  ])
  /** Those in other processes first: they work while this one is busy with its own. */
  const parts = () => [...running.values(), ...named.values(), ...services.values()]
  const failures = createFailures()
  const watchProcesses = (): void => watchdog?.watch([...running.values()].flatMap((chain) => chain.pid() ?? []))
  for (const chain of chains) {
    const stateFile = persist && { stateFile: join(persist, `${chain.part}.json`) }
    const urls = { rpcUrl: url(ports[chain.part]), controlUrl, gatewayUrl: url(ports.gateway) }
    const parameters = { chain, host, port: ports[chain.part], ...urls, ...stateFile, log }
    running.set(chain.id, superviseChain({ ...parameters, onProcess: watchProcesses }))
  }

  for (const { part } of namedChains) named.set(part, createNamed(part, { host, port: ports[part], url: url(ports[part]), persist, log }))

  const start = async (): Promise<{ milliseconds: number }> => {
    const from = performance.now()
    await assertPortsFree(ports, host)
    if (persist) await mkdir(persist, { recursive: true })
    watchdog = startWatchdog()
    const control = createControl({ chains: running, named, services, ports, origin, failures, reset, isReady: () => isReady, log })
    const settled = await Promise.allSettled([
      listen(control, { host, port: ports.control }).then((listening) => (server = listening)),
      ...parts().map((part) => part.start()),
    ])
    const failed = settled.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    if (stopped) throw new ChainError('The sandbox was stopped before it was ready.')
    isReady = true
    const milliseconds = Math.round(performance.now() - from)
    log('info', 'ready', { milliseconds, page: controlUrl })
    return { milliseconds }
  }

  const reset = (): Promise<{ milliseconds: number }> => {
    resetting ??= (async () => {
      await ready
      if (stopped) throw new ChainError('The sandbox is stopped.')
      const from = performance.now()
      await Promise.all(parts().map((part) => part.reset()))
      failures.clear()
      const milliseconds = Math.round(performance.now() - from)
      log('info', 'reset', { milliseconds })
      return { milliseconds }
    })().finally(() => (resetting = undefined))
    return resetting
  }

  const end = async (): Promise<void> => {
    await Promise.all([server?.close(), ...parts().map((part) => part.stop())])
    watchdog?.release()
    log('info', 'stopped')
  }
  let ended: Promise<void> | undefined
  const endOnce = (): Promise<void> => (ended ??= end())

  const starting = start()
  const ready = starting.catch(async (error: unknown) => {
    log('error', 'start.failed', { message: error instanceof Error ? error.message : String(error) })
    await endOnce()
    throw error
  })
  // Who never waits for `ready` learns of a failure from the log, not from a crash.
  ready.catch(() => {})

  const stop = (): Promise<void> => {
    stopped = true
    // What is half started can't be ended yet: its processes are not all known.
    return starting
      .then(
        () => {},
        () => {},
      )
      .then(endOnce)
  }

  const bothDoors = (port: number) => ({ http: url(port), ws: url(webSocketPort(port)).replace('http', 'ws') })
  return {
    urls: {
      control: controlUrl,
      chains: perChain((chain) => url(ports[chain.part])),
      solana: bothDoors(ports.solana),
      solanaDevnet: bothDoors(ports.solanaDevnet),
      bitcoin: url(ports.bitcoin),
      relay: url(ports.relay).replace('http', 'ws'),
      gateway: url(ports.gateway),
      secureSite: publicUrl,
      vault: vaultUrl,
      identity: url(ports.identity),
      farcaster: url(ports.farcaster),
      members: url(ports.members),
      inbox: url(ports.inbox),
      proxies: {
        ...perChain((chain) => `${controlUrl}/rpc/${chain.id}`),
        solana: `${controlUrl}/rpc/solana`,
        solanaDevnet: `${controlUrl}/rpc/solanaDevnet`,
        bitcoin: `${controlUrl}/esplora`,
      },
    },
    addresses,
    accounts,
    projectId,
    ready,
    reset,
    stop,
  }
}

function perChain(make: (chain: (typeof chains)[number]) => string): Record<ChainId, string> {
  const [ethereum, optimism, base] = chains
  return { [ethereum.id]: make(ethereum), [optimism.id]: make(optimism), [base.id]: make(base) }
}

/** Bitcoin's mainnet, whose address forms the chain has (CAIP-2). */
const bitcoinId = 'bip122:000000000019d6689c085ae165831e93'

/** Where the demo is, unless somebody moves it. */
const defaultHosts = ['http://127.0.0.1:5173', 'http://localhost:5173']

interface CreateNamedParameters {
  host: string
  port: number
  url: string
  persist: string | undefined
  log: Log
}

function createNamed(part: ChainName, { host, port, url, persist, log }: CreateNamedParameters): NamedChain {
  const keep = persist === undefined ? {} : { persist: join(persist, `${part}.json`) }
  const options = { host, port, ...keep, log: ofChain(log, part) }
  const genesisHash = part === 'solana' ? genesisHashes.mainnet : genesisHashes.devnet
  const chain =
    part === 'bitcoin' ? bitcoinChain({ ...options, url }) : solanaChain(part, { ...options, wsPort: webSocketPort(port), genesisHash })
  const start = (): Promise<void> =>
    chain.start().catch((error: unknown) => {
      throw new ChainError(`${part} did not start: ${error instanceof Error ? error.message : String(error)}`)
    })
  return { ...chain, start }
}

/** A log whose lines say which chain they are about. */
function ofChain(log: Log, chain: ChainName): Log {
  return (level, event, facts) => log(level, event, { chain, ...facts })
}
