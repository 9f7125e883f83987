/** A typed emitter. A listener that throws is reported and does not stop the others. */
export interface Emitter<E extends object> {
  /** Listens until the returned function is called. One function may listen twice, and stops once for each. */
  readonly on: <N extends keyof E>(name: N, listener: (payload: E[N]) => void) => () => void
  /** Ends one listening of a function, as Node's emitters and EIP-1193 do it. */
  readonly off: <N extends keyof E>(name: N, listener: (payload: E[N]) => void) => void
  readonly emit: <N extends keyof E>(name: N, payload: E[N]) => void
  readonly clear: () => void
}

/**
 * An emitter of the events that its type names.
 * @example
 * const { on, emit } = createEmitter<{ moved: { readonly to: string } }>()
 * const end = on('moved', ({ to }) => console.log(to))
 */
export function createEmitter<E extends object>(): Emitter<E> {
  let listeners: readonly { readonly name: keyof E; readonly call: (payload: never) => void }[] = []
  return {
    on(name, call) {
      const entry = { name, call }
      listeners = [...listeners, entry]
      return () => void (listeners = listeners.filter((one) => one !== entry))
    },
    off(name, call) {
      const entry = listeners.find((one) => one.name === name && one.call === call)
      listeners = listeners.filter((one) => one !== entry)
    },
    emit(name, payload) {
      for (const one of listeners) {
        if (one.name !== name) continue
        try {
          one.call(payload as never)
        } catch (error) {
          console.error(`Portico: a listener of '${String(name)}' threw`, error)
        }
      }
    },
    clear: () => void (listeners = []),
  }
}
