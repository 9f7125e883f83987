import type { Page } from '../client/frame.js'

/** An iframe in the fake page: what it was made of, and the window of the page inside. */
export interface FakeIframe {
  readonly id: string
  readonly name: string
  readonly src: string
  readonly title: string
  readonly referrerPolicy: string
  readonly allow: string
  readonly attributes: ReadonlyMap<string, string>
  readonly style: { cssText: string }
  readonly contentWindow: object
  /** Its dialog is open. */
  readonly isShown: () => boolean
  /** How often the page has given it the focus, and whether that scrolled to it. */
  readonly focused: () => number
  readonly scrolledTo: () => boolean
  /** The element around it, as it is styled, and how the tree of that is made. */
  readonly host: { readonly cssText: string; readonly mode: unknown; readonly slots: number }
  /** The browser has loaded the page inside, or shows one of its own in its place. */
  readonly loaded: () => void
  /** The page took it away: it has no window any more. */
  readonly lose: () => void
  /** The visitor presses Escape beside the page inside. */
  readonly escape: () => void
  /** The browser closes the dialog on its own. */
  readonly shut: () => void
  /** The visitor presses something in the dialog: the page inside, or what is beside it. */
  readonly press: (where: 'beside' | 'inside', at?: { readonly clientX: number; readonly clientY: number }) => void
  /** The page inside speaks to the window around it, as `parent.postMessage` does. */
  readonly post: (data: unknown, targetOrigin: string, transfer?: readonly MessagePort[]) => void
}

export interface FakePage extends Page {
  readonly origin: string
  /** Iframes that are in the page now. */
  readonly iframes: readonly FakeIframe[]
  /** How many there ever were. */
  readonly made: () => number
  readonly listeners: () => number
  /** Dispatches any message to the window. */
  readonly dispatch: (event: {
    readonly data: unknown
    readonly origin: string
    readonly source: unknown
    readonly ports?: readonly MessagePort[]
  }) => void
}

export interface FakePageOptions {
  readonly origin?: string
  readonly load?: (iframe: FakeIframe) => void
  /** The topmost element at a place of the page. */
  readonly below?: (x: number, y: number) => object | null
}

interface Element {
  children: Element[]
  parent?: Element
  attributes: Map<string, string>
  listeners: Map<string, (event: object) => void>
  [field: string]: unknown
}

/**
 * A page for tests: as much of a DOM as the frame needs.
 * @param load runs in each iframe once it is in the page, as its document would
 */
export function fakePage({ origin = 'https://shop.example', load = () => undefined, below = () => null }: FakePageOptions = {}): FakePage {
  const listeners = new Set<(event: MessageEvent<unknown>) => void>()
  const iframes: FakeIframe[] = []
  let made = 0

  const dispatch: FakePage['dispatch'] = ({ ports = [], ...event }) => {
    for (const listener of [...listeners]) listener({ ...event, ports } as unknown as MessageEvent<unknown>)
  }

  function createElement(tag: string): Element {
    const element: Element = {
      tag,
      children: [],
      attributes: new Map(),
      listeners: new Map(),
      style: { cssText: '' },
      open: false,
      isConnected: true,
      setAttribute: (name: string, value: string) => void element.attributes.set(name, value),
      addEventListener: (type: string, listener: (event: object) => void) => void element.listeners.set(type, listener),
      append(child: Element) {
        child.parent = element
        element.children.push(child)
      },
      attachShadow({ mode }: { mode?: unknown }) {
        const root = createElement('#root')
        element['mode'] = mode
        element.children.push(root)
        root.parent = element
        return root
      },
      showModal: () => void (element['open'] = true),
      close: () => void (element['open'] = false),
      focused: 0,
      focus(options: { preventScroll?: boolean } = {}) {
        element['focused'] = Number(element['focused']) + 1
        if (options.preventScroll !== true) element['scrolledTo'] = true
      },
      remove() {
        for (const one of iframesIn(element))
          iframes.splice(
            iframes.findIndex(({ contentWindow }) => contentWindow === one['contentWindow']),
            1,
          )
        for (const one of iframesIn(element)) one['contentWindow'] = null
      },
      ...(tag === 'iframe' && { contentWindow: {} }),
    }
    return element
  }

  const all = (tag: string, element: Element): Element[] =>
    element['tag'] === tag ? [element] : element.children.flatMap((child) => all(tag, child))
  const iframesIn = (element: Element): Element[] => all('iframe', element)

  function insert(host: Element) {
    // Into which the iframe is slotted.
    const [dialog] = all('dialog', host)
    for (const element of iframesIn(host)) {
      const { contentWindow, src } = element as { contentWindow?: unknown; src?: unknown }
      const inside = contentWindow as object
      const frameOrigin = new URL(String(src)).origin
      const iframe: FakeIframe = {
        id: String(element['id']),
        name: String(element['name']),
        src: String(src),
        title: String(element['title']),
        referrerPolicy: String(element['referrerPolicy']),
        allow: String(element['allow']),
        attributes: element.attributes,
        style: element['style'] as { cssText: string },
        contentWindow: inside,
        isShown: () => dialog?.['open'] === true,
        focused: () => Number(element['focused']),
        scrolledTo: () => element['scrolledTo'] === true,
        host: { ...(host['style'] as { cssText: string }), mode: host['mode'], slots: dialog ? all('slot', dialog).length : 0 },
        shut() {
          if (dialog) dialog['open'] = false
          dialog?.listeners.get('close')?.({})
        },
        press: (where, at = { clientX: 0, clientY: 0 }) =>
          dialog?.listeners.get('click')?.({ ...at, target: where === 'beside' ? dialog : element }),
        loaded: () => (element['onload'] as (() => void) | undefined)?.(), // set before the page is in the frame
        lose: () => void (element['contentWindow'] = null),
        escape: () => dialog?.listeners.get('cancel')?.({ preventDefault: () => undefined }),
        post(data, targetOrigin, transfer = []) {
          if (element['contentWindow'] === null || (targetOrigin !== '*' && targetOrigin !== origin)) return
          dispatch({ data: structuredClone(data), origin: frameOrigin, source: inside, ports: transfer })
        },
      }
      made += 1
      iframes.push(iframe)
      queueMicrotask(() => load(iframe))
    }
  }

  const document = { createElement, body: { append: insert }, documentElement: { lang: 'en' }, elementFromPoint: below }
  return {
    origin,
    iframes,
    dispatch,
    made: () => made,
    listeners: () => listeners.size,
    document: document as unknown as Document,
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  }
}

/** The window of a page inside an iframe, for `openFrameChannel`. */
export const windowOf = ({ post }: FakeIframe): { readonly parent: Pick<Window, 'postMessage'> } => ({
  parent: {
    postMessage: (data: unknown, target?: unknown, transfer?: unknown) => post(data, String(target), transfer as readonly MessagePort[]),
  },
})

/** A sheet that styles nothing: Node has none. */
export class FakeSheet {
  replaceSync(): void {
    // Nothing is drawn.
  }
}
