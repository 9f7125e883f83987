'use client'
import { closeModal, connectorStore, type Portico } from '@portico/core'
import { currentEntry, defineStore, routerStore } from '@portico/core/kit'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { I18nProvider } from '../i18n/I18nProvider.js'
import { countModal } from '../development/modals.js'
import type { ModalProps } from '../Modal.js'
import { usePortico, usePorticoContext } from '../PorticoProvider.js'
import { useSite } from '../hooks/useSite.js'
import { directory } from '../wallets/builtInWallets.js'
import { pairingConnector } from '../wallets/pairingConnector.js'
import { loadMarks } from '../wallets/useMark.js'
import { useWallets } from '../wallets/useWallets.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { Dialog } from './Dialog.js'
import { loadEntries } from './registry.js'
import { createModalShadow, type ModalShadow } from './shadowRoot.js'
import { useControlled } from './useControlled.js'
import { ViewOptionsContext } from './ViewOptionsContext.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** How long the modal may be off the page before it counts as closed, in milliseconds: the next page of the site may have one, too. */
const absence = 1000
const modalsOf = defineStore<readonly ModalShadow[]>('modals here', () => [])

/** Closes what was opened for a page that has gone: who comes back to it later has not asked for it. What is opened from now on, has been. */
export function leave(portico: Portico): void {
  const keyNow = () => currentEntry(routerStore(portico).getState())?.key
  const key = keyNow()
  setTimeout(() => !modalsOf(portico).getState()[0] && keyNow() === key && closeModal(portico), absence)
}

/** The modal itself: a dialog in a shadow root of its own, where the page's style sheets cannot reach. */
export function ModalRoot(props: ModalProps) {
  const portico = usePortico()
  const latest = useControlled(portico, props)
  const { locale } = usePorticoContext()
  const shadow = useMemo(() => createModalShadow(portico), [portico])
  // State of its own, and not the store's: what a layout effect sets is drawn before the next frame, so that a press waits for none.
  const [isFirst, setFirst] = useState(false)
  useLayoutEffect(() => {
    const undress = shadow.dress()
    const { setState, subscribe } = modalsOf(portico)
    const end = subscribe(([first]) => setFirst(first === shadow))
    setState((all) => [...all, shadow], true)
    const uncount = process.env.NODE_ENV === 'production' ? undefined : countModal(portico)
    if (process.env.NODE_ENV !== 'production')
      import('../development/warnings.js').then(
        ({ warn }) => warn(portico, latest.current),
        () => undefined,
      )
    return () => {
      if (process.env.NODE_ENV !== 'production') uncount?.()
      end()
      setState((all) => all.filter((one) => one !== shadow), true)
      undress()
      leave(portico)
    }
  }, [portico, shadow, latest])
  useEffect(() => {
    // What Connect shows beside the wallets, so that a click finds it there.
    loadEntries(portico, 'connect.ways').catch(() => undefined)
  }, [portico])
  if (!isFirst) return null // not yet counted, or the page has one for this portico: two would lie upon each other, and only one be told what the features say
  return (
    <>
      <ListReady />
      {createPortal(
        <ViewOptionsContext.Provider value={props}>
          <I18nProvider locale={locale}>
            <Dialog shadow={shadow} />
          </I18nProvider>
        </ViewOptionsContext.Provider>,
        shadow.element,
      )}
    </>
  )
}

/** Has the wallets of the first view in order before the modal is opened: a press then has that much less to do. */
function ListReady() {
  const portico = usePortico()
  const hasPairing = usePorticoStore(connectorStore, (state) => pairingConnector(state) !== undefined)
  useWallets(undefined, directory)
  useSite()
  useEffect(() => {
    if (hasPairing) void loadMarks(portico) // built-in wallets may then fill the first view
  }, [portico, hasPairing])
  return null
}
