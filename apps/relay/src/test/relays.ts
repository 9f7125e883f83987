import { type Relay, createRelay } from '../index.js'
import type { RelayOptions } from '../options.js'

export interface Relays {
  /** A relay on a free port, stopped with the others. */
  start(options?: RelayOptions): Promise<Relay>
  stop(): Promise<void>
}

export function createRelays(): Relays {
  const running: Relay[] = []
  return {
    start: async (options = {}) => {
      const relay = createRelay({ port: 0, quiet: true, drainMs: 1000, ...options })
      running.push(relay)
      await relay.ready
      return relay
    },
    stop: async () => void (await Promise.all(running.splice(0).map((relay) => relay.stop()))),
  }
}
