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

/** How an element of ours, whatever copy of this module defined it, is given what it draws with. */
const shown = Symbol.for('portico.button')

/** Attributes of the element, each with the property of `PorticoButton` that it is. */
const attributes = ['size', 'label', 'balance', 'profile', 'namespace']

/**
 * Makes `<portico-button>` an element of the page: the button that connects, and once connected shows the account. Needs the modal of
 * `createModal` for the same portico, and `@portico/react-ui/styles.css`. Attributes: `size` (`md` or `sm`), `label` instead of
 * "Connect", `balance="false"`, `profile="false"`, and `namespace`. Called again for the same name, its elements go on with the portico
 * and the language of that call. Does nothing on a server, or where the name is somebody else's.
 * @example
 * createModal(portico)
 * definePorticoButton(portico)
 * // <portico-button size="sm"></portico-button>
 */
export function definePorticoButton(portico: Portico, { name = 'portico-button', locale }: PorticoButtonOptions = {}): void {
  if (typeof customElements === 'undefined') return
  const known = customElements.get(name)
  if (known) {
    // A name stays with the page, the portico may not: a part of the page that is left and entered again makes another one.
    if (shown in known && typeof known[shown] === 'function') known[shown](portico, locale)
    return
  }

  class PorticoButtonElement extends HTMLElement {
    static readonly observedAttributes = attributes
    static readonly #here = new Set<PorticoButtonElement>()
    #root: Root | undefined

    static [shown](nextPortico: Portico, nextLocale: Locale | undefined): void {
      portico = nextPortico
      locale = nextLocale
      // All let go of the one before, and only then does the next begin: two at once under one id would not share their storage.
      // Emptied first: within a press, ending one root has React draw what the others still wait to show.
      for (const element of PorticoButtonElement.#here) element.#root?.render(null)
      for (const element of PorticoButtonElement.#here) element.#end()
      for (const element of PorticoButtonElement.#here) element.#begin()
    }

    connectedCallback(): void {
      PorticoButtonElement.#here.add(this)
      this.#begin()
    }

    /** One that is moved about the page is taken out and put in again at once: it keeps what it has. */
    disconnectedCallback(): void {
      queueMicrotask(() => {
        if (this.isConnected) return
        PorticoButtonElement.#here.delete(this)
        this.#end()
      })
    }

    attributeChangedCallback(): void {
      if (this.#root) this.#draw()
    }

    #begin(): void {
      this.#root ??= createRoot(this)
      this.#draw()
    }

    #end(): void {
      this.#root?.unmount()
      this.#root = undefined
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
