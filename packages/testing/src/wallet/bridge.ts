import { announce, type AnnounceOptions } from './announce.js'
import { decode, encode } from './codec.js'
import type { Eip1193Provider, HeadlessWallet, WalletInfo } from './types.js'

/** What the page's end of a bridge has to know. Plain data. */
interface BridgeConfig {
  /** Name of the function on `window` that carries a request out of the page. */
  readonly binding: string
  /** Name of the event on `window` that carries the wallet's events into the page. */
  readonly channel: string
  readonly info: WalletInfo
  readonly flags: string
  readonly announce: Omit<AnnounceOptions, 'window'>
}

/** The wallet's end of a bridge: it answers text with text, and gives events as an expression for the page to evaluate. */
export interface Bridge {
  /** The name under which the page must be able to call `answer`. */
  readonly binding: string
  /** The page's end, a script to run before the page's own. */
  readonly script: string
  /** Never rejects: failures travel inside the text. */
  answer(origin: string, request: string): Promise<string>
  /** An expression that delivers an event. */
  deliver(event: string, payload: unknown): string
}

export function createBridge(wallet: HeadlessWallet, options: Omit<AnnounceOptions, 'window'> = {}): Bridge {
  const id = wallet.info.uuid.replaceAll('-', '')
  const binding = `__headlessWallet_${id}`
  const channel = `headless-wallet:${id}`
  const { request: _request, on: _on, removeListener: _removeListener, ...flags } = wallet.provider
  const config: BridgeConfig = { binding, channel, info: wallet.info, flags: encode(flags), announce: options }
  const ports = new Map<string, Eip1193Provider>()
  return {
    binding,
    script: `(${String(runInPage)})(${[JSON.stringify(config), ...[announce, encode, decode].map(String)].join(', ')})`,
    async answer(origin, text) {
      const port = ports.get(origin) ?? wallet.port(origin)
      ports.set(origin, port)
      try {
        const request = decode(text)
        const method: unknown = Reflect.get(Object(request), 'method')
        const params: unknown = Reflect.get(Object(request), 'params')
        return encode({ answer: await port.request({ method: String(method), params }) })
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
function runInPage(config: BridgeConfig, announceInPage: typeof announce, encodeInPage: typeof encode, decodeInPage: typeof decode): void {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  window.addEventListener(config.channel, (message) => {
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
  const provider: Eip1193Provider = {
    async request(request) {
      const send: unknown = Reflect.get(window, config.binding)
      if (typeof send !== 'function') throw new Error('The bridge to the wallet is not there.')
      const reply = Object(decodeInPage(String(await send(encodeInPage(request)))))
      if ('error' in reply) throw Reflect.get(reply, 'error')
      return Reflect.get(reply, 'answer')
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  Object.assign(provider, decodeInPage(config.flags))
  announceInPage({ info: config.info, provider }, config.announce)
}
