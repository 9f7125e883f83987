/** A typed emitter. A listener that throws is reported and does not stop the others. */
export interface Emitter<E extends object> {
  /** Listens until the returned function is called. */
  readonly on: <N extends keyof E>(name: N, listener: (payload: E[N]) => void) => () => void
  readonly emit: <N extends keyof E>(name: N, payload: E[N]) => void
  readonly clear: () => void
}

export function createEmitter<E extends object>(): Emitter<E> {
  const listeners = new Map<keyof E, Set<{ readonly call: (payload: never) => void }>>()
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
          console.error(`Portico: a listener of '${String(name)}' threw`, error)
        }
      }
    },
    clear: () => listeners.clear(),
  }
}
