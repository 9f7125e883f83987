import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Log } from '@portico/service'
import type { Hex } from 'viem'
import { addresses } from '../contracts/artifacts/addresses.js'
import { prepareOperator, seed } from '../contracts/seed.js'
import { live } from '../life/live.js'
import { oldestDays } from '../life/moments.js'
import type { Chain } from '../parts.js'
import { type Anvil, startAnvil } from './anvil.js'
import { revert, snapshot } from './reset.js'
import { rpc } from './rpc.js'

/** One chain under supervision. */
export interface RunningChain {
  readonly rpcUrl: string
  /** The process, while there is one. */
  pid(): number | undefined
  /** Starts the process and, if the chain is fresh, seeds it. @throws ChainError, SeedError */
  start(): Promise<void>
  /** Back to the seed. A chain that has died, or whose seed is out of reach, is started anew. */
  reset(): Promise<void>
  /** Begins anew, two years ago, with the seed and what an account did since. A reset leads back to the seed. @throws ChainError, SeedError */
  live(self: Hex): Promise<void>
  stop(): Promise<void>
}

export interface SuperviseParameters {
  chain: Chain
  rpcUrl: string
  host: string
  port: number
  controlUrl: string
  gatewayUrl: string
  stateFile?: string
  log: Log
  /** Called when the process starts and when it ends. */
  onProcess(): void
}

export function superviseChain({
  chain,
  rpcUrl,
  host,
  port,
  controlUrl,
  gatewayUrl,
  stateFile,
  log,
  onProcess,
}: SuperviseParameters): RunningChain {
  let anvil: Anvil | undefined
  let seedSnapshot: string | undefined

  const start = async (since?: number): Promise<void> => {
    const restored = stateFile !== undefined && existsSync(stateFile)
    const started = startAnvil({
      chain,
      rpcUrl,
      host,
      port,
      ...(stateFile && { stateFile }),
      since,
      onExit: (code) => {
        if (anvil !== started) return
        anvil = undefined
        log('error', 'chain.died', { chainId: chain.id, code })
        onProcess()
      },
    })
    anvil = started
    onProcess()
    await started.ready()
    log('info', 'chain.started', { chainId: chain.id, rpcUrl, pid: started.pid })
    if (!restored) {
      await seed({ rpcUrl, controlUrl, gatewayUrl, withNames: chain.id === 1 })
      seedSnapshot = await snapshot(rpcUrl)
    } else if (await hasCode(rpcUrl, addresses.router02)) {
      // The file holds what a visitor has done since: the seed is no longer inside, so a reset starts from nothing.
      await prepareOperator(rpcUrl)
      seedSnapshot = undefined
    } else {
      log('warn', 'state.outdated', { chainId: chain.id, stateFile })
      await startFresh()
    }
  }

  const startFresh = async (since?: number): Promise<void> => {
    await stop()
    if (stateFile) await rm(stateFile, { force: true })
    await start(since)
  }

  const stop = async (): Promise<void> => {
    const stopping = anvil
    anvil = undefined
    await stopping?.stop()
    onProcess()
  }

  const reset = async (): Promise<void> => {
    const next = anvil && seedSnapshot ? await revert(rpcUrl, seedSnapshot).catch(() => undefined) : undefined
    // Gone when a test has reverted to something older by itself.
    if (next === undefined) await startFresh()
    else seedSnapshot = next
  }

  const liveAnew = async (self: Hex): Promise<void> => {
    await startFresh(Math.floor(Date.now() / 1000) - oldestDays * 86_400)
    await live({ rpcUrl, chainId: chain.id, self, artUrl: `${controlUrl}/art` })
  }

  return { rpcUrl, pid: () => anvil?.pid, start: () => start(), reset, live: liveAnew, stop }
}

async function hasCode(rpcUrl: string, address: string): Promise<boolean> {
  return (await rpc(rpcUrl, 'eth_getCode', [address, 'latest'])) !== '0x'
}
