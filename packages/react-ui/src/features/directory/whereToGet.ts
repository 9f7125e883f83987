import type { WalletRecord } from '@portico/core'
import type { Device } from '@portico/core/kit'
import { safeWalletLink } from '@portico/core/wallets'

/** The links by which a wallet is got, each checked: https alone (S19). */
export const storesOf = ({ extension, ios, android, homepage }: WalletRecord) => ({
  extension: safeWalletLink(extension, 'https'),
  ios: safeWalletLink(ios, 'https'),
  android: safeWalletLink(android, 'https'),
  homepage: safeWalletLink(homepage, 'https'),
})

/** Names of the shops, which are the same in every language. */
export const appStore = 'App Store'
export const googlePlay = 'Google Play'

/** A place to get a wallet, to be shown in this order. */
export interface Place {
  readonly kind: 'extension' | 'ios' | 'android' | 'homepage'
  readonly href: string
}

/** Where to get a wallet on a device: what fits the device first. A phone has no use for an extension, unless there is nothing else. */
export function placesOf(record: WalletRecord, { mobile, platform }: Pick<Device, 'mobile' | 'platform'>): readonly Place[] {
  const stores = storesOf(record)
  const order: readonly Place['kind'][] = !mobile
    ? ['extension', 'ios', 'android', 'homepage']
    : platform === 'android'
      ? ['android', 'homepage', 'ios']
      : ['ios', 'homepage', 'android']
  const found = placesIn(stores, order)
  return found.length > 0 ? found : placesIn(stores, ['extension'])
}

const placesIn = (stores: ReturnType<typeof storesOf>, kinds: readonly Place['kind'][]): readonly Place[] =>
  kinds.flatMap((kind) => (stores[kind] ? [{ kind, href: stores[kind] }] : []))

/** What a phone is to scan on a desktop: the only store that there is, else the wallet's own page, which knows both. */
export function phonePlace(record: WalletRecord): Place | undefined {
  const { ios, android, homepage } = storesOf(record)
  if (!ios && !android) return undefined
  if (homepage && ios && android) return { kind: 'homepage', href: homepage }
  return ios ? { kind: 'ios', href: ios } : android ? { kind: 'android', href: android } : undefined
}

/** The domain of a link, without its www. */
export const domainOf = (url: string | undefined): string => (url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '')
