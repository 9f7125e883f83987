import { vi } from 'vitest'

/** A page without a DOM: something that has events, counts who listens, and can play the browser's part. */
export interface FakePage {
  /** How many listeners there are, by event. */
  readonly listeners: () => Readonly<Record<string, number>>
  /** What the browser says to a tab when another one writes a key; null when everything was cleared. */
  readonly storage: (key: string | null) => void
  readonly pageshow: (persisted: boolean) => void
}

/** Puts a page behind the global `window`. Take it back with `vi.unstubAllGlobals()`. */
export function stubPage(): FakePage {
  const target = new EventTarget()
  const live = new Map<string, Set<unknown>>()
  const add: EventTarget['addEventListener'] = (type, listener, options) => {
    const of = live.get(type) ?? new Set()
    live.set(type, of.add(listener))
    if (typeof options === 'object') options.signal?.addEventListener('abort', () => of.delete(listener))
    target.addEventListener(type, listener, options)
  }
  const remove: EventTarget['removeEventListener'] = (type, listener, options) => {
    live.get(type)?.delete(listener)
    target.removeEventListener(type, listener, options)
  }
  vi.stubGlobal('window', { addEventListener: add, removeEventListener: remove })
  return {
    listeners: () => Object.fromEntries([...live].filter(([, of]) => of.size).map(([type, of]) => [type, of.size])),
    storage: (key) => void target.dispatchEvent(Object.assign(new Event('storage'), { key })),
    pageshow: (persisted) => void target.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })),
  }
}

/** Lets everything that waits only for other promises and for imports happen. No clock, real or fake, moves. */
export async function settled(): Promise<void> {
  await vi.dynamicImportSettled()
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}
