/** Every event a portico emits, by name. Features add theirs by declaration merging, in the file that emits it. */
export interface PorticoEvents {
  'modal.opened': { view: string }
  'modal.closed': undefined
}

export type EventName = keyof PorticoEvents
type Listener<N extends EventName> = (payload: PorticoEvents[N]) => void

/** A typed emitter. A listener that throws is reported and does not stop the others. */
export interface Events {
  /** Listens until the returned function is called. */
  on: <N extends EventName>(name: N, listener: Listener<N>) => () => void
  emit: <N extends EventName>(name: N, payload: PorticoEvents[N]) => void
}

export function createEvents(): Events {
  const listeners = new Map<EventName, Set<{ readonly call: (payload: never) => void }>>()
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      const entry = { call: listener } // one function may listen twice, and stops once for each
      listeners.set(name, set.add(entry))
      return () => void set.delete(entry)
    },
    emit(name, payload) {
      for (const { call } of [...(listeners.get(name) ?? [])]) {
        try {
          call(payload as never)
        } catch (error) {
          console.error(`Portico: a listener of '${name}' threw`, error)
        }
      }
    },
  }
}
