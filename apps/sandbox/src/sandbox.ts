import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { accounts } from './accounts.js'
import { type RunningChain, superviseChain } from './chains/chain.js'
import { startWatchdog } from './chains/watchdog.js'
import { addresses } from './contracts/artifacts/addresses.js'
import { createControl } from './control/app.js'
import { createFailures } from './control/failures.js'
import { type ControlServer, listen } from './control/server.js'
import { ChainError, SandboxOptionsError } from './errors.js'
import { createLog } from './log.js'
import { type ChainId, type Ports, assertPortsFree, chains, resolvePorts } from './parts.js'

export interface SandboxOptions {
  /** A loopback address. Default 127.0.0.1; anything that others on the network could reach is refused. */
  host?: '127.0.0.1' | '::1'
  /** Added to every port that `ports` does not name. Default 0: 8545, 8546, 8547 and 9000. */
  portOffset?: number
  ports?: Partial<Ports>
  /** A folder that keeps the chains' state. Without it every start is fresh. */
  persist?: string
  /** Logs warnings and errors only. */
  quiet?: boolean
}

export interface Sandbox {
  urls: {
    /** Control API and status page. */
    control: string
    /** JSON-RPC of each chain, over HTTP; the same host and port speak WebSocket. */
    chains: Record<ChainId, string>
    /** JSON-RPC of each chain through the control API, where failures can be injected. */
    proxies: Record<ChainId, string>
  }
  /** Contracts, the same on every chain. The names with `ens` are on Ethereum alone. */
  addresses: typeof addresses
  accounts: typeof accounts
  /** Resolves when every chain is seeded and the control API answers. Rejects with a SandboxError, with nothing left running. */
  ready: Promise<{ milliseconds: number }>
  /**
   * Every chain back to the seed, injected failures cleared. Calls while one is under way share it. Rejects with a
   * ChainError once stopped.
   */
  reset(): Promise<{ milliseconds: number }>
  /** Ends everything. Resolves when no process is left; safe to call more than once. */
  stop(): Promise<void>
}

/**
 * Starts local chains with contracts, names, tokens and liquidity, and the API to control them.
 * @example
 * const sandbox = createSandbox({ portOffset: 2000, quiet: true })
 * await sandbox.ready
 * // … createPublicClient({ chain: mainnet, transport: http(sandbox.urls.chains[1]) })
 * await sandbox.stop()
 * @throws SandboxOptionsError
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { host = '127.0.0.1', portOffset, ports: ownPorts, persist, quiet = false } = options
  if (!['127.0.0.1', '::1'].includes(host)) throw new SandboxOptionsError(`${host} is not a loopback address: use 127.0.0.1.`)
  const ports = resolvePorts({ ...(portOffset !== undefined && { offset: portOffset }), ...(ownPorts && { ports: ownPorts }) })
  const log = createLog({ quiet })
  const origin = `http://${host.includes(':') ? `[${host}]` : host}`
  const url = (port: number): string => `${origin}:${port}`
  const controlUrl = url(ports.control)

  let server: ControlServer | undefined
  let watchdog: ReturnType<typeof startWatchdog> | undefined
  let resetting: Promise<{ milliseconds: number }> | undefined
  let stopped = false
  let isReady = false

  const running = new Map<ChainId, RunningChain>()
  const failures = createFailures()
  const watchProcesses = (): void => watchdog?.watch([...running.values()].flatMap((chain) => chain.pid() ?? []))
  for (const chain of chains) {
    const stateFile = persist && { stateFile: join(persist, `${chain.part}.json`) }
    const parameters = { chain, rpcUrl: url(ports[chain.part]), host, port: ports[chain.part], controlUrl, ...stateFile, log }
    running.set(chain.id, superviseChain({ ...parameters, onProcess: watchProcesses }))
  }

  const start = async (): Promise<{ milliseconds: number }> => {
    const from = performance.now()
    await assertPortsFree(ports, host)
    if (persist) await mkdir(persist, { recursive: true })
    watchdog = startWatchdog()
    const control = createControl({ chains: running, ports, origin, failures, reset, isReady: () => isReady, log })
    const settled = await Promise.allSettled([
      listen(control, { host, port: ports.control }).then((listening) => (server = listening)),
      ...[...running.values()].map((chain) => chain.start()),
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
      await Promise.all([...running.values()].map((chain) => chain.reset()))
      failures.clear()
      const milliseconds = Math.round(performance.now() - from)
      log('info', 'reset', { milliseconds })
      return { milliseconds }
    })().finally(() => (resetting = undefined))
    return resetting
  }

  const end = async (): Promise<void> => {
    await Promise.all([server?.close(), ...[...running.values()].map((chain) => chain.stop())])
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

  const perChain = (make: (chain: (typeof chains)[number]) => string): Record<ChainId, string> => {
    const [ethereum, optimism, base] = chains
    return { [ethereum.id]: make(ethereum), [optimism.id]: make(optimism), [base.id]: make(base) }
  }
  return {
    urls: {
      control: controlUrl,
      chains: perChain((chain) => url(ports[chain.part])),
      proxies: perChain((chain) => `${controlUrl}/rpc/${chain.id}`),
    },
    addresses,
    accounts,
    ready,
    reset,
    stop,
  }
}
