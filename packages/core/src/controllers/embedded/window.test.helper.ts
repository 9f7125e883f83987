import { vi } from 'vitest'
import { secureOrigin } from './embedded.test.helper.js'

/** A window that the page opened, played by the test. */
export interface FakeWindow {
  closed: boolean
  readonly urls: string[]
  readonly location: { readonly replace: (uri: string) => void }
  readonly close: () => void
  readonly postMessage: (message: unknown, options: { readonly targetOrigin: string }) => void
  /** What the page said to it. */
  readonly told: { readonly message: unknown; readonly targetOrigin: string }[]
}

/** Puts a page behind `window` that can open windows and hears what they post. Take it back with `vi.unstubAllGlobals()`. */
export function stubWindows({ blocks = false, hash = '', throws = false } = {}) {
  const target = new EventTarget()
  const opened: FakeWindow[] = []
  const features: string[] = []
  const left: string[] = []
  const browser = { blocks, throws, isPress: false }
  const open = (url: string, _: string, given: string) => {
    features.push(given)
    if (browser.throws) throw new DOMException('no', 'SecurityError')
    if (browser.blocks) return null
    const told: FakeWindow['told'] = []
    const one: FakeWindow = {
      closed: false,
      urls: [url],
      told,
      location: { replace: (uri) => void one.urls.push(uri) },
      close() {
        one.closed = true
      },
      postMessage: (message, { targetOrigin }) => void told.push({ message, targetOrigin }),
    }
    opened.push(one)
    return one
  }
  const location = {
    hash,
    pathname: '/shop',
    search: '?a=1',
    href: `https://shop.example/shop?a=1${hash}`,
    origin: 'https://shop.example',
    hostname: 'shop.example',
    assign: (uri: string) => void left.push(uri),
  }
  const replaced: string[] = []
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', { state: null, replaceState: (_: unknown, __: string, url: string) => void replaced.push(url) })
  let listening = 0
  vi.stubGlobal('window', {
    open,
    outerWidth: 1200,
    outerHeight: 900,
    screenX: 0,
    screenY: 0,
    addEventListener: (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
      if (type === 'message') {
        listening += 1
        options?.signal?.addEventListener('abort', () => (listening -= 1))
      }
      target.addEventListener(type, listener, options)
    },
    removeEventListener: target.removeEventListener.bind(target),
  })
  return {
    opened,
    features,
    left,
    replaced,
    browser,
    /** How many listen for messages. */
    listening: () => listening,
    /** Something posts a message to the page. */
    post: (data: unknown, { origin = secureOrigin, source = opened.at(-1) }: { origin?: string; source?: unknown } = {}) =>
      void target.dispatchEvent(Object.assign(new Event('message'), { data, origin, source })),
  }
}
