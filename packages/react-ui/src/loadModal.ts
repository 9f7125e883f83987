import { activeConnection, connectionStore, goLive, type Portico } from '@portico/core'
import { defineSlot, defineStore, loadCode } from '@portico/core/kit'
import { chosenOf } from './features/registered.js'

export type ModalModule = ReturnType<typeof import('./modal/first.js').ready>

/** Fetches the modal's code, once, while wallets announce themselves. A failure is forgotten: the next click tries again. */
export function loadModal(portico: Portico): Promise<ModalModule> {
  const loading = modalOf(portico)
  loadCode(() => goLive(portico)).catch(() => undefined) // asked for second: the modal is the larger part
  return loading
}

const modalOf = defineSlot<Promise<ModalModule>>('modal', (portico) => {
  const load = () => {
    // What a site puts on Connect beside the wallets comes beside the modal, not after it. The built-in ways are part of it.
    for (const { entries } of chosenOf(portico).features) {
      const ways = entries?.['connect.ways']
      if (ways && ways.when?.(portico) !== false) ways.load().catch(() => undefined)
    }
    // By one name: of a module that is asked for whole, bundlers may keep a list of all that other code takes from it.
    return import('./modal/first.js').then(({ ready }) => ready(portico))
  }
  return loadCode(load).then(
    (module) => {
      waiting(portico).forEach((use) => use(module))
      return module
    },
    (error: unknown) => {
      modalOf.clear(portico)
      throw error
    },
  )
})

const waiting = defineSlot<Set<(module: ModalModule) => void>>('who waits for the modal', () => new Set())

/** Calls `use` when the modal's code has come, whoever asked for it. @returns a function that takes that back */
export function whenModalLoaded(portico: Portico, use: (module: ModalModule) => void): () => void {
  waiting(portico).add(use)
  return () => void waiting(portico).delete(use)
}

/** Whether anything is fetched ahead of a press. */
const prefetchStore = defineStore('prefetch', () => true)

/** Has nothing fetched ahead of a press. @returns a function that takes that back */
export function forbidPrefetch(portico: Portico): () => void {
  prefetchStore(portico).setState(false, true)
  return () => prefetchStore(portico).setState(true, true)
}

/** Fetches what a press on the button will show, unless the host forbids it: the modal, and for a connected visitor the Account view. */
export function prefetchModal(portico: Portico): void {
  if (!prefetchStore(portico).getState()) return
  const connected = activeConnection(connectionStore(portico).getState()) !== undefined
  loadModal(portico)
    .then(({ prefetchView }) => (connected ? prefetchView(portico, 'Account') : undefined))
    .catch(() => undefined)
}
