'use client'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { I18nProvider } from '../i18n/I18nProvider.js'
import { usePortico, usePorticoContext } from '../PorticoProvider.js'
import { useSite } from '../hooks/useSite.js'
import { directory } from '../wallets/builtInWallets.js'
import { loadMarks } from '../wallets/useMark.js'
import { useWallets } from '../wallets/useWallets.js'
import { Dialog } from './Dialog.js'
import { loadEntries } from './registry.js'
import { createModalShadow, type ModalShadow } from './shadowRoot.js'
import { ViewOptionsContext, type ViewOptions } from './ViewOptionsContext.js'

/** The modal itself: a dialog in a shadow root of its own, where the page's style sheets cannot reach. */
export function ModalRoot(props: ViewOptions) {
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const shadow = useMemo(() => createModalShadow(portico), [portico])
  useEffect(() => {
    // What Connect shows beside the wallets, so that a click finds it there.
    loadEntries(portico, 'connect.ways').catch(() => undefined)
    void loadMarks(portico)
  }, [portico])
  return (
    <>
      <Attached shadow={shadow} />
      <ListReady />
      {createPortal(
        <ViewOptionsContext.Provider value={props}>
          <I18nProvider locale={locale}>
            <Dialog root={shadow.element} />
          </I18nProvider>
        </ViewOptionsContext.Provider>,
        shadow.element,
      )}
    </>
  )
}

/**
 * Keeps the modal's element in the page. It comes before the dialog, and so do its effects: a dialog that is not in a page cannot
 * be shown, and React's StrictMode takes the element out and puts it back as soon as it is there.
 */
function Attached({ shadow }: { readonly shadow: ModalShadow }) {
  useLayoutEffect(() => shadow.attach(), [shadow])
  return null
}

/** Has the wallets of the first view in order before the modal is opened: a press then has that much less to do. */
function ListReady() {
  useWallets(undefined, directory)
  useSite()
  return null
}
