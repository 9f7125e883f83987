import type { Found } from './found.js'
import { can, isObject, readPath } from './read.js'

/** The objects that well-known wallets put on `window`: key, path, the wallet's name, and a method that it has. */
const known = [
  ['unisat', 'unisat', 'UniSat', 'requestAccounts'],
  ['okx', 'okxwallet.bitcoin', 'OKX Wallet', 'getAccounts'],
  ['leather', 'LeatherProvider', 'Leather', 'request'],
  ['xverse', 'XverseProviders.BitcoinProvider', 'Xverse Wallet', 'request'],
] as const

/** Adds the wallets that well-known places on `window` show, and says whether any is new. */
export function readDirect(page: object, wallets: Found[]): boolean {
  const before = wallets.length
  for (const [key, path, name, method] of known) {
    const provider = readPath(page, path)
    if (!isObject(provider) || !can(provider, method)) continue
    if (!wallets.some((wallet) => wallet.key === key || wallet.provider === provider)) wallets.push({ key, name, provider })
  }
  return wallets.length > before
}

/** `window.BitcoinProvider`, whoever it belongs to. */
export function readGeneric(page: object): Found | undefined {
  const provider = readPath(page, 'BitcoinProvider')
  return isObject(provider) && can(provider, 'request')
    ? { key: 'BitcoinProvider', name: 'Browser Wallet', provider, generic: true }
    : undefined
}
