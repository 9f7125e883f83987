'use client'
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'

/** A row of the site's own under Connect's wallets. */
export interface ConnectRow {
  readonly id: string
  /** In the visitor's language. */
  readonly label: string
  /** A second line. */
  readonly text?: string
  /** Source of a square picture: data: or https: URL, or a path of the site's own. Default: the first letter of the label. */
  readonly icon?: string
  /** What a press does. The modal stays open: `useModal().close` closes it. */
  readonly onPress: () => void
}

/** What a site says about its modal, for the views. */
export interface ViewOptions {
  /** Whether Connect names Portico at its foot. Default true. */
  readonly brand?: boolean
  /** Shown under Connect: what the visitor accepts by connecting. https: or same-origin URLs. */
  readonly terms?: string
  readonly privacy?: string
  /** Instead of `terms` and `privacy`: the site's own words under Connect, with its own links. */
  readonly disclaimer?: ReactNode
  /** Rows of the site's own under the wallets of Connect: a guest's way in, a page of help. */
  readonly connectRows?: readonly ConnectRow[]
  /** Whether Connect has the wallets behind a button, for a site that leads with e-mail. Only where there is another way in. Default false. */
  readonly collapseWallets?: boolean
}

export const ViewOptionsContext = createContext<ViewOptions>({})
export const useViewOptions = (): ViewOptions => useContext(ViewOptionsContext)
