/** Listeners by event, called in the order in which they came. */
export interface Emitter<E> {
  readonly on: <N extends keyof E>(event: N, listener: (payload: E[N]) => void) => void
  readonly off: <N extends keyof E>(event: N, listener: (payload: E[N]) => void) => void
  readonly emit: <N extends keyof E>(event: N, payload: E[N]) => void
}

export function createEmitter<E>(): Emitter<E> {
  const listeners = new Map<keyof E, Set<(payload: never) => void>>()
  return {
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event, listener) => void listeners.get(event)?.delete(listener),
    emit(event, payload) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never)
    },
  }
}
