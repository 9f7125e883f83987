import { closeModal, openModal, type Portico, type ViewRequest } from '@portico/core'
import { check } from '@portico/core/kit'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { Locale } from '../i18n/locale.js'
import { Modal, type ModalProps } from '../Modal.js'
import { PorticoProvider } from '../PorticoProvider.js'

export interface CreateModalOptions extends ModalProps {
  /** The visitor's language. Default: English. */
  readonly locale?: Locale
}

export interface ModalHandle {
  /** Opens on a view; Connect, unless told otherwise. @throws UnknownViewError once the modal's code is there */
  readonly open: (request?: ViewRequest) => void
  readonly close: () => void
  /** Other options, such as another language. What is left out is as it was. */
  readonly update: (options: CreateModalOptions) => void
  /** Takes the modal off the page, and ends what the portico listens to unless something else on the page uses it. */
  readonly unmount: () => void
}

/**
 * The modal for a page without React of its own. Brings React along; the portico is mounted with it.
 * @param element where the modal's root stands, an empty element of the page. Default: a new one at the end of the page
 * @example
 * const portico = createPortico({ adapters: [evm({ networks: [mainnet] })] })
 * const modal = createModal(portico)
 * document.querySelector('#connect')?.addEventListener('click', () => modal.open())
 * @throws {@link InvalidOptionError} on a server, before the page has its body, and for an `element` that is none
 */
export function createModal(portico: Portico, element?: HTMLElement, options: CreateModalOptions = {}): ModalHandle {
  const { body } = globalThis.document ?? {}
  const late = 'Call createModal in the browser, once the page has its body: a module script waits for that.'
  check('element', body, 'there is no page to put the modal into', late)
  check('element', !element || element.nodeType === 1, "expected an element, as document.querySelector('#modal') returns it")
  const place = element ?? body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  let given = options
  const draw = () => {
    const { locale, ...props } = given
    root.render(createElement(PorticoProvider, { portico, ...(locale && { locale }) }, createElement(Modal, props)))
  }
  let ended = false
  // Once this step is over: `definePorticoButton` in the same one has its elements let go of another portico of the same id first.
  queueMicrotask(() => {
    if (!ended) draw()
  })
  return {
    open: (request = { view: 'Connect' }) => openModal(portico, request),
    close: () => closeModal(portico),
    update: (more) => {
      given = { ...given, ...more }
      draw()
    },
    unmount: () => {
      ended = true
      root.unmount()
      if (!element) place.remove()
    },
  }
}
