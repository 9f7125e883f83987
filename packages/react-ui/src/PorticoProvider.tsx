'use client'
import { connectionStore, InvalidOptionError, mount, networkStore, type Portico } from '@portico/core'
import { languageStore } from '@portico/core/kit'
import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { en } from './locales/en/index.js'
import type { Locale } from './i18n/locale.js'

interface PorticoContextValue {
  readonly portico: Portico
  readonly locale: Locale
}

const PorticoContext = createContext<PorticoContextValue | undefined>(undefined)

/** React warns of a layout effect on a server, where there is nothing to lay out. */
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** What the types cannot promise to a host that writes JavaScript: each hook and button below would fail at something else. */
function checkProps({ portico, locale }: { readonly portico: unknown; readonly locale: unknown }): void {
  const has = (value: unknown, name: string) => Object(value)[name] !== undefined
  if (!has(portico, 'slots'))
    throw new InvalidOptionError({
      option: 'portico',
      problem: 'expected what createPortico returns',
      hint: 'Make it once, outside of rendering: const portico = createPortico({ adapters }).',
    })
  if (!has(locale, 'buttons'))
    throw new InvalidOptionError({
      option: 'locale',
      problem: 'expected a language of the package',
      hint: "Import it by name: import { de } from '@portico/react-ui/locales/de'.",
    })
}

/** The portico that a provider has, and since when; `at` is 0 once that was said. */
interface Held {
  readonly portico: Portico
  readonly at: number
}

/** How soon no page changes its portico on purpose, nor a developer the module that makes it, in milliseconds. */
const tooSoon = 2_000

/** By something that a provider keeps for as long as it is drawn: a hook of its own for this would stay in production. */
const heldBy = new WeakMap<object, Held>()

/** Says once on the console that a portico is made with each drawing: each takes the modal, and what it shows, from the page. */
function noteAnother(provider: object, portico: Portico): void {
  const held = heldBy.get(provider)
  if (held?.portico === portico) return
  const isTooSoon = held !== undefined && Date.now() - held.at < tooSoon
  if (isTooSoon)
    console.warn('Portico: <PorticoProvider> is given another portico. Make it once, outside of rendering: each new one closes the modal.')
  heldBy.set(provider, { portico, at: isTooSoon || held?.at === 0 ? 0 : Date.now() })
}

export interface PorticoProviderProps {
  /** Made once, outside of rendering: `const portico = createPortico({ … })`. */
  readonly portico: Portico
  /** The visitor's language. Default: English. Others are imported by name, so that a page pays for one. */
  readonly locale?: Locale
  readonly children?: ReactNode
}

/**
 * Hands a portico to the components below, and mounts it while they are on the page. What an earlier visit left is there
 * before the first paint; a server renders `initialState`, and hydration continues from it without a warning.
 * @example const app = <PorticoProvider portico={portico}><PorticoButton /><Modal /></PorticoProvider>
 * @throws {@link InvalidOptionError} where `NODE_ENV` is not `production`, for what is no portico or no language
 */
export function PorticoProvider({ portico, locale = en, children }: PorticoProviderProps) {
  if (process.env.NODE_ENV !== 'production') checkProps({ portico, locale })
  const [, setShown] = useState<unknown>()
  useBrowserLayoutEffect(() => {
    if (process.env.NODE_ENV !== 'production') noteAnother(setShown, portico)
    const stores = [connectionStore(portico), networkStore(portico)]
    const before = stores.map((store) => store.getState())
    const unmount = mount(portico)
    // Components hear of a store's change after the paint; a change of state here has them drawn again before it.
    if (stores.some((store, at) => store.getState() !== before[at])) setShown({})
    return unmount
  }, [portico])
  useBrowserLayoutEffect(() => languageStore(portico).setState({ locale: locale.code }), [portico, locale])
  const value = useMemo(() => ({ portico, locale }), [portico, locale])
  return <PorticoContext.Provider value={value}>{children}</PorticoContext.Provider>
}

export function usePorticoContext(): PorticoContextValue {
  const value = useContext(PorticoContext)
  if (!value) throw new Error('Portico: no <PorticoProvider> above this component')
  return value
}

/**
 * The portico of this part of the page. Hand it to any action of `@portico/core`.
 * @example
 * const portico = usePortico()
 * const onClick = () => switchNetwork(portico, { networkId: 'eip155:8453' })
 */
export const usePortico = (): Portico => usePorticoContext().portico
