import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Portico } from '../portico/createPortico.js'

/** A store of one portico. `getInitialState` is what a server renders and what React hydrates with. */
export type Store<S> = StoreApi<S>
/** Finds, or makes when first asked, the store of a portico. */
export type StoreOf<S> = (portico: Portico) => Store<S>

/**
 * Declares a feature's state. Nothing is made until a portico is asked for it, and two porticos never share one.
 * @param name unique among the stores of a portico
 * @param initial the state before anything happened; it may read `portico.initialState`, never storage
 */
export function defineStore<S>(name: string, initial: (portico: Portico) => S): StoreOf<S> {
  return (portico) => {
    const found = portico.stores.get(name)
    if (found) return found as Store<S>
    const store = createStore<S>(() => initial(portico))
    portico.stores.set(name, store)
    return store
  }
}
