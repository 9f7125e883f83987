import type { Eip1193Provider, RequestArguments, WalletEvent } from './types.js'

type Listener = (payload: unknown) => void

export interface Events {
  emit(event: WalletEvent): void
  listen(listener: (event: WalletEvent) => void): () => void
  /** A provider for one site: its events are those that are for this origin. */
  port(origin: string, request: (request: RequestArguments) => Promise<unknown>): Eip1193Provider
}

export function createEvents(): Events {
  const heard = new Set<(event: WalletEvent) => void>()
  return {
    emit(event) {
      for (const listener of [...heard]) listener(event)
    },
    listen(listener) {
      heard.add(listener)
      return () => void heard.delete(listener)
    },
    port(origin, request) {
      const listeners = new Map<string, Set<Listener>>()
      heard.add(({ event, payload, isFor }) => {
        if (!isFor(origin)) return
        for (const listener of [...(listeners.get(event) ?? [])]) call(listener, payload)
      })
      const port: Eip1193Provider = {
        request,
        on(event, listener) {
          const known = listeners.get(event) ?? new Set()
          listeners.set(event, known.add(listener))
          return port
        },
        removeListener(event, listener) {
          listeners.get(event)?.delete(listener)
          return port
        },
      }
      return port
    },
  }
}

/** One listener's failure is the site's own: it is reported there, and the others still hear the event. */
function call(listener: Listener, payload: unknown): void {
  try {
    listener(payload)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
