import type { Device } from '../../device/device.js'
import type { WalletRecord } from '../../portico/options.js'
import { safeWalletLink } from './safeLink.js'
import { takesWalletConnect } from './takesWalletConnect.js'

/** What decides over the form of a link. Of `currentDevice()`. */
export type LinkDevice = Pick<Device, 'mobile' | 'platform' | 'telegram'>

interface LinkOptions {
  readonly device: LinkDevice
}

/**
 * The link that opens a wallet's app with a pairing URI: on phones the universal link before the native one, on desktops the
 * program's own scheme. Undefined where the wallet has none that may be opened (S19), does not take pairings,
 * or the URI is none. The link holds the URI, which is a secret: open it, and neither log nor send it (S45).
 * @example walletLink(lumen, uri, { device: currentDevice() }) // 'lumen://wc?uri=wc%3A7f6e…'
 */
export function walletLink(record: WalletRecord, uri: string, { device }: LinkOptions): string | undefined {
  const home = walletHomeLink(record, { device })
  return home && takesWalletConnect(record) ? withUri(home, uri, device) : undefined
}

/**
 * The link that opens a wallet's page on the web with a pairing URI, as {@link walletLink} does its app: in a new tab, on phones and desktops.
 * @example walletWebLink(lumen, uri, { device: currentDevice() }) // 'https://lumen.example/wc?uri=wc%3A7f6e…'
 */
export function walletWebLink(record: WalletRecord, uri: string, { device }: LinkOptions): string | undefined {
  const page = safeWalletLink(record.webLink, 'https')
  return page && takesWalletConnect(record) ? withUri(page, uri, device) : undefined
}

/** The link that opens a wallet's app as it is, to answer a request that reached it already. */
export function walletHomeLink({ universalLink, mobileLink, desktopLink }: WalletRecord, { device }: LinkOptions): string | undefined {
  if (!device.mobile) return safeWalletLink(desktopLink, 'native')
  return safeWalletLink(universalLink, 'https') ?? safeWalletLink(mobileLink, 'native') ?? safeWalletLink(mobileLink, 'https')
}

/** Puts a pairing URI into a link that was checked: `lumen://` becomes `lumen://wc?uri=…`, `https://x.example/a/` becomes `https://x.example/a/wc?uri=…`. */
function withUri(safe: string, uri: string, device: LinkDevice): string | undefined {
  if (!/^wc:[!-~]+$/.test(uri)) return undefined
  const link = safe.replace(/\?$/, '')
  const once = encodeURIComponent(uri)
  // Telegram on Android decodes a link once before it hands it on.
  const value = device.telegram && device.platform === 'android' ? encodeURIComponent(once) : once

  const given = /([?&]uri=)[^&#]*/.exec(link)
  if (given) return `${link.slice(0, given.index)}${given[1]}${value}${link.slice(given.index + given[0].length)}`

  // A query stays behind the path, unless it ends in a link itself: then the URI belongs to that one.
  const [, base = '', query = ''] = /^([^?#]*)\?([^#]*)$/.exec(link) ?? []
  return query && !query.includes('://') ? `${pairingPath(base)}?${query}&uri=${value}` : `${pairingPath(link)}?uri=${value}`
}

/** The link with `wc` as the last part of its path, once. */
function pairingPath(link: string): string {
  const start = link.indexOf('://') + 3
  const path = link.slice(start).replace(/\/+$/, '')
  if (!path) return `${link.slice(0, start)}${link.length > start ? '/' : ''}wc` // `lumen://`, and `lumen:///`
  const isThere = path.endsWith('/wc') || (path === 'wc' && !link.startsWith('https:'))
  return `${link.slice(0, start)}${path}${isThere ? '' : '/wc'}`
}
