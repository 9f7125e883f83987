'use client'
import type { ConnectTarget } from '@portico/core'
import { createContext, useContext } from 'react'

/** What a site says about its modal, for the views. */
export interface ViewOptions {
  /** Whether Connect names Portico at its foot. Default true. */
  readonly brand?: boolean
  /** Shown under Connect: what the visitor accepts by connecting. https: or same-origin URLs. */
  readonly terms?: string
  readonly privacy?: string
  /** Whether Connect has the wallets behind a button, for a site that leads with e-mail. Only where there is another way in. Default false. */
  readonly collapseWallets?: boolean
}

export const ViewOptionsContext = createContext<ViewOptions>({})
export const useViewOptions = (): ViewOptions => useContext(ViewOptionsContext)

declare module '@portico/core' {
  interface PorticoViews {
    /** The wallets alone, where Connect has them behind a button. */
    ConnectWallets: undefined | ConnectTarget
  }
}
