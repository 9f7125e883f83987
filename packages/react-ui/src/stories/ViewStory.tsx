import { goLive, type Portico, type PorticoOptions } from '@portico/core'
import type { RecentWallet } from '@portico/core/kit'
import { fakeAdapter, memoryStorage, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'
import * as account from '../features/account/views.js'
import * as activity from '../features/activity/views.js'
import * as calls from '../features/calls/views.js'
import * as connect from '../features/connect/views.js'
import * as directory from '../features/directory/views.js'
import * as embedded from '../features/embedded/views.js'
import * as help from '../features/help/views.js'
import { builtIn } from '../features/list.js'
import * as login from '../features/login/views.js'
import * as loginWays from '../features/login/ways.js'
import * as names from '../features/names/views.js'
import * as network from '../features/network/views.js'
import * as nfts from '../features/nfts/views.js'
import * as onramp from '../features/onramp/views.js'
import * as pairing from '../features/pairing/views.js'
import * as permissions from '../features/permissions/views.js'
import * as send from '../features/send/views.js'
import * as siwx from '../features/siwx/views.js'
import * as swap from '../features/swap/views.js'
import { chooseFeatures } from '../features/registered.js'
import { builtInOf } from '../modal/features.js'
import { I18nProvider } from '../i18n/I18nProvider.js'
import type { Locale } from '../i18n/locale.js'
import { en } from '../locales/en/index.js'
import { ViewOptionsContext, type ViewOptions } from '../modal/ViewOptionsContext.js'
import { keep } from '../modal/registry.js'
import { ToastBox } from '../modal/ToastBox.js'
import { PorticoProvider } from '../PorticoProvider.js'
import { cairn, harbor, juniper } from './wallets.js'

export interface ViewStoryProps {
  readonly View: ComponentType<{ readonly params: never }>
  readonly params?: unknown
  /** Brings the portico into the state that the story shows. */
  readonly arrange?: (portico: Portico) => void
  readonly adapter?: FakeAdapterOptions
  /** Instead of `adapter`: a site of several chain families. */
  readonly adapters?: readonly FakeAdapterOptions[]
  readonly options?: Partial<PorticoOptions>
  readonly recent?: readonly RecentWallet[]
  readonly modal?: ViewOptions
  readonly locale?: Locale
  /** `sheet`: as on a phone. */
  readonly form?: 'modal' | 'sheet'
  /** How far the body is scrolled, in pixels. */
  readonly scroll?: number
}

/** A view of the modal in one state, on its card, without the dialog around it. */
export function ViewStory({
  View,
  params,
  arrange,
  adapter,
  adapters,
  options,
  recent = [],
  modal = {},
  locale = en,
  form = 'modal',
  scroll = 0,
}: ViewStoryProps) {
  const [portico] = useState(() => {
    const made = testPortico({
      adapters: (adapters ?? [{ connectors: [harbor, juniper, cairn], ...adapter }]).map((one) => fakeAdapter(one)),
      metadata: { name: 'Meridian' },
      storage: memoryStorage({ '@portico/portico/recent': JSON.stringify(recent) }),
      ...options,
    })
    chooseFeatures(made, { features: [], without: [] })
    builtInOf.put(made, builtIn)
    keep(made, { id: 'login' }, loginWays) // its views say more
    for (const [id, feature] of Object.entries({
      account,
      activity,
      nfts,
      connect,
      directory,
      embedded,
      help,
      login,
      names,
      network,
      pairing,
      permissions,
      siwx,
      send,
      onramp,
      swap,
      calls,
    }))
      keep(made, { id }, feature)
    arrange?.(made)
    return made
  })
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => ref.current?.querySelector('.po-body')?.scrollTo({ top: scroll }))
    return () => cancelAnimationFrame(frame)
  }, [scroll])
  return (
    <div
      ref={ref}
      data-form={form === 'sheet' ? 'sheet' : undefined}
      dir={locale.dir}
      lang={locale.code}
      style={{ inlineSize: 360, maxInlineSize: '100%' }}
    >
      <PorticoProvider portico={portico} locale={locale}>
        <Live portico={portico} />
        <ViewOptionsContext.Provider value={modal}>
          <I18nProvider locale={locale}>
            <section className="po-modal" role="dialog" aria-labelledby="po-title">
              <ToastBox />
              <View params={params as never} />
            </section>
          </I18nProvider>
        </ViewOptionsContext.Provider>
      </PorticoProvider>
    </div>
  )
}

/** Wallets are listed from the moment the modal loads. */
function Live({ portico }: { readonly portico: Portico }) {
  useEffect(() => void goLive(portico), [portico])
  return null
}
