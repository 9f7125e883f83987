import { cleanIcon, cleanName } from '@portico/core/kit'
import type { Found } from './found.js'
import { can, isObject, read, readPath } from './read.js'

/** Longest list that is read. */
const listLimit = 100

/**
 * Reads `window.btc_providers`: a list of `{ id, name, icon, methods }` in which `id` is a path on `window` to an object
 * with `request` (sats-connect, WBIP-004). Adds the wallets that are new, and says whether there were any.
 */
export function readListed(page: object, wallets: Found[]): boolean {
  const list = read(page, 'btc_providers')
  if (!Array.isArray(list)) return false
  const before = wallets.length
  for (const entry of list.slice(0, listLimit)) {
    const id = read(entry, 'id')
    const name = read(entry, 'name')
    if (typeof id !== 'string' || typeof name !== 'string' || !/^[\w$-]+(\.[\w$-]+){0,4}$/.test(id)) continue
    const provider = readPath(page, id)
    if (!isObject(provider) || !(can(provider, 'request') || can(provider, 'requestAccounts'))) continue
    if (wallets.some((wallet) => wallet.key === id || wallet.provider === provider)) continue
    const icon = cleanIcon(read(entry, 'icon'))
    wallets.push({ key: id, name: cleanName(name) || id, ...(icon && { icon }), provider })
  }
  return wallets.length > before
}
