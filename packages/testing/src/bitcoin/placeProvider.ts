import type { Eip1193Provider } from '../wallet/types.js'

/** An entry of `window.btc_providers` (WBIP-004). */
export interface ListedProvider {
  /** A path on `window` to the provider. */
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly methods: readonly string[]
}

/** What an object on `window` has to know of its wallet. Plain data, so that it can be sent to a page. */
export interface ProviderConfig {
  /** Where it is, for example `okxwallet.bitcoin`. */
  readonly path: string
  /** The dialect's name goes before each method and event. */
  readonly dialect: string
  /** `calls`: a function for each method. `request`: one `request(method, params)` for all. */
  readonly form: 'calls' | 'request'
  readonly methods: readonly string[]
  /** Properties beside. */
  readonly flags?: Readonly<Record<string, unknown>>
  /** How it is listed in `btc_providers`. */
  readonly entry?: ListedProvider
  /** Milliseconds before it is there at all. Default: at once. */
  readonly late?: number
}

/**
 * Puts a wallet's object on `window`, in place of whatever is there, and lists it if told to. Returns the way to take it
 * away, which puts back what was there.
 *
 * The bridge for drivers sends this function to the page as text, so it refers to nothing outside itself.
 */
export function placeProvider(port: Eip1193Provider, config: ProviderConfig, target: object = globalThis.window): () => void {
  const { path, dialect, form, methods, flags, entry, late } = config
  const provider: Record<string, unknown> = { ...flags }
  const ask = (method: string, params: unknown) => port.request({ method: `${dialect}:${method}`, params })
  type Listener = (payload: unknown) => void
  const isListener = (value: unknown): value is Listener => typeof value === 'function'

  if (form === 'calls') {
    for (const method of methods) provider[method] = (...args: readonly unknown[]) => ask(method, args)
    provider['on'] = (event: string, listener: Listener) => (port.on(`${dialect}:${event}`, listener), provider)
    provider['removeListener'] = (event: string, listener: Listener) => (port.removeListener(`${dialect}:${event}`, listener), provider)
  } else {
    provider['request'] = (method: string, params?: unknown) => ask(method, params)
    // The listener comes in one object with the event's name, or after it.
    provider['addListener'] = (first: unknown, second?: unknown) => {
      const event = typeof first === 'string' ? first : Reflect.get(Object(first), 'eventName')
      const listener: unknown = typeof first === 'string' ? second : Reflect.get(Object(first), 'cb')
      if (!isListener(listener)) return () => undefined
      // Wrapped, so that the same function can listen twice.
      const heard: Listener = (payload) => listener(payload)
      port.on(`${dialect}:${String(event)}`, heard)
      return () => void port.removeListener(`${dialect}:${String(event)}`, heard)
    }
  }
  if (form === 'request' && dialect === 'leather') {
    delete provider['addListener']
    provider['getProductInfo'] = () => ({ version: '6.60.0', name: 'Leather' })
  }

  const steps = path.split('.')
  const last = steps.pop() ?? path
  const put = (holder: object, name: string, value: unknown) =>
    Object.defineProperty(holder, name, { value, configurable: true, writable: true, enumerable: true })
  let takeAway = () => {}
  const arrive = () => {
    let holder = target
    const made: { readonly holder: object; readonly name: string }[] = []
    for (const name of steps) {
      const found: unknown = Reflect.get(holder, name)
      const next = typeof found === 'object' && found !== null ? found : {}
      if (next !== found) {
        put(holder, name, next)
        made.unshift({ holder, name })
      }
      holder = next
    }
    const before = Object.getOwnPropertyDescriptor(holder, last)
    put(holder, last, provider)
    if (entry) {
      const list: unknown = Reflect.get(target, 'btc_providers')
      if (Array.isArray(list)) list.push(entry)
      else put(target, 'btc_providers', [entry])
    }
    takeAway = () => {
      const list: unknown = Reflect.get(target, 'btc_providers')
      if (Array.isArray(list) && entry && list.includes(entry)) list.splice(list.indexOf(entry), 1)
      if (Reflect.get(holder, last) !== provider) return
      if (before) Object.defineProperty(holder, last, before)
      else Reflect.deleteProperty(holder, last)
      for (const { holder: parent, name } of made) {
        const left: unknown = Reflect.get(parent, name)
        if (Object.keys(Object(left)).length === 0) Reflect.deleteProperty(parent, name)
      }
    }
  }
  const timer = late === undefined ? undefined : setTimeout(arrive, late)
  if (late === undefined) arrive()
  return () => {
    clearTimeout(timer)
    takeAway()
  }
}
