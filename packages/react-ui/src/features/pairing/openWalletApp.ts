import type { Connector, Portico, WalletRecord } from '@portico/core'
import { currentEntry, defineSlot, routerStore } from '@portico/core/kit'
import { openWalletLink, walletLink, walletWebLink, type LinkDevice } from '@portico/core/wallets'

export interface OpenAppParameters {
  readonly record: WalletRecord
  /** The pairing URI. A secret (S45). */
  readonly uri: string
  readonly device: LinkDevice
  readonly connector: Connector
  /** Its page on the web, instead of its app. */
  readonly web?: boolean
}

/** The link that hands a pairing to a wallet: to its app, or where it has none for this device to its page on the web. */
export const pairingLink = ({ record, uri, device, web }: Omit<OpenAppParameters, 'connector'>): string | undefined =>
  (web ? undefined : walletLink(record, uri, { device })) ?? (web || device.mobile ? walletWebLink(record, uri, { device }) : undefined)

/** Hands a pairing to a wallet, in the moment of a press. @returns whether something was opened */
export function openWalletApp(portico: Portico, parameters: OpenAppParameters): boolean {
  const { record, device, connector } = parameters
  const href = pairingLink(parameters)
  if (href === undefined || !openWalletLink(href, device)) return false
  noteOpened(portico)
  const { mobileLink, universalLink } = record
  if (device.mobile) connector.link?.opened({ ...(mobileLink && { mobileLink }), ...(universalLink && { universalLink }) })
  return true
}

/** That a view sent the visitor to a wallet. */
interface Opened {
  /** Of the view's entry in the history. */
  readonly key: number | undefined
  readonly at: number
}

const lastOpened = defineSlot<Opened | undefined>('opened wallet', () => undefined)

/** Remembers that the view on screen opened a wallet. @returns when, in milliseconds since 1970 */
export function noteOpened(portico: Portico): number {
  const opened: Opened = { key: currentEntry(routerStore(portico).getState())?.key, at: Date.now() }
  lastOpened.put(portico, opened)
  return opened.at
}

/** When the view on screen opened a wallet, in milliseconds since 1970; undefined where it has not. */
export function whenOpened(portico: Portico): number | undefined {
  const opened = lastOpened(portico)
  return opened && opened.key === currentEntry(routerStore(portico).getState())?.key ? opened.at : undefined
}
