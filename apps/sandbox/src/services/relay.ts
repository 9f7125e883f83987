import { type Relay, createRelay } from '@portico/relay'
import { ServiceError } from '../errors.js'
import { createScratch } from './scratch.js'
import { type Service, type ServiceOptions, authority } from './service.js'

/** Milliseconds that clients have to take their leave. They connect again by themselves. */
const drainMs = 500

/** The WalletConnect relay, its mailboxes in a file of its own: a reset, like a restart, leaves all of them empty. */
export function relayService(options: ServiceOptions): Service {
  let relay: Relay | undefined
  const scratch = createScratch('relay')
  let stopped = false
  const start = async (): Promise<void> => {
    const storage = { sqlite: await scratch.fresh() }
    relay = createRelay({ ...options, storage, drainMs, clockLeeway: 86_400, quiet: true }) // tests move the clocks of their pages
    await relay.ready.catch((cause: unknown) => {
      throw new ServiceError('The relay did not start.', { cause })
    })
  }
  const stop = async (): Promise<void> => {
    await relay?.stop()
    await scratch.drop()
  }
  return {
    part: 'relay',
    url: `ws://${authority(options)}`,
    start,
    stop: async () => {
      stopped = true
      await stop()
    },
    reset: async () => {
      await stop()
      if (!stopped) await start()
    },
    health: async () => {
      const answer = await fetch(`http://${authority(options)}/healthz`, { signal: AbortSignal.timeout(2000) })
      await answer.body?.cancel()
      return answer.ok && relay ? { connections: relay.stats().connections } : undefined
    },
  }
}
