import { cleanIcon, cleanName } from '@portico/core/kit'
import { freeKey, type Found } from './found.js'
import { isObject, read } from './read.js'

/** The parts of `window` that discovery uses. */
export type Page = Pick<EventTarget, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'>

/** Whether a Wallet Standard wallet can be connected on Bitcoin. Never throws. */
export function speaksBitcoin(wallet: object): boolean {
  const chains = read(wallet, 'chains')
  const features = read(wallet, 'features')
  const isBitcoin = (chain: unknown) => typeof chain === 'string' && chain.startsWith('bitcoin:')
  return (
    Array.isArray(chains) &&
    chains.some(isBitcoin) &&
    ['bitcoin:connect', 'standard:connect'].some((feature) => isObject(read(features, feature)))
  )
}

/**
 * Follows the wallets that register by Wallet Standard, until the returned function is called.
 *
 * The protocol is `@wallet-standard/app`'s: its own `getWallets` is not used, because it listens for as long as the page
 * lives and keeps what it finds for every portico on the page (R18, R19).
 */
export function followStandard(page: Page, onChange: (change: () => void) => void, wallets: Found[]): () => void {
  let stopped = false
  const add = (wallet: unknown) => {
    // Each field is read once and copied, so that it cannot change later (B4).
    const name = read(wallet, 'name')
    if (stopped || !isObject(wallet) || typeof name !== 'string' || !speaksBitcoin(wallet)) return
    if (wallets.some(({ provider }) => provider === wallet)) return
    const shown = cleanName(name)
    const icon = cleanIcon(read(wallet, 'icon'))
    // The sats-connect feature hands out the very object that the same wallet lists elsewhere.
    const other = read(read(read(wallet, 'features'), 'sats-connect:'), 'provider')
    if (shown)
      wallets.push({
        key: freeKey(shown, wallets),
        name: shown,
        ...(icon && { icon }),
        provider: wallet,
        same: isObject(other) ? [other] : [],
      })
  }
  const remove = (gone: readonly unknown[]) => {
    for (const wallet of gone) {
      const at = wallets.findIndex(({ provider }) => provider === wallet)
      if (at >= 0) wallets.splice(at, 1)
    }
  }
  const register = (...registered: unknown[]) => {
    onChange(() => registered.forEach(add))
    return () => onChange(() => remove(registered))
  }
  const api = Object.freeze({ register })
  const listener = (event: Event) => {
    const callback = read(event, 'detail')
    if (typeof callback !== 'function') return
    try {
      Reflect.apply(callback, undefined, [api])
    } catch (error) {
      console.warn(error)
    }
  }
  page.addEventListener('wallet-standard:register-wallet', listener)
  try {
    page.dispatchEvent(Object.assign(new Event('wallet-standard:app-ready'), { detail: api }))
  } catch (error) {
    console.warn(error)
  }
  return () => {
    stopped = true
    page.removeEventListener('wallet-standard:register-wallet', listener)
  }
}
