'use client'
import { closeModal, type ConnectTarget, type Portico } from '@portico/core'
import { currentEntry, routerStore } from '@portico/core/kit'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, SyntheticEvent } from 'react'
import { openerOf, pressStore } from '../press.js'
import { usePortico, usePorticoContext } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { whenIdle } from '../whenIdle.js'
import { CrashView, ViewBoundary } from './CrashView.js'
import { isConnected } from './isConnected.js'
import { becomeAccount, duration, shake, useViewMotion } from './motion.js'
import { useScrollLock } from './scrollLock.js'
import { useHeldSheet, useSheet } from './sheet.js'
import type { ModalShadow } from './shadowRoot.js'
import { ToastBox } from './ToastBox.js'
import { addingAt } from './useBack.js'
import { useAhead } from './useAhead.js'
import { useListed } from './useListed.js'
import { useModalTheme } from './useModalTheme.js'
import { UnloadedView } from './UnloadedView.js'
import { useView } from './useView.js'
import { loopTab, showDialog, useViewFocus } from './viewFocus.js'

/** React tells what happens here to what the site has around the modal as well, such as a form or a dialog of its own: it is none of theirs. */
const stop = (event: SyntheticEvent) => event.stopPropagation()

/** The dialog, its card, and whichever view the router is at. It is in the page while the modal is open. */
export function Dialog({ shadow }: { readonly shadow: ModalShadow }) {
  const root = shadow.element
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const entry = usePorticoStore(routerStore, currentEntry)
  const direction = usePorticoStore(routerStore, (state) => state.direction)
  const refusals = usePorticoStore(routerStore, (state) => state.refusals)
  const { shown, current, unloaded } = useView(entry)
  const dialog = useRef<HTMLDialogElement>(null)
  const card = useRef<HTMLElement>(null)
  const pressed = useRef<EventTarget | null>(null)
  const isFresh = useRef(true)
  const [present, setPresent] = useState(false)
  const sheet = useSheet()
  useModalTheme(root)
  useLayoutEffect(() => {
    if (entry?.view === 'Connect' && isConnected(portico, (entry.params as ConnectTarget | undefined)?.namespace))
      addingAt.put(portico, entry.key)
  }, [portico, entry])

  const listed = useListed(entry)
  const open = entry !== undefined && listed && (current || unloaded !== undefined)
  if (open && !present) setPresent(true)
  const ahead = useAhead(entry, present)

  useLayoutEffect(() => {
    root.dir = locale.dir
    root.lang = locale.code
    if (sheet) root.dataset['form'] = 'sheet'
    else delete root.dataset['form']
  }, [root, locale, sheet])

  const isDrawnAhead = ahead !== undefined && !present
  useEffect(() => {
    if (!isDrawnAhead) return
    const abort = new AbortController()
    whenIdle(shadow.rehearse, abort.signal)
    return () => abort.abort()
  }, [shadow, isDrawnAhead])

  useScrollLock(present && open)

  // Before the dialog is shown, which must be in a page for that. Drawn ahead, it is in nobody's way: no page finds it, nor does its test.
  useLayoutEffect(() => {
    if (!present) return
    const detach = shadow.attach()
    // Who swaps the body of a page takes the modal out with it: it closes, as the page would stay locked, and a press would open nothing.
    const watch = new MutationObserver(() => shadow.element.isConnected || closeModal(portico))
    watch.observe(document, { childList: true, subtree: true })
    return () => {
      watch.disconnect()
      detach()
    }
  }, [portico, shadow, present])

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !present) return
    if (open) {
      pressStore(portico).setState({ status: 'none', failures: 0 })
      if (!element.matches(':modal')) {
        element.open = false // one that was taken out of the page and put back still says that it is open
        isFresh.current = true
        showDialog(element, card.current)
      }
      element.classList.remove('is-leaving')
      return
    }
    element.classList.add('is-leaving')
    if (card.current) becomeAccount(card.current)
    const timer = setTimeout(
      () => {
        element.close()
        if (!currentEntry(routerStore(portico).getState())) returnFocus(portico) // else a view is on its way
        setPresent(false)
      },
      duration(element, sheet ? '--po-t-sheet' : '--po-t-open'),
    )
    return () => clearTimeout(timer)
  }, [portico, open, present, sheet])

  useViewFocus(card, shown?.entry.key, direction, open) // which lays the view out: before what moves has it laid out again
  useViewMotion(card, shown?.entry.key, direction, open)
  useHeldSheet(card, sheet, open, () => closeModal(portico))
  useEffect(() => {
    if (!present) return
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || !event.composedPath().includes(root)) return
      event.stopImmediatePropagation() // a dialog of the site that hears it first, on the document, would close as well
      event.preventDefault() // the browser would close the dialog itself, also where closing is refused
      // It may end what is being composed: Safari tells by the code alone.
      if (!event.isComposing && event.keyCode !== 229) closeModal(portico)
    }
    window.addEventListener('keydown', leave, true)
    return () => window.removeEventListener('keydown', leave, true)
  }, [portico, root, present])
  useEffect(() => {
    if (refusals > 0) shake(card.current)
  }, [refusals])

  const drawn = present ? shown : undefined
  const View = present ? drawn?.View : ahead?.View
  const key = !drawn || drawn.entry.key === ahead?.key ? 'ahead' : drawn.entry.key
  const params = drawn?.entry.params
  // Opening changes nothing of a view that was drawn ahead, so it is not drawn again.
  const view = useMemo(
    () =>
      View ? (
        <ViewBoundary key={key} onError={(error) => portico.events.emit('view.failed', { error })}>
          <View params={params as never} />
        </ViewBoundary>
      ) : (
        <CrashView />
      ),
    [portico, View, key, params],
  )

  if (!present && !ahead) return null
  const close = () => closeModal(portico)
  const onKeyDown = (event: KeyboardEvent) => {
    stop(event) // no shortcut of the page: it would see the modal's element, and not that somebody types
    if (event.key === 'Tab') loopTab(event, card.current)
  }
  return (
    <dialog
      ref={dialog}
      className="po-overlay"
      aria-labelledby="po-title"
      onChange={stop}
      onSubmit={stop}
      onWheel={stop}
      onTouchMove={stop}
      onCancel={(event) => {
        stop(event)
        event.preventDefault()
        close()
      }}
      onClose={(event) => {
        stop(event)
        // A browser may close a dialog on its own; one that must be answered comes back.
        if (dialog.current?.isConnected && currentEntry(routerStore(portico).getState())) showDialog(dialog.current, card.current)
      }}
      onKeyDown={onKeyDown}
      onPointerDown={(event: PointerEvent) => {
        stop(event) // a dialog of the site closes at a press beside it
        pressed.current = event.target
      }}
      onPointerUp={({ target }) => {
        if (target !== pressed.current) pressed.current = null // let go of elsewhere: a click of both is one on the dialog
      }}
      onClickCapture={(event) => {
        // The second press of a double click on what opened the modal is meant for that.
        isFresh.current &&= event.detail > 1
        if (!isFresh.current) return
        stop(event)
        event.preventDefault()
      }}
      onClick={(event) => {
        stop(event)
        if (event.target === dialog.current && pressed.current === dialog.current) close()
      }}
    >
      <section ref={card} className="po-modal" data-view={drawn?.entry.view}>
        <ToastBox />
        {unloaded ? <UnloadedView {...unloaded} /> : view}
      </section>
    </dialog>
  )
}

/** Focus goes back to the button that opened the modal; where that is gone, as the account's is after disconnecting, or in a menu that has closed, to another one. */
function returnFocus(portico: Portico) {
  const opener = openerOf(portico)
  openerOf.clear(portico)
  if (!(opener instanceof HTMLElement)) return
  for (const target of [opener, ...document.querySelectorAll<HTMLElement>('.po-host')]) {
    target.focus({ preventScroll: true })
    if (target.matches(':focus')) break
  }
}
