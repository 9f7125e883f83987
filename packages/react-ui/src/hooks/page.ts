'use client'
import {
  closeModal,
  openModal,
  setTheme,
  themeStore,
  type EventName,
  type PorticoEvents,
  type ThemeState,
  type ViewName,
  type ViewRequest,
} from '@portico/core'
import { currentEntry, routerStore } from '@portico/core/kit'
import { useCallback, useEffect, useRef } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'

export interface ModalState {
  readonly isOpen: boolean
  /** The view on screen. */
  readonly view: ViewName | undefined
  /** Opens on a view; Connect, unless told otherwise. @throws UnknownViewError once the modal's code is there */
  readonly open: (request?: ViewRequest) => void
  readonly close: () => void
}

/**
 * The modal from the outside: open, close, and which view is on screen.
 * @example
 * const { open, isOpen } = useModal()
 * const button = <button onClick={() => open({ view: 'Networks' })}>Networks</button>
 */
export function useModal(): ModalState {
  const portico = usePortico()
  const view = usePorticoStore(routerStore, (state) => currentEntry(state)?.view)
  const open = useCallback((request: ViewRequest = { view: 'Connect' }) => openModal(portico, request), [portico])
  const close = useCallback(() => closeModal(portico), [portico])
  return { isOpen: view !== undefined, view, open, close }
}

/**
 * The theme, and how to change it.
 * @example
 * const { mode, setTheme } = useTheme()
 * const goDark = () => setTheme({ themeMode: 'dark' })
 * @throws InvalidOptionError
 */
export function useTheme(): ThemeState & { readonly setTheme: (theme: Parameters<typeof setTheme>[1]) => void } {
  const portico = usePortico()
  const theme = usePorticoStore(themeStore, (state) => state)
  const set = useCallback((next: Parameters<typeof setTheme>[1]) => setTheme(portico, next), [portico])
  return { ...theme, setTheme: set }
}

/**
 * Listens to an event of the portico while the component is there.
 * @example usePorticoEvent('connection.connected', ({ accountId }) => console.log(accountId))
 */
export function usePorticoEvent<N extends EventName>(name: N, listener: (payload: PorticoEvents[N]) => void): void {
  const portico = usePortico()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => portico.events.on(name, (payload) => latest.current(payload)), [portico, name])
}
