import { namespaces, type Namespace, type Portico } from '@portico/core'
import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { PorticoButton } from '../buttons/PorticoButton.js'
import type { Locale } from '../i18n/locale.js'
import { PorticoProvider } from '../PorticoProvider.js'

export interface PorticoButtonOptions {
  /** What the element is called. Default 'portico-button'. */
  readonly name?: string
  /** The visitor's language. Default: English. */
  readonly locale?: Locale
}

/** Attributes of the element, each with the property of `PorticoButton` that it is. */
const attributes = ['size', 'label', 'balance', 'profile', 'namespace']

/**
 * Makes `<portico-button>` an element of the page: the button that connects, and once connected shows the account. Needs the modal of
 * `createModal` for the same portico, and `@portico/react-ui/styles.css`. Attributes: `size` (`md` or `sm`), `label` instead of
 * "Connect", `balance="false"`, `profile="false"`, and `namespace`. Does nothing on a server, or where the name is taken already.
 * @example
 * createModal(portico)
 * definePorticoButton(portico)
 * // <portico-button size="sm"></portico-button>
 */
export function definePorticoButton(portico: Portico, { name = 'portico-button', locale }: PorticoButtonOptions = {}): void {
  if (typeof customElements === 'undefined' || customElements.get(name)) return

  class PorticoButtonElement extends HTMLElement {
    static readonly observedAttributes = attributes
    #root: Root | undefined

    connectedCallback(): void {
      this.#root ??= createRoot(this)
      this.#draw()
    }

    /** One that is moved about the page is taken out and put in again at once: it keeps what it has. */
    disconnectedCallback(): void {
      queueMicrotask(() => {
        if (this.isConnected) return
        this.#root?.unmount()
        this.#root = undefined
      })
    }

    attributeChangedCallback(): void {
      if (this.#root) this.#draw()
    }

    #draw(): void {
      const label = this.getAttribute('label')
      const wanted = this.getAttribute('namespace')
      const namespace = namespaces.find((one): one is Namespace => one === wanted)
      const button = createElement(
        PorticoButton,
        {
          size: this.getAttribute('size') === 'sm' ? 'sm' : 'md',
          balance: this.getAttribute('balance') !== 'false',
          profile: this.getAttribute('profile') !== 'false',
          namespace,
        },
        ...(label === null ? [] : [label]),
      )
      this.#root?.render(createElement(PorticoProvider, { portico, ...(locale && { locale }) }, button))
    }
  }
  customElements.define(name, PorticoButtonElement)
}
