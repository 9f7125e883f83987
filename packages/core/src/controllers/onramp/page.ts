import type { Portico } from '../../portico/createPortico.js'
import { safeWalletLink } from '../wallets/safeLink.js'
import { UnsafePageError } from './errors.js'

/** Where the providers' pages stand. A gateway cannot add to it; a site can, with `onramp.hosts`. */
export const knownHosts: readonly string[] = ['pay.coinbase.com', 'global.transak.com', 'meldcrypto.com', 'www.meldcrypto.com']

/**
 * A page that may be opened, as the browser reads it (S19): https, without credentials, on a host that is known or that the site names,
 * its port among it. On a page of this very device, http to this device passes, where the site names it.
 * @throws UnsafePageError
 */
export function safePage(portico: Portico, url: unknown): string {
  const safe = safeWalletLink(url, 'https')
  const named: unknown = portico.options.onramp?.hosts
  const own = Array.isArray(named) ? named.filter((one: unknown) => typeof one === 'string') : []
  const host = safe === undefined ? undefined : new URL(safe).host
  const isKnown = [...knownHosts, ...own].some((one) => one.toLowerCase() === host)
  if (safe === undefined || !isKnown) throw new UnsafePageError()
  return safe
}
