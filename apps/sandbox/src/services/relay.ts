import { type Relay, createRelay } from '@portico/relay'
import { ServiceError } from '../errors.js'
import { type Service, type ServiceOptions, authority } from './service.js'

/** Milliseconds that clients have to take their leave. They connect again by themselves. */
const drainMs = 500

/** The WalletConnect relay, with its mailboxes in memory: a reset, like a restart, leaves all of them empty. */
export function relayService(options: ServiceOptions): Service {
  let relay: Relay | undefined
  let stopped = false
  const start = async (): Promise<void> => {
    relay = createRelay({ ...options, drainMs, clockLeeway: 86_400, quiet: true }) // tests move the clocks of their pages
    await relay.ready.catch((cause: unknown) => {
      throw new ServiceError('The relay did not start.', { cause })
    })
  }
  return {
    part: 'relay',
    url: `ws://${authority(options)}`,
    start,
    stop: async () => {
      stopped = true
      await relay?.stop()
    },
    reset: async () => {
      await relay?.stop()
      if (!stopped) await start()
    },
    health: async () => {
      const answer = await fetch(`http://${authority(options)}/healthz`, { signal: AbortSignal.timeout(2000) })
      await answer.body?.cancel()
      return answer.ok && relay ? { connections: relay.stats().connections } : undefined
    },
  }
}
