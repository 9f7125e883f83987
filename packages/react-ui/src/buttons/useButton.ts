'use client'
import { openModal, themeStore, type Portico, type ViewRequest } from '@portico/core'
import { currentEntry, routerStore, themeProperties } from '@portico/core/kit'
import { useEffect, useRef, useState } from 'react'
import type { MouseEvent, RefObject } from 'react'
import { prefetchModal } from '../loadModal.js'
import { openerOf, pressStore } from '../press.js'
import { usePortico, usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'

/** What all buttons in the host's page share: the theme, fetching on intent, and opening the modal. One that opens nothing has no `request`. */
export function useButton(request: false | ((portico: Portico) => ViewRequest)) {
  const portico = usePortico()
  const ref = useRef<HTMLButtonElement>(null)
  const theme = usePorticoStore(themeStore, ({ mode }) => mode)
  const variables = usePorticoStore(themeStore, (state) => state.variables)
  useThemeVariables(ref, variables)
  const { busy, note, reloads } = usePress(ref)
  const fetchNow = () => prefetchModal(portico)
  return {
    ref,
    theme,
    busy,
    note,
    'aria-haspopup': request ? ('dialog' as const) : undefined,
    'aria-disabled': !request || undefined,
    onPointerEnter: fetchNow,
    onTouchStart: fetchNow,
    onFocus: fetchNow,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      if (!request) return
      if (reloads) return location.reload()
      pressStore(portico).setState({ button: ref, status: 'waiting' })
      openerOf.put(portico, event.currentTarget)
      openModal(portico, request(portico))
    },
  }
}

/** How long a press may take before the button says that it is under way, in milliseconds. */
const patience = 150

/**
 * What the button that was pressed says until the modal shows, and where it could not be loaded.
 * @param button what tells it from others: React's own ids are the same in parts of a page that hydrate each by itself
 */
function usePress(button: object) {
  const portico = usePortico()
  const { buttons } = usePorticoContext().locale
  const isOpen = usePorticoStore(routerStore, (state) => currentEntry(state) !== undefined)
  const press = usePorticoStore(pressStore, (state) => (state.button === button ? state : undefined))
  const [busy, setBusy] = useState(false)
  const waits = isOpen && press?.status === 'waiting'
  const failed = press?.status === 'failed'
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setBusy(true), patience)
    return () => {
      clearTimeout(timer)
      setBusy(false)
    }
  }, [waits])
  useEffect(() => {
    if (!failed) return
    const forget = () => pressStore(portico).setState({ status: 'none', failures: 0 })
    window.addEventListener('online', forget)
    return () => window.removeEventListener('online', forget)
  }, [portico, failed])
  // Some bundlers and browsers keep a failure for as long as the page is there.
  const reloads = failed && navigator.onLine && press.failures > 1
  const note = !failed ? undefined : reloads ? buttons.reload : navigator.onLine ? buttons.again : buttons.offline
  return { busy, note, reloads }
}

/** Sets the theme's knobs through the style object: markup from a server stays free of style attributes (S38). */
export function useThemeVariables(ref: RefObject<HTMLElement | null>, variables: Parameters<typeof themeProperties>[0]): void {
  useEffect(() => {
    const { current } = ref
    const properties = themeProperties(variables)
    for (const [name, value] of properties) current?.style.setProperty(name, value)
    return () => {
      for (const [name] of properties) current?.style.removeProperty(name)
    }
  }, [ref, variables])
}
