'use client'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { I18nProvider } from '../i18n/I18nProvider.js'
import { usePortico, usePorticoContext } from '../PorticoProvider.js'
import { embeddedOf, loadLogin } from '../features/connect/useLogin.js'
import { Dialog } from './Dialog.js'
import { openShadowRoot } from './shadowRoot.js'
import { ViewOptionsContext, type ViewOptions } from './ViewOptionsContext.js'

/** The modal itself: a dialog in a shadow root of its own, where the page's style sheets cannot reach. */
export function ModalRoot(props: ViewOptions) {
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const [mounting, setMounting] = useState<HTMLElement>()
  useLayoutEffect(() => {
    const { element, remove } = openShadowRoot(portico)
    setMounting(element)
    return remove
  }, [portico])
  useEffect(() => {
    // What Connect shows beside the wallets, so that a click finds it there.
    if (embeddedOf(portico)) loadLogin(portico).catch(() => undefined)
  }, [portico])
  if (!mounting) return null
  return createPortal(
    <ViewOptionsContext.Provider value={props}>
      <I18nProvider locale={locale}>
        <Dialog root={mounting} />
      </I18nProvider>
    </ViewOptionsContext.Provider>,
    mounting,
  )
}
