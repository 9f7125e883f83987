import type { Eip1193Provider } from '../wallet/types.js'
import { decode, encode } from './codec.js'

/** The wallet's end of a bridge: it answers text with text, and gives events as an expression for the page to evaluate. */
export interface FaceBridge {
  /** The name under which the page must be able to call `answer`. */
  readonly binding: string
  /** The page's end, a script to run before the page's own. */
  readonly script: string
  /** Never rejects: failures travel inside the text. */
  answer(origin: string, request: string): Promise<string>
  /** An expression that delivers an event. */
  deliver(event: string, payload: unknown): string
}

export interface FaceBridgeOptions {
  /** Names the bridge. Different from that of every other bridge of the page, for example `solana:` and the wallet's uuid. */
  readonly id: string
  /** The way in to the wallet, for the pages of one origin. */
  port(origin: string): Pick<Eip1193Provider, 'request'>
  /**
   * The text of a function `(port, config) => void` that puts a face into the page: what sites find there, over `port`'s
   * `request`, `on` and `removeListener`. It refers to nothing outside itself; build it from functions with `String`.
   */
  readonly face: string
  /** What the face has to know. Plain data; bytes are fine. */
  readonly config: unknown
}

/** What the page's end of a bridge has to know. Plain data. */
interface PageConfig {
  /** Name of the function on `window` that carries a request out of the page. */
  readonly binding: string
  /** Name of the event on `window` that carries the wallet's events into the page. */
  readonly channel: string
  readonly config: string
}

/** A bridge between a wallet in this process and a face of any kind in a page. */
export function createFaceBridge({ id, port, face, config }: FaceBridgeOptions): FaceBridge {
  const name = id.replaceAll(/[^a-zA-Z0-9]/g, '_')
  const binding = `__headlessWallet_${name}`
  const channel = `headless-wallet:${name}`
  const page: PageConfig = { binding, channel, config: encode(config) }
  const ports = new Map<string, Pick<Eip1193Provider, 'request'>>()
  return {
    binding,
    script: `(${String(runInPage)})(${[JSON.stringify(page), face, String(encode), String(decode)].join(', ')})`,
    async answer(origin, text) {
      const known = ports.get(origin) ?? port(origin)
      ports.set(origin, known)
      try {
        const request = decode(text)
        const method: unknown = Reflect.get(Object(request), 'method')
        const params: unknown = Reflect.get(Object(request), 'params')
        return encode({ answer: await known.request({ method: String(method), params }) })
      } catch (error) {
        return encode({ error })
      }
    },
    deliver(event, payload) {
      const detail = JSON.stringify(encode({ event, payload }))
      return `void window.dispatchEvent(new CustomEvent(${JSON.stringify(channel)}, { detail: ${detail} }))`
    },
  }
}

/** Runs in the page. Sent there as text, so it refers to nothing outside itself. */
function runInPage(
  page: PageConfig,
  face: (port: Eip1193Provider, config: unknown) => void,
  encodeInPage: typeof encode,
  decodeInPage: typeof decode,
): void {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  window.addEventListener(page.channel, (message) => {
    const sent = message instanceof CustomEvent ? decodeInPage(String(message.detail)) : undefined
    const event: unknown = Reflect.get(Object(sent), 'event')
    const payload: unknown = Reflect.get(Object(sent), 'payload')
    for (const listener of [...(listeners.get(String(event)) ?? [])]) {
      try {
        listener(payload)
      } catch (error) {
        reportError(error)
      }
    }
  })
  const port: Eip1193Provider = {
    async request(request) {
      const send: unknown = Reflect.get(window, page.binding)
      if (typeof send !== 'function') throw new Error('The bridge to the wallet is not there.')
      const reply = Object(decodeInPage(String(await send(encodeInPage(request)))))
      if ('error' in reply) throw Reflect.get(reply, 'error')
      return Reflect.get(reply, 'answer')
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return port
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return port
    },
  }
  face(port, decodeInPage(page.config))
}
