import type { Account, ConnectedAccount, Namespace, Portico, ViewName, WalletFeature } from '@portico/core'
import { loadCode } from '@portico/core/kit'
import type { ComponentType, ReactNode } from 'react'
import type { CompiledMessage } from '../i18n/locale.js'
import type { WalletsElsewhere } from '../wallets/walletsElsewhere.js'

/** A view of the modal: drawn with the parameters that it was opened with. */
export type View = ComponentType<{ readonly params: never }>

/** Asks for what a view will show with these parameters, before the press that opens it. Never throws. */
export type Ahead = (portico: Portico, params: never) => void

/** Loads the module of a view: its default export is shown with the entry's parameters as `params`. */
export type ViewLoader = () => Promise<{ readonly default: View; readonly ahead?: Ahead | undefined }>

/** The places that features have for each other, and what each takes. A place of a view is filled before the view is drawn, that of Connect when it comes. */
export interface Places {
  /** Ways in beside the wallets. Fetched together with the modal. */
  readonly 'connect.ways': ConnectWay
  /** What becomes of a press on a wallet that is not in this browser. Fetched on the way to the press. */
  readonly 'wallets.elsewhere': WalletsElsewhere
  /** Buttons among what is done with an account most, in the order of the option `walletFeaturesOrder`. */
  readonly 'account.quick': AccountQuick
  /** Rows among what can be done with the account. */
  readonly 'account.actions': ComponentType<AccountPartProps>
  /** Lists beside that of the tokens. */
  readonly 'account.tabs': AccountTab
  /** Lines below the balance. */
  readonly 'account.rows': ComponentType<AccountPartProps>
  /** Rows that an account has which holds nothing yet: how that changes. */
  readonly 'account.empty': ComponentType<AccountPartProps>
  /** Rows about the account in the settings. */
  readonly 'settings.rows': ComponentType<AccountPartProps>
}
export type Place = keyof Places

/** What Connect shows beside the wallets. */
export interface ConnectWay {
  /** Draws the ways in the host's order, the wallets among them. */
  readonly Methods: ComponentType<ConnectMethodsProps>
  /** Says over the view what is amiss with them. */
  readonly Banner: ComponentType
}

export interface ConnectMethodsProps {
  /** The chain family to connect; undefined is any. */
  readonly namespace: Namespace | undefined
  /** The wallets, to be put in their place; none to leave them out. */
  readonly wallets: ReactNode
  /** What to show where there is no way in at all. */
  readonly none: ReactNode
  /** Instead of them a button that leads to them. */
  readonly onWallets?: (() => void) | undefined
}

export interface AccountPartProps {
  /** The account in use. */
  readonly account: Account
}

export interface AccountTab {
  readonly id: string
  readonly Label: ComponentType<AccountPartProps>
  readonly Panel: ComponentType<AccountPartProps>
  /** Whether there can be anything to show of an account; left out: always. A rejection is a no. */
  readonly isFor?: (portico: Portico, account: ConnectedAccount) => Promise<boolean>
}

/** A `QuickButton` among those of the account. Where the account cannot do it there is none, rather than a grey one. */
export interface AccountQuick {
  readonly id: WalletFeature
  readonly Button: ComponentType<AccountPartProps>
  /** Whether an account can do it; left out: always. A rejection is a no. */
  readonly isFor?: (portico: Portico, account: ConnectedAccount) => Promise<boolean>
}

/** What a feature puts into a place. */
export interface Entry<P extends Place> {
  /** Whether there can be anything to show on this site; asked before its code is fetched. */
  readonly when?: (portico: Portico) => boolean
  readonly load: () => Promise<Places[P]>
}

type Entries = { [P in Place]?: Entry<P> }

/** A part of the modal that can be there or not: `<Modal features={[swap()]} />`. */
export interface Feature {
  readonly id: string
  /** Each view by its name: loaded, then shown. */
  readonly views: Readonly<Partial<Record<ViewName, ViewLoader>>>
  /** Rows and buttons in places that other features own. */
  readonly entries?: Readonly<Entries>
  /** What it says, in English: text, placeholders and plurals as Lingui compiles them. Other languages have it by the feature's id (`Locale.features`). */
  readonly messages?: () => Promise<Readonly<Record<string, CompiledMessage>>>
  /** Its style sheet, for the modal's shadow root. */
  readonly sheet?: () => Promise<string>
  /** What its views say and how they look, where that comes later than what it puts into the places of others. Default: the same. */
  readonly ofViews?: Pick<Feature, 'messages' | 'sheet'>
}

/** What the lazy module of a feature hands out. */
export interface FeatureModule<V extends ViewName> {
  readonly views: Readonly<Record<V, View>>
  readonly ahead?: { readonly [Name in V]?: Ahead }
  readonly entries?: { readonly [P in Place]?: Places[P] }
  readonly messages: Readonly<Record<string, CompiledMessage>>
  readonly sheet: string
}

/**
 * The views of a feature that come as one module, `views.ts`, with what it puts into other places, what it says and how it looks: one
 * request, whichever of them is the first.
 * @param when the places that it puts something into, and for each whether there can be anything to show on a site
 */
export function inOneModule<V extends ViewName>(
  fetchModule: () => Promise<FeatureModule<V>>,
  names: readonly V[],
  when: { readonly [P in Place]?: (portico: Portico) => boolean } = {},
): Omit<Feature, 'id'> {
  let isHere = false
  const load = async () => {
    const module = await (isHere ? fetchModule() : loadCode(fetchModule))
    isHere = true
    return module
  }
  const viewOf =
    (name: V): ViewLoader =>
    async () => {
      const { views, ahead } = await load()
      return { default: views[name], ahead: ahead?.[name] }
    }
  const entries: Entries = {}
  const put = <P extends Place>(place: P) => {
    const check = when[place]
    const loadEntry = async (): Promise<Places[P]> => {
      const entry: Places[P] | undefined = (await load()).entries?.[place]
      if (!entry) throw new Error(`Nothing for '${place}'`)
      return entry
    }
    const entry: Entry<P> = { ...(check && { when: check }), load: loadEntry }
    Object.assign(entries, { [place]: entry })
  }
  for (const place of Object.keys(when)) put(place as Place) // the keys of `when`
  return {
    views: Object.fromEntries(names.map((name) => [name, viewOf(name)])),
    entries,
    messages: async () => (await load()).messages,
    sheet: async () => (await load()).sheet,
  }
}
