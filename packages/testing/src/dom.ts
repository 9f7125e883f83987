/** The globals of a page, of which a DOM in Node has some. */
type Page = typeof globalThis & Window

/**
 * Gives jsdom, and an older happy-dom, what the modal needs and they do not have: `dialog.showModal`, style sheets that are made in code,
 * `matchMedia`, observers, animations, and what an `AbortSignal` has come to do since. Nothing that is there is replaced, and nothing is drawn: sizes are 0, no media query but
 * `reduce`d motion holds, and no sheet applies. Call it once before the first test, in a setup file.
 * @param page the window of the tests. Default: the global one
 * @example
 * // vitest.setup.ts
 * import { completeDom } from '@portico/testing/dom'
 *
 * completeDom()
 * @throws TypeError where there is no DOM at all
 */
export function completeDom(page: object = globalThis): void {
  const given = page as Page // what of it is there is looked at below
  const dialog = given.HTMLDialogElement?.prototype ?? given.HTMLElement?.prototype
  if (!dialog) throw new TypeError('There is no DOM: run the test with `environment: "jsdom"` or "happy-dom".')
  const add = (target: object, name: string, value: unknown) => {
    if (Reflect.get(target, name) === undefined) Object.defineProperty(target, name, { value, configurable: true, writable: true })
  }

  const modal = new WeakSet<Element>()
  const show = function (this: HTMLDialogElement) {
    this.setAttribute('open', '')
  }
  const { close } = dialog
  const isNew = typeof dialog.showModal !== 'function'
  add(dialog, 'show', show)
  add(dialog, 'showModal', function (this: HTMLDialogElement) {
    modal.add(this)
    show.call(this)
  })
  if (isNew || typeof close !== 'function')
    Object.defineProperty(dialog, 'close', {
      configurable: true,
      writable: true,
      value(this: HTMLDialogElement) {
        modal.delete(this)
        if (!this.hasAttribute('open')) return
        this.removeAttribute('open')
        this.dispatchEvent(new given.Event('close'))
      },
    })
  if (isNew) answerModal(given.Element.prototype, modal)

  if (!canBeMade(given))
    Object.defineProperty(given, 'CSSStyleSheet', {
      configurable: true,
      writable: true,
      value: class {
        readonly cssRules: readonly unknown[] = []
        replaceSync() {}
        replace() {
          return Promise.resolve(this)
        }
        insertRule() {
          return 0
        }
      },
    })
  add(given, 'matchMedia', (media: string) => ({
    media,
    matches: /prefers-reduced-motion:\s*reduce/.test(media),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords(): readonly unknown[] {
      return []
    }
  }
  add(given, 'ResizeObserver', Observer)
  add(given, 'IntersectionObserver', Observer)
  completeSignals(given, add)
  const element = given.Element.prototype
  add(element, 'scrollTo', () => undefined)
  add(element, 'scrollIntoView', () => undefined)
  add(element, 'getAnimations', () => [])
  add(element, 'animate', () => ({ finished: Promise.resolve(), cancel: () => undefined, addEventListener: () => undefined }))
}

type Add = (target: object, name: string, value: unknown) => void

/** The jsdom of Jest 29 has signals of its own, without what came later: no wallet is asked before one was looked at. */
function completeSignals({ AbortController, AbortSignal, DOMException }: Page, add: Add): void {
  add(AbortSignal.prototype, 'throwIfAborted', function (this: AbortSignal) {
    if (this.aborted) throw this.reason
  })
  add(AbortSignal, 'timeout', (ms: number) => {
    const controller = new AbortController()
    const timer: unknown = setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms)
    if (typeof timer === 'object' && timer && 'unref' in timer && typeof timer.unref === 'function') timer.unref() // in Node: no test waits for it
    return controller.signal
  })
}

/** Whether `new CSSStyleSheet()` gives a sheet that can be filled. */
function canBeMade({ CSSStyleSheet: Sheet }: Page): boolean {
  try {
    return typeof new Sheet().replaceSync === 'function'
  } catch {
    return false
  }
}

/** Has `matches(':modal')` answer for dialogs that were shown here: without a `showModal` the selector is unknown, too. */
function answerModal(element: Element, modal: WeakSet<Element>) {
  const { matches } = element
  Object.defineProperty(element, 'matches', {
    configurable: true,
    writable: true,
    value(this: Element, selector: string) {
      return selector === ':modal' ? modal.has(this) : matches.call(this, selector)
    },
  })
}
