import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Portico } from '../portico/createPortico.js'
import { defineSlot } from './slot.js'

/** A store of one portico. `getInitialState` is what a server renders and what React hydrates with. */
export type Store<S> = StoreApi<S>
/** Finds, or makes when first asked, the store of a portico. */
export type StoreOf<S> = (portico: Portico) => Store<S>

/**
 * Declares a feature's state. Nothing is made until a portico is asked for it, and two porticos never share one.
 * @example
 * const pointStore = defineStore('points', () => ({ points: 0 }))
 * pointStore(portico).setState({ points: 120 })
 * @param name for whoever looks at `portico.slots` while debugging
 * @param initial the state before anything happened; it may read `portico.initialState`, never storage
 */
export function defineStore<S>(name: string, initial: (portico: Portico) => S): StoreOf<S> {
  return defineSlot(name, (portico) => createStore<S>(() => initial(portico)))
}
