'use client'
import type { ConnectTarget, Portico } from '@portico/core'
import { currentEntry, registerViews, routerStore } from '@portico/core/kit'
import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import type { Feature } from './feature.js'
import { loadModal, whenModalLoaded, type ModalModule } from './loadModal.js'
import { usePortico } from './PorticoProvider.js'
import { usePorticoStore } from './usePorticoStore.js'

export interface ModalProps {
  /** Parts of the modal beside the built-in ones. */
  readonly features?: readonly Feature[]
  /**
   * When the modal's code is fetched: on `intent` (pointer, touch or focus at a button), or when the page is `idle` after
   * its own load. Default 'intent'.
   */
  readonly prefetch?: 'intent' | 'idle'
  /** Whether Connect names Portico at its foot. Default true. */
  readonly brand?: boolean
  /** Shown under Connect: what the visitor accepts by connecting. https: or same-origin URLs. */
  readonly terms?: string
  readonly privacy?: string
  /** Whether Connect has the wallets behind a button, for a site that leads with e-mail. Only where there is another way in. Default false. */
  readonly collapseWallets?: boolean
}

/** Views that come with every modal. The names alone: their code is in the chunks. */
const builtInViews =
  'Connect AllWallets ConnectingMultiChain ConnectingExternal ConnectingWalletConnect ConnectingWalletConnectBasic GetWallet Downloads Account Wallets Receive ' +
  'CompatibleNetworks Settings Disconnect Networks SwitchNetwork SwitchActiveChain UnsupportedChain WhatIsAWallet WhatIsANetwork ConnectWallets ConnectSocials ' +
  'EmailVerifyOtp EmailVerifyDevice ConnectingSocial ConnectingFarcaster ApproveTransaction WalletSecurity UpdateEmailWallet UpdateEmailPrimaryOtp UpdateEmailSecondaryOtp'

/** The modal. Render it once, anywhere below the provider: it shows when a button, or `openModal`, asks for it. */
export function Modal(props: ModalProps) {
  const { features, prefetch = 'intent' } = props
  const portico = usePortico()
  const open = usePorticoStore(routerStore, (state) => currentEntry(state) !== undefined)
  const [Root, setRoot] = useState<ComponentType<ModalProps>>()

  useEffect(
    () => registerViews(portico, [...builtInViews.split(' '), ...(features ?? []).flatMap(({ views }) => Object.keys(views))]),
    [portico, features],
  )
  useEffect(() => {
    if (prefetch !== 'idle') return
    const abort = new AbortController()
    import('./whenIdle.js').then(
      ({ whenIdle }) => whenIdle(() => void loadModal(portico).catch(() => undefined), abort.signal),
      () => undefined,
    )
    return () => abort.abort()
  }, [portico, prefetch])
  useEffect(() => {
    const use = ({ ModalRoot }: ModalModule) => setRoot(() => ModalRoot)
    if (open && !Root) loadModal(portico).then(use, (error: unknown) => giveUp(portico, error))
    // Mounted as soon as it is there, not on the click: its element and its sheet are then ready, and only the view is left to draw.
    return whenModalLoaded(portico, use)
  }, [portico, open, Root])

  return Root ? <Root {...props} /> : null
}

/** Nothing can be shown, so nothing stays half open: the next click tries again. */
function giveUp(portico: Portico, error: unknown) {
  routerStore(portico).setState({ history: [] })
  console.error('Portico: the modal did not load', error)
}

declare module '@portico/core' {
  interface PorticoViews {
    /** The wallets alone, where Connect has them behind a button. */
    ConnectWallets: undefined | ConnectTarget
  }
}
